#pragma once
// Random choices, the same for the same seed.

#include "support/blocks.h"

namespace headlight::testing {

/// Draws numbers, NaN and spikes included, and writes them into cells.
class RandomNumbers {
public:
    explicit RandomNumbers(unsigned seed) : generator(seed) {}

    std::mt19937 generator;

    int pick(int min, int max) { return min + static_cast<int>(generator() % static_cast<unsigned>(max - min + 1)); }
    bool chance(double p) { return static_cast<double>(generator()) < p * 4294967296.0; }
    float plain() { return randomMatrix(generator, 1, 1, 1.5F)(0, 0); }
    float value() {
        const int kind = pick(0, 59);
        if (kind == 0) return std::numeric_limits<float>::quiet_NaN();
        if (kind == 1) return std::numeric_limits<float>::infinity();
        if (kind == 2) return -std::numeric_limits<float>::infinity();
        if (kind == 3) return 3e38F;
        if (kind < 8) return chance(0.5) ? 1e4F : -1e4F;
        if (kind < 14) return 0;
        return plain();
    }

    void editCell(FrozenMatrix& matrix) {
        if (!matrix || matrix->size() == 0) return;
        Matrix copy = *matrix;
        copy(pick(0, static_cast<int>(copy.rows()) - 1), pick(0, static_cast<int>(copy.cols()) - 1)) = value();
        matrix = copy;
    }
    void editVector(EmbeddingTable& table) {
        if (table.rows() == 0) return;
        const Index id = pick(0, static_cast<int>(table.rows()) - 1);
        FrozenMatrix vector = table.vector(id);
        editCell(vector);
        table = table.with({{id, vector}}, table.rows());
    }
    /// Replaces values that are not finite or are 100 or more, since otherwise everything would soon be NaN.
    void heal(FrozenMatrix& matrix) {
        if (!matrix) return;
        Matrix copy = *matrix;
        for (Index i = 0; i < copy.size(); ++i)
            if (!(std::abs(copy.data()[i]) < 100)) copy.data()[i] = plain();
        matrix = copy;
    }
};

} // namespace headlight::testing
