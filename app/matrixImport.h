#pragma once

#include "session/Session.h"

#include <QString>

#include <optional>

class QWidget;

namespace headlight {

struct Caution;
struct FileArrays;
class Workbench;

// The first two ask how the arrays of a file are to be taken; all report a problem in the message bar.

/// Makes a session of arrays; nothing if the user cancels. `caution` says how it may differ from the model.
std::optional<Session> sessionOf(const QString& file, const FileArrays&, Workbench&, QWidget& window, Caution& caution);

/// Asks for a file, at first in `folder`, and takes its arrays into the shown layer. Returns a name for a file with
/// what was imported; empty if nothing was.
QString importMatrices(const QString& folder, Workbench&, QWidget& window);

/// Tells in a notice that X is given, if it is.
void tellOfGivenX(const QString& file, Workbench&);

/// Compares the stages of a file with what they follow from (check/report.h), unless it has more than four million
/// bytes. Returns which differs first, and why; empty if none does, which a notice tells, behind the one that is there.
QString differenceIn(const QString& path, Workbench&);

} // namespace headlight
