#pragma once

#include <QTemporaryDir>

namespace headlight::monkey {

/// A home of its own, with settings and some files, that is the working folder, too. Made before the application, so
/// that everything that the program remembers goes there; gone with it.
class Sandbox {
public:
    Sandbox();
    QString platform() const; ///< the offscreen platform with a screen of a usual size
    void remove() { folder_.remove(); }

private:
    QTemporaryDir folder_;
};

} // namespace headlight::monkey
