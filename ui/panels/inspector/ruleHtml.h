#pragma once

#include "panels/inspector/LessonPen.h"

#include <functional>

namespace headlight {

/// Returns the calculation of a number by its rule, with its numbers. Long sums have the largest terms, the count of
/// the others and their sum.
Written ruleHtml(const LessonPen& pen, const Explanation& e);

/// Says which heads are switched off, if their contexts or weights would be read; empty if all are on.
QString offWords(const LessonPen& pen, const Explanation& e);

/// Returns the equation of a number: in a line, or as a fraction if it has one. `note`: HTML behind the result.
Written equationHtml(const LessonPen& pen, const Explanation& e, const QString& note = {});

/// Returns "Row of id 3 of the embedding table, also of token 5".
QString tableRowText(int id, const std::vector<int>& sharedWith);

// Calculations of many terms, as tables: a row for each term, one for those that are left out, and the sum.

/// Returns a sum, term below term, with the bias and the result; for a context with the running total. In a rollout the
/// heads of a token are one term.
Written sumHtml(const LessonPen& pen, const Explanation& e);

/// Returns the row that a layer norm reads, with its mean and variance.
Written normRowsHtml(const LessonPen& pen, const Explanation& e);

/// Returns a row of weights, key below key: the score, its exponential in a softmax, the share of the sum, and a bar.
Written weightsHtml(const LessonPen& pen, const Explanation& e);

/// Returns the columns of a vector side by side: for a context what each key adds to each, for a query what each entry
/// of x adds; and the weight or the entry. "≈" is before the sums if one of them is not that of its
/// terms as printed. A last line says how many more columns the vector has.
Written vectorHtml(const LessonPen& pen, const std::vector<const Explanation*>& columns);

/// The terms that are shown, by index: all, or if there are many the largest.
struct TermRows {
    std::vector<std::size_t> shown, others;
    bool isLong = false;     ///< there are so many that some may be left out
    bool keepsFirst = false; ///< the first one is shown whatever its size is

    /// Returns what each shown term adds; if isLong, the last number is what the others add.
    std::vector<double> printed(const std::function<double(std::size_t)>& valueOf) const;
};

/// Returns the terms of `e` in their order; if some are left out, the shown ones by value, the largest first. `kept` is
/// always shown, before them; -1: none.
TermRows termsOf(const LessonPen& pen, const Explanation& e, const std::vector<double>& values, int kept = -1);

QString otherTerms(std::size_t count); ///< returns "3 other terms"

/// Says in which order the terms are shown, if it is not their own.
Written orderHtml(const LessonPen& pen, const TermRows& terms);

/// Returns the cells of the last row of a long sum: a link that shows the other terms or leaves them out again (`of`:
/// the stage), and what they add: the last number of each column.
std::vector<QString> restCells(const LessonPen& pen, Stage of, const TermRows& terms,
                               const std::vector<std::vector<double>>& columns);

} // namespace headlight
