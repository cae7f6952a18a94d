#pragma once

#include <QFontMetricsF>

#include <array>

namespace headlight {

/// The widths of numbers in a font, in px, as QFontMetricsF::horizontalAdvance() gives them. Each character is measured
/// once, since shaping a number takes several times longer than painting it. The fonts of the window do not kern
/// digits.
class NumberWidths {
public:
    NumberWidths(const QFont& font, const QPaintDevice* device);
    double of(const QString& number) const;

private:
    QFontMetricsF metrics_;
    std::array<double, 13> px_; ///< width of each character
};

} // namespace headlight
