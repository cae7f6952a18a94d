#include "style/textSize.h"

#include <QCoreApplication>
#include <QDir>
#include <QFontDatabase>

namespace headlight {
namespace {

/// Returns the first installed one of three families that show text as it was typed. Others change letters by their
/// neighbours: Inter makes "×" of "10x20" and "→" of "->". The last one comes with every Debian desktop.
const QString& family() {
    // Found once, since this lists all families, and every label and cell asks for its font.
    static const QString found = [] {
        const QDir own(QCoreApplication::applicationDirPath() + QStringLiteral("/../headlight-fonts")); // of the wheel
        for (const QString& file : own.entryList({QStringLiteral("*.ttf")}))
            QFontDatabase::addApplicationFont(own.filePath(file));
        const QStringList wanted{QStringLiteral("Roboto"), QStringLiteral("Open Sans"), QStringLiteral("DejaVu Sans")};
        const QStringList installed = QFontDatabase::families();
        for (const QString& name : wanted)
            if (installed.contains(name)) return name;
        return wanted.last();
    }();
    return found;
}

/// Letter spacing in pixels, too little to be seen: with any, "fi" stays two letters, in the text of a PDF, too.
constexpr double kApart = 0.05;

} // namespace

QFont fieldFont(double pointSize) {
    QFont font(family());
    font.setPointSizeF(pointSize * textSize());
    return font;
}

QFont textFont(double pointSize) {
    QFont font = fieldFont(pointSize);
    font.setLetterSpacing(QFont::AbsoluteSpacing, kApart);
    return font;
}

} // namespace headlight
