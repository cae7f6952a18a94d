#pragma once
// Languages of other commas, letters and digits, made from the system's sources where it has not got them. Whoever has
// no localedef, a system of another C library, skips these tests; Debian has it, and its package locales the sources.

#include <gnu/libc-version.h>

#include <QByteArray>
#include <QCoreApplication>
#include <QDir>
#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>

#include <clocale>

namespace headlight::testing {

/// German commas, the Turkish i, Arabic digits and writing from the right.
inline constexpr const char* kLanguages[] = {"de_DE", "tr_TR", "ar_EG"};

/// Makes LC_ALL=de_DE.UTF-8 mean something to this process, and to those that it starts, until the next one is named.
class Locales {
public:
    static bool canBeMade() { return !QStandardPaths::findExecutable(QStringLiteral("localedef")).isEmpty(); }

    /// The name to set; empty where the system has neither the locale nor what it is made of.
    static QByteArray named(const char* language) {
        const QByteArray name = QByteArray(language) + ".UTF-8";
        qunsetenv("LOCPATH");
        // A folder for each, since the C library remembers what it has not found in one.
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
    /// Beside the test program, since making one takes seconds; those of another C library may be of another form.
    static QString kept() {
        return QStringLiteral("%1/locales-%2/").arg(QCoreApplication::applicationDirPath(), gnu_get_libc_version());
    }
    static bool isThere(const QByteArray& name) {
        const QByteArray before = std::setlocale(LC_ALL, nullptr);
        const bool is = std::setlocale(LC_ALL, name) != nullptr;
        std::setlocale(LC_ALL, before);
        return is;
    }
    /// Elsewhere, then at its place, which another test may have filled meanwhile.
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
