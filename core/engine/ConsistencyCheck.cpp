#include "engine/ConsistencyCheck.h"

#include "session/consistency.h"

#include <utility>

namespace headlight {

ConsistencyCheck::Sight ConsistencyCheck::sightOf(const Session& session) {
    Sight sight;
    const auto look = [&](const Text& text) {
        sight.vocabularies.push_back(text.vocabulary);
        sight.tokens.push_back(text.tokens);
        sight.sizes.insert(sight.sizes.end(), {text.embeddings.rows(), text.embeddings.cols()});
    };
    look(session.text);
    if (session.source) look(*session.source);
    for (const Layer& layer : session.layers) {
        sight.options.push_back(layer.options);
        sight.sizes.insert(sight.sizes.end(), {static_cast<Index>(layer.heads.size()), layer.residual});
    }
    forEachParameter(session, [&](const ParameterRef&, const FrozenMatrix& matrix) {
        sight.sizes.push_back(matrix ? matrix->rows() : -1);
        sight.sizes.push_back(matrix ? matrix->cols() : -1);
    });
    return sight;
}

std::optional<std::string> ConsistencyCheck::operator()(const Session& session) {
    Sight sight = sightOf(session);
    if (!passed_ || *passed_ != sight) {
        ++looks_;
        passed_.reset();
        if (auto complaint = firstInconsistency(session)) return complaint;
        passed_ = std::move(sight);
    }
    return {};
}

} // namespace headlight
