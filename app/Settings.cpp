#include "Settings.h"

#include <QFileInfo>
#include <QGuiApplication>
#include <QScreen>
#include <QTimer>

#include <cmath>

namespace headlight {
namespace {

const QString kExports = QStringLiteral("files/exports"), kFolded = QStringLiteral("window/pipelineFolded"),
              kMinWork = QStringLiteral("compute/leastWork"), kWidths = QStringLiteral("window/widths1");

QString minWorkKey(const OpenClDevice& device) {
    const QByteArray name = QByteArray::fromStdString(device.name + " " + device.driver);
    return kMinWork + QLatin1Char('/') + QString::fromLatin1(name.toPercentEncoding()); // it may hold a slash
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

/// Puts a path at the beginning of a list.
void Settings::putFirst(const Kept<QStringList>& files, const QString& path) {
    const QString absolute = QFileInfo(path).absoluteFilePath();
    QStringList list = files();
    list.removeAll(absolute);
    list.prepend(absolute);
    files.set(list.mid(0, kMaxRecent));
}

void Settings::addRecentFile(const QString& path) {
    putFirst(recentFiles, path);
    lastFolder.set(QFileInfo(path).absolutePath());
}

void Settings::removeRecentFile(const QString& path) {
    QStringList files = recentFiles();
    files.removeAll(path);
    recentFiles.set(files);
}

void Settings::addWriting(const QString& path) {
    if (writings().contains(QFileInfo(path).absoluteFilePath())) return;
    putFirst(writings, path);
    sync();
}

QString Settings::exportFolder() const { return value(kExports, lastFolder()).toString(); }
void Settings::setExportFolder(const QString& folder) { changed().setValue(kExports, folder); }

int Settings::textPercent(bool presenting) const {
    const int kept = presenting ? presentedText_() : text_();
    return kept > 0 ? kept : usualTextPercent(presenting);
}

int Settings::usualTextPercent(bool presenting) {
    const int height = QGuiApplication::primaryScreen()->size().height();
    return !presenting ? 100 : height < 800 ? 110 : height < 1000 ? 125 : 150; // the maps grow, too
}

void Settings::setTextPercent(bool presenting, int percent) { (presenting ? presentedText_ : text_).set(percent); }

void Settings::setConventions(const Conventions& wanted) {
    fromZero_.set(wanted.fromZero);
    outByIn_.set(wanted.outByIn);
}

void Settings::setDecimals(const Decimals& wanted) {
    decimals_.set(wanted.inspector);
    copiedDecimals_.set(wanted.copied);
}

std::optional<double> Settings::minWork(const OpenClDevice& device) const {
    bool isNumber = false;
    const double work = value(minWorkKey(device)).toDouble(&isNumber);
    return isNumber && work >= 0 && std::isfinite(work) ? std::optional(work) : std::nullopt;
}

void Settings::setMinWork(const OpenClDevice& device, double multiplications) {
    changed().setValue(minWorkKey(device), multiplications);
}

void Settings::forgetMinWork() { changed().remove(kMinWork); }

QList<int> Settings::panelWidths() const {
    QList<int> widths;
    for (const QVariant& width : value(kWidths).toList()) widths << width.toInt();
    return widths;
}

void Settings::setPanelWidths(const QList<int>& widths) {
    changed().setValue(kWidths, QVariantList(widths.begin(), widths.end()));
}

std::optional<bool> Settings::isPipelineFolded() const {
    const QString kept = value(kFolded).toString();
    return kept == QStringLiteral("true")    ? std::optional(true)
           : kept == QStringLiteral("false") ? std::optional(false)
                                             : std::nullopt;
}

void Settings::setPipelineFolded(bool folded) { changed().setValue(kFolded, folded); }

} // namespace headlight
