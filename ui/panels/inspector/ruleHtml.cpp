#include "panels/inspector/ruleHtml.h"

#include "base/numberText.h"
#include "plot/Calculation.h"
#include "words/parameterWords.h"
#include "words/spoken.h"
#include "words/tokenText.h"
#include "words/wording.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace headlight {
namespace {

constexpr std::size_t kTerms = 12; // on the page

QString bold(const QString& html) { return QStringLiteral("<b>%1</b>").arg(html); }

Written hiddenHtml(const Explanation& e) {
    if (e.hiddenBy.first) return LessonPen::para(lessonWords("The first token is left out."));
    QStringList by;
    if (e.hiddenBy.causal) by << lessonWords("the causal mask");
    if (e.hiddenBy.window) by << lessonWords("the window");
    if (e.hiddenBy.token) by << lessonWords("the mask of hidden tokens");
    if (e.hiddenBy.given) by << lessonWords("the custom mask");
    if (by.isEmpty()) return {};
    const QString last = by.takeLast();
    const QString all = by.isEmpty() ? last : lessonWords("%1 and %2").arg(by.join(QStringLiteral(", ")), last);
    return LessonPen::para(lessonWords("Hidden by %1.").arg(all));
}

Written copyHtml(const LessonPen& pen, const Explanation& e) {
    if (e.terms.front().isMasked) return hiddenHtml(e);
    const Operand& a = e.terms.front().a;
    QString what;
    if (const auto* entry = std::get_if<ParameterCell>(&a.at)) what = symbolHtml(symbolText(entry->parameter));
    if (const auto* cell = std::get_if<CellRef>(&a.at)) {
        const auto of = [&what](const QString& whole) { what = lessonWords("%1 of %2").arg(what, whole.toLower()); };
        what = nameOf(cell->stage);
        if (infoOf(cell->stage).scope == Scope::Head) of(pen.head(cell->head));
        if (cell->layer != e.of.layer) of(titleOfLayer(cell->layer));
    }
    if (pen.opOf(e.of).kind == Op::Kind::Mask) what = lessonWords("%1, not masked").arg(what);
    return LessonPen::para(QStringLiteral("%1: %2").arg(what, pen.linked(a))) + pen.origin(a);
}

Written embeddingHtml(const LessonPen& pen, const Explanation& e) {
    const Operand& entry = e.terms.front().a;
    return LessonPen::para(QStringLiteral("%1: %2").arg(tableRowText(e.tableRow, e.sharedWith), pen.linked(entry))) +
           pen.origin(entry);
}

/// Says if another layer has the same rate and seed, and so drops the same cells: each layer draws with its own seed.
Written sameCellsHtml(const LessonPen& pen, const Explanation& e) {
    const Dropout& own = *layerAt(pen.session, e.of.layer).options.dropout;
    for (int layer = 0; layer < static_cast<int>(pen.session.layers.size()); ++layer) {
        const auto& other = layerAt(pen.session, layer).options.dropout;
        if (layer != e.of.layer && other && other->rate == own.rate && other->seed == own.seed)
            return LessonPen::para(
                pen.muted(lessonWords("The same cells in each layer with this rate and seed, %1.").arg(own.seed)));
    }
    return {};
}

Written dropoutHtml(const LessonPen& pen, const Explanation& e) {
    const Term& term = e.terms.front();
    if (e.hiddenBy) return hiddenHtml(e);
    if (term.isMasked) return LessonPen::para(lessonWords("Dropped at random: 0.")) + sameCellsHtml(pen, e);
    return equationHtml(pen, e, pen.muted(QStringLiteral("&nbsp; ") + lessonWords("kept"))) + sameCellsHtml(pen, e);
}

Written normHtml(const LessonPen& pen, const Explanation& e) {
    return normRowsHtml(pen, e) + equationHtml(pen, e) +
           LessonPen::para(pen.muted(lessonWords("x minus the mean, ÷ √(variance + ε), × gain + bias")));
}

} // namespace

Written equationHtml(const LessonPen& pen, const Explanation& e, const QString& note) {
    const Calculation made = calculationOf(pen.session, e);
    const auto number = [&pen](const Calculation& one, bool isOperand) {
        const QString html = one.kind == Calculation::Kind::Given
                                 ? withMinus(QString::fromStdString(shortest(one.value)))
                             : one.operand ? pen.linked(*one.operand)
                                           : pen.number(one.value);
        return isOperand ? asOperand(html, one.value) : html;
    };
    const Notation html{number,
                        "%1 × %2",
                        "%1 − %2",
                        nullptr,
                        "√<span style='text-decoration:overline'>%1</span>",
                        "%1(%2 ÷ %3)",
                        Notation::Parentheses::OfSums};
    const double ofPrinted = made([&pen](double value) { return pen.printed(value); });
    const QString blank = QStringLiteral("&nbsp;"), before = html(made),
                  result = blank + pen.equals(ofPrinted, static_cast<double>(e.result)) + bold(pen.result(e)) + note;
    const Calculation* fraction = made.fraction();
    if (!fraction) return LessonPen::para(before + result);
    const auto digits = [&pen](double value) { return pen.written(value); };
    const Calculation& below = fraction->of[1];
    const bool isRoot = below.kind == Calculation::Kind::Root && below.of[0].kind == Calculation::Kind::Given;
    const QString root = isRoot ? QStringLiteral(" = ") + pen.number(std::sqrt(below.of[0].value)) : QString(),
                  belowText = inLine(below, digits) + Written::plain(root);
    Written written = pen.fraction(
        html(fraction->of[0]), html(below) + root, (before.isEmpty() ? QString() : blank + before.trimmed()) + result,
        inLine(made, digits) + u' ' + Written::plain(result).simplified() + (isRoot ? u'\n' + belowText : QString()));
    written.cells.back().html = belowText;
    return written;
}

