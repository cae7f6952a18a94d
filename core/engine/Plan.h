#pragma once

#include "engine/Demand.h"

#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
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
    Stage last() const { return static_cast<Stage>(std::bit_width(bits_) - 1); } ///< not if empty
    StageSet operator&(StageSet other) const { return StageSet(bits_ & other.bits_); }
    StageSet operator-(StageSet other) const { return StageSet(bits_ & ~other.bits_); }
    /// Calls f(stage) for each, in the order of the list.
    template <class F>
    void forEach(F f) const {
        for (std::uint32_t left = bits_; left != 0; left &= left - 1) f(static_cast<Stage>(std::countr_zero(left)));
    }

private:
    explicit StageSet(std::uint32_t bits) : bits_(bits) {}
    static std::uint32_t bitOf(Stage stage) { return std::uint32_t{1} << static_cast<unsigned>(stage); }
    std::uint32_t bits_ = 0;
};

/// What of one layer has to be computed and read for a demand.
struct LayerPlan {
    StageSet ofLayer;
    std::vector<StageSet> ofHeads;  ///< what is to be asked for of each: see leading()
    std::vector<std::size_t> maps;  ///< which of Demand::maps are read of it
    std::vector<std::size_t> cells; ///< likewise of Demand::cells

    int attending() const; ///< heads whose scores are needed
};

/// Those of a head that have to be asked for: one that is from scores brings up all before it that are.
StageSet leading(StageSet ofHead);

/// What of a session there is to be shown.
struct Shape {
    struct Layer {
        StageSet stages;
        Stage result = Stage::Concat; ///< resultStage()
        int heads = 0;
        friend bool operator==(const Layer&, const Layer&) = default;
    };
    int tokens = 0, keyTokens = 0;
    std::vector<Layer> layers;

    bool has(const MapDemand& map) const;
    bool has(const CellRef& cell) const;
    friend bool operator==(const Shape&, const Shape&) = default;
};
Shape shapeOf(const Session& session);

/// The layers of a state of a demand (MapDemand::state), from the first to the last that is needed; those below need
/// their results. What does not exist is left out.
std::vector<LayerPlan> planOf(const Shape& shape, const Demand& demand, int state);

/// The same of one layer in steps: each is the one before it with one head more, and reads what that shows; the last
/// one reads the rest.
std::vector<LayerPlan> stepsOf(const LayerPlan& plan, const Demand& demand);

/// planOf(), made again only for another shape or another demand.
class KeptPlan {
public:
    void follow(const Session& session, const Demand& demand, int state);
    const std::vector<LayerPlan>& layers() const { return layers_; }
    const Shape& shape() const { return shape_; }

private:
    std::vector<LayerPlan> layers_;
    // What it was made from.
    int state_ = -1; ///< -1: nothing
    Shape shape_;
    std::vector<MapDemand> maps_;
    std::vector<CellRef> cells_;
};

} // namespace headlight
