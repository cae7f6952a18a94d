#pragma once

#include "base/Matrix.h"
#include "io/JsonReader.h"
#include "io/jsonObject.h"
#include "random/Initialiser.h"
#include "session/Limits.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace headlight {

/// Limits of what a file may ask for.
inline constexpr Index kMaxFileRows = 1'000'000;
inline constexpr long long kMaxSkipped = 100'000; ///< numbers that are drawn and thrown away
inline constexpr Index kMaxInRows = 4096;         ///< elements; a larger matrix is written in base64

/// A matrix as a file has it, before the sizes of the session are known.
struct MatrixJson {
    enum class Kind : unsigned char { None, Null, Values, Drawn };
    Kind kind = Kind::None;               ///< None if it is absent
    Initialiser init = Initialiser::Rand; ///< for Drawn
    bool hasShape = false;
    int skip = 0;                      ///< for Drawn: so many numbers are drawn before and thrown away
    std::optional<std::uint64_t> seed; ///< for Drawn: the seed of a generator of its own
    FrozenMatrix values;               ///< for Values
    Index rows = 0, cols = 0;          ///< of Values, or of Drawn if hasShape

    bool isGiven() const { return kind == Kind::Values || kind == Kind::Drawn; }
    bool hasSize() const { return kind == Kind::Values || hasShape; }
};

/// Reads an initialiser by its id; if `toBeDrawn`, only one that a file may ask for.
Initialiser readInitialiser(JsonReader&, bool toBeDrawn);

/// Reads a list of one or two sizes, each of at least `min`.
std::vector<Index> readShape(JsonReader&, Index min);

/// The numbers of columns that a matrix may have.
struct Columns {
    Index min = 1, max = kMaxFileDims;
};

/// Reads null (in a pin: the session's matrix), {"dtype", "shape", "rows" | "base64"} or {"init", "shape", "seed",
/// "skip"}. A member that this version does not know is refused by name: a matrix has no place to keep it, and saving
/// would lose it. Other `columns` than the default are for masks, which have one for each key, or none.
MatrixJson readMatrix(JsonReader&, const Columns& columns = {});
/// Reads a matrix, or an object of the members `others` (the kind is None then), whose unknown members go into
/// `unknown`. Members of both in one object are refused.
MatrixJson readMatrix(JsonReader&, const Columns& columns, const std::vector<Member>& others,
                      Frozen<std::string>* unknown);

/// Returns the text of a small matrix; lines after the first begin with `indent` blanks or more. A vector ([1, n]) has
/// the shape [n] and one line.
std::string rowsText(const Matrix& matrix, std::size_t indent, bool isVector = false);
/// The text before the letters of a large matrix, and the one after them.
std::string base64Begin(Index rows, Index cols, bool isVector);
inline constexpr const char* kBase64End = "\"}";

} // namespace headlight
