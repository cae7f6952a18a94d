#pragma once

#include "attention/program.h"
#include "code/PythonText.h"

namespace headlight {

/// "W_q2" in layer 2 of several, else "W_q". A stage of the model has no number.
std::string codeName(const std::string& name, std::size_t layer, std::size_t layers);
std::string codeName(Stage, std::size_t layer, std::size_t layers);
/// "layer2." in layer 2 of several, else nothing: the beginning of names of arrays.
std::string codePrefix(std::size_t layer, std::size_t layers);

/// Adds the numbers of Headlight, and their comparison with those that the code has computed.
void addComparison(const Session&, std::span<const Program>, std::span<const Trace> layers, PythonText&);
/// True if a query has no weights: it sees no key, or they are NaN.
bool hasRowWithoutWeights(const Trace&);

} // namespace headlight
