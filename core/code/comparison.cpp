#include "code/comparison.h"

#include <algorithm>
#include <cstdio>

namespace headlight {

std::string lossOf(const std::vector<Matrix>& shown, const std::vector<MatrixD>& exact) {
    double loss = 0, size = 0;
    const auto largest = [](const auto& numbers) { return numbers.isFinite().select(numbers, 0).maxCoeff(); };
    for (std::size_t i = 0; i < shown.size(); ++i) {
        const Eigen::ArrayXXd numbers = shown[i].cast<double>().array(), off = (numbers - exact[i].array()).abs();
        size = std::max(size, largest(Eigen::ArrayXXd(numbers.abs())));
        loss = std::max(loss, largest(off));
    }
    char text[32];
    std::snprintf(text, sizeof text, "%.1e", 1.1 * loss + 1e-9 * size + 1e-12);
    return text;
}

bool exceedsFloat(const Trace& layer, const ReferenceTrace& exact, Stage stage) {
    for (std::size_t i = 0; i < layer.all(stage).size(); ++i)
        if ((layer(stage, i).array().isInf() && exact(stage, i).array().isFinite()).any()) return true;
    return false;
}

bool hasEmptyRow(const Trace& layer, Stage stage) {
    return std::ranges::any_of(layer.all(stage), [](const Matrix& weights) {
        return (weights.array() == 0).rowwise().all().any() || weights.hasNaN();
    });
}

bool isFinite(const Trace& layer, Stage stage) {
    return std::ranges::all_of(layer.all(stage), [](const Matrix& numbers) { return numbers.allFinite(); });
}

} // namespace headlight
