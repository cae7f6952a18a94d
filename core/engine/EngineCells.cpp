#include "engine/EngineState.h"
#include "engine/answers.h"
#include "engine/explain.h"

#include <algorithm>
#include <utility>

namespace headlight {

void Engine::State::readCell(ShownCell& cell, std::size_t place, const LayerState& layer, Reading& reading) {
    std::vector<Read>& reads = reading.reads;
    const CellRef& ref = cell.demand.cell;
    for (std::size_t i = 0; i < cell.lines.size(); ++i) {
        StageLine& line = cell.lines[i];
        if (line.first.layer != reading.layer || line.length == 0) continue;
        if (const FrozenMatrix& block = layer.host(line.first.stage)) {
            line.values = block->row(line.first.row);
            continue;
        }
        reading.lines.push_back({place, i, reads.size()});
        reads.push_back(line.read());
    }
    if (ref.layer != reading.layer || !hasRowKinds(ref.stage)) return;
    reading.kinds.push_back({place, 0, reads.size()});
    reads.push_back({Read::What::RowKinds, ref.stage, ref.head, {ref.row, 0, 1, 0, 0, 0}, {}});
}

void Engine::State::explainCells(const Frame& frame, Screen& now) {
    for (ShownCell& cell : now.cells) {
        if (cell.lines.empty()) continue;
        const LayerState& layer = layerOf(cell.demand.state, cell.demand.cell.layer);
        Explanation explanation = explain({cell.demand.cell, stackOf(cell.demand.state).shape.opOf(cell.demand.cell),
                                           cell.lines, sessionOf(frame, cell.demand.state), layer.weights(),
                                           layer.rule(), cell.kind});
        cell.lines.clear();
        const auto before = std::ranges::find_if(screen.cells, [&](const ShownCell& shown) {
            return shown.explanation && shown.demand == cell.demand && *shown.explanation == explanation;
        });
        cell.explanation = before != screen.cells.end() ? before->explanation
                                                        : std::make_shared<Explanation>(std::move(explanation));
    }
}

} // namespace headlight
