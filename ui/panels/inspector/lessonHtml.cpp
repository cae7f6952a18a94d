#include "panels/inspector/lessonHtml.h"

#include "document/selection.h"
#include "panels/inspector/ruleHtml.h"
#include "panels/inspector/way.h"
#include "session/edits.h"
#include "session/givenStages.h"
#include "style/textSize.h"
#include "words/conventions.h"
#include "words/parameterWords.h"
#include "words/spoken.h"
#include "words/tokenText.h"
#include "words/wording.h"

#include <cmath>

namespace headlight {
namespace {

/// Returns "x W_q + b_q", or with W_q transposed if weights are shown as [out, in].
QString projectionHtml(const Explanation& e) {
    const auto* from = e.terms.empty() ? nullptr : std::get_if<CellRef>(&e.terms.front().a.at);
    QString text = QString::fromUtf8(from ? spokenOf(from->stage).symbol : "x");
    if (const auto* w = e.terms.empty() ? nullptr : std::get_if<ParameterCell>(&e.terms.front().b.at))
        text += QStringLiteral(" ") + symbolHtml(symbolText(w->parameter)) +
                (isTransposed(w->parameter) ? QStringLiteral("<sup>T</sup>") : QString());
    if (const auto* bias = std::get_if<ParameterCell>(&e.bias.at))
        text += QStringLiteral(" + ") + symbolHtml(symbolText(bias->parameter));
    return text;
}

QString scaleHtml(const Options& options) {
    QStringList parts;
    if (options.scale.kind == Scale::Kind::SqrtDk) parts << lessonWords("÷ √d<sub>k</sub>");
    if (options.scale.kind == Scale::Kind::Factor) parts << lessonWords("× factor");
    if (options.temperature != 1) parts << lessonWords("÷ temperature");
    return parts.isEmpty() ? lessonWords("without a scale") : parts.join(u' ');
}

/// Returns the symbols of the inputs: "q · k", "x + o".
QString inputsHtml(const Op& op, const QString& between) {
    QStringList symbols;
    for (const Stage input : op.inputs) symbols << QString::fromUtf8(spokenOf(input).symbol);
    return symbols.join(between);
}

/// Returns "; its row sums to 1.3" of given weights whose sum is not 1.
QString sumOfGiven(const LessonPen& pen, const CellRef& of) {
    const FrozenMatrix weights = matrixOf(pen.session, {Parameter::GivenWeights, of.layer, of.head});
    const double sum = of.stage == Stage::Weights && weights ? weights->row(of.row).cast<double>().sum() : 1;
    return isOne(sum) ? QString() : lessonWords("; its row sums to %1").arg(pen.number(sum));
}

/// Returns the formula in symbols, which depends on the options and on the parameters that exist.
QString formulaHtml(const LessonPen& pen, const Explanation& e) {
    using Kind = Op::Kind;
    const Op op = pen.opOf(e.of);
    const Options& options = layerAt(pen.session, e.of.layer).options;
    const QString symbol = QString::fromUtf8(spokenOf(e.of.stage).symbol), sum = inputsHtml(op, QStringLiteral(" + "));
    switch (op.kind) {
    case Kind::Lookup: return infoOf(op.result).isOnHost ? symbol + QStringLiteral(" = row of the table") : QString();
    case Kind::Given: return lessonWords("given, not computed") + sumOfGiven(pen, e.of);
    case Kind::Positions: return symbol;
    case Kind::Copy: return op.isFromBelow ? QString() : sum;
    case Kind::Sum: return sum;
    case Kind::Affine: return projectionHtml(e);
    case Kind::Norm: return QStringLiteral("LN(%1)").arg(sum);
    case Kind::Scores: return inputsHtml(op, QStringLiteral(" · "));
    case Kind::Scale: return scaleHtml(options);
    case Kind::Mask: return lessonWords("−∞ where masked");
    case Kind::SoftmaxOfAll: return lessonWords("softmax, 0 where masked");
    case Kind::Softmax: return lessonWords("softmax");
    case Kind::Shares: return lessonWords("share of the row's sum");
    case Kind::Renormalise: return lessonWords("softmax, masked, ÷ Σ");
    case Kind::Dropout: return lessonWords("0, or w ÷ (1 − rate)");
    case Kind::WeightedSum:
        return options.dropout ? lessonWords("z = Σ w · v, w after dropout")
                               : QStringLiteral(u"z\u00a0=\u00a0Σ\u00a0w\u00a0·\u00a0v");
    case Kind::Beside: return inputsHtml(op, {}) + QStringLiteral(" of all heads");
    case Kind::Rest: return lessonWords("w ÷ Σ without the first");
    case Kind::Mean:
    case Kind::Rollout: break;
    }
    return {};
}

/// Returns "q₂ of “shoes”".
QString placeOf(const LessonPen& pen, const CellRef& cell) {
    const StageInfo& info = infoOf(cell.stage);
    const QString row = pen.token(info.rows, cell.row);
    return lessonWords("%1 of %2").arg(entrySymbol(cell.stage, cell.col), row);
}

QString questionHtml(const LessonPen& pen) {
    const CellRef& cell = pen.selected;
    const StageInfo& info = infoOf(cell.stage);
    if (!info.isMap()) return lessonWords("Where does %1 come from?").arg(placeOf(pen, cell));
    const QString query = pen.token(info.rows, cell.row), key = pen.token(info.cols, cell.col);
    return info.isRollout ? lessonWords("How much of %2 is in %1?").arg(query, key)
                          : lessonWords("How much does %1 attend to %2?").arg(query, key);
}

Written head(const LessonPen& pen, const Explanation* own) {
    const CellRef& cell = pen.selected;
    QStringList where;
    if (pen.session.layers.size() > 1) where << titleOfLayer(cell.layer);
    if (infoOf(cell.stage).scope == Scope::Head) where << pen.head(cell.head);
    QString said = withinLine(nameOf(cell.stage));
    const bool isThere = own && pen.isFinished(cell);
    if (isThere)
        said += QStringLiteral(" <b style='color:%1'>%2</b>").arg(pen.look.theme->text.name(), pen.result(*own));
    where << (isThere ? said : lessonWords("%1, not computed yet").arg(said));
    if (!pen.change.isEmpty()) where << pen.change;
    return LessonPen::question(questionHtml(pen), pen.muted(where.join(QStringLiteral(" · "))), "3px 0 0 0");
}

using Vector = std::vector<const Explanation*>; ///< the entries of one row, column by column

/// Returns "Weight"; for a vector that is not selected "Context of “shoes”", with the head if the page is of all heads.
QString titleHtml(const LessonPen& pen, const CellRef& cell) {
    const StageInfo& info = infoOf(cell.stage);
    const QString name = nameOf(cell.stage);
    if (info.isMap() || info.scope != Scope::Head || cell.stage == pen.selected.stage) return name;
    const QString title = lessonWords("%1 of %2").arg(name, pen.token(info.rows, cell.row));
    const bool isOfAll = info.fromScores && infoOf(pen.selected.stage).scope != Scope::Head &&
                         sizesOf(pen.session, cell.layer).heads > 1;
    return isOfAll ? lessonWords("%1, %2").arg(title, pen.head(cell.head).toLower()) : title;
}

/// Returns a section, with its number in the title unless it is a vector, whose numbers are only in its table.
Written section(LessonPen pen, const Vector& numbers) {
    const Explanation& e = *numbers.front();
    pen.tokens = infoOf(e.of.stage).rows;
    const bool isVector = numbers.size() > 1 || (isWeighed(pen.selected) && !infoOf(e.of.stage).isMap());
    const bool isOpened = isOpen(pen, e.of.stage);
    const Theme& theme = *pen.look.theme;
    const QString title = QStringLiteral("%1 <b>%2</b> %3")
                              .arg(pen.muted(isOpened ? QStringLiteral(u"▾") : QStringLiteral(u"▸")),
                                   titleHtml(pen, e.of), pen.muted(formulaHtml(pen, e))),
                  number = isVector || !pen.isFinished(e.of) ? QString() : pen.result(e);
    const Written html{
        QStringLiteral("<table width='99%' cellspacing='0' cellpadding='0' style='margin-top:%1px'><tr><td "
                       "style='border-top:1px solid %2;padding-top:%1px'><a href='open:%3' "
                       "style='color:%4;text-decoration:none'>%5</a></td><td align='right' "
                       "style='border-top:1px solid %2;padding-top:%1px;padding-left:%1px;font-size:%6px;"
                       "font-weight:600'>%7</td></tr></table>")
            .arg(textPx(7))
            .arg(theme.border.name(), QLatin1String(infoOf(e.of.stage).id), theme.text.name(), title,
                 QString::number(textPx(14)), number),
        {{QStringLiteral("\n"), title}, {QStringLiteral("\t"), number}}};
    if (!isOpened) return html;
    const QString off = offWords(pen, e);
    const Written said = off.isEmpty() ? Written() : LessonPen::para(off);
    if (!off.isEmpty() && pen.opOf(e.of).kind == Op::Kind::WeightedSum) return html + said; // nothing is added up
    return html + (isVector ? vectorHtml(pen, numbers) : ruleHtml(pen, e)) + said;
}

bool isStepOfKey(const LessonPen& pen, const CellRef& cell) {
    const StageInfo& info = infoOf(cell.stage);
    const bool isOfKey = info.scope == Scope::Head && (info.rows == Side::KeyTokens || info.isMap());
    return isOfKey && cell.stage != pen.selected.stage;
}
int keyOf(const CellRef& step) { return infoOf(step.stage).isMap() ? step.col : step.row; }

/// Returns the line above the steps back, which are of one key.
Written selectedKeyHtml(const LessonPen& pen) {
    const QString key = pen.token(Side::KeyTokens, *pen.chosenKey);
    return LessonPen::apart(pen.muted(lessonWords("For the selected key %1:").arg(key)));
}

/// Returns a line on the strongest weight, where to look first.
Written strongestHtml(const LessonPen& pen, const Operand& weight) {
    const auto& cell = std::get<CellRef>(weight.at);
    return LessonPen::apart(
        pen.muted(lessonWords("Strongest weight of %1: ").arg(pen.head(cell.head).toLower())) +
        lessonWords("%1, %2 to %3")
            .arg(pen.linked(weight), pen.token(Side::Tokens, cell.row), pen.token(Side::KeyTokens, cell.col)));
}

/// Says which row of the embedding table it is, and the tokens that share it.
Written embeddingHtml(const Text& text, int row) {
    const std::vector<int>& ids = text.tokens->ids;
    const int id = ids[static_cast<std::size_t>(row)];
    std::vector<int> sharedWith;
    for (int token = 0; token < text.tokens->count(); ++token)
        if (token != row && ids[static_cast<std::size_t>(token)] == id) sharedWith.push_back(token);
    return LessonPen::para(tableRowText(id, sharedWith) + u'.');
}

/// Says what the entry is multiplied by or added to, and into which number it goes.
Written useHtml(const ParameterCell& entry) {
    const ParameterInfo& info = infoOf(entry.parameter);
    QString text = purposeOf(entry.parameter) + u'.';
    const QString into = columnLabels(entry.parameter, entry.col + 1).back();
    if (info.presence == Presence::Given) return LessonPen::para(text);
    if (info.rows != Side::One && info.rows != Side::Positions)
        text += u' ' + lessonWords("It is multiplied by %1 and goes into %2 of each token.")
                           .arg(rowLabels(entry.parameter, entry.row + 1).back(), into);
    else if (info.weight)
        text += u' ' + lessonWords("It is added to %1 of each token.").arg(into);
    return LessonPen::para(text);
}

} // namespace

bool isOpenAtFirst(const CellRef& selected, Stage section) {
    return section == selected.stage || (isWeighed(selected) && infoOf(section).fromScores);
}

bool isOpen(const LessonPen& pen, Stage section) {
    const bool atFirst = isOpenAtFirst(pen.selected, section);
    return atFirst != pen.look.toggled.contains({section, atFirst});
}

Written lessonHtml(const LessonPen& of, const Explanations& way) {
    LessonPen pen = of;
    pen.way = way;
    std::vector<Vector> sections;
    const Explanation* own = nullptr;
    for (const auto& e : way) {
        if (!e) continue;
        if (e->of == pen.selected) own = e.get();
        if (sections.empty() || sections.back().front()->of.stage != e->of.stage) sections.emplace_back();
        sections.back().push_back(e.get());
        if (!pen.chosenKey && !isWeighed(pen.selected) && isStepOfKey(pen, e->of)) pen.chosenKey = keyOf(e->of);
    }
    Written html = head(pen, own);
    bool isSaid = !pen.chosenKey;
    for (const Vector& numbers : sections) {
        if (!isSaid && isStepOfKey(pen, numbers.front()->of)) {
            html += selectedKeyHtml(pen);
            isSaid = true;
        }
        html += section(pen, numbers);
    }
    if (pen.strongest) html += strongestHtml(pen, *pen.strongest);
    return html;
}

QString changeHtml(const LessonPen& pen, const QString& other, const Explanation& now, const Explanation& then) {
    // The maps agree: a weight that only one of the two masks hides is 0 there.
    const bool areBoth = now.hiddenBy && then.hiddenBy;
    const auto isMasked = [&](const Explanation& e) { return e.hiddenBy && (areBoth || !std::isfinite(e.result)); };
    const QString masked = lessonWords("masked");
    const auto number = [&](const Explanation& e) { return isMasked(e) ? masked : pen.linked({{}, e.result}); };
    const float by = now.result - then.result;
    const QString sign = pen.roughly({double{now.result}, -double{then.result}}, double{by}) +
                         QLatin1String(by > 0 ? "+" : "");
    return lessonWords("%1: %2, difference: %3")
        .arg(other.toHtmlEscaped(), number(then),
             isMasked(now) || isMasked(then) ? masked
                                             : QString(sign).replace(u' ', QChar::Nbsp) + pen.linked({{}, by}));
}

Written entryHtml(const LessonPen& pen, const ParameterCell& entry, const QString& told) {
    const QString name = told.section(u'\n', 0, 0), before = told.section(u'\n', 1);
    const Text* text = textOf(pen.session, entry.parameter);
    QString subject = symbolsHtml(name);
    if (text)
        subject = lessonWords("%1 of %2")
                      .arg(u'x' + subscript(numberOf(entry.col)),
                           pen.token(entry.parameter == Parameter::X ? Side::Tokens : Side::KeyTokens, entry.row));
    const Operand number{entry, numberAt(pen.session, entry)};
    QStringList where;
    if (!text && pen.session.layers.size() > 1) where << titleOfLayer(entry.layer);
    if (!text && belongsToHead(entry.parameter)) where << titleOfHead(entry.head);
    where << (text ? lessonWords("embedding") : lessonWords("parameter")) +
                 QStringLiteral(" <b>%1</b>").arg(pen.linked(number));
    Written html = LessonPen::question(lessonWords("Where does %1 come from?").arg(subject),
                                       pen.muted(where.join(QStringLiteral(" · "))), "3px 0");
    html += pen.origin(number);
    if (!before.isEmpty()) html += LessonPen::para(before.toHtmlEscaped() + u'.');
    html += text ? embeddingHtml(*text, entry.row) : useHtml(entry);
    return html + Written{QStringLiteral("<hr>"), {{QStringLiteral("\n"), {}}}};
}

} // namespace headlight
