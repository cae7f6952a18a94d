#pragma once

#include "session/Session.h"

namespace headlight::testing {

/// Returns the session as a reader makes it: all rows in the file are pinned, i.e. kept for ever.
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
