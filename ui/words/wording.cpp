#include "words/wording.h"

#include "words/conventions.h"
#include "words/tokenText.h"

#include <QCoreApplication>

namespace headlight {

QString fromCore(const char* words) { return QCoreApplication::translate("Core", words); }

QString titleOf(Stage stage, int layer) {
    const StageInfo& info = infoOf(stage);
    return fromCore(layer > 0 && info.titleAbove ? info.titleAbove : info.title);
}

QString nameOfCell(Stage stage, int layer, const Session& session, int query, int key) {
    const auto token = [](const Text& text, int at) {
        return shownToken(text.tokens->texts.at(static_cast<std::size_t>(at))) + placeMark(*text.tokens, at);
    };
    return QStringLiteral("%1[%2, %3]")
        .arg(titleOf(stage, layer), token(session.text, query), token(keyText(session), key));
}

QString formulaOf(Stage stage) {
    const char* formula = infoOf(stage).formula;
    return formula ? fromCore(formula) : QString();
}

QString titleOfHead(int head) { return QCoreApplication::translate("Stages", "Head %1").arg(numberOf(head)); }
QString titleOfLayer(int layer) { return QCoreApplication::translate("Stages", "Layer %1").arg(numberOf(layer)); }

QString counted(const char* text, int n) {
    return QCoreApplication::translate("Counts", text, nullptr, n)
        .replace(QLatin1String("(s)"), QLatin1String(n == 1 ? "" : "s"));
}

} // namespace headlight
