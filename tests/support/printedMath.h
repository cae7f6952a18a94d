#pragma once
// Calculations as a person reads them: results of the printed numbers, and the range that their digits leave open.

#include <QRegularExpression>
#include <QString>

#include <cmath>
#include <functional>
#include <limits>
#include <stdexcept>

namespace headlight::testing {

/// A printed number, or a result of some. Each number from low to high may have been meant.
struct Meant {
    double value = NAN, low = NAN, high = NAN;

    template <class F>
    static Meant of(const Meant& a, const Meant& b, const F& f) {
        Meant made{f(a.value, b.value), INFINITY, -INFINITY};
        for (const double x : {a.low, a.value, a.high})
            for (const double y : {b.low, b.value, b.high}) {
                made.low = std::fmin(made.low, f(x, y));
                made.high = std::fmax(made.high, f(x, y));
            }
        return made;
    }
    friend Meant operator+(const Meant& a, const Meant& b) { return of(a, b, std::plus()); }
    friend Meant operator-(const Meant& a, const Meant& b) { return of(a, b, std::minus()); }
    friend Meant operator*(const Meant& a, const Meant& b) { return of(a, b, std::multiplies()); }
    friend Meant operator/(const Meant& a, const Meant& b) { return of(a, b, std::divides()); }
    Meant through(const auto& f) const {
        return of(*this, *this, [&f](double x, double) { return f(x); });
    }
    bool holds(double number) const {
        const double slack = 1e-12 * std::abs(number);
        return (low <= number + slack && number - slack <= high) || (std::isnan(value) && std::isnan(number));
    }
};

inline const QString kNumber = QStringLiteral(u"(?:NaN|-?∞|-?\\d+(?:\\.\\d+)?(?:e[-+]?\\d+)?)");

/// Reads a printed number. It was rounded if it has an exponent or at least `decimals` decimals, the usual number on
/// the page; otherwise it is exact. Throws if the text is no number.
inline Meant meantBy(const QString& text, int decimals = 4) {
    static const QRegularExpression whole(QLatin1Char('^') + kNumber + QLatin1Char('$'));
    if (!whole.match(text).hasMatch()) throw std::runtime_error("no number: " + text.toStdString());
    if (text == QLatin1String("NaN")) return {};
    if (text.endsWith(u'∞')) {
        const double endless = text.startsWith(u'-') ? -INFINITY : INFINITY;
        return {endless, endless, endless};
    }
    const double value = text.toDouble();
    const QString digits = text.section(u'e', 0, 0), behind = digits.section(u'.', 1);
    const int power = text.section(u'e', 1).toInt();
    const bool isRounded = text.contains(u'e') || behind.size() >= decimals;
    const double tolerance = isRounded ? 0.5 * std::pow(10, power - static_cast<double>(behind.size())) : 0;
    return {value, value - tolerance, value + tolerance};
}

/// Evaluates a calculation: "(0.5 − (-0.1)) / √3 × 2 + 1", "e^(0.5 − 1)", "sin(2 ÷ 1.5)". Throws if it cannot read one.
class PrintedMath {
public:
    explicit PrintedMath(const QString& text, int decimals = 4) : text_(text), decimals_(decimals) {}
    Meant operator()() {
        const Meant made = sum();
        if (at_ < text_.size()) fail();
        return made;
    }

private:
    [[noreturn]] void fail() const { throw std::runtime_error("cannot be read: " + text_.toStdString()); }
    bool take(const QString& word) {
        while (at_ < text_.size() && text_[at_].isSpace()) ++at_;
        if (!QStringView(text_).mid(at_).startsWith(word)) return false;
        at_ += word.size();
        return true;
    }
    Meant sum() {
        Meant made = product();
        for (;;)
            if (take(QStringLiteral("+")))
                made = made + product();
            else if (take(QStringLiteral(u"−")))
                made = made - product();
            else
                return made;
    }
    Meant product() {
        Meant made = power();
        for (;;)
            if (take(QStringLiteral(u"×")))
                made = made * power();
            else if (take(QStringLiteral(u"÷")) || take(QStringLiteral("/")))
                made = made / power();
            else
                return made;
    }
    Meant power() {
        if (take(QStringLiteral("e^"))) return atom().through([](double x) { return std::exp(x); });
        if (take(QStringLiteral(u"√"))) return atom().through([](double x) { return std::sqrt(std::fmax(x, 0)); });
        if (take(QStringLiteral("sin"))) return atom().through([](double x) { return std::sin(x); });
        if (take(QStringLiteral("cos"))) return atom().through([](double x) { return std::cos(x); });
        return atom();
    }
    Meant atom() {
        if (take(QStringLiteral("("))) {
            const Meant made = sum();
            if (!take(QStringLiteral(")"))) fail();
            return made;
        }
        static const QRegularExpression number(QStringLiteral("\\G") + kNumber);
        const auto found = number.match(text_, at_);
        if (!found.hasMatch()) fail();
        at_ += found.capturedLength();
        return meantBy(found.captured(), decimals_);
    }

    QString text_;
    int decimals_;
    qsizetype at_ = 0;
};

/// Returns nothing, or what is wrong with "made = said" or "made ≈ said". "=": the result of the printed numbers is off
/// by at most half a unit of the last printed digit. "≈": it is off by more, but some numbers that print alike give it.
/// With an exponent, whose digits end where zeros begin, either sign is right. Beyond float32 a number is infinite.
inline QString wrongRelation(const Meant& made, QChar sign, const QString& said, int decimals = 4) {
    const Meant meant = meantBy(said, decimals);
    const double tolerance = meant.high - meant.value, off = std::abs(made.value - meant.value),
                 tie = 1e-7 * tolerance + 1e-12;
    const bool isBeyond = std::isinf(meant.value) && std::abs(made.value) > std::numeric_limits<float>::max() &&
                          (made.value > 0) == (meant.value > 0);
    const bool areBothNaN = std::isnan(made.value) && std::isnan(meant.value);
    const bool isEqual = isBeyond || areBothNaN || off <= tolerance + tie || made.value == meant.value;
    const bool isNear = isEqual || (made.low <= meant.high && meant.low <= made.high);
    const bool isRight = said.contains(u'e') ? isNear
                         : sign == u'='      ? isEqual
                                             : isNear && !(isEqual && off < tolerance - tie);
    return isRight ? QString() : QStringLiteral("%1 %2 %3").arg(made.value, 0, 'g', 12).arg(sign).arg(said);
}

} // namespace headlight::testing
