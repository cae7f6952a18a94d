#include "panels/maps/shownWords.h"

#include "plot/Colormap.h"
#include "words/wording.h"

#include <QCoreApplication>

namespace headlight {
namespace {

struct Shown {
    Q_DECLARE_TR_FUNCTIONS(Shown)
};

QString numbersWords(const MapOptions& options, const ShownMaps& shown) {
    if (!options.numbers) return Shown::tr("no numbers");
    const auto [fewest, most] = *shown.decimals;
    if (most < 0) return Shown::tr("colours only");
    const QString count = counted(QT_TRANSLATE_N_NOOP("Counts", "%n decimal(s)"), most);
    if (fewest < 0) return QStringLiteral(u"\u2264 %1").arg(count);
    return fewest == most ? count : QStringLiteral(u"%1\u2013%2").arg(fewest).arg(count);
}

} // namespace

QString shownWords(const ViewState& state) {
    constexpr int kMost = 3;
    if (state.maps.overview) return Shown::tr("overview");
    const std::vector<Stage> stages = state.shownStages();
    QStringList names;
    for (const Stage stage : stages) names << withinLine(titleOf(stage));
    const int count = static_cast<int>(names.size());
    const QString all = count > kMost ? counted(QT_TRANSLATE_N_NOOP("Counts", "%n stage(s)"), count)
                                      : names.join(QStringLiteral(", "));
    return state.maps.isEnlarged ? Shown::tr("%1 of %2").arg(all, withinLine(titleOfHead(state.view.head))) : all;
}

QString displayWords(const MapOptions& options, const ShownMaps& shown) {
    QStringList parts;
    if (shown.decimals) parts << numbersWords(options, shown);
    if (shown.curve && shown.curve->bend)
        parts << withinLine(QCoreApplication::translate("Colours", shown.curve->name));
    return parts.isEmpty() ? Shown::tr("colours") : parts.join(QStringLiteral(", "));
}

} // namespace headlight
