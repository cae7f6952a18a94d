#include "panels/inspector/entryHtml.h"

#include "document/selection.h"
#include "panels/inspector/ruleHtml.h"
#include "style/textSize.h"
#include "words/conventions.h"
#include "words/parameterWords.h"
#include "words/tokenText.h"
#include "words/wording.h"

namespace headlight {
namespace {

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
