#pragma once

#include <QString>

namespace headlight {

/// A lesson of the course: a session file in resources/examples, and what its card says. Words are English, for tr() in
/// the context "Examples"; tokens are those of the file.
struct Example {
    const char* resource;
    const char* group; ///< those of one stand together
    const char* title; ///< as in File > Examples and the combo box
    const char* text;  ///< at most two sentences; what to click stands in brackets
    // What a click on that selects; as it is where there is nothing.
    const char* query = nullptr; ///< a token
    const char* key = nullptr;   ///< likewise
    int layer = -1;              ///< from 0

    QString shownGroup() const;
    QString shownTitle() const;
    QString shownText() const; ///< as HTML: symbols with their subscripts, and what to click as a link
};

} // namespace headlight
