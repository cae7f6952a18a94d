#include "Settings.h"

#include "style/textSize.h"

#include <QDir>
#include <QFileInfo>

namespace headlight {
namespace {

const QString kRecent = QStringLiteral("files/recent");
const QString kFolder = QStringLiteral("files/folder");
const QString kWriting = QStringLiteral("files/writing");
const QString kExports = QStringLiteral("files/exports");
const QString kTheme = QStringLiteral("window/theme");
const QString kFromZero = QStringLiteral("reading/fromZero");
const QString kOutByIn = QStringLiteral("reading/outByIn");
const QString kNoCourse = QStringLiteral("course/declined");
const QString kHistory = QStringLiteral("history/megabytes");
const QString kText = QStringLiteral("window/text"), kPresentedText = QStringLiteral("window/presentedText");
constexpr int kHistoryMegabytes = 256;
// The number says which arrangement the bytes belong to; a new one leaves the old behind.
const QString kGeometry = QStringLiteral("window/geometry1");
const QString kHidden = QStringLiteral("window/hidden");
const QString kFolded = QStringLiteral("window/pipelineFolded");
const QString kWidths = QStringLiteral("window/widths1");

/// True if it was not there already.
bool putFirst(QStringList& files, const QString& path) {
    const QString absolute = QFileInfo(path).absoluteFilePath();
    const bool isNew = files.removeAll(absolute) == 0;
    files.prepend(absolute);
    files = files.mid(0, Settings::kMaxRecent);
    return isNew;
}

} // namespace

QStringList Settings::recentFiles() const { return store_.value(kRecent).toStringList(); }

void Settings::addRecentFile(const QString& path) {
    QStringList files = recentFiles();
    putFirst(files, path);
    store_.set({{kRecent, files}, {kFolder, QFileInfo(path).absolutePath()}});
}

void Settings::removeRecentFile(const QString& path) {
    QStringList files = recentFiles();
    files.removeAll(path);
    store_.set({{kRecent, files}});
}

void Settings::clearRecentFiles() { store_.set({{kRecent, {}}}); }

QString Settings::lastFolder() const { return store_.value(kFolder, QDir::homePath()).toString(); }
void Settings::setLastFolder(const QString& folder) { store_.set({{kFolder, folder}}); }

QStringList Settings::writings() const { return store_.value(kWriting).toStringList(); }
void Settings::addWriting(const QString& path) {
    QStringList files = writings();
    if (putFirst(files, path)) store_.set({{kWriting, files}});
}

QString Settings::exportFolder() const { return store_.value(kExports, lastFolder()).toString(); }
void Settings::setExportFolder(const QString& folder) { store_.set({{kExports, folder}}); }

QString Settings::theme() const { return store_.value(kTheme, themes().front()->id).toString(); }
void Settings::setTheme(const QString& id) { store_.set({{kTheme, id}}); }

int Settings::textPercent(bool presenting) const {
    bool isNumber = false;
    const int percent = store_.value(presenting ? kPresentedText : kText).toInt(&isNumber);
    const bool isSane = isNumber && percent >= kLeastTextSize * 100 && percent <= kMostTextSize * 100;
    return isSane ? percent : presenting ? kPresentationPercent : 100;
}

void Settings::setTextPercent(bool presenting, int percent) {
    store_.set({{presenting ? kPresentedText : kText, percent}});
}

Conventions Settings::conventions() const {
    return {store_.value(kFromZero, false).toBool(), store_.value(kOutByIn, false).toBool()};
}

void Settings::setConventions(const Conventions& wanted) {
    store_.set({{kFromZero, wanted.fromZero}, {kOutByIn, wanted.outByIn}});
}

int Settings::historyMegabytes() const {
    bool isNumber = false;
    const int megabytes = store_.value(kHistory, kHistoryMegabytes).toInt(&isNumber);
    return isNumber && megabytes >= 1 && megabytes <= kMaxMegabytes ? megabytes : kHistoryMegabytes;
}

void Settings::setHistoryMegabytes(int megabytes) { store_.set({{kHistory, megabytes}}); }

bool Settings::isCourseDeclined() const { return store_.value(kNoCourse, false).toBool(); }
void Settings::setCourseDeclined() { store_.set({{kNoCourse, true}}); }

QByteArray Settings::windowGeometry() const { return store_.value(kGeometry).toByteArray(); }

QList<int> Settings::panelWidths() const {
    QList<int> widths;
    for (const QVariant& width : store_.value(kWidths).toList()) widths << width.toInt();
    return widths;
}

QStringList Settings::hiddenPanels() const { return store_.value(kHidden).toStringList(); }
std::optional<bool> Settings::isPipelineFolded() const {
    const QString kept = store_.value(kFolded).toString();
    return kept == QStringLiteral("true")    ? std::optional(true)
           : kept == QStringLiteral("false") ? std::optional(false)
                                             : std::nullopt;
}

void Settings::setPipelineFolded(bool folded) { store_.set({{kFolded, folded}}); }

void Settings::setHiddenPanels(const QStringList& names) { store_.set({{kHidden, names}}); }

void Settings::setWindow(const QByteArray& geometry, const QList<int>& panelWidths) {
    QVariantList widths;
    for (const int width : panelWidths) widths << width;
    store_.set({{kGeometry, geometry}, {kWidths, widths}});
}

} // namespace headlight
