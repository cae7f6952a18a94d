#include "code/comparison.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>

namespace headlight {
namespace {

constexpr const char* kCompare = R"py(different = []


def compare(name, computed, headlight, within):
    """Notes a stage that is not what Headlight shows, which computes with seven digits. nan is not compared."""
    same = np.isclose(computed, headlight, rtol=0, atol=within) | np.isnan(headlight)
    if not same.all():
        different.append(f"{name} ({(~same).sum()} numbers)")


)py";
constexpr const char* kVerdict = "print(\"Headlight shows other numbers in: \" + \", \".join(different) if different\n"
                                 "      else \"Everything is what Headlight shows.\")\n";

/// Returns the largest magnitude of the finite numbers.
double sizeOf(const std::vector<Matrix>& parts) {
    double size = 0;
    for (const Matrix& part : parts)
        for (const float x : std::span(part.data(), std::size_t(part.size())))
            if (std::isfinite(x)) size = std::max(size, std::abs(double(x)));
    return size;
}

/// Returns a stage as the code compares it: NaN where float32 has no number.
std::vector<Matrix> comparable(const Trace& layer, Stage stage) {
    std::vector<Matrix> parts = layer.all(stage);
    const auto& finite = stage == Stage::Masked ? layer.all(Stage::Scaled) : parts; // the mask's -inf are compared
    for (std::size_t i = 0; i < parts.size(); ++i)
        parts[i] =
            finite[i].array().isFinite().select(parts[i].array(), std::numeric_limits<float>::quiet_NaN()).eval();
    return parts;
}

} // namespace

std::string codeName(const std::string& name, std::size_t layer, std::size_t layers) {
    return layers > 1 ? name + std::to_string(layer + 1) : name;
}

std::string codeName(Stage stage, std::size_t layer, std::size_t layers) {
    const StageInfo& info = infoOf(stage);
    return info.isOfModel ? info.id : codeName(info.id, layer, layers);
}

std::string codePrefix(std::size_t layer, std::size_t layers) {
    return layers > 1 ? "layer" + std::to_string(layer + 1) + "." : "";
}

void addComparison(const Session& session, std::span<const Program> programs, std::span<const Trace> layers,
                   PythonText& python) {
    python.begin("Comparison with Headlight");
    python.add(kCompare);
    double share = 1e-5; // of the largest number of a stage; large scores, and sums near 0, enlarge what was rounded
    for (std::size_t l = 0; l < layers.size(); ++l)
        for (const Op& op : programs[l]) {
            const StageInfo& info = infoOf(op.result);
            if (!layers[l].has(op.result) || (info.isOfModel && firstLayerWith(op.result, session) != int(l))) continue;
            const std::vector<Matrix>& parts = layers[l].all(op.result);
            const double size = sizeOf(parts);
            if (op.kind == Op::Kind::Shares)
                share = std::min(share * std::max(1.0, double(parts[0].cols()) * size), 1.0);
            char within[32];
            std::snprintf(within, sizeof within, "%.1e", std::min(share * size, 1e38) + 1e-37);
            python.addCompared(codeName(op.result, l, layers.size()),
                               codePrefix(l, info.isOfModel ? 1 : layers.size()) + info.id,
                               comparable(layers[l], op.result), within);
            if (op.kind == Op::Kind::Scale) share = std::min(share * (1 + size), 1.0);
        }
    python.addAsIs(kVerdict);
}

bool hasRowWithoutWeights(const Trace& layer) {
    return std::ranges::any_of(layer.all(Stage::Weights), [](const Matrix& weights) {
        return (weights.array() == 0).rowwise().all().any() || weights.hasNaN();
    });
}

} // namespace headlight
