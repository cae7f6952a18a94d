#pragma once

#include <QPointF>
#include <QString>

class QPainter;

namespace headlight {

/// As QPainter::drawText, of what a person has typed. In a PDF, what reads it gets the characters that were typed also
/// where they are shaped (an Arabic letter by its neighbours), of which Qt would write the shapes: these are outlines
/// there, and over them stand the characters, invisible, each in its place.
void drawWords(QPainter& painter, QPointF baseline, const QString& text);

} // namespace headlight
