#pragma once

#include <QString>

#include <span>

namespace headlight {

/// A session file in resources/examples; the program knows nothing else of it.
struct Example {
    const char* resource;
    const char* title; ///< as in File > Examples and the combo box; English, for tr() in the context "Examples"
    QString shownTitle() const;
};

std::span<const Example> examples(); ///< THE list
const Example& firstExample();       ///< open when the program starts without a file

} // namespace headlight
