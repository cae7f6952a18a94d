#pragma once

#include "backend/opencl/devices.h"
#include "document/ViewState.h"
#include "words/conventions.h"

#include <QByteArray>
#include <QList>
#include <QSettings>
#include <QStringList>

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <utility>

namespace headlight {

/// Values that the program remembers from one start to the next. They are not about the document.
class Settings : private QSettings {
public:
    Settings();

    /// Called once, with the name of the file, if the file cannot be written. Settings that were changed then hold
    /// until the program ends, and are written with the next change if that is possible.
    using Tell = std::function<void(const QString& file)>;
    void tellUnwritten(Tell tell) { tellUnwritten_ = std::move(tell); }

    QStringList recentFiles() const; ///< absolute paths, the latest first, at most kMaxRecent
    void addRecentFile(const QString& path);
    void removeRecentFile(const QString& path);
    void clearRecentFiles();

    QString lastFolder() const; ///< the folder of the file opened or saved last; the home folder at first

    /// Returns the files that were written last, at most kMaxRecent. They are noted before they are written, since a
    /// kill during the writing leaves a temporary file.
    QStringList writings() const;
    void addWriting(const QString& path);

    QString exportFolder() const; ///< the folder of the last picture; lastFolder() at first
    void setExportFolder(const QString& folder);

    QString theme() const;
    void setTheme(const QString& id);

    int textPercent(bool presenting) const; ///< from 80 to 200; at first usualTextPercent()
    void setTextPercent(bool presenting, int percent);
    static int usualTextPercent(bool presenting); ///< larger for a presentation, by the height of the screen

    Conventions conventions() const;
    void setConventions(const Conventions&);
    Decimals decimals() const;
    void setDecimals(const Decimals&);

    int historyMegabytes() const; ///< the bound of the history, from 1 to kMaxMegabytes; 256 at first
    void setHistoryMegabytes(int megabytes);

    int threads() const; ///< threads of the CPU, from 1 to kMaxThreads; 0, as at first, is one for each core
    void setThreads(int count);

    int scoreMegabytes() const; ///< see scoreMemory(), from 1 to kMaxMegabytes; 1024 at first
    void setScoreMegabytes(int megabytes);

    std::string backend() const; ///< an id of backends.h; there may no longer be such a backend
    void setBackend(const std::string& id);
    /// Returns the multiplications from which on a device is faster than the CPU (measuredBreakEven). Nothing if it was
    /// not measured, or never is faster; a busy moment may have caused that, so it is measured again.
    std::optional<double> minWork(const OpenClDevice&) const;
    void setMinWork(const OpenClDevice&, double multiplications);
    void forgetMinWork(); ///< forgets the minimum work of all devices

    bool isCourseDeclined() const; ///< true if the first session no longer offers the course
    void setCourseDeclined();

    QByteArray windowGeometry() const;
    QList<int> panelWidths() const;   ///< empty at first; not checked, whatever the file has
    QStringList hiddenPanels() const; ///< names of optional panels; at first the statistics
    void setHiddenPanels(const QStringList& names);
    std::optional<bool> isPipelineFolded() const; ///< nothing if it was never folded or unfolded
    void setPipelineFolded(bool folded);
    void setWindow(const QByteArray& geometry, const QList<int>& panelWidths);

    static constexpr int kMaxRecent = 10;
    static constexpr int kMaxMegabytes = 1 << 20;
    static constexpr std::size_t bytesOf(int megabytes) { return std::size_t(megabytes) << 20; }

private:
    QSettings& changed();

    Tell tellUnwritten_;
};

} // namespace headlight
