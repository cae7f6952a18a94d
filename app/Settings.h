#pragma once

#include "backend/opencl/devices.h"
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

/// What the program remembers from one start to the next, and nothing of the document.
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

    QString lastFolder() const; ///< of the last file opened or saved; the home folder at first

    /// The files whose writing was begun last, at most kMaxRecent. Told before: a kill in the midst of it leaves
    /// something there.
    QStringList writings() const;
    void addWriting(const QString& path);

    QString exportFolder() const; ///< of the last picture; lastFolder() at first
    void setExportFolder(const QString& folder);

    QString theme() const;
    void setTheme(const QString& id);

    int textPercent(bool presenting) const; ///< from 80 to 200; at first the usual one
    void setTextPercent(bool presenting, int percent);
    static int
    usualTextPercent(bool presenting); ///< a presentation has larger text, as much as the screen has room for

    Conventions conventions() const;
    void setConventions(const Conventions&);

    int historyMegabytes() const; ///< the bound of the history, from 1 to kMaxMegabytes; 256 at first
    void setHistoryMegabytes(int megabytes);

    int threads() const; ///< that the CPU computes with, from 1 to kMostThreads; 0, as at first: one for each core
    void setThreads(int count);

    int scoreMegabytes() const; ///< see scoreMemory(), from 1 to kMaxMegabytes; 1024 at first
    void setScoreMegabytes(int megabytes);

    std::string backend() const; ///< an id of backends.h; there may no longer be such a backend
    void setBackend(const std::string& id);
    /// From how many multiplications on a device is worth it (measuredBreakEven). Nothing: not measured, or it never
    /// is, which a busy moment may have decided, and which is measured again.
    std::optional<double> leastWork(const OpenClDevice&) const;
    void setLeastWork(const OpenClDevice&, double multiplications);
    void forgetLeastWork(); ///< of all devices

    bool isCourseDeclined() const; ///< the first session does not offer it again
    void setCourseDeclined();

    QByteArray windowGeometry() const;
    QList<int> panelWidths() const;   ///< empty at first; as hostile as the file
    QStringList hiddenPanels() const; ///< their names in THE list; at first the statistics
    void setHiddenPanels(const QStringList& names);
    std::optional<bool> isPipelineFolded() const; ///< nothing: it has never been folded or unfolded
    void setPipelineFolded(bool folded);
    void setWindow(const QByteArray& geometry, const QList<int>& panelWidths);

    static constexpr int kMaxRecent = 10;
    static constexpr int kMaxMegabytes = 1 << 20;
    static constexpr std::size_t bytesOf(int megabytes) { return std::size_t(megabytes) << 20; }

protected:
    bool event(QEvent*) override;

private:
    Tell tellUnwritten_;
};

} // namespace headlight
