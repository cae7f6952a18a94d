#include "Sandbox.h"

#include <QDir>
#include <QFile>
#include <QSettings>

namespace headlight::monkey {
namespace {

void writeFile(const QString& path, const QByteArray& bytes) {
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size()) qFatal("The sandbox cannot be filled.");
}

} // namespace

Sandbox::Sandbox() {
    if (!folder_.isValid() || !QDir::setCurrent(folder_.path())) qFatal("There is no sandbox.");
    for (const char* name : {"HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME"})
        qputenv(name, QFile::encodeName(folder_.path()));
    qputenv("OCL_ICD_VENDORS", QFile::encodeName(folder_.path())); // no device, so all frames are the CPU's
    QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, folder_.path());
    QFile::copy(QStringLiteral(HEADLIGHT_TEST_DATA "/golden/small.headlight"), folder_.filePath("small.headlight"));
    writeFile(folder_.filePath("broken.headlight"), "{\"format\": \"headlight-session\", \"version\": 1,");
    writeFile(folder_.filePath("large.headlight"), // 60,000 rows: slow to open, save and journal
              R"({"format": "headlight-session", "version": 1, "sentence": "one two", "vocabulary": [{"token": "one", )"
              R"("id": 0}], "embeddings": {"init": "randn", "shape": [60000, 128]}})");
    QDir(folder_.path()).mkdir("folder.headlight");
    writeFile(folder_.filePath("screen.json"),
              R"({"screens": [{"name": "screen", "x": 0, "y": 0, "width": 1920, "height": 1080}]})");
}

QString Sandbox::platform() const { return "offscreen:configfile=" + folder_.filePath("screen.json"); }

} // namespace headlight::monkey
