#pragma once

#include "base/Matrix.h"
#include "base/Watch.h"

#include <optional>
#include <span>
#include <string>

namespace headlight {

/// A format in which a matrix is written for another program.
struct MatrixFormat {
    const char* id;
    const char* name; ///< the usual name of the program or language
    const char *begin, *rowBegin, *between, *rowEnd, *betweenRows, *end;
    const char *nan, *infinity; ///< texts of NaN and of infinity, without its "-"
    bool powersOfTen = false;   ///< 1e-05 is written 1 \times 10^{-5}
};

/// Returns all formats in the order of menus; the first is for spreadsheets. matricesFromText() reads the same numbers
/// from each, unless they are not finite.
std::span<const MatrixFormat> matrixFormats();

/// Returns the text of a matrix, with `decimals` digits after the point, or else with as few digits as give the same
/// float32 back. `watch` is called at each row.
Result<std::string> matrixAsText(const Matrix&, const MatrixFormat& = matrixFormats()[0],
                                 std::optional<int> decimals = {}, const Watch& watch = {});

} // namespace headlight
