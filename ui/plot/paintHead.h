#pragma once

#include "style/Theme.h"

#include <QFont>
#include <QRectF>
#include <QString>

class QPainter;

namespace headlight {

/// What is written above a map.
struct MapHead {
    QString head;           ///< "Head 2"; empty: the stage has no heads
    QString stage;          ///< "SCORES"; "ROLLOUT" and its formula
    QString problem{};      ///< of its numbers: "2 rows: sum 0"; empty: there is none
    QString problemLines{}; ///< the whole of it
    QString whole() const;  ///< a line for each, for a tool tip
    friend bool operator==(const MapHead&, const MapHead&) = default;
};

inline constexpr int kHeadHeight = 20; ///< px of the line, at the usual size of text
QFont headFont();
double headWidth(const MapHead& head); ///< px, of all that paintHead() may write, on the screen
/// In one line. Without room for all of it, the stage's name is left out beside a head and cut elsewhere, and a problem
/// is a sign alone.
void paintHead(QPainter& painter, const QRectF& line, const MapHead& head, bool isSelected, const Theme& theme);

} // namespace headlight
