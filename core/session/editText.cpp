#include "session/conform.h"
#include "session/edits.h"

#include <string_view>

namespace headlight {
namespace {

/// Returns the problem with the name of the sentence that it is about.
Problem of(Sentence sentence, Problem problem) {
    constexpr std::string_view kOne = "The sentence";
    if (sentence == Sentence::Second && problem.text.starts_with(kOne))
        problem.text.replace(0, kOne.size(), "The second sentence");
    return problem;
}

/// Returns the session with `change` made to one of its sentences.
Result<Session> withText(const Session& session, Sentence sentence, const Watch& watch, auto change) {
    Session now = session;
    Text* const text = textOf(now, sentence);
    if (!text) return Problem{"There is no second sentence. Switch it on first."};
    if (!change(*text)) return session;
    auto done = completed(*text, session.seed, text->embeddings.cols(), watch);
    if (!done) return of(sentence, done.problem());
    *text = std::move(*done);
    return conformed(session, std::move(now));
}

} // namespace

Result<Session> withSentence(const Session& session, std::string words, const Watch& watch, Sentence which) {
    return withText(session, which, watch, [&](Text& text) {
        if (words == text.sentence) return false;
        text.sentence = std::move(words);
        return true;
    });
}

Result<Session> withTokenizer(const Session& session, const TokenizerSpec& spec, const Watch& watch, Sentence which) {
    return withText(session, which, watch, [&](Text& text) {
        if (spec == text.tokenizer) return false;
        text.tokenizer = spec;
        return true;
    });
}

} // namespace headlight
