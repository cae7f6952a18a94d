#pragma once

#include <QColor>

class QPainter;

namespace headlight {

/// Paints a row of dots below a label from x = `left` to `right`: another token shares this one's embedding.
void paintSharedMark(QPainter&, int left, int right, int y, const QColor&);

} // namespace headlight
