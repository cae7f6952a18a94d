#include "panels/inspector/LessonPen.h"

#include "base/numberText.h"
#include "base/toFloat.h"
#include "plot/TokenLabels.h"
#include "style/textSize.h"
#include "words/parameterWords.h"
#include "words/tokenText.h"

#include <QCoreApplication>
#include <QFontMetrics>

#include <cmath>

namespace headlight {
namespace {

constexpr int kTokenLetters = 14, kKeyLetters = 9, kWideKeyLetters = 7;
constexpr int kMaxBesideBars = 5; // decimals: with more, there is no space for bars
constexpr double kBarPx = 4;      // font size of its letter
constexpr int kFullBar = 20;      // px

QString coloured(const QString& html, const QColor& colour) {
    return QStringLiteral("<font color='%1'>%2</font>").arg(colour.name(), html);
}

QString tipped(const QString& html, const QString& tip) {
    return QStringLiteral("<span title='%1'>%2</span>").arg(tip, html);
}

QString classOf(const QColor& colour) { return colour.name().replace(u'#', u'c'); }

QString link(const std::vector<Address>& to, const QString& number, const QColor& colour, const QString& tip) {
    return QStringLiteral("<a href='%1' title='%4' class='%2'>%3</a>")
        .arg(addressText(to), classOf(colour), withMinus(number), tip);
}

const QString kBar = QStringLiteral("<span style='background-color:");

QString inDouble(double value) {
    return lessonWords("%1, computed in double").arg(withMinus(QString::fromStdString(shortest(value))));
}

} // namespace

QString lessonWords(const char* english) { return QCoreApplication::translate("Lesson", english); }

QString asOperand(const QString& html, double value) { return value < 0 ? u'(' + html + u')' : html; }

QString LessonPen::written(double value) const {
    if (look.decimals != kAllDigits || !std::isfinite(value)) return rounded(value, look.decimals);
    const float shown = toFloat(value); // beyond its range, all digits are those of the double
    return QString::fromStdString(std::isfinite(shown) ? shortest(shown) : shortest(value));
}

QString LessonPen::toned(double value) const {
    const QString text = withMinus(written(value));
    return std::isfinite(value) ? text : coloured(text, look.theme->notANumber);
}

QString LessonPen::number(double value, const QString& moreTip) const {
    const QString tip = moreTip.isEmpty() ? inDouble(value) : inDouble(value) + QStringLiteral("&#10;") + moreTip;
    return tipped(toned(value), tip);
}

QString LessonPen::result(const Explanation& e) const {
    const auto value = static_cast<double>(e.result);
    return e.hiddenBy ? muted(withMinus(written(value))) : toned(value);
}

Written LessonPen::origin(const Operand& entry) const {
    const auto* at = std::get_if<ParameterCell>(&entry.at);
    const QString text = at && look.originOf ? look.originOf(*at) : QString();
    return text.isEmpty() ? Written() : para(muted(symbolsHtml(text)));
}

QString LessonPen::muted(const QString& html) const { return coloured(html, look.theme->muted); }

QColor LessonPen::colourOf(const Operand& operand, double value) const {
    if (!std::isfinite(value)) return look.theme->notANumber;
    if (const auto* cell = std::get_if<CellRef>(&operand.at); cell && !infoOf(cell->stage).fromScores) {
        const bool isOfKey = infoOf(cell->stage).rows == Side::KeyTokens || tokens == Side::KeyTokens;
        return isOfKey ? look.theme->key : look.theme->query;
    }
    return look.theme->text;
}

QString LessonPen::linked(const Operand& operand, bool isMuted) const {
    const auto value = static_cast<double>(operand.value);
    const QString tip = withMinus(QString::fromStdString(shortest(operand.value)));
    if (!operand.isSomewhere()) return tipped(toned(value), tip);
    return link({operand.at}, written(value), isMuted ? look.theme->muted : colourOf(operand, value), tip);
}

QString LessonPen::madeOf(const std::vector<Address>& of, double value, bool isMuted) const {
    const QColor colour = isMuted ? look.theme->muted : colourOf({}, value);
    return addressText(of).isEmpty() ? coloured(withMinus(written(value)), colour)
                                     : link(of, written(value), colour, inDouble(value));
}

QString LessonPen::shortToken(Side side, int place, int maxLength) const {
    const Text& text = side == Side::KeyTokens ? keyText(session) : session.text;
    QString shown = shownToken(text.tokens->texts[static_cast<std::size_t>(place)]);
    const QString mark = placeMark(*text.tokens, place);
    shown = elided(shown, maxLength - static_cast<int>(mark.size()));
    // The isolate keeps a right-to-left token from moving the text around it.
    return QChar(0x2068) + shown.toHtmlEscaped() + QChar(0x2069) + mark;
}

QString LessonPen::token(Side side, int place) const {
    return QStringLiteral(u"“%1”").arg(coloured(shortToken(side, place, kTokenLetters),
                                                side == Side::KeyTokens ? look.theme->key : look.theme->query));
}

QString LessonPen::key(int place, bool isInWide) const {
    const bool isOfKey = infoOf(selected.stage).isMap(), isChosen = place == (isOfKey ? selected.col : chosenKey);
    QString shown = shortToken(Side::KeyTokens, place, isInWide ? kWideKeyLetters : kKeyLetters);
    if (isChosen) shown = QStringLiteral("<b>%1</b>").arg(coloured(shown, look.theme->key));
    if (isOfKey || !chosenKey) return shown;
    return QStringLiteral("<a href='key:%1' title='%2' class='%3'>%4</a>")
        .arg(QString::number(place), lessonWords("Show the steps of this key below"), classOf(look.theme->text), shown);
}

QString LessonPen::roughly(const std::vector<double>& values, double sum) const {
    double ofPrinted = 0;
    for (const double value : values) ofPrinted += printed(value);
    return equals(ofPrinted, sum).replace(QStringLiteral("= "), QString());
}

QString LessonPen::equals(double ofPrinted, double value) const {
    return equalSign(written(std::isfinite(value) ? ofPrinted : value), written(value));
}

double LessonPen::printed(double value) const { return std::isfinite(value) ? written(value).toDouble() : value; }

QString LessonPen::sheet() const {
    const Theme& theme = *look.theme;
    QString sheet = QStringLiteral(
                        "<style>a { text-decoration: none } td.first { vertical-align: middle; padding-left: 0 } "
                        "td.next { vertical-align: middle; padding-left: %1px } "
                        "td.bar { vertical-align: middle; padding-left: %2px; font-size: %3px } "
                        "td.sum { border-top: 1px solid %4; font-weight: 600 } ")
                        .arg(QString::number(textPx(2)), QString::number(textPx(6)), QString::number(textPx(kBarPx)),
                             theme.muted.name());
    for (const QColor& colour : {theme.text, theme.muted, theme.key, theme.query, theme.notANumber})
        sheet += QStringLiteral("a.%1 { color: %2 } ").arg(classOf(colour), colour.name());
    return sheet + QStringLiteral("</style>");
}

Written LessonPen::row(const std::vector<QString>& cells, const QString& of, const QString& kind) {
    Written written{QStringLiteral("<tr%1>").arg(of), {}};
    QString &html = written.html, before = QStringLiteral("\n");
    for (std::size_t i = 0; i < cells.size();) {
        std::size_t end = i + 1;
        while (i == 0 && end < cells.size() && cells[end].isEmpty()) ++end;
        const bool isBar = cells[i].startsWith(kBar);
        html += QStringLiteral("<td align='%1' class='%2%3'")
                    .arg(QLatin1String(i == 0 || isBar ? "left" : "right"),
                         QLatin1String(i == 0  ? "first"
                                       : isBar ? "bar"
                                               : "next"),
                         kind);
        if (end - i > 1) html += QStringLiteral(" colspan='%1'").arg(end - i);
        html += u'>' + cells[i] + QStringLiteral("</td>");
        written.cells.push_back({before, cells[i]});
        before = QString(static_cast<qsizetype>(end - i), u'\t');
        i = end;
    }
    html += QStringLiteral("</tr>");
    return written;
}

/// Makes a table of 99 %, since at 100 % Qt rounds some up to one pixel more than there is.
Written LessonPen::table(const Written& rows, int wide) {
    return {
        QStringLiteral("<table width='99%' cellspacing='0' cellpadding='%2' style='white-space:nowrap;%3'>%1</table>")
            .arg(rows.html, QLatin1String(wide ? "0" : "1"),
                 wide ? QStringLiteral("font-size:%1px").arg(textPx(wide)) : QString()),
        rows.cells};
}

Written LessonPen::question(const QString& html, const QString& place, const char* margins) {
    return {QStringLiteral("<p style='margin:0;font-size:%1px;font-weight:600'>%2</p><p style='margin:%4'>%3</p>")
                .arg(QString::number(textPx(13)), html, place, QLatin1String(margins)),
            {{QStringLiteral("\n"), html}, {QStringLiteral("\n"), place}}};
}

Written LessonPen::para(const QString& html) {
    return {QStringLiteral("<p style='margin:2px 0'>%1</p>").arg(html), {{QStringLiteral("\n"), html}}};
}

/// Makes a table of the text, since after a table Qt leaves no gap above a paragraph.
Written LessonPen::apart(const QString& html) {
    return {
        QStringLiteral("<table width='99%' cellspacing='0' cellpadding='0' style='margin-top:%1px'><tr><td>%2</td></tr>"
                       "</table>")
            .arg(QString::number(textPx(10)), html),
        {{QStringLiteral("\n"), html}}};
}

Written LessonPen::sumRow(const std::vector<QString>& cells) { return row(cells, {}, QStringLiteral(" sum")); }

Written LessonPen::fraction(const QString& above, const QString& below, const QString& behind,
                            const QString& line) const {
    return {
        QStringLiteral("<table cellspacing='0' cellpadding='1'><tr><td align='center' style='white-space:nowrap;"
                       "border-bottom:1px solid %1'>%2</td><td rowspan='2' style='vertical-align:middle'>%4</td></tr>"
                       "<tr><td align='center'>%3</td></tr></table>")
            .arg(look.theme->text.name(), above, below, behind),
        {{QStringLiteral("\n"), above, line}, {{}, behind, line}, {{}, below, line}}};
}

/// Makes the bar of a letter of its width, since Qt takes several times longer for a table in a cell or for an image.
QString LessonPen::bar(double share, bool isSelected) const {
    const int filled = std::isfinite(share) ? static_cast<int>(std::lround(share * textPx(kFullBar))) : 0;
    const bool hasSpace = look.decimals != kAllDigits && look.decimals <= kMaxBesideBars;
    if (filled == 0 || !hasSpace) return {};
    QFont font = textFont();
    font.setPixelSize(textPx(kBarPx));
    font.setLetterSpacing(QFont::AbsoluteSpacing, 0);
    return kBar + QStringLiteral("%1;letter-spacing:%2px'>&nbsp;</span>")
                      .arg((isSelected ? look.theme->key : look.theme->muted).name(),
                           QString::number(filled - QFontMetrics(font).horizontalAdvance(QChar::Nbsp)));
}

} // namespace headlight
