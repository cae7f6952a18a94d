#pragma once

#include "base/Result.h"
#include "session/Layer.h"

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace headlight {

/// The attention of the layers of a Hugging Face model, as its config.json says it. A size that it does not say is
/// 0.
struct ModelConfig {
    /// The layers that have a causal mask: none, all, or those for the decoder's own sentence.
    enum class Causal { Unknown, None, All, Decoder };
    std::string type; ///< "gpt2"
    int d = 0, heads = 0, keyHeads = 0, headSize = 0;
    Causal causal = Causal::Unknown;      ///< of a family that is not known
    std::optional<Scale> scale;           ///< nothing for the usual one, 1/sqrt(d_k)
    std::optional<Norm::Place> norm;      ///< where the layer norm of the attention stands; nothing: not known
    double eps = 0;                       ///< of the layer norms
    std::vector<std::string> notComputed; ///< what changes the numbers, and is not computed here: "rotary positions"

    int widthOfHead() const { return headSize > 0 || heads == 0 ? headSize : d / heads; } ///< d_k
    bool isCausal(std::string_view layer) const; ///< `layer` is a prefix of names of arrays
};

/// Reads the text of a config.json. A Problem says what is wrong, or that it has no number of heads.
Result<ModelConfig> modelConfig(std::string_view json);

/// A config.json that is beside a file, or in a folder.
struct FoundConfig {
    std::optional<ModelConfig> config{};
    std::string problem{}; ///< why it was not understood; empty if there is none
};
FoundConfig configBeside(const std::filesystem::path&);

} // namespace headlight
