#pragma once
// Languages of other commas, letters and digits, made on the spot from the system's sources where it lacks them.

#include <QByteArray>
#include <QDir>
#include <QProcess>
#include <QTemporaryDir>

#include <clocale>

namespace headlight::testing {

/// German commas, the Turkish i, Arabic digits and writing from the right.
inline constexpr const char* kLanguages[] = {"de_DE", "tr_TR", "ar_EG"};

/// Makes LC_ALL=de_DE.UTF-8 mean something to this process, and to those that it starts, until the next one is named.
class Locales {
public:
    /// The name to set; empty where the system has neither the locale nor what it is made of.
    QByteArray named(const char* language) {
        const QByteArray name = QByteArray(language) + ".UTF-8", before = std::setlocale(LC_ALL, nullptr);
        const auto isThere = [&] {
            const bool is = std::setlocale(LC_ALL, name) != nullptr;
            std::setlocale(LC_ALL, before);
            return is;
        };
        qunsetenv("LOCPATH");
        // A folder for each, since the C library remembers what it has not found in one.
        const QString folder = folder_.filePath(QString::fromLatin1(language));
        const bool isMade = QDir(folder).exists();
        if (!isMade && isThere()) return name;
        if (!isMade) {
            QDir().mkpath(folder);
            QProcess::execute("localedef", {"--no-archive", "-i", QString::fromLatin1(language), "-f", "UTF-8",
                                            folder + u'/' + QString::fromLatin1(name)});
        }
        qputenv("LOCPATH", folder.toLocal8Bit());
        return isThere() ? name : QByteArray();
    }
    ~Locales() { qunsetenv("LOCPATH"); }

private:
    QTemporaryDir folder_;
};

} // namespace headlight::testing
