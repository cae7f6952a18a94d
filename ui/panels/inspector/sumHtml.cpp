#include "base/numberText.h"
#include "document/selection.h"
#include "panels/inspector/ruleHtml.h"
#include "words/conventions.h"
#include "words/parameterWords.h"
#include "words/spoken.h"
#include "words/tokenText.h"
#include "words/wording.h"

#include <algorithm>
#include <cmath>

namespace headlight {
namespace {

constexpr std::size_t kUsual = 2; // columns of a vector; with more the digits are smaller

struct Line {
    QString label, a, b; ///< b: empty in a sum without second numbers
    std::vector<Address> of;
    double value = 0, total = 0;
    bool isMuted = false;
    double ofPrinted = 0; ///< the product of a and b as printed
};

const QString kTimes = QStringLiteral("× "), kEquals = QStringLiteral("= ");

/// Returns the label of a term: the key's token, in a sum of stages the stage, in a rollout the head, else the column.
QString labelOf(const LessonPen& pen, const Explanation& e, const Term& term, bool isInWide = false) {
    const auto* cell = std::get_if<CellRef>(&term.a.at);
    if (e.rule == Rule::Rollout) return pen.muted(cell ? pen.head(cell->head) : lessonWords("itself"));
    if (!cell) return {};
    if (infoOf(cell->stage).isMap()) return pen.key(cell->col, isInWide);
    return pen.muted(e.rule == Rule::Sum ? titleOf(cell->stage) : placeText(cell->col));
}

/// Returns the head of a column of the table: "x", "w", "v₂"; "W_q[…, 2]" for the entries of a column of a matrix.
QString headOf(const Address& number, bool isEntry) {
    if (const auto* cell = std::get_if<CellRef>(&number)) {
        if (infoOf(cell->stage).isMap()) return lessonWords("weight w");
        return isEntry ? entrySymbol(cell->stage, cell->col) : QString::fromUtf8(spokenOf(cell->stage).symbol);
    }
    const auto* entry = std::get_if<ParameterCell>(&number);
    if (!entry) return {};
    const QString place = isTransposed(entry->parameter) ? QStringLiteral("[%1, …]") : QStringLiteral("[…, %1]");
    return symbolHtml(symbolText(entry->parameter)) + place.arg(placeText(entry->col));
}

/// Returns a line for each term; in the rollout of the first layer for each head, and for the identity.
std::vector<Line> linesOf(const LessonPen& pen, const Explanation& e) {
    std::vector<Line> lines;
    const auto printed = [&](const Operand& one) { return pen.printed(static_cast<double>(one.value)); };
    for (const Term& term : e.terms) {
        QString by = term.b.isSomewhere() ? pen.linked(term.b) : QString();
        double factor = printed(term.b);
        if (e.rule == Rule::Rollout) {
            factor = term.a.isSomewhere() ? pen.printed(e.factor) : 1;
            by = term.a.isSomewhere() ? pen.number(e.factor) : QStringLiteral("1");
        }
        if (!by.isEmpty()) by.prepend(pen.muted(kTimes));
        lines.push_back({labelOf(pen, e, term),
                         pen.linked(term.a),
                         by,
                         {term.a.at, term.b.at},
                         term.value,
                         term.total,
                         term.isMasked,
                         printed(term.a) * factor});
    }
    return lines;
}

/// Returns the lines of a rollout above the first layer: for each token, the mean of the heads with the identity's
/// share, times the token's number in the layer below.
std::vector<Line> rolloutByToken(const LessonPen& pen, const Explanation& e) {
    std::vector<Line> lines;
    for (auto term = e.terms.begin(); term != e.terms.end();) {
        const auto* token = std::get_if<CellRef>(&term->b.at);
        const Operand below = term->b;
        Line line{
            token ? pen.key(token->row) : QString(), {}, pen.muted(kTimes) + pen.linked(below), {}, 0, 0, false, 0};
        double step = 0;
        for (; term != e.terms.end() && term->b == below; ++term) {
            step += (term->a.isSomewhere() ? e.factor : 1) * static_cast<double>(term->a.value);
            line.value += term->value;
            line.of.push_back(term->a.at);
        }
        line.a = pen.madeOf(line.of, step);
        line.ofPrinted = pen.printed(step) * pen.printed(static_cast<double>(below.value));
        line.of.push_back(below.at);
        lines.push_back(line);
    }
    return lines;
}

/// Returns a link to the first of the columns that are not shown.
Written moreColumns(const LessonPen& pen, const CellRef& last) {
    CellRef next = last;
    ++next.col;
    if (!exists(pen.session, next)) return {};
    const Index more = lengthOf(infoOf(last.stage).cols, sizesOf(pen.session, last.layer)) - next.col;
    const QString text = more == 1 ? lessonWords("1 more column") : lessonWords("%1 more columns").arg(more);
    return LessonPen::para(QStringLiteral("<a href='%1'>%2</a>").arg(addressText({next}), text));
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
        std::vector<QString> cells{labelOf(pen, first, first.terms[i], isWide), pen.linked(first.terms[i].a)};
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

Written sumHtml(const LessonPen& pen, const Explanation& e) {
    if (const auto& step = pen.look.unfinished; !pen.isFinished(e.of) && step->key + 1 < std::ssize(e.terms)) {
        Explanation soFar = e;
        soFar.terms.resize(static_cast<std::size_t>(step->key) + 1);
        soFar.result = static_cast<float>(soFar.terms.back().total);
        return sumHtml(pen, soFar);
    }
    const bool isByToken = e.rule == Rule::Rollout &&
                           std::ranges::any_of(e.terms, [](const Term& term) { return term.b.isSomewhere(); });
    const std::vector<Line> lines = isByToken ? rolloutByToken(pen, e) : linesOf(pen, e);
    std::vector<double> all;
    for (const Line& line : lines) all.push_back(line.value);
    const TermRows terms = termsOf(pen, e, all);
    std::vector<double> values = terms.printed([&](std::size_t i) { return all[i]; });
    const bool hasB = std::ranges::any_of(lines, [](const Line& line) { return !line.b.isEmpty(); });
    const bool isContext = pen.opOf(e.of).kind == Op::Kind::WeightedSum, hasTotals = isContext && terms.others.empty();

    Written rows;
    const auto cells = [&](const QString& label, const QString& value, const QString& total = {}) {
        std::vector<QString> row{label, value};
        if (hasB) row.insert(row.begin() + 1, 2, QString());
        if (hasTotals) row.push_back(total);
        return row;
    };
    if (e.rule == Rule::Products && hasB) {
        const Term& first = e.terms.front();
        std::vector<QString> head = cells(isContext ? lessonWords("key") : QString(), {}, lessonWords("total"));
        head[1] = headOf(first.a.at, false);
        if (hasTotals) head[1] = QStringLiteral("w"); // there is little space
        head[2] = kTimes + headOf(first.b.at, !infoOf(e.of.stage).isMap());
        for (QString& one : head)
            if (!one.isEmpty()) one = pen.muted(one);
        rows += LessonPen::row(head);
    }
    for (const std::size_t i : terms.shown) {
        const Line& line = lines[i];
        const double before = i > 0 ? lines[i - 1].total : 0;
        const QString total = pen.roughly({before, line.value}, line.total) + pen.number(line.total);
        std::vector<QString> row = cells(line.label, pen.madeOf(line.of, line.value, line.isMuted), pen.muted(total));
        if (hasB) {
            row[1] = line.a, row[2] = line.b;
            row[3].prepend(pen.muted(line.isMuted ? kEquals : pen.equals(line.ofPrinted, line.value)));
        }
        rows += LessonPen::row(row);
    }
    if (terms.isLong) {
        const std::vector<QString> rest = restCells(pen, e.of.stage, terms, {values});
        rows += LessonPen::row(cells(rest[0], rest[1]));
    }
    if (e.bias.isSomewhere()) {
        rows += LessonPen::row(cells(lessonWords("bias"), pen.linked(e.bias)));
        values.push_back(static_cast<double>(e.bias.value));
    }
    return orderHtml(pen, terms) +
           LessonPen::table(rows + pen.sumRow(cells(lessonWords(pen.isFinished(e.of) ? "sum" : "so far"),
                                                    pen.roughly(values, static_cast<double>(e.result)) +
                                                        pen.linked({e.of, e.result}))),
                            hasTotals ? 10 : 0) +
           (e.terms.empty() ? Written() : pen.origin(e.terms.front().b)) + pen.origin(e.bias);
}

Written normRowsHtml(const LessonPen& pen, const Explanation& e) {
    std::vector<double> values;
    for (const Term& term : e.terms) values.push_back(term.value);
    const TermRows terms = termsOf(pen, e, values, e.of.col);
    const auto square = [&](std::size_t i) { return (values[i] - e.mean) * (values[i] - e.mean); };
    Written rows = LessonPen::row(
        {{}, pen.muted(QStringLiteral("x")), pen.muted(lessonWords("(x − mean)<sup>2</sup>"))});
    for (const std::size_t i : terms.shown) {
        const Term& term = e.terms[i];
        QString x = pen.linked(term.a);
        if (term.b.isSomewhere()) x += pen.muted(QStringLiteral(" + ")) + pen.linked(term.b);
        rows += LessonPen::row({pen.muted(placeText(static_cast<int>(i))), x, pen.number(square(i))});
    }
    const auto value = [&](std::size_t i) { return values[i]; };
    if (terms.isLong)
        rows += LessonPen::row(restCells(pen, e.of.stage, terms, {terms.printed(value), terms.printed(square)}));
    return orderHtml(pen, terms) +
           LessonPen::table(rows + pen.sumRow({lessonWords("mean"), pen.number(e.mean), pen.number(e.variance)}));
}

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
