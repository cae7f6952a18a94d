#include "words/wording.h"

#include "words/conventions.h"
#include "words/parameterWords.h"
#include "words/tokenText.h"

#include <QCoreApplication>

#include <utility>

namespace headlight {

QString fromCore(const char* words) { return QCoreApplication::translate("Core", words); }

QString titleOf(Stage stage) { return fromCore(infoOf(stage).title); }

QString withinLine(const QString& title) {
    const bool isWord = title.size() > 1 && title[1].isLower();
    return isWord ? title.front().toLower() + title.sliced(1) : title;
}

QString shortNameOf(Stage stage) {
    if (stage == Stage::Dropped) return QCoreApplication::translate("Stages", "after dropout");
    return stage == Stage::Concat ? QCoreApplication::translate("Stages", "joined")
                                  : QString::fromLatin1(infoOf(stage).id);
}

QString nameOfCell(Stage stage, const Session& session, int query, int key) {
    return QStringLiteral("%1[%2, %3]")
        .arg(titleOf(stage), shownToken(*session.text.tokens, query), shownToken(*keyText(session).tokens, key));
}

QString nameOfEntry(Parameter parameter, const Session& session, int row, int col) {
    const Text* text = textOf(session, parameter);
    QString down = text ? shownToken(*text->tokens, row) : placeText(row), across = placeText(col);
    if (isTransposed(parameter)) std::swap(down, across);
    return QStringLiteral("%1[%2, %3]").arg(symbolText(parameter), down, across);
}

QString formulaOf(Stage stage) {
    const char* formula = infoOf(stage).formula;
    return formula ? fromCore(formula) : QString();
}

QString titleOfHead(int head) { return QCoreApplication::translate("Stages", "Head %1").arg(numberOf(head)); }
namespace {

/// Returns `one` or `many` with the numbers of the heads that are off; `only`: of that head alone.
QString aboutOff(const Layer& layer, std::optional<int> only, const char* one, const char* many) {
    QStringList numbers;
    const auto heads = layer.heads();
    for (int head = 0; head < static_cast<int>(heads.size()); ++head)
        if (!heads[static_cast<std::size_t>(head)].isOn && head == only.value_or(head)) numbers << placeText(head);
    if (numbers.isEmpty()) return {};
    return QCoreApplication::translate("Stages", numbers.size() == 1 ? one : many)
        .arg(numbers.join(QStringLiteral(", ")));
}

} // namespace

QString contextsOff(const Layer& layer, std::optional<int> head) {
    return aboutOff(layer, head, QT_TRANSLATE_NOOP("Stages", "Head %1 is switched off: its context counts as 0."),
                    QT_TRANSLATE_NOOP("Stages", "Heads %1 are switched off: their contexts count as 0."));
}

QString leftOutOfMean(const Layer& layer) {
    return aboutOff(layer, {}, QT_TRANSLATE_NOOP("Stages", "Without head %1, which is switched off."),
                    QT_TRANSLATE_NOOP("Stages", "Without heads %1, which are switched off."));
}

QString titleOfLayer(int layer) { return QCoreApplication::translate("Stages", "Layer %1").arg(numberOf(layer)); }

QString counted(const char* text, int n) {
    return QCoreApplication::translate("Counts", text, nullptr, n)
        .replace(QLatin1String("(s)"), QLatin1String(n == 1 ? "" : "s"));
}

} // namespace headlight
