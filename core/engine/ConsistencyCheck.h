#pragma once

#include "session/Session.h"

#include <array>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace headlight {

/// firstInconsistency() for a session that is asked about after every edit. It looks at all of the vocabulary, the
/// tokens and the masks, on or off, but of the other matrices at the sizes alone; so where those blocks are the very
/// ones that passed last and the sizes are the same, there is nothing to look at again.
class ConsistencyCheck {
public:
    std::optional<std::string> operator()(const Session& session);
    int looks() const { return looks_; } ///< how often it really looked

private:
    /// What of a layer is switched off, but for its parameters.
    struct Off {
        FrozenMatrix given;
        int window = 0;
        std::optional<Dropout> dropout;
        std::optional<Norm> norm;
        std::optional<TokenMasks> otherMasks;
        std::array<Frozen<Layer>, kWholes.size()> wholes;
        friend bool operator==(const Off&, const Off&) = default;
    };
    static Off offOf(const Layer&);
    /// What there is to look at.
    struct Sight {
        std::vector<Frozen<Vocabulary>> vocabularies;
        std::vector<Frozen<Tokens>> tokens;
        std::vector<Options> options;
        std::vector<std::optional<Norm>> norms;
        std::vector<Off> offs;
        std::vector<int> positions; ///< their kind, -1 without
        std::vector<std::pair<Index, Index>> sizes;
    };
    bool looksAsBefore(const Session& session);

    Sight seen_; ///< of the last session
    bool hasPassed_ = false;
    int looks_ = 0;
};

} // namespace headlight
