#pragma once

#include <QString>
#include <QStringList>

#include <functional>

class QFileDialog;

namespace headlight {

/// Asks in that dialog where to save, and proposes a name. A name without a suffix gets `suffix`; this function then
/// asks before it replaces a file, since a desktop's own dialog knows only the name that was typed. Returns nothing if
/// it is cancelled. `written` returns the files that a name stands for, if that is not one; this function asks about
/// all that exist at once.
QString savePath(QFileDialog& dialog, const QString& proposed, const QString& suffix,
                 const std::function<QStringList(const QString& path)>& written = {});

} // namespace headlight
