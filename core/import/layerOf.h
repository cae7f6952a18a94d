#pragma once
// Private to core/import and core/check.

#include "import/ArraySet.h"

#include <optional>
#include <string>
#include <vector>

namespace headlight {

/// An array with a meaning.
struct MeantArray {
    std::size_t array;
    ArrayRole role;
    const std::vector<std::int64_t>* shape;

    Index side(std::size_t i) const { return shape->at(i); }
    std::size_t sides() const { return shape->size(); }
};

/// Makes a layer of the arrays with one prefix; nothing if none of them is a weight. `d` and `dSource` are the widths
/// of the file's X and X_kv, or 0. A Problem is a part of a sentence on what does not fit: "it has no W_k".
Result<std::optional<ArrayLayer>> layerOf(const std::string& name, const std::vector<MeantArray>&, const ArrayHints&,
                                          Index d, Index dSource);

/// Returns the parts of an array of weights or biases, each of which is a matrix of one head, or of all.
std::vector<ArrayPart> partsOf(const MeantArray&);

/// Returns W_o and b_o of the arrays, behind heads that make `dv` numbers together.
Result<std::vector<ArrayPart>> outputOf(const std::vector<MeantArray>&, Index dv);

/// Returns `cols` columns of a part, from `first` of the array as [in, out], as a matrix [in, out].
Matrix matrixOf(const ArrayPart&, const NamedArray&, Index first, Index cols);

} // namespace headlight
