#pragma once
// Sessions whose numbers the notebooks print.

#include "core/io/exampleFiles.h"
#include "support/changing.h"

#include <string>
#include <utility>
#include <vector>

namespace headlight::testing {

struct Printed {
    std::string name; ///< of a case in notebooks.json
    SessionFile file;
    std::vector<std::pair<std::string, std::string>> fields; ///< fields of the case, and the stage that each one prints
    std::string label() const {
        const bool isSum = file.session.layers[0].options.normalisation == Normalisation::Sum;
        return name + (isSum ? ", by sum" : "");
    }
};

inline std::vector<Printed> printedByNotebooks() {
    const auto journey = simplified("journey_simplified", "Your journey starts with one step");
    const auto sixTokens = simplified("six_tokens_simplified", "x1 x2 x3 x4 x5 x6");
    const auto bySum = [](SessionFile file) {
        changing(file.session)->options.normalisation = Normalisation::Sum;
        return file;
    };
    return {
        {"journey_simplified",
         journey,
         {{"X", "X"}, {"scores", "scores"}, {"weights_softmax", "weights"}, {"context", "context"}}},
        {"six_tokens_simplified",
         sixTokens,
         {{"X", "X"}, {"scores_of_query", "scores"}, {"weights_of_query_softmax", "weights"}}},
        {"journey_simplified", bySum(journey), {{"weights_of_query_by_sum", "weights"}}},
        {"six_tokens_simplified", bySum(sixTokens), {{"weights_of_query_by_sum", "weights"}}},
        {"shoes_scaled",
         shoes(1),
         {{"X", "X"},
          {"q_of_query", "Q"},
          {"K", "K"},
          {"V", "V"},
          {"unscaled_scores_of_query", "scores"},
          {"weights_of_query", "weights"},
          {"context_of_query", "context"}}},
        {"shoes_multihead", shoes(3), {{"q_of_query", "Q"}, {"k_of_query", "K"}, {"v_of_query", "V"}}},
    };
}

} // namespace headlight::testing
