#include "panels/inspector/terms.h"
#include "words/conventions.h"
#include "words/tokenText.h"

namespace headlight {
namespace {

constexpr std::size_t kMostWithWeights = 3; // columns; with more there is no room for the weights

/// A link to the first of the columns that are not shown.
QString moreColumns(const LessonPen& pen, const CellRef& last) {
    const Index more = sizesOf(pen.session, last.layer).dv - last.col - 1;
    if (more <= 0) return {};
    CellRef next = last;
    ++next.col;
    const QString text = more == 1 ? lessonWords("1 more column") : lessonWords("%1 more columns").arg(more);
    return LessonPen::para(QStringLiteral("<a href='%1'>%2</a>").arg(addressText({next}), text));
}

} // namespace

QString contextHtml(const LessonPen& of, const std::vector<const Explanation*>& columns) {
    const LessonPen pen = of.inColumn();
    const Explanation& first = *columns.front();
    std::vector<double> weights;
    for (const Term& term : first.terms) weights.push_back(static_cast<double>(term.a.value));
    const TermRows terms = termsOf(pen, first, weights);
    const bool hasWeights = columns.size() <= kMostWithWeights;
    std::vector<QString> head{pen.muted(lessonWords("key"))};
    if (hasWeights) head.push_back(pen.muted(lessonWords("weight w")));
    std::vector<QString> sum;
    QString sign; // of any column
    std::vector<std::vector<double>> printed;
    for (const Explanation* e : columns) {
        head.push_back(pen.muted(QStringLiteral("w × v") + subscript(numberOf(e->of.col))));
        printed.push_back(terms.printed([&](std::size_t i) { return e->terms[i].value; }));
        if (const QString one = pen.roughly(printed.back(), static_cast<double>(e->result)); !one.isEmpty()) sign = one;
        sum.push_back(pen.linked({e->of, e->result}));
    }
    QString rows = LessonPen::row(head);
    for (const std::size_t i : terms.shown) {
        const auto* weight = std::get_if<CellRef>(&first.terms[i].a.at);
        std::vector<QString> cells{weight ? pen.key(weight->col) : QString()};
        if (hasWeights) cells.push_back(pen.linked(first.terms[i].a));
        for (const Explanation* e : columns) {
            const Term& term = e->terms[i];
            cells.push_back(pen.madeOf({term.a.at, term.b.at}, term.value, term.isMasked));
        }
        rows += LessonPen::row(cells);
    }
    if (terms.isLong) {
        std::vector<QString> rest = restCells(pen, first.of.stage, terms, printed, !hasWeights);
        if (hasWeights) rest.insert(rest.begin() + 1, QString());
        rows += LessonPen::row(rest);
    }
    if (hasWeights) sum.insert(sum.begin(), QString());
    sum.insert(sum.begin(), lessonWords("sum") + QStringLiteral(" ") + sign);
    return orderHtml(pen, terms) + LessonPen::table(rows + pen.sumRow(sum)) + moreColumns(pen, columns.back()->of);
}

} // namespace headlight
