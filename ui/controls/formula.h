#pragma once

#include <QString>

class QColor;
class QFont;
class QPainter;
class QPoint;
class QToolButton;

namespace headlight {

/// Draws "× W_q,k,v + b" on one line, with the text from "_" to the next blank as a subscript. Returns the width in
/// pixels; without a painter it only measures.
int drawFormula(QPainter* painter, const QPoint& baseline, const QString& formula, const QFont& font);

/// Shows a formula on a button whose style is ToolButtonIconOnly, since the text of a button has no subscripts.
void showFormula(QToolButton& button, const QString& formula, const QColor& colour);

} // namespace headlight
