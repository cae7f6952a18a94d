#pragma once

#include "style/Theme.h"

#include <QFont>
#include <QRectF>
#include <QString>

class QPainter;

namespace headlight {

/// The texts above a map.
struct MapHead {
    QString head;           ///< "Head 2"; empty: the stage has no heads
    QString stage;          ///< "SCORES"; "ROLLOUT" and its formula
    QString problem{};      ///< with its numbers: "2 rows: sum 0"; empty: none
    QString problemLines{}; ///< the problem in full
    QString whole() const;  ///< one line for each, for a tool tip
    friend bool operator==(const MapHead&, const MapHead&) = default;
};

inline constexpr int kHeadHeight = 20; ///< px of the line, at the usual size of text
QFont headFont();
double headWidth(const MapHead& head); ///< px of the head and the stage in full on the screen, without the problem
/// Paints the head in one line. If there is no space for all, the stage's name is left out beside a head and elided
/// elsewhere, and a problem is reduced to a warning sign.
void paintHead(QPainter& painter, const QRectF& line, const MapHead& head, bool isSelected, const Theme& theme);

} // namespace headlight
