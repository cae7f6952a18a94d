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
    if (!session.pins) return session;
    std::vector<Pin> states = *session.pins;
    for (Pin& state : states) state.session = pinned(state.session);
    session.pins = states;
    return session;
}

} // namespace headlight::testing
