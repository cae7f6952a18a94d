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

/// Sides and numbers that a file may ask for.
inline constexpr Index kMaxFileRows = 1'000'000;
inline constexpr long long kMaxSkipped = 100'000;
inline constexpr Index kMaxInRows = 4096; ///< elements; a larger matrix is written in base64

/// A matrix as a file has it, before the sizes of the session are known.
struct MatrixJson {
    enum class Kind { None, Null, Values, Drawn };
    Kind kind = Kind::None;               ///< None: it is absent
    FrozenMatrix values;                  ///< Values
    Initialiser init = Initialiser::Rand; ///< Drawn ...
    std::optional<std::uint64_t> seed;    ///< ... from a generator of its own
    long long skip = 0;                   ///< ... after so many numbers thrown away
    bool hasShape = false;
    Index rows = 0, cols = 0; ///< Values, or Drawn with hasShape

    bool isGiven() const { return kind == Kind::Values || kind == Kind::Drawn; }
    bool hasSize() const { return kind == Kind::Values || hasShape; }
};

/// By its id; `toBeDrawn` only one that a file may ask for.
Initialiser readInitialiser(JsonReader&, bool toBeDrawn);

/// A list of one or two sizes. (JsonReader::whole fails for one below `least`.)
std::vector<Index> readShape(JsonReader&, Index least);

/// How many columns a matrix may have.
struct Columns {
    Index least = 1, most = kMaxFileDims;
};

/// null (in a pin: that of the session), {"dtype", "shape", "rows" | "base64"} or {"init", "shape", "seed", "skip"}. A
/// member that this version does not know is refused by name: a matrix has no place to keep it, and dropping it
/// silently would lose it. Only a mask may have no columns, when there are no keys, and
/// more than others, one for each.
MatrixJson readMatrix(JsonReader&, const Columns& columns = {});
/// The same, or an object of `others` instead (None then), with unknown members; but not of both.
MatrixJson readMatrix(JsonReader&, const Columns& columns, const std::vector<Member>& others,
                      Frozen<std::string>* unknown);

/// A small matrix as the file has it; lines after the first begin with `indent` blanks. A vector ([1, n]) has the shape
/// [n] and one line.
std::string rowsText(const Matrix& matrix, std::size_t indent, bool isVector = false);
/// What stands before and behind the letters of a large one.
std::string base64Begin(Index rows, Index cols, bool isVector);
inline constexpr const char* kBase64End = "\"}";

} // namespace headlight
