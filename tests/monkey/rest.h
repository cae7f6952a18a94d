#pragma once

#include <QString>

class QWidget;

namespace headlight::monkey {

/// With nothing to do, the window goes on to lay out or paint itself; only what a person reads for a few seconds may.
/// Empty, or which event at which widget. Each kRestsPerWatch-th call watches for a while.
QString wrongRest(QWidget& window);

constexpr int kRestsPerWatch = 50;

} // namespace headlight::monkey
