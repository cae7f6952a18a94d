#pragma once

#include <QString>

class QFont;
class QPainter;
class QPoint;

namespace headlight {

/// A word of the formula on one line: what follows "_" up to the next blank stands below, so "÷ √d_k" reads as one
/// writes it.
int symbolWidth(const QString& symbol, const QFont& font);
void paintSymbol(QPainter& painter, const QPoint& baseline, const QString& symbol, const QFont& font);

} // namespace headlight
