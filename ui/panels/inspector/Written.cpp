#include "panels/inspector/Written.h"

#include <QRegularExpression>
#include <QTextBlock>

#include <algorithm>
#include <utility>

namespace headlight {
namespace {

QString withHyphens(QString text) {
    static const QRegularExpression minus(QStringLiteral(u"−(?=[\\d∞])"));
    return text.replace(minus, QStringLiteral("-"));
}

/// Returns the part of a cell's text that belongs to these letters of its block, which has no signs for subscripts.
QString partOf(const QString& text, const QString& block, int from, int to) {
    const auto after = [&](int letters) {
        qsizetype at = 0;
        for (const QChar letter : block.left(letters))
            if (const auto found = text.indexOf(letter, at); found >= 0) at = found + 1;
        return at;
    };
    if (from == to) return {};
    const qsizetype begin = after(from);
    return to == block.size() ? text.mid(begin) : text.mid(begin, after(to) - begin);
}

} // namespace

Written& Written::operator+=(const Written& next) {
    html += next.html;
    cells.insert(cells.end(), next.cells.begin(), next.cells.end());
    return *this;
}

QString Written::plain(QString html) {
    static const QRegularExpression raised(QStringLiteral("<su([bp])>([^<]*)</su[bp]>")),
        unseen(QStringLiteral(u"<[^>]*>|[\u2068\u2069]"));
    for (auto found = raised.match(html); found.hasMatch(); found = raised.match(html)) {
        const QString one = found.captured(2);
        html.replace(found.capturedStart(), found.capturedLength(),
                     QLatin1String(found.captured(1) == QLatin1String("b") ? "_" : "^") +
                         (one.contains(u'−') ? QStringLiteral("(%1)").arg(one) : one));
    }
    html.remove(unseen).replace(QStringLiteral("&nbsp;"), QStringLiteral(" ")).replace(QChar::Nbsp, u' ');
    for (const auto& [entity, letter] :
         {std::pair("&lt;", "<"), std::pair("&gt;", ">"), std::pair("&quot;", "\""), std::pair("&amp;", "&")})
        html.replace(QLatin1String(entity), QLatin1String(letter));
    return withHyphens(html);
}

QString Written::text() const {
    QString text;
    for (const Cell& cell : cells)
        if (cell.line.isEmpty() || !cell.before.isEmpty())
            text += cell.before + (cell.line.isEmpty() ? plain(cell.html) : cell.line);
    return text.mid(1);
}

QString Written::text(const QTextCursor& selection) const {
    QString text;
    bool isInTable = false;
    const int begin = selection.selectionStart(), end = selection.selectionEnd();
    auto cell = cells.begin();
    QTextBlock block = selection.document()->begin();
    for (; block.isValid() && block.position() < end && cell != cells.end(); block = block.next()) {
        const bool wasInTable = std::exchange(isInTable, QTextCursor(block).currentTable() != nullptr);
        if (wasInTable && !isInTable && block.length() == 1) continue; // the end of a table is a block of its own
        const auto own = cell++;
        const int first = block.position(), last = first + block.length() - 1;
        if (last < begin) continue;
        if (first > begin) text += own->before;
        if (own->line.isEmpty() || end <= last) {
            text += partOf(plain(own->html), withHyphens(block.text().replace(QChar::Nbsp, u' ')),
                           std::max(0, begin - first), std::min(end, last) - first);
            continue;
        }
        text += own->line;
        for (; cell != cells.end() && cell->before.isEmpty(); ++cell) block = block.next();
    }
    return text;
}

} // namespace headlight
