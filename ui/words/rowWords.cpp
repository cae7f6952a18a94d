#include "words/rowWords.h"

#include <QCoreApplication>

namespace headlight {
namespace {

QString said(const char* words) { return QCoreApplication::translate("Rows", words); }

} // namespace

QString rowWord(RowKind kind) {
    switch (kind) {
    case RowKind::Plain:
    case RowKind::RestZero:      // only of an explanation
    case RowKind::Masked: break; // its cells are hatched
    case RowKind::AllMinusInf: return said(QT_TRANSLATE_NOOP("Rows", "all scores -\u221E"));
    case RowKind::ScoreNotFinite: return said(QT_TRANSLATE_NOOP("Rows", "score not finite"));
    case RowKind::SumZero: return said(QT_TRANSLATE_NOOP("Rows", "sum 0"));
    case RowKind::SumNotFinite: return said(QT_TRANSLATE_NOOP("Rows", "sum not finite"));
    case RowKind::SumTooSmall: return said(QT_TRANSLATE_NOOP("Rows", "sum too small"));
    }
    return {};
}

QString rowSentence(RowKind kind) {
    switch (kind) {
    case RowKind::Plain: break;
    case RowKind::Masked: return said(QT_TRANSLATE_NOOP("Rows", "every key is masked: all weights are 0"));
    case RowKind::AllMinusInf:
        return said(QT_TRANSLATE_NOOP("Rows", "every score of the row is -\u221E: all weights are 0"));
    case RowKind::RestZero:
        return said(QT_TRANSLATE_NOOP("Rows", "the weights after the first add up to 0: all shares are 0"));
    case RowKind::ScoreNotFinite:
        return said(QT_TRANSLATE_NOOP("Rows", "a score of the row is not finite: it has no weights"));
    case RowKind::SumZero: return said(QT_TRANSLATE_NOOP("Rows", "the row's scores sum to 0: it has no weights"));
    case RowKind::SumNotFinite:
        return said(QT_TRANSLATE_NOOP("Rows", "the sum of the row's scores is not finite: it has no weights"));
    case RowKind::SumTooSmall:
        return said(
            QT_TRANSLATE_NOOP("Rows", "the sum of the row's scores is too small to divide by: it has no weights"));
    }
    return {};
}

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
