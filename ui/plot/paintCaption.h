#pragma once

#include "style/Theme.h"

#include <QPointF>
#include <QString>

class QFontMetricsF;
class QPainter;

namespace headlight {

QFont captionFont(double share = 1); ///< of its usual size

/// What of a caption fits: all; else without its formula ("ROLLOUT · …"), or what a dot shows; else `brief`, else its
/// beginning.
QString fittingCaption(const QString& caption, const QString& brief, const QFontMetricsF& metrics, double width);
/// "SCORES" in small spaced letters, its top left corner at `corner`; what fits.
void paintCaption(QPainter& painter, QPointF corner, const QString& caption, const Theme& theme, double width,
                  const QString& brief = {}, double share = 1);

} // namespace headlight
