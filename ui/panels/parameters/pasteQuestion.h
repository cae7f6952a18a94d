#pragma once

#include <QString>

#include <optional>

class QWidget;

namespace headlight {

enum class PasteAs { Cancelled, Fitting, Transposed, Resizing };

/// A pasted block that reaches beyond the edge of what is there, and what can be done with it.
struct PasteOffer {
    QString problem;   ///< "The pasted block is 3 × 2; W_q of head 1 has room for 2 × 3 here."
    QString fitting;   ///< "2 × 2": what of it there is room for
    bool mayTranspose; ///< then all of it fits
    QString resizing;  ///< "d to 3, d_k to 2": what gives it room; empty: nothing does
};
PasteAs askHowToPaste(QWidget* parent, const PasteOffer& offer);

/// A number to fill something with. What is no number is said, and stays to be mended.
std::optional<float> askForNumber(QWidget* parent, const QString& what);

} // namespace headlight
