#include "words/rowWords.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>

namespace headlight {
namespace {

struct Words {
    RowKind kind;
    const char* word; ///< null: none
    const char* sentence;
};
constexpr std::array kWords{
    // Masked cells are hatched, and only explanations know the kind RestZero.
    Words{RowKind::Masked, nullptr, QT_TRANSLATE_NOOP("Rows", "every key is masked: all weights are 0")},
    Words{RowKind::RestZero, nullptr,
          QT_TRANSLATE_NOOP("Rows", "the weights after the first add up to 0: all shares are 0")},
    Words{RowKind::AllMinusInf, QT_TRANSLATE_NOOP("Rows", "all scores -\u221E"),
          QT_TRANSLATE_NOOP("Rows", "every score of the row is -\u221E: all weights are 0")},
    Words{RowKind::ScoreNotFinite, QT_TRANSLATE_NOOP("Rows", "score not finite"),
          QT_TRANSLATE_NOOP("Rows", "a score of the row is not finite: it has no weights")},
    Words{RowKind::SumZero, QT_TRANSLATE_NOOP("Rows", "sum 0"),
          QT_TRANSLATE_NOOP("Rows", "the row's scores sum to 0: it has no weights")},
    Words{RowKind::SumNotFinite, QT_TRANSLATE_NOOP("Rows", "sum not finite"),
          QT_TRANSLATE_NOOP("Rows", "the sum of the row's scores is not finite: it has no weights")},
    Words{RowKind::SumTooSmall, QT_TRANSLATE_NOOP("Rows", "sum too small"),
          QT_TRANSLATE_NOOP("Rows", "the sum of the row's scores is too small to divide by: it has no weights")},
};
static_assert(kWords.size() == static_cast<std::size_t>(RowKind::SumTooSmall)); // all but Plain

QString said(const char* words) { return QCoreApplication::translate("Rows", words); }

QString said(RowKind kind, const char* Words::*of) {
    const auto found = std::ranges::find(kWords, kind, &Words::kind);
    return found == kWords.end() || !((*found).*of) ? QString() : said((*found).*of);
}

} // namespace

QString rowWord(RowKind kind) { return said(kind, &Words::word); }
QString rowSentence(RowKind kind) { return said(kind, &Words::sentence); }

QString computedAgain() {
    return said(QT_TRANSLATE_NOOP("Rows",
                                  "What the mask leaves of the weights is next to nothing, or not a number. They are "
                                  "computed again, from the scores that it leaves."));
}

QString rowNote(RowKind kind) {
    const QString text = rowSentence(kind);
    return text.isEmpty() ? text : text.at(0).toUpper() + text.mid(1) + QLatin1Char('.');
}

} // namespace headlight
