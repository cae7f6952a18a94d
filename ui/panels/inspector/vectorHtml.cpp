#include "document/selection.h"
#include "panels/inspector/ruleHtml.h"
#include "panels/inspector/terms.h"
#include "words/conventions.h"
#include "words/spoken.h"
#include "words/tokenText.h"

#include <cmath>

namespace headlight {
namespace {

constexpr std::size_t kMaxWithFactors = 3; // columns; with more there is no space for the weights or entries of x

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
QString labelOf(const LessonPen& pen, const Term& term) {
    const auto* factor = std::get_if<CellRef>(&term.a.at);
    if (!factor) return {};
    return infoOf(factor->stage).isMap() ? pen.key(factor->col) : pen.muted(placeText(factor->col));
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
    const bool hasFactors = columns.size() <= kMaxWithFactors;
    std::vector<QString> head{isContext ? pen.muted(lessonWords("key")) : QString()};
    const auto* input = std::get_if<CellRef>(&first.terms.front().a.at);
    const QString x = QString::fromUtf8(input ? spokenOf(input->stage).symbol : "x");
    if (hasFactors) head.push_back(pen.muted(isContext ? lessonWords("weight w") : x));
    std::vector<QString> bias{lessonWords("bias")}, sum;
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
        std::vector<QString> cells{labelOf(pen, first.terms[i])};
        if (hasFactors) cells.push_back(pen.linked(first.terms[i].a));
        for (const Explanation* e : columns) {
            const Term& term = e->terms[i];
            cells.push_back(pen.madeOf({term.a.at, term.b.at}, term.value, term.isMasked));
        }
        rows += LessonPen::row(cells);
    }
    const auto withFactorCell = [&](std::vector<QString> cells) {
        if (hasFactors) cells.insert(cells.begin() + 1, QString());
        return cells;
    };
    if (terms.isLong)
        rows += LessonPen::row(withFactorCell(restCells(pen, first.of.stage, terms, printed, !hasFactors)));
    if (hasBias) rows += LessonPen::row(withFactorCell(bias));
    sum.insert(sum.begin(), lessonWords("sum") + QStringLiteral(" ") + sign);
    return orderHtml(pen, terms) + LessonPen::table(rows + pen.sumRow(withFactorCell(sum))) +
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
