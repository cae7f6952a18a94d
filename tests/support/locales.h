#pragma once
// Languages with other commas, letters and digits, built from the system's sources where they are not installed. Tests
// that need them are skipped without localedef or with another C library; Debian's package locales has the sources.

#include <gnu/libc-version.h>

#include <QByteArray>
#include <QCoreApplication>
#include <QDir>
#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>

#include <clocale>

namespace headlight::testing {

/// Languages with decimal commas, the Turkish i, and Arabic digits written from the right.
inline constexpr const char* kLanguages[] = {"de_DE", "tr_TR", "ar_EG"};

/// Makes LC_ALL=de_DE.UTF-8 valid in this process, and in those that it starts, until the next language is named.
class Locales {
public:
    static bool canBeMade() { return !QStandardPaths::findExecutable(QStringLiteral("localedef")).isEmpty(); }

    /// Returns the name to set; empty if the system has neither the locale nor its sources.
    static QByteArray named(const char* language) {
        const QByteArray name = QByteArray(language) + ".UTF-8";
        qunsetenv("LOCPATH");
        // Each language has a folder of its own, since the C library remembers what it has not found in one.
        const QString folder = kept() + QString::fromLatin1(language);
        if (!QDir(folder).exists()) {
            if (isThere(name)) return name;
            make(name, language, folder);
        }
        qputenv("LOCPATH", folder.toLocal8Bit());
        return isThere(name) ? name : QByteArray();
    }
    ~Locales() { qunsetenv("LOCPATH"); }

private:
    /// Returns a folder beside the test program, since building takes seconds. Each C library has its own format and
    /// folder.
    static QString kept() {
        return QStringLiteral("%1/locales-%2/").arg(QCoreApplication::applicationDirPath(), gnu_get_libc_version());
    }
    static bool isThere(const QByteArray& name) {
        const QByteArray before = std::setlocale(LC_ALL, nullptr);
        const bool is = std::setlocale(LC_ALL, name) != nullptr;
        std::setlocale(LC_ALL, before);
        return is;
    }
    /// Builds in a temporary folder, then renames it; another test may have made `folder` meanwhile.
    static void make(const QByteArray& name, const char* language, const QString& folder) {
        QDir().mkpath(kept());
        QTemporaryDir making(kept() + QStringLiteral("making-XXXXXX"));
        if (QProcess::execute("localedef", {"--no-archive", "-i", QString::fromLatin1(language), "-f", "UTF-8",
                                            making.filePath(QString::fromLatin1(name))}) == 0 &&
            QDir().rename(making.path(), folder))
            making.setAutoRemove(false);
    }
};

} // namespace headlight::testing
