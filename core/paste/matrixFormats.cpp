#include "paste/matrixFormats.h"

#include "base/numberText.h"

#include <cmath>

namespace headlight {
namespace {

constexpr MatrixFormat kFormats[] = {
    {"tsv", "TSV", "", "", "\t", "", "\n", "", "nan", "inf"},
    {"csv", "CSV", "", "", ",", "", "\n", "", "nan", "inf"},
    {"numpy", "NumPy", "np.array([", "[", ", ", "]", ",\n          ", "], dtype=np.float32)", "np.nan", "np.inf"},
    {"pytorch", "PyTorch", "torch.tensor([", "[", ", ", "]", ",\n              ", "])", "float('nan')", "float('inf')"},
    {"latex", "LaTeX", "\\begin{bmatrix}\n", "", " & ", "", " \\\\\n", "\n\\end{bmatrix}", "\\mathrm{NaN}", "\\infty",
     true},
    {"markdown", "Markdown", "", "| ", " | ", " |", "\n", "", "NaN", "\u221e"},
};

std::string numberText(float value, const MatrixFormat& format, std::optional<int> decimals) {
    if (std::isnan(value)) return format.nan;
    if (std::isinf(value)) return (value < 0 ? "-" : "") + std::string(format.infinity);
    std::string text = decimals ? fixedPoint(value, *decimals) : shortest(value);
    if (const auto e = text.find('e'); format.powersOfTen && e != text.npos)
        text = text.substr(0, e) + " \\times 10^{" + std::to_string(std::stoi(text.substr(e + 1))) + "}";
    return text;
}

constexpr Index kLatexColumns = 10; // amsmath's MaxMatrixCols

/// Returns the text before the first row. A table of Markdown has the numbers of its columns as names. LaTeX needs a
/// command for more columns than kLatexColumns.
std::string beginning(const MatrixFormat& format, Index cols) {
    const std::string_view id = format.id;
    if (id == "latex" && cols > kLatexColumns)
        return "\\setcounter{MaxMatrixCols}{" + std::to_string(cols) + "}\n" + format.begin;
    if (id != "markdown") return format.begin;
    std::string names = "|", line = "|";
    for (Index col = 1; col <= cols; ++col) {
        names += " " + std::to_string(col) + " |";
        line += "---:|";
    }
    return names + "\n" + line + "\n";
}

} // namespace

std::span<const MatrixFormat> matrixFormats() { return kFormats; }

Result<std::string> matrixAsText(const Matrix& matrix, const MatrixFormat& format, std::optional<int> decimals,
                                 const Watch& watch) {
    std::string text = beginning(format, matrix.cols());
    for (Index row = 0; row < matrix.rows(); ++row) {
        if (!shouldContinue(watch, static_cast<std::size_t>(row), static_cast<std::size_t>(matrix.rows())))
            return stopped();
        text += row == 0 ? format.rowBegin : std::string(format.betweenRows) + format.rowBegin;
        for (Index col = 0; col < matrix.cols(); ++col)
            text += (col == 0 ? "" : format.between) + numberText(matrix(row, col), format, decimals);
        text += format.rowEnd;
    }
    return text + format.end;
}

} // namespace headlight
