#include "panels/inspector/lessonHtml.h"

#include "panels/inspector/ruleHtml.h"
#include "style/textSize.h"
#include "words/conventions.h"
#include "words/tokenText.h"
#include "words/wording.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>

namespace headlight {
namespace {

/// How a stage is spoken of where one number of it is meant. Of a stage that is not here by its title.
struct Spoken {
    Stage stage;
    const char* symbol; ///< of a vector's entry; null: of a query and a key
    const char* name;
    const char* formula; ///< HTML
};
constexpr std::array kSpoken{
    Spoken{Stage::Embeddings, "e", QT_TRANSLATE_NOOP("Lesson", "Embedding"), ""},
    Spoken{Stage::EmbeddingsKv, "e", QT_TRANSLATE_NOOP("Lesson", "Embedding"), ""},
    Spoken{Stage::Positions, "p", QT_TRANSLATE_NOOP("Lesson", "Position"), ""},
    Spoken{Stage::PositionsKv, "p", QT_TRANSLATE_NOOP("Lesson", "Position"), ""},
    Spoken{Stage::X, "x", QT_TRANSLATE_NOOP("Lesson", "Input"), ""},
    Spoken{Stage::XKv, "x", QT_TRANSLATE_NOOP("Lesson", "Input"), ""},
    Spoken{Stage::Normed, "x", QT_TRANSLATE_NOOP("Lesson", "Normalised input"), "LN(x)"},
    Spoken{Stage::Q, "q", QT_TRANSLATE_NOOP("Lesson", "Query"), "x W<sub>q</sub>"},
    Spoken{Stage::K, "k", QT_TRANSLATE_NOOP("Lesson", "Key"), "x W<sub>k</sub>"},
    Spoken{Stage::V, "v", QT_TRANSLATE_NOOP("Lesson", "Value"), "x W<sub>v</sub>"},
    Spoken{Stage::Scores, nullptr, QT_TRANSLATE_NOOP("Lesson", "Score"), "q · k"},
    Spoken{Stage::Scaled, nullptr, QT_TRANSLATE_NOOP("Lesson", "Scaled score"), ""},
    Spoken{Stage::Masked, nullptr, QT_TRANSLATE_NOOP("Lesson", "Masked"), ""},
    Spoken{Stage::Weights, nullptr, QT_TRANSLATE_NOOP("Lesson", "Weight"), ""},
    Spoken{Stage::Dropped, nullptr, QT_TRANSLATE_NOOP("Lesson", "After dropout"), ""},
    Spoken{Stage::Context, "z", QT_TRANSLATE_NOOP("Lesson", "Context"), "Σ weight · v"},
    Spoken{Stage::Concat, "z", QT_TRANSLATE_NOOP("Lesson", "Side by side"), ""},
    Spoken{Stage::Output, "o", QT_TRANSLATE_NOOP("Lesson", "Output"), "z W<sub>o</sub>"},
    Spoken{Stage::Result, "y", QT_TRANSLATE_NOOP("Lesson", "Result"), ""},
};

Spoken spokenOf(Stage stage) {
    const auto found = std::ranges::find(kSpoken, stage, &Spoken::stage);
    return found == kSpoken.end() ? Spoken{stage, nullptr, nullptr, ""} : *found;
}

QString nameOf(const CellRef& cell) {
    const Spoken spoken = spokenOf(cell.stage);
    return spoken.name ? lessonWords(spoken.name) : titleOf(cell.stage, cell.layer);
}

/// Of the weights: what the options make of them.
QString formulaOf(const LessonPen& pen, const CellRef& cell) {
    const Options& options = layerAt(pen.session, cell.layer).options;
    if (cell.stage == Stage::Weights && options.normalisation == Normalisation::Sum)
        return lessonWords("share of the row's sum");
    if (cell.stage == Stage::Weights)
        return options.masksAfter() ? lessonWords("softmax, masked, ÷ Σ") : lessonWords("softmax of the row");
    if (cell.stage == Stage::Scaled && options.scale.kind == Scale::Kind::SqrtDk)
        return lessonWords("÷ √d<sub>k</sub>");
    if (cell.stage == Stage::Context && options.dropout) return lessonWords("Σ after dropout · v");
    return QString::fromUtf8(spokenOf(cell.stage).formula);
}

/// "q₂ of shoes", "shoes → feet"
QString placeOf(const LessonPen& pen, const CellRef& cell) {
    const StageInfo& info = infoOf(cell.stage);
    const QString row = pen.token(info.rows, cell.row);
    if (info.isMap()) return QStringLiteral(u"%1 → %2").arg(row, pen.token(info.cols, cell.col));
    const char* symbol = spokenOf(cell.stage).symbol;
    return lessonWords("%1 of %2").arg(QString::fromLatin1(symbol ? symbol : "") + subscript(numberOf(cell.col)), row);
}

QString head(const LessonPen& pen, const Explanation* own) {
    const CellRef& cell = pen.selected;
    const StageInfo& info = infoOf(cell.stage);
    const QString question = info.isMap() && info.scope == Scope::Head
                                 ? lessonWords("How much does %1 attend to %2?")
                                       .arg(pen.token(info.rows, cell.row), pen.token(info.cols, cell.col))
                                 : lessonWords("Where does %1 come from?").arg(placeOf(pen, cell));
    QStringList where;
    if (pen.session.layers.size() > 1) where << titleOfLayer(cell.layer);
    if (info.scope == Scope::Head) where << titleOfHead(cell.head);
    QString said = nameOf(cell).toLower();
    if (own)
        said += QStringLiteral(" <b style='color:%1'>%2</b>").arg(pen.look.theme->text.name(), pen.result(own->result));
    where << said;
    return QStringLiteral("<p style='margin:0;font-size:%1px;font-weight:600'>%2</p><p style='margin:3px 0 0 0'>%3</p>")
        .arg(QString::number(textPx(13)), question, pen.muted(where.join(QStringLiteral(" · "))));
}

QString section(const LessonPen& pen, const CellRef& cell, const QString& title, const QString& value, bool isOpen,
                const QString& body) {
    const QString sign = isOpen ? QStringLiteral(u"▾") : QStringLiteral(u"▸");
    const Theme& theme = *pen.look.theme;
    return QStringLiteral(
               "<table width='100%' cellspacing='0' cellpadding='0' style='margin-top:%1px'><tr><td "
               "style='border-top:1px solid %2;padding-top:%1px'><a href='open:%3' "
               "style='color:%4;text-decoration:none'>%5 <b>%6</b> %7</a></td><td align='right' "
               "style='border-top:1px solid %2;padding-top:%1px;font-size:%8px;font-weight:600'>%9</td></tr></table>")
               .arg(textPx(7))
               .arg(theme.border.name(), QLatin1String(infoOf(cell.stage).id), theme.text.name(), pen.muted(sign),
                    title, pen.muted(formulaOf(pen, cell)), QString::number(textPx(14)), value) +
           (isOpen ? body : QString());
}

} // namespace

QString lessonHtml(const LessonPen& pen, const Explanations& way) {
    const Explanation* own = nullptr;
    std::vector<const Explanation*> context; // of a weight's row
    for (const auto& e : way) {
        if (e && e->of == pen.selected) own = e.get();
        if (e && e->of.stage == Stage::Context && pen.selected.stage != Stage::Context) context.push_back(e.get());
    }
    QString html = head(pen, own);
    const auto add = [&](const Explanation& e, const QString& title, const QString& value, bool isOpen, auto body) {
        isOpen = isOpen != pen.look.turned.contains(e.of.stage);
        html += section(pen, e.of, title, value, isOpen, isOpen ? body() : QString());
    };
    const bool isWeighed = infoOf(pen.selected.stage).scope == Scope::Head && infoOf(pen.selected.stage).isMap();
    for (const auto& e : way) {
        if (!e || std::ranges::find(context, e.get()) != context.end()) continue;
        add(*e, nameOf(e->of), pen.result(e->result), isWeighed || e.get() == own, [&] { return ruleHtml(pen, *e); });
    }
    if (!context.empty())
        add(*context.front(), lessonWords("Context of %1").arg(pen.token(Side::Tokens, pen.selected.row)), {}, true,
            [&] { return contextHtml(pen, context); });
    return QStringLiteral("<html><body>%1</body></html>").arg(html);
}

} // namespace headlight
