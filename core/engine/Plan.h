#pragma once

#include "backend/IndexSet.h"
#include "engine/Demand.h"

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace headlight {

/// Some stages.
class StageSet {
public:
    StageSet() = default;
    void add(Stage stage) { bits_ |= bitOf(stage); }
    bool has(Stage stage) const { return (bits_ & bitOf(stage)) != 0; }
    bool empty() const { return bits_ == 0; }
    friend bool operator==(const StageSet&, const StageSet&) = default;
    StageSet operator&(StageSet other) const { return StageSet(bits_ & other.bits_); }
    /// Calls f(stage) for each, in the order of the list.
    template <class F>
    void forEach(F f) const {
        for (std::uint32_t left = bits_; left != 0; left &= left - 1) f(static_cast<Stage>(std::countr_zero(left)));
    }

private:
    static_assert(static_cast<int>(Stage::End) <= 32);
    explicit StageSet(std::uint32_t bits) : bits_(bits) {}
    static std::uint32_t bitOf(Stage stage) { return std::uint32_t{1} << static_cast<unsigned>(stage); }
    std::uint32_t bits_ = 0;
};

/// What of one layer has to be computed and read for a demand.
struct LayerPlan {
    /// Of one head.
    struct Head {
        StageSet stages;      ///< with all that they are made of
        IndexSet contextRows; ///< of Context where it is not one of them: of cells that are read
    };
    StageSet ofLayer; ///< likewise
    std::vector<Head> heads;
    std::vector<std::size_t> maps;  ///< which of Demand::maps are read of it
    std::vector<std::size_t> cells; ///< likewise of Demand::cells

    int attending() const; ///< heads whose scores are needed
};

/// What of a session there is to be shown.
struct Shape {
    struct Layer {
        StageSet stages;
        Stage result = Stage::Concat; ///< resultStage()
        Sizes sizes;
        friend bool operator==(const Layer&, const Layer&) = default;
    };
    std::vector<Layer> layers;

    bool has(Stage stage, int layer, int head) const;
    bool has(const CellRef& cell) const;
    friend bool operator==(const Shape&, const Shape&) = default;
};
Shape shapeOf(const Session& session);

/// The layers of a state of a demand (MapDemand::state), from the first to the last that is needed; those below need
/// their results. What does not exist is left out.
std::vector<LayerPlan> planOf(const Shape& shape, const Demand& demand, int state);

} // namespace headlight
