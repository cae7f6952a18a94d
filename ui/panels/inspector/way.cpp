#include "panels/inspector/way.h"

#include "attention/program.h"
#include "document/compared.h"
#include "document/selection.h"
#include "panels/inspector/LessonPen.h"
#include "session/pairs.h"
#include "words/tokenText.h"

#include <utility>

namespace headlight {
namespace {

void addVector(std::vector<CellRef>& way, CellRef cell, const Session& session) {
    for (cell.col = 0; cell.col < kVectorColumns && exists(session, cell); ++cell.col) way.push_back(cell);
}

/// Returns the cells of the context's query and that key in all maps up to it, and in that of the selected stage.
std::vector<CellRef> mapsOf(const CellRef& context, int key, const Session& session, Stage selected = Stage::End) {
    std::vector<CellRef> way;
    for (const Op& op : programOf(session, context.layer))
        if (const CellRef cell{op.result, context.layer, context.head, context.row, key};
            isWeighed(cell) && (cell.stage == selected || !infoOf(cell.stage).isAside()))
            way.push_back(cell);
    return way;
}

/// Adds the vectors of the score of the context's query and that key.
void addQueryAndKey(std::vector<CellRef>& way, const CellRef& context, int key, const Session& session) {
    const Program program = programOf(session, context.layer);
    if (!program.has(Op::Kind::Scores)) return;
    const Op scores = program.firstOf(Op::Kind::Scores);
    addVector(way, {scores.inputs[0], context.layer, context.head, context.row, 0}, session);
    addVector(way, {scores.inputs[1], context.layer, context.head, key, 0}, session);
}

/// Returns the number, and those of the same place that it is made of: for a result its output, or the concat. The
/// input of the layer is no step back.
std::vector<CellRef> samePlace(CellRef cell, const Session& session) {
    using Kind = Op::Kind;
    const Program program = programOf(session, cell.layer);
    std::vector<CellRef> way{cell};
    const Op* op = program.find(cell.stage);
    const bool isOfPlace = op && (op->kind == Kind::Sum || op->kind == Kind::Norm || op->kind == Kind::Copy);
    if (isOfPlace && !op->isFromBelow)
        for (const Stage input : op->inputs) {
            if (!infoOf(input).isOnHost && !infoOf(input).fromScores) continue;
            cell.stage = input;
            way.push_back(cell);
        }
    op = program.find(cell.stage);
    if (op && op->kind == Kind::Beside) {
        const int dv = sizesOf(session, cell.layer).dv;
        way.push_back({op->inputs[0], cell.layer, cell.col / dv, cell.row, cell.col % dv});
    }
    return way;
}

/// Adds the numbers that a context is made of for one key, the last step first.
void addSteps(std::vector<CellRef>& way, int key, Stage values, const Session& session) {
    const CellRef context = way.back();
    if (way.size() > 1 && way.end()[-2].stage == context.stage)
        addVector(way, {values, context.layer, context.head, key, 0}, session);
    else
        way.push_back({values, context.layer, context.head, key, context.col});
    const std::vector<CellRef> maps = mapsOf(context, key, session);
    way.insert(way.end(), maps.rbegin(), maps.rend());
    addQueryAndKey(way, context, key, session);
}

bool isIn(const Region& region, const CellRef& cell) {
    return cell.row >= region.row && cell.row < region.row + region.rows && cell.col >= region.col &&
           cell.col < region.col + region.cols;
}

} // namespace

bool isWeighed(const CellRef& selected) {
    const StageInfo& info = infoOf(selected.stage);
    return info.scope == Scope::Head && info.isMap();
}

std::vector<CellRef> wayTo(const CellRef& selected, const Session& session, const View& view) {
    const Program program = programOf(session, selected.layer);
    const Op* weighed = program.findFirst(Op::Kind::WeightedSum); // null: the layer has no V
    CellRef context{weighed ? weighed->result : Stage::Context, selected.layer, selected.head, selected.row, 0};
    if (isWeighed(selected)) {
        std::vector<CellRef> way = mapsOf(context, selected.col, session, selected.stage);
        addVector(way, context, session);
        addQueryAndKey(way, context, selected.col, session);
        return way;
    }
    std::vector<CellRef> way = samePlace(selected, session);
    const StageInfo& last = infoOf(way.back().stage);
    context.head = view.head;
    if (weighed && last.fromScores && last.scope == Scope::Layer && !last.isMap()) addVector(way, context, session);
    if (weighed && way.back().stage == context.stage) addSteps(way, view.key, weighed->inputs[1], session);
    return way;
}

CellRef toldCell(const ViewState& state, const Session& session, const View& view) {
    if (!state.step) return selectedCell(session, view);
    CellRef cell = state.walk().examples(*state.step, 1).front();
    if (infoOf(cell.stage).isMap()) cell.col = view.key;
    if (infoOf(cell.stage).cols == Side::Concat) cell.col = view.head * sizesOf(session, cell.layer).dv;
    return cell;
}

std::vector<CellRef> computedOf(std::vector<CellRef> way, const ViewState& state) {
    if (!state.step) return way;
    const Walk walk = state.walk();
    std::erase_if(way, [&](const CellRef& cell) {
        // Scores are computed one by one.
        const bool isBegun = cell.stage == state.step->stage && infoOf(cell.stage).dependsOn != RulePart::None;
        return !isBegun && isIn(walk.blank(*state.step, cell.stage, cell.head), cell);
    });
    return way;
}

std::optional<Step> unfinishedOf(const ViewState& state, const CellRef& cell) {
    const bool isLater = state.step && isIn(state.walk().blank(*state.step, cell.stage, cell.head), cell);
    return isLater ? state.step : std::nullopt;
}

QString whyNoCounterpart(const ViewState& state) {
    const auto hasLayer = [](const Session& session, const View& view) {
        return layerExists(session, view.layer).ok();
    };
    const auto has = [&](const Session& session, const View& view) {
        return hasLayer(session, view) && exists(session, selectedCell(session, view));
    };
    if (state.maps.compared == Compared::Now) return {};
    const View then = viewIn(Compared::Other, state);
    const QString none = lessonWords("There is no such number in the state compared with.");
    if (!has(state.session, state.view)) return hasLayer(*state.other, then) ? QString() : none;
    const CellRef cell = toldCell(state, state.session, state.view);
    const StageInfo& info = infoOf(cell.stage);
    if (info.cols == Side::Concat && has(*state.other, then) &&
        !haveSameHeads(layerAt(state.session, cell.layer), layerAt(*state.other, then.layer)))
        return none;
    for (const auto& [side, place] : {std::pair(info.rows, cell.row), std::pair(info.cols, cell.col)}) {
        const std::vector<char> areNew = newTokens(state.session, *state.other, side);
        const auto at = static_cast<std::size_t>(place);
        if (areNew.empty() || areNew[at] == 0) continue;
        const Text& text = side == Side::KeyTokens ? keyText(state.session) : state.session.text;
        return lessonWords("%1 is new: the state compared with has no such number.")
            .arg(quotedToken(text.tokens->texts[at]));
    }
    return has(*state.other, then) ? QString() : none;
}

} // namespace headlight
