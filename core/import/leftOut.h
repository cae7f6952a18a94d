#pragma once

#include "import/importArrays.h"
#include "io/sessionFile.h"

#include <cstddef>
#include <map>
#include <span>
#include <string>
#include <vector>

namespace headlight {

/// True if the session takes the numbers of an array; it does not take those of a mask.
bool isUsed(std::size_t array, const ArraySet&, const ImportChoices&);

/// Says that X is drawn.
inline constexpr const char* kRandomX = "X is random: the file has no vectors for these tokens.";

/// Says that rows of X belong to places.
inline constexpr const char* kGivenX =
    "Equal words have different rows in its X, so X is given: its rows belong to places.";

/// Returns sentences on why the model computes something else: kRandomX; or what the model computes with arrays that
/// are left out, or by its config.json, as "layer norm before the heads (norm1.weight, norm1.bias)"; the names can be
/// left out.
std::vector<std::string> cautionsOn(const ArraySet&, std::span<const NamedArray>, const ImportChoices&,
                                    bool hasNames = true);

inline constexpr const char* kCausalOfWeights = "The causal mask is on, as in the file's weights";

/// Returns the same as a file keeps it.
FileCaution cautionFor(const ArraySet&, std::span<const NamedArray>, const ImportChoices&);

/// Returns it as one text, with or without the names of the arrays.
std::string textOf(const FileCaution&, bool hasNames);

/// Returns sentences on what was taken that the arrays do not say by themselves, such as GPT-2's causal mask.
std::vector<std::string> assumptionsOn(const ArraySet&, const ImportChoices&);

/// Returns the arrays `which`, at most five of them, each with its reason if it has one, as "mask [6, 6] (it is not
/// causal), X_kv [8, 3] and 2 more".
std::string briefListOf(std::span<const NamedArray>, const std::vector<std::size_t>& which,
                        const std::map<std::size_t, std::string>& why);

/// Returns the briefListOf() the arrays that the choices do not use, without those of cautionsOn().
std::string notUsedText(const ArraySet&, std::span<const NamedArray>, const ImportChoices&);

} // namespace headlight
