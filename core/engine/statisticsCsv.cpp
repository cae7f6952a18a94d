#include "engine/statisticsCsv.h"

#include "base/csv.h"
#include "base/numberText.h"
#include "engine/Engine.h"

namespace headlight {
namespace {

void addRow(std::string& csv, const RowStatistics& row, const Tokens& keys) {
    for (std::size_t m = 0; m < row.values.size(); ++m) {
        csv += ',';
        if (row.values[m]) csv += shortest(*row.values[m]);
        if (static_cast<Measure>(m) != Measure::Largest) continue;
        const bool isSomewhere = row.largestAt >= 0;
        csv += ',' + (isSomewhere ? std::to_string(row.largestAt + 1) : std::string()) + ',' +
               (isSomewhere ? csvText(keys.texts[static_cast<std::size_t>(row.largestAt)]) : std::string());
    }
    csv += '\n';
}

} // namespace

std::string statisticsCsv(const Session& session, std::span<const std::shared_ptr<const HeadStatistics>> heads) {
    std::string csv = "layer,head,query,token,entropy_bits,effective_tokens,largest_weight,largest_key,"
                      "largest_key_token,on_first,on_itself,on_previous,on_next,on_equal_before,mean_distance,sum\n";
    for (const auto& head : heads) {
        if (!head) continue;
        const std::string place = std::to_string(head->of.layer + 1) + ',' + std::to_string(head->of.head + 1) + ',';
        for (std::size_t query = 0; query < head->rows.size(); ++query) {
            csv += place + std::to_string(query + 1) + ',' + csvText(session.text.tokens->texts[query]);
            addRow(csv, head->rows[query], *keyText(session).tokens);
        }
    }
    return csv;
}

Result<std::string> statisticsCsv(Engine& engine, const Session& session, const Watch& watch) {
    std::vector<std::shared_ptr<const HeadStatistics>> all;
    for (int layer = 0; layer < static_cast<int>(session.layers.size()); ++layer)
        for (int head = 0; head < sizesOf(session, layer).heads; ++head) {
            Demand demand;
            demand.statistics = {{layer, head, 0}};
            const Frame frame = engine.answer(session, demand, watch);
            if (!frame.problem.empty()) return Problem{frame.problem};
            all.push_back(frame.statistics.at(0));
        }
    return statisticsCsv(session, all);
}

} // namespace headlight
