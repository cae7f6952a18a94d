#pragma once
// ui/style: colours, fonts and the style sheet. Sizes and radii that a widget paints itself stand with the widget.

#include <QColor>
#include <QFont>
#include <QString>

#include <span>

class QApplication;

namespace headlight {

/// Colours of one appearance. Text on its background has a contrast of at least 4.5 : 1 (muted text too).
struct Theme {
    QString id;            ///< "light", "dark"
    const char* name = ""; ///< English, for tr() in the context "Themes"
    bool dark = false;
    QColor window;  ///< behind cards
    QColor surface; ///< cards, side panels, fields
    QColor sunken;  ///< tabs, chips
    QColor border;
    QColor text, muted;
    QColor query;        ///< the selected query (row), and nothing else: blue
    QColor key, keySoft; ///< the selected key (column), and nothing else: amber
    QColor positive;     ///< "all is well" green
    QColor error, errorSoft;
    QColor notANumber;                     ///< NaN cells in maps and tables
    QColor masked;                         ///< masked cells
    QColor negativeEnd, zero, positiveEnd; ///< tint of signed numbers
    /// Lines over maps: on each colour of a map, the line or its casing has a contrast of at least 3 : 1.
    QColor queryLine, keyLine, cellLine, lineCasing;

    QString shownName() const; ///< "Light"
};

std::span<const Theme* const> themes(); ///< THE list; the first is the default
const Theme& lightTheme();
const Theme& darkTheme();
const Theme* findTheme(const QString& id); ///< null if there is none

const Theme& currentTheme(); ///< the application's; a change of it repaints all widgets

/// Returns the font of all painted text: a real family, so that exported files name one that exists, with digits of one
/// width and no ligatures.
QFont textFont(double pointSize = 9.5);
/// Takes another family, whose digits may have several widths, for all text from now on; false, and nothing changes, if
/// it is not installed. For a program that draws without a window.
bool setFontFamily(const QString& name);
/// Returns textFont() without letter spacing, for text that is edited and for widgets of Qt: with letter spacing Qt
/// misplaces a click beside marks that change the direction of text.
QFont fieldFont(double pointSize = 9.5);
inline constexpr double kSentencePoints = 12; ///< of the font of a sentence field

/// Makes :/icons and :/examples available: resources of a static library must be initialised by name.
void loadResources();
/// Sets palette, font and style sheet of the whole application, and currentTheme().
void applyTheme(QApplication&, const Theme&);

} // namespace headlight
