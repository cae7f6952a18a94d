#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace headlight {

/// The masked cells of a matrix, one bit for each cell. An empty mask masks no cell.
class CellMask {
public:
    CellMask() = default;
    CellMask(std::ptrdiff_t rows, std::ptrdiff_t cols, bool isMasked)
        : rows_(rows), cols_(cols), words_(at(rows, 0) / kBits + (at(rows, 0) % kBits != 0)) {
        if (isMasked)
            for (std::size_t cell = 0; cell < at(rows, 0); ++cell) words_[cell / kBits] |= bit(cell);
    }

    bool empty() const { return words_.empty(); }
    bool operator()(std::ptrdiff_t row, std::ptrdiff_t col) const {
        return !empty() && (words_[at(row, col) / kBits] & bit(at(row, col))) != 0;
    }
    void set(std::ptrdiff_t row, std::ptrdiff_t col, bool isMasked) {
        const std::size_t cell = at(row, col);
        words_[cell / kBits] = (words_[cell / kBits] & ~bit(cell)) | (isMasked ? bit(cell) : 0);
    }
    /// Returns the bits of all cells, row by row without gaps, from the lowest bit of each word.
    const std::vector<std::uint32_t>& words() const { return words_; }
    friend bool operator==(const CellMask&, const CellMask&) = default;

private:
    static constexpr std::size_t kBits = 32;
    static std::uint32_t bit(std::size_t cell) { return std::uint32_t{1} << cell % kBits; }
    std::size_t at(std::ptrdiff_t row, std::ptrdiff_t col) const { return static_cast<std::size_t>(row * cols_ + col); }

    std::ptrdiff_t rows_ = 0, cols_ = 0;
    std::vector<std::uint32_t> words_;
};

} // namespace headlight
