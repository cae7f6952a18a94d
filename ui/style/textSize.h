#pragma once

#include "style/Theme.h"

#include <functional>

class QApplication;
class QScreen;
class QWidget;

namespace headlight {

/// Returns the size of the window's text, 1 as it was designed; textFont and fieldFont follow it. It is set for the
/// whole application, as the font and the style sheet are.
double textSize();
inline constexpr double kMinTextSize = 0.8, kMaxTextSize = 2;

/// Sets it for the whole application at once; lengths that depend on it are measured again. `screen`: the one of the
/// window, whose resolution Qt's fonts have, too; null: the primary screen.
void applyTextSize(QApplication&, const Theme&, double size, const QScreen* screen = nullptr);

/// Returns the pixels of a length that holds text and has `pixels` at the usual size and resolution of fonts.
int textPx(double pixels);

/// Runs `update` now, and whenever the text size has changed. It sets what of a widget depends on that, such as its own
/// font or a fixed height.
void followTextSize(QWidget& widget, std::function<void()> update);

/// Gives this thread's text the size of a picture, whatever the window's, as long as the object exists. `isShown`: it
/// is a part of the window, with the resolution of its screen. 0: the window's size.
class PictureTextSize {
public:
    explicit PictureTextSize(double size = 1, bool isShown = false);
    ~PictureTextSize();
    PictureTextSize(const PictureTextSize&) = delete;
    PictureTextSize& operator=(const PictureTextSize&) = delete;

private:
    double before_;
    bool wasShown_;
};

} // namespace headlight
