#include "Settings.h"

#include "backend/backends.h"
#include "backend/cpu/CpuBackend.h"
#include "base/parallel.h"
#include "plot/CellFormat.h"
#include "style/textSize.h"

#include <QByteArray>
#include <QDir>
#include <QFileInfo>
#include <QGuiApplication>
#include <QScreen>
#include <QTimer>

#include <cmath>
#include <utility>

namespace headlight {
namespace {

const QString kRecent = QStringLiteral("files/recent");
const QString kFolder = QStringLiteral("files/folder");
const QString kWriting = QStringLiteral("files/writing");
const QString kExports = QStringLiteral("files/exports");
const QString kTheme = QStringLiteral("window/theme");
const QString kFromZero = QStringLiteral("reading/fromZero");
const QString kOutByIn = QStringLiteral("reading/outByIn");
const QString kDecimals = QStringLiteral("reading/decimals"), kCopied = QStringLiteral("reading/copiedDecimals");
const QString kNoCourse = QStringLiteral("course/declined");
const QString kHistory = QStringLiteral("history/megabytes");
const QString kText = QStringLiteral("window/text"), kPresentedText = QStringLiteral("window/presentedText");
const QString kBackend = QStringLiteral("compute/backend"), kMinWork = QStringLiteral("compute/leastWork"),
              kThreads = QStringLiteral("compute/threads"), kScores = QStringLiteral("compute/scoreMegabytes");
constexpr int kHistoryMegabytes = 256, kScoreMegabytes = static_cast<int>(kScoreMemory / Settings::bytesOf(1));
// The number is the version of the arrangement; the bytes of an older version are ignored.
const QString kGeometry = QStringLiteral("window/geometry1");
const QString kHidden = QStringLiteral("window/hidden");
const QString kFolded = QStringLiteral("window/pipelineFolded");
const QString kWidths = QStringLiteral("window/widths1");

QString minWorkKey(const OpenClDevice& device) {
    const QByteArray name = QByteArray::fromStdString(device.name + " " + device.driver);
    return kMinWork + QLatin1Char('/') + QString::fromLatin1(name.toPercentEncoding()); // it may hold a slash
}

/// Returns a number of the file, which may have anything; `usual` if it is none from `min` to `max`.
int numberIn(const QVariant& value, int min, int max, int usual) {
    bool isNumber = false;
    const int number = value.toInt(&isNumber);
    return isNumber && number >= min && number <= max ? number : usual;
}

/// Puts a path at the beginning of a list. True if it is new.
bool putFirst(QStringList& files, const QString& path) {
    const QString absolute = QFileInfo(path).absoluteFilePath();
    const bool isNew = files.removeAll(absolute) == 0;
    files.prepend(absolute);
    files = files.mid(0, Settings::kMaxRecent);
    return isNew;
}

} // namespace

Settings::Settings()
    : QSettings(QSettings(IniFormat, UserScope, QStringLiteral("headlight"), QStringLiteral("headlight")).fileName(),
                IniFormat) {}

/// Returns this to be changed. Soon after, it is checked whether the change was written.
QSettings& Settings::changed() {
    QTimer::singleShot(0, this, [this] {
        // Another object is asked, since status() of this one stays at its first error, for example a damaged file.
        QSettings file(fileName(), IniFormat);
        file.sync();
        if (file.status() == AccessError && tellUnwritten_) std::exchange(tellUnwritten_, nullptr)(fileName());
    });
    return *this;
}

QStringList Settings::recentFiles() const { return value(kRecent).toStringList(); }

void Settings::addRecentFile(const QString& path) {
    QStringList files = recentFiles();
    putFirst(files, path);
    changed().setValue(kRecent, files);
    changed().setValue(kFolder, QFileInfo(path).absolutePath());
}

void Settings::removeRecentFile(const QString& path) {
    QStringList files = recentFiles();
    files.removeAll(path);
    changed().setValue(kRecent, files);
}

void Settings::clearRecentFiles() { changed().remove(kRecent); }

QString Settings::lastFolder() const { return value(kFolder, QDir::homePath()).toString(); }

QStringList Settings::writings() const { return value(kWriting).toStringList(); }
void Settings::addWriting(const QString& path) {
    QStringList files = writings();
    if (!putFirst(files, path)) return;
    changed().setValue(kWriting, files);
    sync();
}

QString Settings::exportFolder() const { return value(kExports, lastFolder()).toString(); }
void Settings::setExportFolder(const QString& folder) { changed().setValue(kExports, folder); }

QString Settings::theme() const { return value(kTheme, themes().front()->id).toString(); }
void Settings::setTheme(const QString& id) { changed().setValue(kTheme, id); }

int Settings::textPercent(bool presenting) const {
    constexpr int kMin = static_cast<int>(kMinTextSize * 100), kMax = static_cast<int>(kMaxTextSize * 100);
    return numberIn(value(presenting ? kPresentedText : kText), kMin, kMax, usualTextPercent(presenting));
}

int Settings::usualTextPercent(bool presenting) {
    const int height = QGuiApplication::primaryScreen()->size().height();
    return !presenting ? 100 : height < 800 ? 110 : height < 1000 ? 125 : 150; // the maps grow, too
}

void Settings::setTextPercent(bool presenting, int percent) {
    changed().setValue(presenting ? kPresentedText : kText, percent);
}

Conventions Settings::conventions() const {
    return {value(kFromZero, false).toBool(), value(kOutByIn, false).toBool()};
}

void Settings::setConventions(const Conventions& wanted) {
    changed().setValue(kFromZero, wanted.fromZero);
    changed().setValue(kOutByIn, wanted.outByIn);
}

Decimals Settings::decimals() const {
    return {numberIn(value(kDecimals), kAllDigits, kMaxDecimals, Decimals().inspector),
            numberIn(value(kCopied), kAllDigits, kMaxDecimals, Decimals().copied)};
}

void Settings::setDecimals(const Decimals& wanted) {
    changed().setValue(kDecimals, wanted.inspector);
    changed().setValue(kCopied, wanted.copied);
}

int Settings::historyMegabytes() const { return numberIn(value(kHistory), 1, kMaxMegabytes, kHistoryMegabytes); }

void Settings::setHistoryMegabytes(int megabytes) { changed().setValue(kHistory, megabytes); }

int Settings::threads() const { return numberIn(value(kThreads), 0, kMaxThreads, 0); }
void Settings::setThreads(int count) { changed().setValue(kThreads, count); }

int Settings::scoreMegabytes() const { return numberIn(value(kScores), 1, kMaxMegabytes, kScoreMegabytes); }
void Settings::setScoreMegabytes(int megabytes) { changed().setValue(kScores, megabytes); }

std::string Settings::backend() const {
    return value(kBackend, QLatin1String(kAutomaticBackend)).toString().toStdString();
}

void Settings::setBackend(const std::string& id) { changed().setValue(kBackend, QString::fromStdString(id)); }

std::optional<double> Settings::minWork(const OpenClDevice& device) const {
    bool isNumber = false;
    const double work = value(minWorkKey(device)).toDouble(&isNumber);
    return isNumber && work >= 0 && std::isfinite(work) ? std::optional(work) : std::nullopt;
}

void Settings::setMinWork(const OpenClDevice& device, double multiplications) {
    changed().setValue(minWorkKey(device), multiplications);
}

void Settings::forgetMinWork() { changed().remove(kMinWork); }

bool Settings::isCourseDeclined() const { return value(kNoCourse, false).toBool(); }
void Settings::setCourseDeclined() { changed().setValue(kNoCourse, true); }

QByteArray Settings::windowGeometry() const { return value(kGeometry).toByteArray(); }

QList<int> Settings::panelWidths() const {
    QList<int> widths;
    for (const QVariant& width : value(kWidths).toList()) widths << width.toInt();
    return widths;
}

QStringList Settings::hiddenPanels() const { return value(kHidden, QStringLiteral("Statistics")).toStringList(); }
std::optional<bool> Settings::isPipelineFolded() const {
    const QString kept = value(kFolded).toString();
    return kept == QStringLiteral("true")    ? std::optional(true)
           : kept == QStringLiteral("false") ? std::optional(false)
                                             : std::nullopt;
}

void Settings::setPipelineFolded(bool folded) { changed().setValue(kFolded, folded); }

void Settings::setHiddenPanels(const QStringList& names) { changed().setValue(kHidden, names); }

void Settings::setWindow(const QByteArray& geometry, const QList<int>& panelWidths) {
    QVariantList widths;
    for (const int width : panelWidths) widths << width;
    changed().setValue(kGeometry, geometry);
    changed().setValue(kWidths, widths);
}

} // namespace headlight
