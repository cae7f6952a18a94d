#pragma once

#include <QString>

class QWidget;

namespace headlight {

struct OpenedFile;
class Workbench;

// The functions that take arrays ask how they are meant; all report a problem in the message bar.

/// Makes a session of arrays, or of one sentence of a batch; false if the user cancels.
bool completed(const QString& file, OpenedFile&, Workbench&, QWidget& window);

/// Takes a file that is only a mask of the shown layer for its custom mask. False if the file is something else.
bool takeMask(const QString& path, Workbench&);

/// Asks for a file, at first in `folder`, and takes its arrays into the shown layer. Returns a name for a file with
/// what was imported; empty if nothing was.
QString importMatrices(const QString& folder, Workbench&, QWidget& window);

/// Tells in a notice that X is given, if it is.
void tellOfGivenX(const QString& file, Workbench&);

/// Compares the stages of a file with what they follow from (check/report.h), unless it has more than four million
/// bytes. Returns which differs first, and why; empty if none does, which a notice tells, behind the one that is there.
QString differenceIn(const QString& path, Workbench&);

} // namespace headlight
