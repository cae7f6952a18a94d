#pragma once

#include <QString>

#include <span>

namespace headlight {

/// A session file in resources/examples; the program knows nothing else of it. Words are English, for tr() in the
/// context "Examples".
struct Example {
    const char* resource;
    const char* group; ///< those of one stand together
    const char* title; ///< as in File > Examples and the combo box
    const char* look;  ///< what to look at: one sentence, shown with the entry and when it is opened
    QString shownGroup() const;
    QString shownTitle() const;
    QString shownLook() const;
};

std::span<const Example> examples(); ///< THE list, group by group
const Example& firstExample();       ///< open when the program starts without a file

} // namespace headlight
