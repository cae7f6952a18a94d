#include "words/numberWords.h"

#include "base/numberText.h"

#include <QCoreApplication>
#include <QRegularExpression>

#include <algorithm>
#include <cmath>

namespace headlight {

bool roundsToZero(double value, const QString& text) {
    return value != 0 && std::isfinite(value) &&
           std::ranges::none_of(text, [](QChar c) { return c >= u'1' && c <= u'9'; });
}

QString withExponent(double value, int decimals) {
    static const QRegularExpression filled(QStringLiteral("(?<=\\d)\\.?0*e\\+?(-?)0*(?=\\d)")); // "-1.250e+02"
    return QString::number(value, 'e', decimals).replace(filled, QStringLiteral("e\\1"));
}

QString equalSign(const QString& ofPrinted, const QString& value) {
    return ofPrinted == value ? QStringLiteral("= ") : QStringLiteral(u"≈ ");
}

QString withMinus(QString number) { return number.replace(u'-', u'−'); }

QString aboutRoughly() {
    return QCoreApplication::translate("Numbers", "≈: the printed digits would give a slightly different result.");
}

QString rounded(double value, int decimals) {
    constexpr double kLargest = 1e6; // from here on with an exponent
    if (std::isinf(value)) return value > 0 ? QStringLiteral(u"\u221E") : QStringLiteral(u"-\u221E");
    if (std::abs(value) >= kLargest) return withExponent(value, decimals);
    const QString text = QString::fromStdString(fixedPoint(value, decimals));
    return roundsToZero(value, text) ? withExponent(value, decimals < 4 ? 0 : 1) : text;
}

QString inFull(double value) {
    constexpr int kDecimals = 4, kDigits = 9, kMaxZeros = 8;
    if (value == 0 || !std::isfinite(value)) return QString::fromStdString(fixedPoint(value, kDecimals));
    const int exponent = static_cast<int>(std::floor(std::log10(std::abs(value))));
    if (exponent >= kDigits) return withExponent(value, kDigits - 1);
    if (exponent < -kMaxZeros) return withExponent(value, kDecimals - 1);
    const int decimals = exponent < -3 ? kDecimals - 1 - exponent : std::min(kDecimals, kDigits - 1 - exponent);
    return QString::fromStdString(fixedPoint(value, decimals));
}

} // namespace headlight
