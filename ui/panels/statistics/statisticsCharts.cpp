#include "panels/statistics/statisticsCharts.h"

#include "base/csv.h"
#include "base/numberText.h"
#include "panels/statistics/statisticsWords.h"
#include "words/conventions.h"

#include <cmath>
#include <utility>

namespace headlight {

ChartContent chartOfWeights(const View& view, const Response& response) {
    ChartContent chart;
    const Matrix& weights = response.tiles.at(0)->values;
    for (Index key = 0; key < weights.size(); ++key) {
        const auto weight = static_cast<double>(weights.data()[key]);
        chart.values.push_back(std::isfinite(weight) ? std::optional(weight) : std::nullopt);
    }
    chart.labels = labelsOf(*keyText(response.frame->session).tokens);
    chart.marked = view.key;
    chart.areKeys = true;
    chart.across = StatisticsText::tr("key");
    chart.up = StatisticsText::tr("weight");
    return chart;
}

ChartContent chartOfHeads(const View& view, const Response& response) {
    ChartContent chart;
    auto labels = std::make_shared<TokenLabels>();
    labels->areNumbers = true;
    const bool areLayers = response.frame->session.layers.size() > 1;
    for (const auto& one : response.statistics) {
        const StatisticsDemand of = one ? one->of : StatisticsDemand{-1, -1, 0};
        if (of == StatisticsDemand{view.layer, view.head, 0}) chart.marked = static_cast<int>(chart.values.size());
        const bool isThere = one && one->mean(Measure::Entropy).rows > 0;
        chart.values.push_back(isThere ? std::optional(one->mean(Measure::Entropy).mean) : std::nullopt);
        const QString head = placeText(of.head);
        labels->texts.push_back(areLayers ? placeText(of.layer) + QLatin1Char('.') + head : head);
    }
    chart.labels = std::move(labels);
    chart.across = areLayers ? StatisticsText::tr("layer.head") : StatisticsText::tr("head");
    chart.up = StatisticsText::tr("mean entropy, bits");
    return chart;
}

ChartContent chartOfRows(const View& view, const Response& response) {
    ChartContent chart;
    chart.kind = ChartContent::Kind::Line;
    if (const auto& head = response.statistics.at(0))
        for (const RowStatistics& row : head->rows) chart.values.push_back(row[Measure::Entropy]);
    chart.labels = labelsOf(*response.frame->session.text.tokens);
    chart.marked = view.query;
    chart.across = StatisticsText::tr("query");
    chart.up = StatisticsText::tr("entropy, bits");
    return chart;
}

std::string csvOf(const ChartContent& chart, const Tokens* tokens) {
    std::string csv = csvText(chart.across.toStdString()) + ',' + csvText(chart.up.toStdString()) + '\n';
    for (std::size_t i = 0; i < chart.values.size(); ++i) {
        csv += csvText(tokens ? tokens->texts.at(i) : chart.labels->texts.at(i).toStdString()) + ',';
        if (chart.values[i]) csv += shortest(*chart.values[i]);
        csv += '\n';
    }
    return csv;
}

std::string csvOfHeads(const std::vector<std::shared_ptr<const HeadStatistics>>& heads) {
    constexpr auto kMeasures = static_cast<std::size_t>(Measure::End);
    std::string csv = "layer,head";
    for (std::size_t m = 0; m < kMeasures; ++m)
        csv += ',' +
               csvText(StatisticsText::tr("mean %1").arg(titleOf(static_cast<Measure>(m)).toLower()).toStdString());
    for (const auto& head : heads) {
        if (!head) continue;
        csv += '\n' + std::to_string(head->of.layer + 1) + ',' + std::to_string(head->of.head + 1);
        for (const MeasureMean& mean : head->means) csv += ',' + (mean.rows > 0 ? shortest(mean.mean) : std::string());
    }
    return csv + '\n';
}

} // namespace headlight
