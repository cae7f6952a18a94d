#pragma once

#include "base/places.h"

#include <QString>

class QWidget;

namespace headlight {

/// The user's way to read positions and matrices. It is set for the whole application, as fonts are.
struct Conventions {
    bool fromZero = false; ///< positions count from 0, as in NumPy; else from 1
    bool outByIn = false;  ///< W is shown as PyTorch's [out, in], applied as x Wᵀ; else as x W

    friend bool operator==(const Conventions&, const Conventions&) = default;
};
Conventions conventions(); ///< may be called on any thread
void setConventions(const Conventions&);
/// Changes them in the whole window at once: each of its widgets gets a QEvent::LanguageChange.
void changeConventions(const Conventions&, QWidget& window);

QString placeText(int place); ///< numberOf(place) as text, "3"

} // namespace headlight
