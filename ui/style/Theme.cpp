#include "style/Theme.h"

#include "style/textSize.h"

#include <QCoreApplication>
#include <QDir>
#include <QFontDatabase>

#include <algorithm>
#include <array>

static void initResources() { Q_INIT_RESOURCE(resources); } // not possible inside a namespace

namespace headlight {
namespace {

struct Colour {
    QColor Theme::*of;
    QRgb light, dark;
};
constexpr Colour kColours[] = {
    {&Theme::window, 0xf3f4f6, 0x13161c},      {&Theme::surface, 0xffffff, 0x1b1f27},
    {&Theme::sunken, 0xeceef2, 0x262b35},      {&Theme::border, 0xd9dde4, 0x373e4b},
    {&Theme::text, 0x1c212b, 0xe6e9ef},        {&Theme::muted, 0x5f6877, 0x9aa4b4},
    {&Theme::query, 0x1d4ed8, 0x7fa8ff},       {&Theme::key, 0xb45f06, 0xf2b34b},
    {&Theme::keySoft, 0xfdf1d3, 0x45371b},     {&Theme::positive, 0x157a3e, 0x5fd08b},
    {&Theme::error, 0xb42318, 0xff8d80},       {&Theme::errorSoft, 0xfde8e6, 0x4a2421},
    {&Theme::notANumber, 0xd946ef, 0xe879f9},  {&Theme::masked, 0xe2e5ea, 0x2b303a},
    {&Theme::negativeEnd, 0x2a6fb3, 0x4a97e0}, {&Theme::zero, 0xf6f7f8, 0x242932},
    {&Theme::positiveEnd, 0xc23b33, 0xe06257}, {&Theme::queryLine, 0x1b3da6, 0x8fb4ff},
    {&Theme::keyLine, 0x7a2e00, 0xf2b34b},     {&Theme::cellLine, 0x000000, 0xffffff},
    {&Theme::lineCasing, 0xffffff, 0x0b0d11},
};

/// Returns the first installed one of three families that show text as it was typed. Others change letters by their
/// neighbours: Inter makes "×" of "10x20" and "→" of "->". The last one comes with every Debian desktop.
QString& family() {
    // Found once, since this lists all families, and every label and cell asks for its font.
    static QString found = [] {
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

Theme themeOf(const char* id, const char* name, QRgb Colour::*shade) {
    Theme theme;
    theme.id = QLatin1String(id);
    theme.name = name;
    theme.dark = shade == &Colour::dark;
    for (const Colour& colour : kColours) theme.*colour.of = QColor(colour.*shade);
    return theme;
}

} // namespace

void loadResources() { initResources(); }

bool setFontFamily(const QString& name) {
    QString& used = family(); // adds the fonts of the wheel
    const QStringList installed = QFontDatabase::families();
    const auto isIt = [&](const QString& one) { // Qt lists two fonts of one name as "Nimbus Roman [UKWN]"
        return one.section(QStringLiteral(" ["), 0, 0).compare(name, Qt::CaseInsensitive) == 0;
    };
    if (!std::ranges::any_of(installed, isIt)) return false;
    used = name;
    return true;
}

const Theme& lightTheme() {
    static const Theme theme = themeOf("light", QT_TRANSLATE_NOOP("Themes", "Light"), &Colour::light);
    return theme;
}

const Theme& darkTheme() {
    static const Theme theme = themeOf("dark", QT_TRANSLATE_NOOP("Themes", "Dark"), &Colour::dark);
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
