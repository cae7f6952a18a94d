#pragma once

#include <QString>
#include <QStringList>

#include <functional>

class QFileDialog;

namespace headlight {

/// Asks by that dialog where to save, and proposes a name. A name without a suffix gets that one; what is already there
/// under the longer name is asked about here, since a desktop's own dialog knows only the name that was typed. Empty:
/// nowhere. `written`: the files that a name stands for, where that is not one; all that are there are asked about at
/// once.
QString savePath(QFileDialog& dialog, const QString& proposed, const QString& suffix,
                 const std::function<QStringList(const QString& path)>& written = {});

} // namespace headlight
