#pragma once

#include "text/Tokens.h"

#include <QString>

#include <memory>
#include <vector>

namespace headlight {

/// What stands along one side of a map.
struct TokenLabels {
    std::vector<QString> texts; ///< token i as a person reads it, or the number of a dimension
    bool areNumbers = false;    ///< need no index beside them when they are thinned out
    int count() const { return static_cast<int>(texts.size()); }
    friend bool operator==(const TokenLabels&, const TokenLabels&) = default;
};

inline constexpr int kMaxLabelLength = 12; ///< graphemes, the dots included

/// At most `most` graphemes; the last is "…" if some were cut.
QString elided(const QString& text, int most = kMaxLabelLength);
/// As shownToken (words/tokenText.h) and elided, for all.
std::shared_ptr<const TokenLabels> labelsOf(const Tokens& tokens);
/// Numbers, for the dimensions of a vector.
std::shared_ptr<const TokenLabels> numberLabels(int count);

/// Every how many cells a label may stand: the smallest of 1, 2, 5, 10, 20, ... with step * cell >= pitch.
int labelStep(double cellPixels, double pitchPixels);
/// The label of cell i at that step: the token; with step > 1 "12 token", as a person counts, since its neighbours are
/// not there to count by.
QString labelAt(const TokenLabels& labels, int i, int step);
/// Which cells of [first, end) have a label at that step: those whose number, as a person counts, divides by it.
std::vector<int> labelledCells(int first, int end, int step);

} // namespace headlight