QString tableRowText(int id, const std::vector<int>& sharedWith) {
    QString text = lessonWords("Row of id %1 of the embedding table").arg(id);
    if (sharedWith.size() == 1) text += lessonWords(", also of token %1").arg(positionList(sharedWith));
    if (sharedWith.size() > 1) text += lessonWords(", also of tokens %1").arg(positionList(sharedWith));
    return text;
}

Written ruleHtml(const LessonPen& pen, const Explanation& e) {
    switch (e.rule) {
    case Rule::None: return LessonPen::para(lessonWords("How it is computed is not shown here."));
    case Rule::Copy: return copyHtml(pen, e);
    case Rule::Embedding: return embeddingHtml(pen, e);
    case Rule::Sinusoid: return equationHtml(pen, e);
    case Rule::Sum:
    case Rule::Products: return sumHtml(pen, e);
    case Rule::Rollout: return LessonPen::para(pen.muted(formulaOf(e.of.stage))) + sumHtml(pen, e);
    case Rule::Scaled: return equationHtml(pen, e);
    case Rule::Softmax:
    case Rule::Share: return hiddenHtml(e) + weightsHtml(pen, e);
    case Rule::Dropout: return dropoutHtml(pen, e);
    case Rule::Norm: return normHtml(pen, e);
    }
    return {};
}

QString offWords(const LessonPen& pen, const Explanation& e) {
    const Op& op = pen.opOf(e.of);
    const Layer& layer = layerAt(pen.session, e.of.layer);
    if (op.kind == Op::Kind::WeightedSum) return contextsOff(layer, e.of.head);
    if (op.kind == Op::Kind::Beside) return contextsOff(layer, std::get<CellRef>(e.terms.front().a.at).head);
    if (infoOf(op.result).isOfAllHeads()) return leftOutOfMean(layer);
    const bool readsHeads = std::ranges::find(op.inputs, Stage::Concat) != op.inputs.end();
    return readsHeads && !op.isFromBelow ? contextsOff(layer) : QString();
}

TermRows termsOf(const LessonPen& pen, const Explanation& e, const std::vector<double>& values, int kept) {
    TermRows terms;
    terms.shown.resize(values.size());
    std::iota(terms.shown.begin(), terms.shown.end(), std::size_t{0});
    terms.isLong = values.size() > kTerms;
    terms.keepsFirst = kept >= 0;
    if (!terms.isLong || pen.look.whole.contains(e.of.stage)) return terms;
    const auto rank = [&](std::size_t i) {
        return std::pair(static_cast<int>(i) == kept, std::isnan(values[i]) ? HUGE_VAL : std::abs(values[i]));
    };
    std::ranges::stable_sort(terms.shown, std::greater(), rank);
    const auto end = terms.shown.begin() + kTerms;
    terms.others.assign(end, terms.shown.end());
    terms.shown.erase(end, terms.shown.end());
    return terms;
}

std::vector<double> TermRows::printed(const std::function<double(std::size_t)>& valueOf) const {
    std::vector<double> values;
    for (const std::size_t i : shown) values.push_back(valueOf(i));
    double rest = 0;
    for (const std::size_t i : others) rest += valueOf(i);
    if (isLong) values.push_back(rest);
    return values;
}

QString otherTerms(std::size_t count) {
    return count == 1 ? lessonWords("1 other term") : lessonWords("%1 other terms").arg(count);
}

Written orderHtml(const LessonPen& pen, const TermRows& terms) {
    if (terms.others.empty()) return {};
    return LessonPen::para(
        pen.muted(lessonWords(terms.keepsFirst ? "The chosen one, then the largest first" : "Largest first")));
}

std::vector<QString> restCells(const LessonPen& pen, Stage of, const TermRows& terms,
                               const std::vector<std::vector<double>>& columns) {
    const bool areSome = !terms.others.empty();
    const QString text = areSome ? otherTerms(terms.others.size()) : lessonWords("fewer terms");
    std::vector<QString> cells{QStringLiteral("<a href='all:%1'>%2</a>").arg(QLatin1String(infoOf(of).id), text)};
    for (const auto& column : columns) cells.push_back(areSome ? pen.number(column.back()) : QString());
    return cells;
}

} // namespace headlight
