#include "panels/sentence/SentenceText.h"

#include "panels/sentence/SentencePanel.h"
#include "words/tokenText.h"
#include "words/wording.h"

#include <QStringList>

#include <unordered_map>

namespace headlight {

QString tokenSummary(const Tokens& tokens, bool areRead) {
    if (tokens.count() == 0) return SentencePanel::tr("No tokens yet");
    std::unordered_map<int, int> seen;
    int repeated = 0;
    std::size_t firstRepeated = 0;
    for (std::size_t i = 0; i < tokens.ids.size(); ++i)
        if (++seen[tokens.ids[i]] == 2 && ++repeated == 1) firstRepeated = i;
    QStringList parts{counted(QT_TRANSLATE_N_NOOP("Counts", "%n token(s)"), tokens.count())};
    if (tokens.count() > 1) parts << SentencePanel::tr("%1 distinct").arg(seen.size());
    if (repeated == 1 && areRead)
        parts << SentencePanel::tr("%1 shares one embedding").arg(quotedToken(tokens.texts[firstRepeated]));
    if (repeated > 1 && areRead) parts << SentencePanel::tr("equal tokens share one embedding");
    return parts.join(QStringLiteral(" · "));
}

} // namespace headlight
