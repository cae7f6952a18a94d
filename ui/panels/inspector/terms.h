#pragma once
// Calculations of many terms, as tables: a row for each term, one for those that are left out, and the sum.

#include "panels/inspector/LessonPen.h"

#include <functional>

namespace headlight {

/// A sum, term below term, with the bias and the result; of a context with the running total. In a rollout the heads of
/// a token are one term.
QString sumHtml(const LessonPen& pen, const Explanation& e);

/// The row that a norm looks at, with its mean and variance.
QString normRowsHtml(const LessonPen& pen, const Explanation& e);

/// A row of weights, key below key: what goes in, its exponential if it is a softmax, the share of the sum, and a bar.
QString weightsHtml(const LessonPen& pen, const Explanation& e);

/// The columns of a vector beside each other: of a context what each key adds to each, of a query what each entry of x
/// adds; and the weight or the entry if there is room. "≈" stands before the sums if one of them is not that of its
/// terms as printed. Where the vector has more columns, it says how many.
QString vectorHtml(const LessonPen& pen, const std::vector<const Explanation*>& columns);

/// Which terms are shown: all, or of many the largest.
struct TermRows {
    std::vector<std::size_t> shown, others;
    bool isLong = false;     ///< there are so many that some can be left out
    bool keepsFirst = false; ///< the first one is shown whatever its size is

    /// What each of them adds; if they are long, last what the others add.
    std::vector<double> printed(const std::function<double(std::size_t)>& valueOf) const;
};

/// The terms of `e`, by their values, in their order; if others are left out, the largest first. `kept` is shown in any
/// case, before them; -1: none.
TermRows termsOf(const LessonPen& pen, const Explanation& e, const std::vector<double>& values, int kept = -1);

QString otherTerms(std::size_t count); ///< "3 other terms"

/// In which order they are shown, if it is not their own.
QString orderHtml(const LessonPen& pen, const TermRows& terms);

/// A link that shows the other terms or leaves them out again (`of` says of which stage), and behind it what they add:
/// of each column what is printed last. Only of a long sum. `isNarrow`: there is little room for the words.
std::vector<QString> restCells(const LessonPen& pen, Stage of, const TermRows& terms,
                               const std::vector<std::vector<double>>& columns, bool isNarrow = false);

} // namespace headlight
