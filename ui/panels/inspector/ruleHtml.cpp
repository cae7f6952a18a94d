#include "panels/inspector/ruleHtml.h"

#include "base/numberText.h"
#include "panels/inspector/terms.h"
#include "words/parameterWords.h"
#include "words/tokenText.h"
#include "words/wording.h"

#include <cmath>

namespace headlight {
namespace {

QString plain(double value) { return QString::fromStdString(shortest(value)); }
QString bold(const QString& html) { return QStringLiteral("<b>%1</b>").arg(html); }
QString root(const QString& of) { return QStringLiteral("√<span style='text-decoration:overline'>%1</span>").arg(of); }
/// Returns "= result" after a calculation; `ofPrinted`: its value computed of the printed numbers.
QString isResult(const LessonPen& pen, const Explanation& e, double ofPrinted) {
    return QStringLiteral("&nbsp;") + pen.equals(ofPrinted, static_cast<double>(e.result), true) + bold(pen.result(e));
}

QString hiddenHtml(const Explanation& e) {
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

QString copyHtml(const LessonPen& pen, const Explanation& e) {
    if (e.terms.front().isMasked) return hiddenHtml(e);
    const Operand& a = e.terms.front().a;
    QString where;
    if (const auto* entry = std::get_if<ParameterCell>(&a.at)) where = symbolHtml(symbolText(entry->parameter));
    if (const auto* cell = std::get_if<CellRef>(&a.at)) {
        where = titleOf(cell->stage, cell->layer);
        if (infoOf(cell->stage).scope == Scope::Head) where += QStringLiteral(" · ") + pen.head(cell->head);
        if (cell->layer != e.of.layer) where += QStringLiteral(" · ") + titleOfLayer(cell->layer);
    }
    return LessonPen::para(lessonWords("%1 as in “%2”").arg(pen.linked(a), where)) + pen.origin(a);
}

QString embeddingHtml(const LessonPen& pen, const Explanation& e) {
    const Operand& entry = e.terms.front().a;
    return LessonPen::para(QStringLiteral("%1: %2").arg(tableRowText(e.tableRow, e.sharedWith), pen.linked(entry))) +
           pen.origin(entry);
}

/// Returns the calculation of a sinusoid. The formula counts positions from 0, whatever the conventions are.
QString sinusoidHtml(const LessonPen& pen, const Explanation& e) {
    const bool isSine = e.of.col % 2 == 0;
    const double angle = e.of.row / pen.printed(e.period);
    return LessonPen::para(QStringLiteral("%1(%2 ÷ %3)%4")
                               .arg(QLatin1String(isSine ? "sin" : "cos"), QString::number(e.of.row),
                                    pen.number(e.period),
                                    isResult(pen, e, isSine ? std::sin(angle) : std::cos(angle))));
}

QString scaledHtml(const LessonPen& pen, const Explanation& e) {
    const Options& options = layerAt(pen.session, e.of.layer).options;
    const Scale& scale = options.scale;
    const Index dk = sizesOf(pen.session, e.of.layer).dk;
    QString above = pen.linked(e.terms.front().a), below;
    if (scale.kind == Scale::Kind::SqrtDk) below = root(QString::number(dk));
    if (scale.kind == Scale::Kind::Factor)
        above += QStringLiteral(" × ") + asOperand(plain(scale.factor), scale.factor);
    if (options.temperature != 1)
        below += (below.isEmpty() ? QString() : QStringLiteral(" × ")) + plain(options.temperature);
    if (scale.kind == Scale::Kind::SqrtDk && options.temperature == 1)
        below += QStringLiteral(" = ") + pen.number(std::sqrt(static_cast<double>(dk)));
    // The factor may be 0, so it is not inverted.
    const double over = scale.kind == Scale::Kind::Factor ? scale.factor : 1,
                 under = scale.kind == Scale::Kind::SqrtDk ? std::sqrt(static_cast<double>(dk)) : 1;
    const QString result = isResult(
        pen, e, pen.printed(static_cast<double>(e.terms.front().a.value)) * over / (under * options.temperature));
    return below.isEmpty() ? LessonPen::para(above + result) : pen.fraction(above, below, result);
}

/// Says if another layer has the same rate and seed, and so drops the same cells: each layer draws with its own seed.
QString sameCellsHtml(const LessonPen& pen, const Explanation& e) {
    const Dropout& own = *layerAt(pen.session, e.of.layer).options.dropout;
    for (int layer = 0; layer < static_cast<int>(pen.session.layers.size()); ++layer) {
        const auto& other = layerAt(pen.session, layer).options.dropout;
        if (layer != e.of.layer && other && other->rate == own.rate && other->seed == own.seed)
            return LessonPen::para(
                pen.muted(lessonWords("The same cells in each layer with this rate and seed, %1.").arg(own.seed)));
    }
    return {};
}

QString dropoutHtml(const LessonPen& pen, const Explanation& e) {
    const Term& term = e.terms.front();
    if (e.hiddenBy) return hiddenHtml(e);
    if (term.isMasked) return LessonPen::para(lessonWords("Dropped at random: 0.")) + sameCellsHtml(pen, e);
    const QString rate = plain(layerAt(pen.session, e.of.layer).options.dropout->rate);
    return pen.fraction(pen.linked(term.a), QStringLiteral("1 − %1").arg(rate),
                        isResult(pen, e, pen.printed(static_cast<double>(term.a.value)) * e.factor) +
                            pen.muted(QStringLiteral("&nbsp; ") + lessonWords("kept"))) +
           sameCellsHtml(pen, e);
}

QString normHtml(const LessonPen& pen, const Explanation& e) {
    const Term& own = e.terms[static_cast<std::size_t>(e.of.col)];
    QString x = pen.linked(own.a);
    const auto linked = [&](const Operand& one) { return asOperand(pen.linked(one), static_cast<double>(one.value)); };
    if (own.b.isSomewhere()) x = QStringLiteral("(%1 + %2)").arg(x, linked(own.b));
    const QString gain = linked(e.gain), bias = linked(e.bias);
    const auto printed = [&](const Operand& one) { return pen.printed(static_cast<double>(one.value)); };
    const double ofPrinted = (printed(own.a) + (own.b.isSomewhere() ? printed(own.b) : 0) - pen.printed(e.mean)) /
                                 std::sqrt(pen.printed(e.variance) + e.eps) * printed(e.gain) +
                             printed(e.bias);
    return normRowsHtml(pen, e) +
           pen.fraction(QStringLiteral("%1 − %2").arg(x, asOperand(pen.number(e.mean), e.mean)),
                        root(QStringLiteral("%1 + %2").arg(pen.number(e.variance), plain(e.eps))),
                        QStringLiteral("&nbsp;× %1 + %2").arg(gain, bias) + isResult(pen, e, ofPrinted)) +
           LessonPen::para(pen.muted(lessonWords("x minus the mean, ÷ √(variance + ε), × gain + bias")));
}

} // namespace

QString tableRowText(int id, const std::vector<int>& sharedWith) {
    QString text = lessonWords("Row of id %1 of the embedding table").arg(id);
    if (sharedWith.size() == 1) text += lessonWords(", also of token %1").arg(positionList(sharedWith));
    if (sharedWith.size() > 1) text += lessonWords(", also of tokens %1").arg(positionList(sharedWith));
    return text;
}

QString ruleHtml(const LessonPen& pen, const Explanation& e) {
    switch (e.rule) {
    case Rule::None: return LessonPen::para(lessonWords("How it is computed is not shown here."));
    case Rule::Copy: return copyHtml(pen, e);
    case Rule::Embedding: return embeddingHtml(pen, e);
    case Rule::Sinusoid: return sinusoidHtml(pen, e);
    case Rule::Sum:
    case Rule::Products: return sumHtml(pen, e);
    case Rule::Rollout: return LessonPen::para(pen.muted(formulaOf(e.of.stage))) + sumHtml(pen, e);
    case Rule::Scaled: return scaledHtml(pen, e);
    case Rule::Softmax:
    case Rule::Share: return hiddenHtml(e) + weightsHtml(pen, e);
    case Rule::Dropout: return dropoutHtml(pen, e);
    case Rule::Norm: return normHtml(pen, e);
    }
    return {};
}

} // namespace headlight
