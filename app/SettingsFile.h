#pragma once

#include "base/Result.h"

#include <QMap>
#include <QString>
#include <QVariant>

#include <functional>
#include <optional>

namespace headlight {

/// The file of the settings: read as QSettings reads it, and written as every other file is (io/files.h), so that it is
/// the old one or the new one; without waiting for the disk, since it is written by the thread of the window. What
/// could not be written holds until the program ends, and goes with the next writing. What another window has written
/// meanwhile stays. GUI thread.
class SettingsFile {
public:
    using Problems = std::function<void(const Problem&)>;

    SettingsFile();

    /// Who is told the first time that it cannot be written.
    void tellProblems(Problems problems) { problems_ = std::move(problems); }

    QVariant value(const QString& key, const QVariant& otherwise = {}) const { return values_.value(key, otherwise); }
    /// These together; an invalid value is none. At once.
    void set(const QMap<QString, QVariant>& values);

    /// As QSettings writes it: all that it can read back.
    static QByteArray textOf(const QMap<QString, QVariant>& values);

private:
    static std::optional<QMap<QString, QVariant>> read(const QString& path); ///< nothing: it cannot be read
    Result<void> write();

    QString path_;
    QMap<QString, QVariant> values_;
    QMap<QString, QVariant> unwritten_; ///< those of values_ that differ from the file's; invalid: to be taken out
    Problems problems_;
    bool hasSaid_ = false;
};

} // namespace headlight
