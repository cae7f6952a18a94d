#include "plot/Caption.h"

#include "plot/paintLabels.h"

#include <QPainter>

namespace headlight {
namespace {

/// A name and what stands behind it, by its words, at least two of them.
QStringList byWords(const QString& name, const QString& formula) {
    const QStringList words = formula.split(QLatin1Char(' '));
    QStringList ways;
    for (auto count = words.size() - 1; count > 1; --count)
        ways << name + Caption::kBetween + words.first(count).join(QLatin1Char(' ')) + QStringLiteral(u" \u2026");
    return ways;
}

/// What it may be, the best first.
QStringList waysOf(const Caption& caption) {
    const QString &between = Caption::kBetween, cut = QStringLiteral(u"\u2026");
    QStringList rest = caption.text.split(between), names{rest.takeFirst()}, ways{caption.text};
    names += caption.briefs;
    if (!rest.isEmpty())
        for (const QString& brief : caption.briefs) ways << brief + between + rest.join(between);
    if (rest.size() > 1)
        for (const QString& name : names) ways << QStringList{name, cut, rest.back()}.join(between);
    const QString ofDots = caption.text.section(QStringLiteral(": "), 1); // without which colours cannot be read
    ways << ofDots;
    if (!rest.isEmpty() && ofDots.isEmpty())
        for (const QString& name : names) ways += byWords(name, rest.front());
    if (!rest.isEmpty())
        for (const QString& name : names) ways << name + between + cut;
    return ways += caption.briefs;
}

} // namespace

bool isCutWord(const QString& fitting) {
    return fitting.endsWith(QChar(u'\u2026')) && !fitting.contains(Caption::kBetween);
}

QString fittingCaption(const Caption& caption, const QFontMetricsF& metrics, double width) {
    if (caption.text.isEmpty()) return {};
    if (caption.owners.isEmpty()) {
        for (const QString& way : waysOf(caption))
            if (!way.isEmpty() && metrics.horizontalAdvance(way) <= width) return way;
        const QString last = caption.briefs.isEmpty() ? caption.text : caption.briefs.back();
        return metrics.elidedText(last, Qt::ElideRight, width);
    }
    QString fitting;
    for (const QString& owner : caption.owners) {
        const QString before = owner + Caption::kBetween;
        const QString its = fittingCaption({caption.text, caption.briefs}, metrics,
                                           width - metrics.horizontalAdvance(before));
        fitting = before + its;
        if (!its.isEmpty() && !isCutWord(its)) break;
    }
    return fitting;
}

void paintCaption(QPainter& painter, QPointF corner, const Caption& caption, const Theme& theme, double width,
                  double share) {
    painter.save();
    const QFont font = captionFont(share);
    painter.setFont(font);
    painter.setPen(theme.muted);
    const QFontMetricsF metrics(font, painter.device());
    painter.drawText(corner + QPointF(0, metrics.capHeight()), fittingCaption(caption, metrics, width));
    painter.restore();
}

} // namespace headlight
