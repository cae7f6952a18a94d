#pragma once

#include <QString>

class QFileDialog;

namespace headlight {

/// Asks by that dialog where to save, and proposes a name. A name without a suffix gets that one; what is already there
/// under the longer name is asked about here, since a desktop's own dialog knows only the name that was typed. Empty:
/// nowhere.
QString savePath(QFileDialog& dialog, const QString& proposed, const QString& suffix);

} // namespace headlight
