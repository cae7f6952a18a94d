#include "document/selection.h"
#include "panels/inspector/ruleHtml.h"
#include "words/conventions.h"
#include "words/spoken.h"
#include "words/tokenText.h"

#include <cmath>

namespace headlight {
namespace {

constexpr std::size_t kUsual = 2; // columns; with more the digits are smaller

/// Returns a link to the first of the columns that are not shown.
Written moreColumns(const LessonPen& pen, const CellRef& last) {
    CellRef next = last;
    ++next.col;
    if (!exists(pen.session, next)) return {};
    const Index more = lengthOf(infoOf(last.stage).cols, sizesOf(pen.session, last.layer)) - next.col;
    const QString text = more == 1 ? lessonWords("1 more column") : lessonWords("%1 more columns").arg(more);
    return LessonPen::para(QStringLiteral("<a href='%1'>%2</a>").arg(addressText({next}), text));
}

/// Returns the key of a weight, or the column of an entry of x.
QString labelOf(const LessonPen& pen, const Term& term, bool isWide) {
    const auto* factor = std::get_if<CellRef>(&term.a.at);
    if (!factor) return {};
    return infoOf(factor->stage).isMap() ? pen.key(factor->col, isWide) : pen.muted(placeText(factor->col));
}

/// Returns for each term the largest number that it adds to a column.
std::vector<double> largestOf(const std::vector<const Explanation*>& columns) {
    std::vector<double> largest;
    for (std::size_t i = 0; i < columns.front()->terms.size(); ++i) {
        double max = 0;
        for (const Explanation* e : columns)
            if (const double value = e->terms[i].value; !(std::abs(value) <= std::abs(max))) max = value;
        largest.push_back(max);
    }
    return largest;
}

/// Returns the table of a vector whose entries are sums of products; others have no table.
Written columnsHtml(const LessonPen& pen, const std::vector<const Explanation*>& columns) {
    const Explanation& first = *columns.front();
    const bool isContext = pen.opOf(first.of).kind == Op::Kind::WeightedSum, hasBias = first.bias.isSomewhere();
    const TermRows terms = termsOf(pen, first, largestOf(columns));
    const bool isWide = columns.size() > kUsual;
    const auto* input = std::get_if<CellRef>(&first.terms.front().a.at);
    const QString x = QString::fromUtf8(input ? spokenOf(input->stage).symbol : "x");
    const QString factor = !isContext ? x : isWide ? QStringLiteral("w") : lessonWords("weight w");
    std::vector<QString> head{isContext ? pen.muted(lessonWords("key")) : QString(), pen.muted(factor)},
        bias{lessonWords("bias"), {}}, sum{{}, {}};
    QString sign; // "≈" if any column needs it
    std::vector<std::vector<double>> printed;
    for (const Explanation* e : columns) {
        head.push_back(pen.muted((isContext ? QStringLiteral("w × v") : x + QStringLiteral(" × W")) +
                                 subscript(numberOf(e->of.col))));
        printed.push_back(terms.printed([&](std::size_t i) { return e->terms[i].value; }));
        std::vector<double> added = printed.back();
        if (hasBias) added.push_back(static_cast<double>(e->bias.value));
        if (const QString one = pen.roughly(added, static_cast<double>(e->result)); !one.isEmpty()) sign = one;
        bias.push_back(pen.linked(e->bias));
        sum.push_back(pen.linked({e->of, e->result}));
    }
    Written rows = LessonPen::row(head);
    for (const std::size_t i : terms.shown) {
        std::vector<QString> cells{labelOf(pen, first.terms[i], isWide), pen.linked(first.terms[i].a)};
        for (const Explanation* e : columns) {
            const Term& term = e->terms[i];
            cells.push_back(pen.madeOf({term.a.at, term.b.at}, term.value, term.isMasked));
        }
        rows += LessonPen::row(cells);
    }
    if (terms.isLong) {
        std::vector<QString> rest = restCells(pen, first.of.stage, terms, printed);
        rest.insert(rest.begin() + 1, QString());
        rows += LessonPen::row(rest);
    }
    if (hasBias) rows += LessonPen::row(bias);
    sum[0] = lessonWords("sum") + QStringLiteral(" ") + sign;
    return orderHtml(pen, terms) +
           LessonPen::table(rows + pen.sumRow(sum), !isWide                       ? 0
                                                    : columns.size() > kUsual + 1 ? 10
                                                                                  : 11) +
           pen.origin(first.terms.front().b) + pen.origin(first.bias);
}

} // namespace

Written vectorHtml(const LessonPen& pen, const std::vector<const Explanation*>& columns) {
    const Explanation& first = *columns.front();
    Written html;
    if (first.rule == Rule::Products && !first.terms.empty() && first.terms.front().b.isSomewhere())
        html = columnsHtml(pen, columns);
    else
        for (const Explanation* e : columns) html += ruleHtml(pen, *e);
    return html + moreColumns(pen, columns.back()->of);
}

} // namespace headlight
