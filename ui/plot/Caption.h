#pragma once

#include "style/Theme.h"

#include <QFontMetricsF>
#include <QPointF>
#include <QString>
#include <QStringList>

class QPainter;

namespace headlight {

/// What a map is called above it.
struct Caption {
    QString text;         ///< "PRODUCT · mean of heads, times the layers below", the whole; empty: none is seen
    QStringList briefs{}; ///< of its first part, ever shorter
    QStringList owners{}; ///< "HEAD 2", "2": what stands before it, in any case
    QString whole() const { return owners.isEmpty() ? text : owners.front() + kBetween + text; }
    static inline const QString kBetween = QStringLiteral(u" \u00B7 ");
    friend bool operator==(const Caption&, const Caption&) = default;
};

/// What of a caption fits: all; else what a dot shows, or the first words of its formula ("ROLLOUT · (mean of …"), or
/// neither; else a brief, else the beginning of that.
QString fittingCaption(const Caption& caption, const QFontMetricsF& metrics, double width);
bool isCutWord(const QString& fitting); ///< not even a brief is whole
/// "SCORES" in small spaced letters, its top left corner at `corner`; what fits.
void paintCaption(QPainter& painter, QPointF corner, const Caption& caption, const Theme& theme, double width,
                  double share = 1);

} // namespace headlight
