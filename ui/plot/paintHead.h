#pragma once

#include "style/Theme.h"

#include <QFont>
#include <QRectF>
#include <QString>

class QPaintDevice;
class QPainter;

namespace headlight {

/// The texts above a map.
struct MapHead {
    QString head;           ///< "Head 2"; empty: the stage has no heads
    QString stage;          ///< "scores"; "rollout" and its formula
    QString problem{};      ///< with its numbers: "2 rows: sum 0"; empty: none
    QString problemLines{}; ///< the problem in full
    bool isOff = false;     ///< the head is switched off: its name is struck out
    QString whole() const;  ///< one line for each, for a tool tip
    friend bool operator==(const MapHead&, const MapHead&) = default;
};

inline constexpr int kHeadHeight = 20; ///< px of the line, at the usual size of text
QFont headFont();
/// Returns the width of the head and the stage on `device` in pixels, without the problem. `hasRemarks`: with those on
/// the stage, which depend on the number of tokens.
double headWidth(const MapHead& head, const QPaintDevice* device, bool hasRemarks = true);
/// Paints the head in one line, on a chip if it is selected. If there is no space for all, the head is reduced to its
/// number and a problem to a warning sign, and then the stage's name is elided.
void paintHead(QPainter& painter, const QRectF& line, const MapHead& head, bool isSelected, const Theme& theme);

} // namespace headlight
