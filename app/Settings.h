#pragma once

#include "SettingsFile.h"
#include "words/conventions.h"

#include <QByteArray>
#include <QList>
#include <QStringList>

#include <optional>
#include <utility>

namespace headlight {

/// What the program remembers from one start to the next, and nothing of the document.
class Settings {
public:
    /// Told once, if they cannot be kept: they hold until the program ends.
    void tellProblems(SettingsFile::Problems problems) { store_.tellProblems(std::move(problems)); }

    QStringList recentFiles() const; ///< absolute paths, the latest first, at most kMaxRecent
    void addRecentFile(const QString& path);
    void removeRecentFile(const QString& path);
    void clearRecentFiles();

    QString lastFolder() const; ///< of the last file opened or saved; the home folder at first
    void setLastFolder(const QString& folder);

    /// The files whose writing was begun last, at most kMaxRecent. Told before: a kill in the midst of it leaves
    /// something there.
    QStringList writings() const;
    void addWriting(const QString& path);

    QString exportFolder() const; ///< of the last picture; lastFolder() at first
    void setExportFolder(const QString& folder);

    QString theme() const;
    void setTheme(const QString& id);

    int textPercent(bool presenting) const; ///< from 80 to 200; 100 at first, in a presentation kPresentationPercent
    void setTextPercent(bool presenting, int percent);

    Conventions conventions() const;
    void setConventions(const Conventions&);

    int historyMegabytes() const; ///< the bound of the history, from 1 to kMaxMegabytes; 256 at first
    void setHistoryMegabytes(int megabytes);

    bool isCourseDeclined() const; ///< the first session does not offer it again
    void setCourseDeclined();

    QByteArray windowGeometry() const;
    QList<int> panelWidths() const;   ///< empty at first; as hostile as the file
    QStringList hiddenPanels() const; ///< their names in THE list
    void setHiddenPanels(const QStringList& names);
    std::optional<bool> isPipelineFolded() const; ///< nothing: as the window's height allows
    void setPipelineFolded(bool folded);
    void setWindow(const QByteArray& geometry, const QList<int>& panelWidths);

    static constexpr int kPresentationPercent = 150;
    static constexpr int kMaxRecent = 10;
    static constexpr int kMaxMegabytes = 1 << 20;

private:
    SettingsFile store_;
};

} // namespace headlight
