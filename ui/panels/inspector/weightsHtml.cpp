#include "base/numberText.h"
#include "panels/inspector/ruleHtml.h"
#include "words/rowWords.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace headlight {
namespace {

/// Returns a term's share of the row's sum.
double shareOf(const Explanation& e, const Term& term) {
    if (e.kind != RowKind::Plain) return isNaN(e.kind) ? std::numeric_limits<double>::quiet_NaN() : 0;
    return term.isMasked ? 0 : term.value / e.sum;
}

/// Returns the weight of a key as in the map, if the page has it. Not for a key that a mask after the softmax hides,
/// which sets the weight to 0 only later.
std::optional<Operand> weightOf(const LessonPen& pen, const Explanation& e, std::size_t i) {
    CellRef at = e.of;
    at.col = static_cast<int>(i);
    const bool isMasked = e.terms[i].isMasked;
    if (at == e.of && (isMasked || !e.hiddenBy)) return Operand{at, e.result};
    for (const auto& reader : pen.way)
        if (reader && i < reader->terms.size() && reader->terms[i].a.at == Address(at) &&
            reader->terms[i].isMasked == isMasked)
            return reader->terms[i].a;
    return std::nullopt;
}

QString weightHtml(const LessonPen& pen, const Explanation& e, std::size_t i) {
    const double share = shareOf(e, e.terms[i]);
    if (const auto weight = weightOf(pen, e, i)) return pen.linked(*weight, e.terms[i].isMasked);
    if (pen.opOf(e.of).kind == Op::Kind::SoftmaxOfAll) return pen.number(share);
    CellRef at = e.of;
    at.col = static_cast<int>(i);
    return pen.madeOf({at}, share, e.terms[i].isMasked);
}

/// Returns a tip of s − largest and e^s: the largest score is subtracted so that no exponential overflows, which does
/// not change the weights.
QString tipOfExponential(double score, double max) {
    return lessonWords("s − largest: %1&#10;e to the power s alone: %2")
        .arg(withMinus(QString::fromStdString(shortest(score - max))),
             withMinus(QString::fromStdString(shortest(std::exp(score)))));
}

/// Returns the scaled score; if it is beyond float32, the double of which the exponential is taken.
QString scoreHtml(const LessonPen& pen, const Explanation& e, const Term& term) {
    return term.b.isSomewhere() ? pen.madeOf({term.b.at}, e.exponent(term)) : pen.linked(term.a);
}

/// Returns s − largest of the selected key; those of other keys are in tips, since the table has no space.
Written differenceOf(const LessonPen& pen, const Explanation& e) {
    const Term& own = e.terms[static_cast<std::size_t>(e.of.col)];
    const double score = e.exponent(own);
    const double difference = score - e.max;
    return LessonPen::para(lessonWords("s − largest = %1 − %2 %3%4")
                               .arg(scoreHtml(pen, e, own), asOperand(pen.number(e.max), e.max),
                                    pen.equals(pen.printed(score) - pen.printed(e.max), difference),
                                    pen.number(difference)));
}

/// Returns the softmax in words. The largest score has its key, even if several keys have the same digits.
Written softmaxOf(const LessonPen& pen, const Explanation& e) {
    const auto isMax = [&](const Term& term) { return !term.isMasked && e.exponent(term) == e.max; };
    const auto max = std::ranges::find_if(e.terms, isMax);
    const QString largest = max == e.terms.end()
                                ? pen.number(e.max)
                                : QStringLiteral("%1 (%2)").arg(scoreHtml(pen, e, *max),
                                                                pen.key(static_cast<int>(max - e.terms.begin())));
    return LessonPen::para(pen.muted(
        lessonWords("e to the power (s − largest), divided by the sum; s = scaled, largest = %1").arg(largest)));
}

/// Returns the table with the columns key, scaled score, exponential (of a softmax), weight, bar.
Written weightsTable(const LessonPen& pen, const Explanation& e) {
    const bool isSoftmax = e.rule == Rule::Softmax;
    const bool isFinished = pen.isFinished(e.of), hasSum = isFinished || pen.look.unfinished->part == Step::Part::Sum;
    const bool areMasked = !isSoftmax && layerAt(pen.session, e.of.layer).options.masksAfter(),
               areWeights = e.of.stage == Stage::Rest;
    const auto cells = [&](const QString& key, const QString& score, const QString& value, const QString& weight,
                           const QString& bar = {}) { // without softmax the value is the score
        return isSoftmax ? std::vector{key, score, value, weight, bar} : std::vector{key, score, weight, bar};
    };
    std::vector<double> values;
    double largest = 0;
    for (const Term& term : e.terms) {
        values.push_back(term.value);
        if (!term.isMasked) largest = std::max(largest, std::abs(shareOf(e, term)));
    }
    const auto isOwn = [&](std::size_t i) { return static_cast<int>(i) == e.of.col; };
    const TermRows terms = termsOf(pen, e, values, e.of.col);
    const std::vector<double> shares = terms.printed([&](std::size_t i) {
        const auto weight = weightOf(pen, e, i);
        return weight ? static_cast<double>(weight->value) : shareOf(e, e.terms[i]);
    });

    std::vector<QString> head = cells(lessonWords("key"),
                                      lessonWords(areWeights  ? "weight"
                                                  : areMasked ? "masked"
                                                              : "scaled"),
                                      lessonWords("e<sup>s−largest</sup>"),
                                      isFinished ? lessonWords(areWeights ? "share" : "weight") : QString());
    for (QString& name : head)
        if (!name.isEmpty()) name = pen.muted(name);
    Written rows = LessonPen::row(head);
    for (const std::size_t i : terms.shown) {
        const Term& term = e.terms[i];
        const double share = shareOf(e, term);
        const bool isExponential = isSoftmax && !term.isMasked;
        QString value = pen.number(term.value, isExponential ? tipOfExponential(e.exponent(term), e.max) : QString());
        if (isSoftmax && e.kind != RowKind::Plain) value = QStringLiteral("–"); // there is no exponential
        QString weight = weightHtml(pen, e, i);
        if (term.isMasked) value = pen.muted(value);
        if (isOwn(i)) weight = QStringLiteral("<b>%1</b>").arg(weight);
        const QString out = lessonWords(areWeights && i == 0 ? "left out" : "hidden"),
                      score = term.isMasked ? pen.muted(out) : scoreHtml(pen, e, term);
        const QString colour = isOwn(i) ? QStringLiteral(" bgcolor='%1'").arg(pen.look.theme->keySoft.name())
                                        : QString();
        if (!isFinished) weight.clear();
        const QString bar = !isFinished ? QString() : pen.bar(largest > 0 ? std::abs(share) / largest : 0, isOwn(i));
        rows += LessonPen::row(cells(pen.key(static_cast<int>(i)), score, value, weight, bar), colour);
    }
    const std::vector<double> all = terms.printed([&](std::size_t i) { return values[i]; });
    if (terms.isLong) {
        const std::vector<QString> rest = restCells(pen, e.of.stage, terms, {all, shares});
        rows += LessonPen::row(
            cells(rest[0], isSoftmax ? QString() : rest[1], rest[1], isFinished ? rest[2] : QString()));
    }
    if (e.kind == RowKind::Plain && hasSum) {
        const QString sum = pen.roughly(all, e.sum) + pen.number(e.sum),
                      one = isFinished ? pen.roughly(shares, 1) + pen.number(1) : QString();
        rows += pen.sumRow(cells(lessonWords("sum"), isSoftmax ? QString() : sum, sum, one));
    }
    return orderHtml(pen, terms) + LessonPen::table(rows);
}

} // namespace

Written weightsHtml(const LessonPen& pen, const Explanation& e) {
    const QString why = rowNote(e.kind);
    Written text = why.isEmpty() ? Written() : LessonPen::para(why);
    const bool isSoftmax = e.rule == Rule::Softmax && e.kind == RowKind::Plain;
    if (isSoftmax && pen.opOf(e.of).kind == Op::Kind::Renormalise) text += LessonPen::para(pen.muted(computedAgain()));
    if (isSoftmax) text += softmaxOf(pen, e);
    text += weightsTable(pen, e);
    if (isSoftmax && !e.hiddenBy) text += differenceOf(pen, e);
    if (e.kind == RowKind::Plain && !e.hiddenBy && pen.isFinished(e.of)) text += equationHtml(pen, e);
    return text;
}

} // namespace headlight
