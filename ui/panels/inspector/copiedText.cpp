#include "panels/inspector/copiedText.h"

#include <QTextBlock>
#include <QTextTable>

#include <algorithm>

namespace headlight {
namespace {

/// The row of the outermost table around a place; null if there is none.
struct TableRow {
    const QTextTable* table = nullptr;
    int row = -1, column = -1;
};

TableRow rowOf(const QTextBlock& block) {
    TableRow found;
    for (QTextFrame* frame = QTextCursor(block).currentFrame(); frame; frame = frame->parentFrame())
        if (const auto* table = qobject_cast<QTextTable*>(frame)) {
            const QTextTableCell cell = table->cellAt(block.position());
            found = {table, cell.row(), cell.column()};
        }
    return found;
}

/// Returns a line break between rows; in a row one tab for each column that a cell spans, so that columns stay aligned.
QString separator(const TableRow& before, const TableRow& now) {
    const bool isSameRow = now.table && now.table == before.table && now.row == before.row;
    return isSameRow ? QString(now.column - before.column, u'\t') : QStringLiteral("\n");
}

/// True if a text needs no parentheses: it has no sign, and no blank or minus outside of parentheses.
bool isOne(const QString& text) {
    if (text.startsWith(u'-')) return false;
    int depth = 0;
    for (const QChar c : text) {
        if (depth == 0 && (c == u' ' || c == u'−')) return false;
        depth += c == u'(' ? 1 : c == u')' ? -1 : 0;
    }
    return true;
}

QString asOne(const QString& text) { return isOne(text) ? text : QStringLiteral("(%1)").arg(text); }

/// Returns a part of a block. Subscripts, superscripts and text under the line of a root are marked.
QString lineOf(const QTextBlock& block, int from, int to) {
    QString line, marked, mark;
    bool isMarked = false;
    const auto endMarked = [&] {
        line += mark + asOne(marked);
        marked.clear();
        isMarked = false;
    };
    for (auto at = block.begin(); !at.atEnd(); ++at) {
        const QTextFragment part = at.fragment();
        const int begin = std::max(from, part.position()), end = std::min(to, part.position() + part.length());
        if (begin >= end) continue;
        const QTextCharFormat format = part.charFormat();
        const bool isLow = format.verticalAlignment() == QTextCharFormat::AlignSubScript,
                   isHigh = format.verticalAlignment() == QTextCharFormat::AlignSuperScript;
        const QString sign = isLow ? QStringLiteral("_") : isHigh ? QStringLiteral("^") : QString();
        const bool isNext = isLow || isHigh || format.fontOverline();
        if (isMarked && (!isNext || sign != mark)) endMarked();
        mark = sign;
        isMarked = isNext;
        // The marks that isolate tokens are left out.
        const QString text =
            part.text().mid(begin - part.position(), end - begin).replace(QChar(0xa0), u' ').remove(QChar(0x2068));
        (isNext ? marked : line) += QString(text).remove(QChar(0x2069));
    }
    if (isMarked) endMarked();
    return line;
}

QString lineOf(const QTextTableCell& cell) {
    const QTextBlock block = cell.firstCursorPosition().block();
    return lineOf(block, block.position(), cell.lastPosition()).simplified();
}

/// True for a table of LessonPen::fraction(): one cell after both of its rows.
bool isFraction(const QTextTable* table) {
    return table && table->rows() == 2 && table->columns() == 2 && table->cellAt(0, 1).rowSpan() == 2;
}

/// Returns a fraction as text. If the number below is an equation ("√3 = 1.7321"), that is a line of its own.
QString equationOf(const QTextTable& fraction) {
    const QString below = lineOf(fraction.cellAt(1, 0)), equals = QStringLiteral(" = ");
    QString text = QStringLiteral("%1 / %2 %3")
                       .arg(asOne(lineOf(fraction.cellAt(0, 0))), asOne(below.section(equals, 0, 0)),
                            lineOf(fraction.cellAt(0, 1)))
                       .trimmed();
    if (below.contains(equals)) text += u'\n' + below;
    return text;
}

} // namespace

QString copiedText(const QTextCursor& selection) {
    QString text;
    TableRow before;
    const int begin = selection.selectionStart(), end = selection.selectionEnd();
    const QTextDocument& document = *selection.document();
    for (QTextBlock block = document.findBlock(begin); block.isValid() && block.position() < end;
         block = block.next()) {
        const TableRow now = rowOf(block);
        if (before.table && !now.table && block.length() == 1) continue; // the end of a table is a block of its own
        if (block.position() > begin) text += separator(before, now);
        before = now;
        if (isFraction(now.table) && end > now.table->cellAt(block.position()).lastPosition()) {
            text += equationOf(*now.table);
            block = document.findBlock(now.table->lastPosition());
            continue;
        }
        text += lineOf(block, std::max(begin, block.position()), end);
    }
    return text;
}

} // namespace headlight
