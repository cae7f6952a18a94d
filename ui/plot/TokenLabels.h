#pragma once

#include "text/Tokens.h"

#include <QString>

#include <memory>
#include <vector>

namespace headlight {

/// The labels along one side of a map.
struct TokenLabels {
    std::vector<QString> texts; ///< token i as it is shown, or the number of a dimension
    bool areNumbers = false;    ///< they get no index when they are thinned out
    int count() const { return static_cast<int>(texts.size()); }
    friend bool operator==(const TokenLabels&, const TokenLabels&) = default;
};

inline constexpr int kMaxLabelLength = 12; ///< graphemes, the dots included

/// Returns at most `maxLength` graphemes; the last is "…" if some were cut.
QString elided(const QString& text, int maxLength = kMaxLabelLength);
/// Returns the labels of tokens: shownToken() (words/tokenText.h), elided.
std::shared_ptr<const TokenLabels> labelsOf(const Tokens& tokens);
/// Returns labels that are numbers, for the dimensions of a vector.
std::shared_ptr<const TokenLabels> numberLabels(int count);

/// Returns the number of cells from one label to the next: the smallest of 1, 2, 5, 10, ... with step * cell >= pitch.
int labelStep(double cellPixels, double pitchPixels);
/// Returns the label of cell i: the token, or if step > 1 "12 token", since its neighbours have no labels to count by;
/// "12" if the token is its number, as in a file without tokens.
/// Numbers are those of base/places.h.
QString labelAt(const TokenLabels& labels, int i, int step);
/// Returns the cells of [first, end) that have a label: those whose number (base/places.h) is a multiple of `step`.
std::vector<int> labelledCells(int first, int end, int step);

} // namespace headlight
