#pragma once

#include <QString>

class QWidget;

namespace headlight::monkey {

/// Checks that an idle window stops laying out and painting itself; only a notice, which disappears by itself, and
/// playing steps may do so. Returns an empty text, or the event and its widget. Watches longer in every
/// kRestsPerWatch-th call.
QString wrongRest(QWidget& window);

constexpr int kRestsPerWatch = 50;

} // namespace headlight::monkey
