#include "panels/inspector/lessonHtml.h"

#include "panels/inspector/ruleHtml.h"
#include "panels/inspector/spoken.h"
#include "panels/inspector/terms.h"
#include "style/textSize.h"
#include "words/conventions.h"
#include "words/parameterWords.h"
#include "words/wording.h"

#include <algorithm>
#include <cmath>

namespace headlight {
namespace {

/// "x W_q + b_q", with the weight as a person reads it.
QString projectionHtml(const Explanation& e) {
    QString text = QLatin1String(e.of.stage == Stage::Output ? "z" : "x");
    if (const auto* w = e.terms.empty() ? nullptr : std::get_if<ParameterCell>(&e.terms.front().b.at))
        text += QStringLiteral(" ") + symbolHtml(symbolText(w->parameter)) +
                (isTurned(w->parameter) ? QStringLiteral("<sup>T</sup>") : QString());
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

QString resultHtml(const Layer& layer) {
    const QString made = layer[Parameter::Wo] ? QStringLiteral("o") : QStringLiteral("z");
    const QString sum = layer.residual ? QStringLiteral("x + ") + made : made;
    return layer.hasNorm(Norm::Place::After) ? QStringLiteral("LN(%1)").arg(sum) : sum;
}

/// In symbols, as the options and the parameters that there are make it.
QString formulaHtml(const LessonPen& pen, const Explanation& e) {
    const Options& options = layerAt(pen.session, e.of.layer).options;
    switch (e.of.stage) {
    case Stage::Q:
    case Stage::K:
    case Stage::V:
    case Stage::Output: return projectionHtml(e);
    case Stage::Scaled: return scaleHtml(options);
    case Stage::Masked:
        return options.masksAfter() ? lessonWords("softmax, 0 where masked") : lessonWords("-∞ where masked");
    case Stage::Dropped: return lessonWords("0, or w ÷ (1 − rate)");
    case Stage::X:
    case Stage::XKv:
        if (e.rule == Rule::Sum) return QStringLiteral("e + p");
        break;
    case Stage::Result: return resultHtml(layerAt(pen.session, e.of.layer));
    case Stage::Weights:
        if (options.normalisation == Normalisation::Sum) return lessonWords("share of the row's sum");
        return options.masksAfter() ? lessonWords("softmax, masked, ÷ Σ") : lessonWords("softmax of the row");
    case Stage::Context:
        if (options.dropout) return lessonWords("z = Σ w · v, w after dropout");
        break;
    default: break;
    }
    return QString::fromUtf8(spokenOf(e.of.stage).formula);
}

/// The page is of a map of a head: it tells what the weight is made of and what it is for.
bool isWeighed(const CellRef& selected) {
    const StageInfo& info = infoOf(selected.stage);
    return info.scope == Scope::Head && info.isMap();
}

/// "q₂ of “shoes”"
QString placeOf(const LessonPen& pen, const CellRef& cell) {
    const StageInfo& info = infoOf(cell.stage);
    const QString row = pen.token(info.rows, cell.row);
    return lessonWords("%1 of %2").arg(entrySymbol(cell), row);
}

QString questionHtml(const LessonPen& pen) {
    const CellRef& cell = pen.selected;
    const StageInfo& info = infoOf(cell.stage);
    if (!info.isMap()) return lessonWords("Where does %1 come from?").arg(placeOf(pen, cell));
    const QString query = pen.token(info.rows, cell.row), key = pen.token(info.cols, cell.col);
    return info.isRollout ? lessonWords("How much of %2 is in %1?").arg(query, key)
                          : lessonWords("How much does %1 attend to %2?").arg(query, key);
}

QString head(const LessonPen& pen, const Explanation* own) {
    const CellRef& cell = pen.selected;
    QStringList where;
    if (pen.session.layers.size() > 1) where << titleOfLayer(cell.layer);
    if (infoOf(cell.stage).scope == Scope::Head) where << pen.head(cell.head);
    QString said = nameOf(cell).toLower();
    const bool isThere = own && pen.isFinished(cell);
    if (isThere)
        said += QStringLiteral(" <b style='color:%1'>%2</b>").arg(pen.look.theme->text.name(), pen.result(*own));
    where << (isThere ? said : lessonWords("%1, not computed yet").arg(said));
    if (!pen.change.isEmpty()) where << pen.change;
    return QStringLiteral("<p style='margin:0;font-size:%1px;font-weight:600'>%2</p><p style='margin:3px 0 0 0'>%3</p>")
        .arg(QString::number(textPx(13)), questionHtml(pen), pen.muted(where.join(QStringLiteral(" · "))));
}

QString section(const LessonPen& pen, const Explanation& e, const QString& title, const QString& value, bool isOpen,
                const QString& body) {
    const QString sign = isOpen ? QStringLiteral(u"▾") : QStringLiteral(u"▸");
    const Theme& theme = *pen.look.theme;
    return QStringLiteral(
               "<table width='99%' cellspacing='0' cellpadding='0' style='margin-top:%1px'><tr><td "
               "style='border-top:1px solid %2;padding-top:%1px'><a href='open:%3' "
               "style='color:%4;text-decoration:none'>%5 <b>%6</b> %7</a></td><td align='right' "
               "style='border-top:1px solid %2;padding-top:%1px;padding-left:%1px;font-size:%8px;font-weight:600'>%9</td>"
               "</tr></table>")
               .arg(textPx(7))
               .arg(theme.border.name(), QLatin1String(infoOf(e.of.stage).id), theme.text.name(), pen.muted(sign),
                    title, pen.muted(formulaHtml(pen, e)), QString::number(textPx(14)), value) +
           (isOpen ? body : QString());
}

/// Where to look first.
QString strongestHtml(const LessonPen& pen, const Operand& weight) {
    const auto& cell = std::get<CellRef>(weight.at);
    return QStringLiteral("<p style='margin-top:%1px'>%2</p>")
        .arg(QString::number(textPx(12)),
             pen.muted(lessonWords("Strongest weight of %1: ").arg(pen.head(cell.head).toLower())) +
                 lessonWords("%1, %2 to %3")
                     .arg(pen.linked(weight), pen.token(Side::Tokens, cell.row), pen.token(Side::KeyTokens, cell.col)));
}

} // namespace

bool isOpenAtFirst(const CellRef& selected, Stage section) { return isWeighed(selected) || section == selected.stage; }

QString lessonHtml(const LessonPen& of, const Explanations& way) {
    LessonPen pen = of;
    pen.way = way;
    const Explanation* own = nullptr;
    std::vector<const Explanation*> context; // of a weight's row
    for (const auto& e : way) {
        if (e && e->of == pen.selected) own = e.get();
        if (e && e->of.stage == Stage::Context && isWeighed(pen.selected)) context.push_back(e.get());
    }
    QString html = head(pen, own);
    const auto add = [&](const Explanation& e, const QString& title, const QString& value, auto body) {
        const bool atFirst = isOpenAtFirst(pen.selected, e.of.stage);
        const bool isOpen = atFirst != pen.look.turned.contains({e.of.stage, atFirst});
        html += section(pen, e, title, value, isOpen, isOpen ? body() : QString());
    };
    for (const auto& e : way) {
        if (!e || std::ranges::find(context, e.get()) != context.end()) continue;
        add(*e, nameOf(e->of), pen.isFinished(e->of) ? pen.result(*e) : QString(), [&] { return ruleHtml(pen, *e); });
    }
    if (!context.empty())
        add(*context.front(), lessonWords("Context of %1").arg(pen.token(Side::Tokens, pen.selected.row)), {},
            [&] { return contextHtml(pen, context); });
    if (pen.strongest) html += strongestHtml(pen, *pen.strongest);
    return html;
}

QString changeHtml(const LessonPen& pen, const QString& other, const Explanation& now, const Explanation& then) {
    // As the maps have it: a weight that one of the two masks hides is 0 there.
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

} // namespace headlight
