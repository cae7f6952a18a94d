#pragma once
// ui/style: colours, fonts and the style sheet. Sizes and radii of what a widget paints
// itself stand with the widget.

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
    QColor accent;               ///< focus, the selected query (row)
    QColor accentSoft;           ///< accent as a background
    QColor key, keySoft;         ///< the selected key (column): amber
    QColor positive;             ///< "all is well" green
    QColor caution, cautionSoft; ///< done, but not all of it: amber
    QColor error, errorSoft;
    QColor notANumber;                     ///< NaN cells in maps and tables
    QColor masked;                         ///< masked cells
    QColor negativeEnd, zero, positiveEnd; ///< tint of signed numbers
    /// Lines over maps: on every colour of every map one of line and casing has a contrast of 3 : 1 at least.
    QColor queryLine, keyLine, cellLine, lineCasing;

    QString shownName() const; ///< "Light"
};

std::span<const Theme* const> themes(); ///< THE list; the first is what a new window has
const Theme& lightTheme();
const Theme& darkTheme();
const Theme* findTheme(const QString& id); ///< null if there is none

const Theme& currentTheme(); ///< of the application; a change of it repaints all widgets

/// The font that the program is drawn with: a real family, so that exported files name one that exists, with digits of
/// one width and no ligatures.
QFont textFont(double pointSize = 9.5);
/// The same for what is edited, and for widgets of Qt: with letter spacing Qt loses the place of a press beside marks
/// that turn the direction.
QFont fieldFont(double pointSize = 9.5);

/// Palette, font and style sheet of the whole application, and currentTheme().
void applyTheme(QApplication&, const Theme&);

} // namespace headlight
