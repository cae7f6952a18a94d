#pragma once

#include <QString>

namespace headlight {
class MainWindow;
}

namespace headlight::monkey {

/// What is on the screen, held against the present session. GUI thread.

QString unanswered(MainWindow&); ///< what has no answer yet (support/answered.h), for the one who looks why
/// Empty, or what is wrong: an answer that is another than a fresh Engine's, a map or a picture of the strip that shows
/// something else than its panel's answer, maps that are missing though nothing says why. Only when answered.
QString wrongScreen(MainWindow&);

} // namespace headlight::monkey
