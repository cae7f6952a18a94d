#pragma once

#include "import/importArrays.h"

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace headlight {

/// Whether the numbers of an array are taken; a mask is none of them.
bool isUsed(std::size_t array, const ArraySet&, const ImportChoices&);

/// Why what is computed may not be what the model computes, a sentence each: X is drawn; arrays are not taken whose
/// names mean that the model computes more: "layer norm before the heads (norm1.weight, norm1.bias)".
std::vector<std::string> cautionsOn(const ArraySet&, std::span<const NamedArray>, const ImportChoices&);

/// "mask [6, 6] (it is not causal), X_kv [8, 3] and 2 more": the arrays that such choices do not use, without those of
/// cautionsOn(); empty: none.
std::string notUsedText(const ArraySet&, std::span<const NamedArray>, const ImportChoices&);

} // namespace headlight
