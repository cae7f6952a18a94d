#pragma once

#include "base/Matrix.h"
#include "base/Watch.h"

#include <optional>
#include <span>
#include <string>

namespace headlight {

/// How a matrix is written for another program.
struct MatrixFormat {
    const char* id;
    const char* name; ///< of the program or language, as people call it
    const char *begin, *rowBegin, *between, *rowEnd, *betweenRows, *end;
    const char *nan, *infinity; ///< what is no number there; "-" before the second
    bool powersOfTen = false;   ///< 1e-05 is written 1 \times 10^{-5}
};

/// THE list, in the order of menus; the first is what spreadsheets take. matricesFromText() reads the same numbers from
/// each, unless they are not finite.
std::span<const MatrixFormat> matrixFormats();

/// `decimals` after the point; nothing: as few digits as give the same float32 back.
/// `watch` is called at each row.
Result<std::string> matrixAsText(const Matrix&, const MatrixFormat& = matrixFormats()[0],
                                 std::optional<int> decimals = {}, const Watch& watch = {});

} // namespace headlight
