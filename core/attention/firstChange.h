#pragma once

#include "attention/stages.h"

#include <optional>

namespace headlight {

struct StageOfLayer {
    Stage stage;
    int layer;
    friend bool operator==(const StageOfLayer&, const StageOfLayer&) = default;
};

/// Returns the first stage of `now` whose numbers may differ from those of `before`: stages computed earlier are equal
/// in both, in each head that both have (session/pairs.h). Nothing if no stage differs. Pure; any thread.
std::optional<StageOfLayer> firstChange(const Session& before, const Session& now);

} // namespace headlight
