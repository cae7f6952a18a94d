#pragma once

#include <cstddef>
#include <vector>

namespace headlight {

/// Which cells of a matrix are masked, one bit for each. An empty mask masks no cell.
class CellMask {
public:
    CellMask() = default;
    CellMask(std::ptrdiff_t rows, std::ptrdiff_t cols, bool isMasked)
        : cols_(cols), bits_(static_cast<std::size_t>(rows * cols), isMasked) {}

    bool empty() const { return bits_.empty(); }
    bool operator()(std::ptrdiff_t row, std::ptrdiff_t col) const { return !empty() && bits_[at(row, col)]; }
    void set(std::ptrdiff_t row, std::ptrdiff_t col, bool isMasked) { bits_[at(row, col)] = isMasked; }
    friend bool operator==(const CellMask&, const CellMask&) = default;

private:
    std::size_t at(std::ptrdiff_t row, std::ptrdiff_t col) const { return static_cast<std::size_t>(row * cols_ + col); }

    std::ptrdiff_t cols_ = 0;
    std::vector<bool> bits_;
};

} // namespace headlight
