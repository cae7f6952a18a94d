#include "style/Theme.h"

#include <QCoreApplication>

#include <array>

namespace headlight {
namespace {

Theme makeLight() {
    Theme t;
    t.id = QStringLiteral("light");
    t.name = QT_TRANSLATE_NOOP("Themes", "Light");
    t.window = QColor(0xf3, 0xf4, 0xf6);
    t.surface = QColor(0xff, 0xff, 0xff);
    t.sunken = QColor(0xec, 0xee, 0xf2);
    t.border = QColor(0xd9, 0xdd, 0xe4);
    t.text = QColor(0x1c, 0x21, 0x2b);
    t.muted = QColor(0x5f, 0x68, 0x77);
    t.query = QColor(0x1d, 0x4e, 0xd8);
    t.key = QColor(0xb4, 0x5f, 0x06);
    t.keySoft = QColor(0xfd, 0xf1, 0xd3);
    t.positive = QColor(0x15, 0x7a, 0x3e);
    t.error = QColor(0xb4, 0x23, 0x18);
    t.errorSoft = QColor(0xfd, 0xe8, 0xe6);
    t.notANumber = QColor(0xd9, 0x46, 0xef);
    t.masked = QColor(0xe2, 0xe5, 0xea);
    t.negativeEnd = QColor(0x2a, 0x6f, 0xb3);
    t.zero = QColor(0xf6, 0xf7, 0xf8);
    t.positiveEnd = QColor(0xc2, 0x3b, 0x33);
    t.queryLine = QColor(0x1b, 0x3d, 0xa6);
    t.keyLine = QColor(0x7a, 0x2e, 0x00);
    t.cellLine = Qt::black;
    t.lineCasing = Qt::white;
    return t;
}

Theme makeDark() {
    Theme t;
    t.id = QStringLiteral("dark");
    t.name = QT_TRANSLATE_NOOP("Themes", "Dark");
    t.dark = true;
    t.window = QColor(0x13, 0x16, 0x1c);
    t.surface = QColor(0x1b, 0x1f, 0x27);
    t.sunken = QColor(0x26, 0x2b, 0x35);
    t.border = QColor(0x37, 0x3e, 0x4b);
    t.text = QColor(0xe6, 0xe9, 0xef);
    t.muted = QColor(0x9a, 0xa4, 0xb4);
    t.query = QColor(0x7f, 0xa8, 0xff);
    t.key = QColor(0xf2, 0xb3, 0x4b);
    t.keySoft = QColor(0x45, 0x37, 0x1b);
    t.positive = QColor(0x5f, 0xd0, 0x8b);
    t.error = QColor(0xff, 0x8d, 0x80);
    t.errorSoft = QColor(0x4a, 0x24, 0x21);
    t.notANumber = QColor(0xe8, 0x79, 0xf9);
    t.masked = QColor(0x2b, 0x30, 0x3a);
    t.negativeEnd = QColor(0x4a, 0x97, 0xe0);
    t.zero = QColor(0x24, 0x29, 0x32);
    t.positiveEnd = QColor(0xe0, 0x62, 0x57);
    t.queryLine = QColor(0x8f, 0xb4, 0xff);
    t.keyLine = QColor(0xf2, 0xb3, 0x4b);
    t.cellLine = Qt::white;
    t.lineCasing = QColor(0x0b, 0x0d, 0x11);
    return t;
}

} // namespace

const Theme& lightTheme() {
    static const Theme theme = makeLight();
    return theme;
}

const Theme& darkTheme() {
    static const Theme theme = makeDark();
    return theme;
}

std::span<const Theme* const> themes() {
    static const std::array list{&lightTheme(), &darkTheme()};
    return list;
}

QString Theme::shownName() const { return QCoreApplication::translate("Themes", name); }

const Theme* findTheme(const QString& id) {
    for (const Theme* theme : themes())
        if (theme->id == id) return theme;
    return nullptr;
}

} // namespace headlight
