#pragma once

#include "engine/Explanation.h"
#include "session/Session.h"

#include <QString>

#include <functional>
#include <optional>
#include <vector>

namespace headlight {

/// A calculation with its numbers, for any notation: a number, or an operation on others.
struct Calculation {
    /// Given: a number of the options, which is written with all its digits. Terms: a sum of any length.
    enum class Kind : unsigned char { Number, Given, Plus, Minus, Times, Over, Root, Sine, Cosine, Terms };
    Kind kind = Kind::Number;
    double value = 0;               ///< of a number; the factor that stands for the division by a kept share, else 0
    std::optional<Operand> operand; ///< a number of the maps or the session; else it is only computed here
    std::size_t terms = 0;          ///< the number is the sum of so many terms that are left out
    std::vector<Calculation> of;    ///< the parts of an operation

    Calculation(double number, std::size_t ofTerms = 0) : value(number), terms(ofTerms) {}
    Calculation(const Operand& one) : value(static_cast<double>(one.value)), operand(one) {}
    Calculation(Kind operation, std::vector<Calculation> parts) : kind(operation), of(std::move(parts)) {}
    static Calculation given(double number);

    /// Returns the value, computed of the numbers as `printed` returns them.
    double operator()(const std::function<double(double)>& printed) const;
    const Calculation* fraction() const; ///< the fraction that it begins with; null: none
};

/// Returns the calculation of a number by its rule; of a hidden one, of one in a row without weights and of one that is
/// copied, the number.
Calculation calculationOf(const Session&, const Explanation&);
Calculation termOf(const Explanation&, const Term&); ///< returns what a term adds to a sum

/// The signs in which a calculation is written.
struct Notation {
    /// Returns a number; `isOperand`: it follows a sign, and is in parentheses if it is negative.
    std::function<QString(const Calculation& number, bool isOperand)> number;
    /// Patterns: "%1 × %2". Without one for fractions, the fraction that a calculation begins with is left out.
    const char *times, *minus, *over, *root, *wave;
    enum class Parentheses : unsigned char { None, OfSums, OfAll } has = Parentheses::OfAll;

    QString operator()(const Calculation&, bool isOperand = false) const;
};

/// Returns a calculation in one line of text: "(0.5 − 0.1) / √3".
QString inLine(const Calculation&, const std::function<QString(double)>& number);

} // namespace headlight
