#pragma once

#include "session/Session.h"

namespace headlight::testing {

/// What a reader makes of a session: every row that stands in the file stays for ever.
inline Session pinned(Session session) {
    const auto pin = [](Text& text) {
        Vocabulary vocabulary = *text.vocabulary;
        vocabulary.pinnedRows = static_cast<int>(text.embeddings.rows());
        text.vocabulary = vocabulary;
    };
    pin(session.text);
    if (session.source.kept) pin(*session.source.kept);
    return session;
}

} // namespace headlight::testing
