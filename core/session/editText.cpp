#include "session/edits.h"
#include "text/alignment.h"

#include <algorithm>

namespace headlight {
namespace {

/// A given mask follows the tokens of its queries and keys, hidden ones are hidden wherever they go: what is new may
/// attend and be attended to.
void fitMasks(Session& session, const Session& before) {
    const auto queries = cameFrom(before.text.tokens->texts, session.text.tokens->texts);
    const auto keys = cameFrom(keyText(before).tokens->texts, keyText(session).tokens->texts);
    const auto places = wentTo(keys, keyText(before).tokens->texts.size());
    const auto stays = [](const std::vector<int>& from, Index count) {
        return static_cast<Index>(from.size()) == count && std::ranges::count(from, -1) == 0;
    };
    for (Layer& layer : session.layers) {
        FrozenMatrix& given = layer.options.mask.given;
        std::vector<int> hidden;
        for (const int token : layer.options.mask.hidden)
            if (const int now = places[static_cast<std::size_t>(token)]; now >= 0) hidden.push_back(now);
        layer.options.mask.hidden = std::move(hidden);
        if (!given || (stays(queries, given->rows()) && stays(keys, given->cols()))) continue;
        Matrix mask = Matrix::Ones(static_cast<Index>(queries.size()), static_cast<Index>(keys.size()));
        for (Index i = 0; i < mask.rows(); ++i)
            for (Index j = 0; j < mask.cols(); ++j) {
                const int query = queries[static_cast<std::size_t>(i)], key = keys[static_cast<std::size_t>(j)];
                if (query >= 0 && key >= 0) mask(i, j) = (*given)(query, key);
            }
        given = std::move(mask);
    }
}

Result<Session> withText(const Session& session, const Text& text, const Watch& watch) {
    auto done = completed(text, session.seed, text.embeddings.cols(), watch);
    if (!done) return done.problem();
    Session now = session;
    now.text = std::move(*done);
    if (!(now.text.tokens == session.text.tokens)) {
        fitMasks(now, session);
        completePositions(now);
    }
    return now;
}

} // namespace

Result<Session> withSentence(const Session& session, std::string sentence, const Watch& watch) {
    if (sentence == session.text.sentence) return session;
    Text text = session.text;
    text.sentence = std::move(sentence);
    return withText(session, text, watch);
}

Result<Session> withTokenizer(const Session& session, const TokenizerSpec& spec, const Watch& watch) {
    if (spec == session.text.tokenizer) return session;
    Text text = session.text;
    text.tokenizer = spec;
    return withText(session, text, watch);
}

} // namespace headlight
