#pragma once

#include <QString>

namespace headlight {

/// A lesson of the course: a session file in resources/examples, and the text of its card. Words are English, for tr()
/// in the context "Examples"; tokens are those of the file.
struct Example {
    const char* resource;
    const char* group; ///< examples of one group stand together
    const char* title; ///< as in File > Examples and the combo box
    const char* text;  ///< at most two sentences; words to click stand in brackets
    // The selection after a click on these words; defaults leave it as it is.
    const char* query = nullptr; ///< a token
    const char* key = nullptr;   ///< a token
    int layer = -1;              ///< from 0
    const char* hint = nullptr;  ///< in a presentation: how to reach what it hides and the text asks for

    QString shownGroup() const;
    QString shownTitle() const;
    QString shownText() const;     ///< as HTML: symbols with subscripts, and words to click as a link
    QString presentedText() const; ///< with the hint
};

} // namespace headlight
