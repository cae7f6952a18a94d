#pragma once

#include "base/places.h"

#include <QString>

class QWidget;

namespace headlight {

/// How a person reads positions and matrices. Like fonts, the application's: what says a position asks here.
struct Conventions {
    bool fromZero = false; ///< positions count from 0, as in NumPy; else from 1
    bool outByIn = false;  ///< weights stand as PyTorch's [out, in], applied as x Wᵀ; else as x W

    friend bool operator==(const Conventions&, const Conventions&) = default;
};
Conventions conventions(); ///< any thread
void setConventions(const Conventions&);
/// Everywhere in the window at once: each of its widgets gets a QEvent::LanguageChange.
void changeConventions(const Conventions&, QWidget& window);

QString placeText(int place); ///< "3", numberOf(place)

} // namespace headlight
