#include "panels/statistics/statisticsWords.h"

namespace headlight {
namespace {

struct Words {
    const char *title, *tip;
};

// The order is that of Measure.
constexpr std::array kWords{
    Words{QT_TRANSLATE_NOOP("Statistics", "Entropy"),
          QT_TRANSLATE_NOOP("Statistics", "Entropy of the row of weights in bits: minus the sum of a log₂ a")},
    Words{QT_TRANSLATE_NOOP("Statistics", "Effective tokens"),
          QT_TRANSLATE_NOOP("Statistics", "Effective number of tokens: so many equal weights have this entropy")},
    Words{QT_TRANSLATE_NOOP("Statistics", "Largest weight"),
          QT_TRANSLATE_NOOP("Statistics", "Largest weight of the row")},
    Words{QT_TRANSLATE_NOOP("Statistics", "To first"), QT_TRANSLATE_NOOP("Statistics", "Weight of the first token")},
    Words{QT_TRANSLATE_NOOP("Statistics", "To itself"),
          QT_TRANSLATE_NOOP("Statistics", "Weight of the query's own token")},
    Words{QT_TRANSLATE_NOOP("Statistics", "To previous"),
          QT_TRANSLATE_NOOP("Statistics", "Weight of the token before the query's own")},
    Words{QT_TRANSLATE_NOOP("Statistics", "To next"),
          QT_TRANSLATE_NOOP("Statistics", "Weight of the token after the query's own")},
    Words{QT_TRANSLATE_NOOP("Statistics", "To equal"),
          QT_TRANSLATE_NOOP("Statistics", "Sum of the weights of earlier tokens that are equal to the query's own")},
    Words{QT_TRANSLATE_NOOP("Statistics", "Distance"),
          QT_TRANSLATE_NOOP("Statistics", "Mean distance in tokens: the sum of each weight times |query − key|")},
    Words{QT_TRANSLATE_NOOP("Statistics", "Sum"), QT_TRANSLATE_NOOP("Statistics", "Sum of the weights of the row")}};
static_assert(kWords.size() == static_cast<std::size_t>(Measure::End));

} // namespace

QString titleOf(Measure measure) { return StatisticsText::tr(kWords[static_cast<std::size_t>(measure)].title); }
QString tipOf(Measure measure) { return StatisticsText::tr(kWords[static_cast<std::size_t>(measure)].tip); }

QString whyUndefined(Measure measure, const HeadStatistics& head, int query, const Session& session) {
    const auto has = [&](Measure m) {
        return query < 0 ? head.mean(m).rows > 0 : head.rows[static_cast<std::size_t>(query)][m].has_value();
    };
    const bool isOfPlace = measure >= Measure::OnSelf && measure <= Measure::Distance;
    if (!has(Measure::Sum)) return StatisticsText::tr("Not defined: the weights are not numbers");
    if (layerAt(session, head.of.layer).options.normalisation == Normalisation::Sum)
        return StatisticsText::tr("Not defined: the normalisation is “sum”, so weights may be negative");
    if (isOfPlace && session.source) return StatisticsText::tr("Not defined: queries and keys are two sentences");
    if (!has(Measure::Entropy)) return StatisticsText::tr("Not defined: the row has no weights");
    if (measure == Measure::OnPrevious) return StatisticsText::tr("Not defined: no token is before the first one");
    if (measure == Measure::OnNext) return StatisticsText::tr("Not defined: no token is after the last one");
    return StatisticsText::tr("Not defined: no earlier token is equal");
}

} // namespace headlight
