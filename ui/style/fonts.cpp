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

QFont made(const QStringList& families, double pointSize) {
    QFont font(firstInstalled(families));
    font.setPointSizeF(pointSize);
    return font;
}

} // namespace

QFont textFont(double pointSize) {
    return made({QStringLiteral("Inter"), QStringLiteral("Noto Sans"), QStringLiteral("DejaVu Sans")}, pointSize);
}

QFont numberFont(double pointSize) {
    return made(
        {QStringLiteral("JetBrains Mono"), QStringLiteral("Noto Sans Mono"), QStringLiteral("DejaVu Sans Mono")},
        pointSize);
}

} // namespace headlight
