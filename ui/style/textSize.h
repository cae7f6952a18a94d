#pragma once

#include "style/Theme.h"

#include <functional>

class QApplication;
class QWidget;

namespace headlight {

/// How large the window's text is, 1 as it was designed; textFont and fieldFont follow it. Like its font and its style
/// sheet, it is the application's.
double textSize();
inline constexpr double kMinTextSize = 0.8, kMaxTextSize = 2;

/// Of the whole application, at once: whatever was measured with the old size is measured anew.
void applyTextSize(QApplication&, const Theme&, double size);

/// A length that holds text and has `pixels` at the usual size and resolution of fonts.
int textPx(double pixels);

/// What a widget keeps that depends on the size of text, its own font or a fixed height: `update` runs now, and
/// whenever text has another size.
void followTextSize(QWidget& widget, std::function<void()> update);

/// While there is one, this thread's text has that size: a picture's, whatever the window's.
class PictureTextSize {
public:
    explicit PictureTextSize(double size = 1);
    ~PictureTextSize();
    PictureTextSize(const PictureTextSize&) = delete;
    PictureTextSize& operator=(const PictureTextSize&) = delete;

private:
    double before_;
};

} // namespace headlight
