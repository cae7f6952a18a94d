#pragma once

#include <QTemporaryDir>

namespace headlight::monkey {

/// A temporary home and working folder with settings and some files; removed at the end. Made before the application,
/// so that the program stores all its settings in it.
class Sandbox {
public:
    Sandbox();
    QString platform() const; ///< the offscreen platform with a screen of a usual size
    void remove() { folder_.remove(); }

private:
    QTemporaryDir folder_;
};

} // namespace headlight::monkey
