#pragma once

#include <QString>

namespace headlight {
class MainWindow;
}

namespace headlight::monkey {

/// Checks of the screen against the present session. GUI thread.

QString unanswered(MainWindow&); ///< lists the panels that have no answer yet (support/answered.h), to find the reason
/// Returns an empty text, or what is wrong: an answer that differs from a fresh Engine's; a map, or a picture of the
/// strip, that shows something else than its panel's answer; missing maps without a message. Only when answered.
QString wrongScreen(MainWindow&);

} // namespace headlight::monkey
