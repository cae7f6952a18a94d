#pragma once

#include <QFontMetricsF>

#include <array>

namespace headlight {

/// How wide numbers are in a font: what QFontMetricsF::horizontalAdvance() says, in px. Its characters are measured
/// once, since to shape a number takes several times longer than to paint it. They are not kerned in the fonts of the
/// window.
class NumberWidths {
public:
    NumberWidths(const QFont& font, const QPaintDevice* device);
    double of(const QString& number) const;

private:
    QFontMetricsF metrics_;
    std::array<double, 13> px_; ///< of each character
};

} // namespace headlight
