#pragma once

#include <QColor>

class QPainter;

namespace headlight {

/// A row of dots below a label from x = `left` to `right`: there is another token that shares this one's embedding.
void paintSharedMark(QPainter&, int left, int right, int y, const QColor&);

} // namespace headlight
