#pragma once

#include "engine/Explanation.h"
#include "engine/Walk.h"

#include <QString>

#include <memory>
#include <vector>

namespace headlight {

inline constexpr int kStepExamples = 4; ///< the numbers of a vector that a sentence shows

/// Returns a sentence on a step of the walk of a query: "Score of “shoes” and “small”: q · k = 0.0123".
/// `made`: explanations of walk.examples(step, kStepExamples), of this session; without them there are no numbers.
QString stepWords(const Session& session, int layer, int query, const Walk& walk, const Step& step,
                  const std::vector<std::shared_ptr<const Explanation>>& made);

} // namespace headlight
