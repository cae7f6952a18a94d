#include "style/Theme.h"

#include <QFontDatabase>

namespace headlight {
namespace {

/// The first family that is installed; the last one comes with every Debian desktop.
QString firstInstalled(const QStringList& families) {
    const QStringList installed = QFontDatabase::families();
    for (const QString& family : families)
        if (installed.contains(family)) return family;
    return families.last();
}

QFont made(const QString& family, double pointSize) {
    QFont font(family);
    font.setPointSizeF(pointSize);
    return font;
}

} // namespace

QFont textFont(double pointSize) {
    // Asked once: it lists all families, and every label and cell asks for its font.
    static const QString family = firstInstalled(
        {QStringLiteral("Inter"), QStringLiteral("Noto Sans"), QStringLiteral("DejaVu Sans")});
    return made(family, pointSize);
}

QFont numberFont(double pointSize) {
    static const QString family = firstInstalled(
        {QStringLiteral("JetBrains Mono"), QStringLiteral("Noto Sans Mono"), QStringLiteral("DejaVu Sans Mono")});
    return made(family, pointSize);
}

} // namespace headlight
