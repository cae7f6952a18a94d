#include "panels/inspector/LessonPen.h"

#include "base/numberText.h"
#include "style/textSize.h"
#include "words/numberWords.h"
#include "words/tokenText.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace headlight {
namespace {

constexpr int kTokenLetters = 14;

QString coloured(const QString& html, const QColor& colour) {
    return QStringLiteral("<span style='color:%1'>%2</span>").arg(colour.name(), html);
}

} // namespace

QString lessonWords(const char* english) { return QCoreApplication::translate("Lesson", english); }

QString LessonPen::number(double value) const {
    if (look.decimals == kAllDigits) return QString::fromStdString(shortest(static_cast<float>(value)));
    const QString text = QString::fromStdString(fixedPoint(value, look.decimals));
    return roundsToZero(value, text) ? withExponent(value, 1) : text;
}

QString LessonPen::result(float value) const {
    const bool isUsual = look.decimals == LessonLook().decimals;
    return isUsual ? inFull(static_cast<double>(value)) : number(static_cast<double>(value));
}

QString LessonPen::muted(const QString& html) const { return coloured(html, look.theme->muted); }

QColor LessonPen::colourOf(const Operand& operand) const {
    if (const auto* cell = std::get_if<CellRef>(&operand.at); cell && !infoOf(cell->stage).isMap()) {
        const bool isOfKey = infoOf(cell->stage).rows == Side::KeyTokens ||
                             infoOf(selected.stage).rows == Side::KeyTokens;
        return isOfKey ? look.theme->key : look.theme->accent;
    }
    return look.theme->text;
}

QString LessonPen::link(const std::vector<Address>& to, const QString& text, const QColor& colour) const {
    return QStringLiteral("<a href='%1' style='color:%2;text-decoration:none'>%3</a>")
        .arg(addressText(to), colour.name(), text);
}

QString LessonPen::linked(const Operand& operand) const {
    const QString text = number(static_cast<double>(operand.value));
    return operand.isSomewhere() ? link({operand.at}, text, colourOf(operand)) : text;
}

QString LessonPen::madeOf(const Term& term, double value) const {
    return link({term.a.at, term.b.at}, number(value), term.isMasked ? look.theme->muted : look.theme->text);
}

QString LessonPen::plainToken(Side side, int place) const {
    const Text& text = side == Side::KeyTokens ? keyText(session) : session.text;
    QString shown = shownToken(text.tokens->texts[static_cast<std::size_t>(place)]);
    if (shown.size() > kTokenLetters) shown = shown.left(kTokenLetters) + QChar(0x2026);
    return QChar(0x2068) + shown.toHtmlEscaped() + QChar(0x2069);
}

QString LessonPen::token(Side side, int place) const {
    return coloured(plainToken(side, place), side == Side::KeyTokens ? look.theme->key : look.theme->accent);
}

QString LessonPen::equals(const std::vector<double>& values, double sum) const {
    double printed = 0;
    for (const double value : values) printed += number(value).toDouble();
    return number(printed) == number(number(sum).toDouble()) ? QStringLiteral("=") : QStringLiteral(u"≈");
}

QString LessonPen::row(const std::vector<QString>& cells, const QString& style, const QString& of) {
    QString html = QStringLiteral("<tr%1>").arg(of);
    for (std::size_t i = 0; i < cells.size(); ++i)
        html += QStringLiteral("<td align='%1' style='white-space:nowrap;vertical-align:middle;%2'>%3</td>")
                    .arg(QLatin1String(i == 0 || cells[i].startsWith(u"<table") ? "left" : "right"), style, cells[i]);
    return html + QStringLiteral("</tr>");
}

QString LessonPen::table(const QString& rows) {
    return QStringLiteral("<table width='100%' cellspacing='0' cellpadding='1'>%1</table>").arg(rows);
}

QString LessonPen::sumRow(const std::vector<QString>& cells) const {
    return row(cells, QStringLiteral("border-top:1px solid %1;font-weight:600").arg(look.theme->muted.name()));
}

QString LessonPen::fraction(const QString& above, const QString& below, const QString& behind) const {
    return QStringLiteral(
               "<table cellspacing='0' cellpadding='1'><tr><td align='center' style='border-bottom:1px solid "
               "%1'>%2</td><td rowspan='2' style='vertical-align:middle'>%4</td></tr>"
               "<tr><td align='center'>%3</td></tr></table>")
        .arg(look.theme->text.name(), above, below, behind);
}

QString LessonPen::bar(double share, bool isSelected) const {
    const int room = textPx(40), filled = std::isfinite(share) ? static_cast<int>(std::lround(share * room)) : 0;
    if (filled == 0) return {};
    return QStringLiteral("<table cellspacing='0' cellpadding='0' style='margin-left:%4px' width='%1'><tr><td "
                          "bgcolor='%2' width='%1' style='font-size:%3px'>&nbsp;</td></tr></table>")
        .arg(QString::number(filled), (isSelected ? look.theme->key : look.theme->accent).name(),
             QString::number(textPx(6)), QString::number(textPx(5)));
}

} // namespace headlight
