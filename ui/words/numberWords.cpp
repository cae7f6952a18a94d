#include "words/numberWords.h"

#include <algorithm>
#include <cmath>

namespace headlight {

bool isLiedAbout(double value, const QString& text) {
    return value != 0 && std::isfinite(value) &&
           std::ranges::none_of(text, [](QChar c) { return c >= u'1' && c <= u'9'; });
}

int decimalsToTell(double value) { return std::max(0, static_cast<int>(-std::floor(std::log10(std::abs(value))))); }

QString withExponent(double value, int decimals) {
    const QString text = QString::number(value, 'e', decimals); // "-1.250e+12"
    const auto e = text.indexOf(QLatin1Char('e'));
    QString digits = text.left(e);
    while (digits.contains(QLatin1Char('.')) &&
           (digits.endsWith(QLatin1Char('0')) || digits.endsWith(QLatin1Char('.'))))
        digits.chop(1);
    return digits + QLatin1Char('e') + QString::number(text.mid(e + 1).toInt());
}

QString notQuiteZero(double value) { return value > 0 ? QStringLiteral(">0") : QStringLiteral("<0"); }

} // namespace headlight
