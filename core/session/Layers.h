#pragma once

#include "base/Frozen.h"
#include "session/Layer.h"

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

namespace headlight {

/// The layers of a session. Each is a block that copies of the session share, so that a copy costs a pointer a layer.
/// Layers can only be read, except by change(), which makes a new block. A layer at the same address has not changed.
/// References stay valid until their layer is changed.
class Layers {
public:
    struct Iterator {
        using value_type = Layer;
        using difference_type = std::ptrdiff_t;
        const Frozen<Layer>* at = nullptr;
        const Layer& operator*() const { return **at; }
        const Layer* operator->() const { return at->get(); }
        Iterator& operator++() { return ++at, *this; }
        Iterator operator++(int) { return {at++}; }
        friend difference_type operator-(const Iterator& a, const Iterator& b) { return a.at - b.at; }
        friend bool operator==(const Iterator&, const Iterator&) = default;
    };

    bool empty() const { return blocks_.empty(); }
    std::size_t size() const { return blocks_.size(); }
    const Layer& operator[](std::size_t layer) const { return *blocks_[layer]; }
    const Layer& at(std::size_t layer) const { return *blocks_.at(layer); }
    const Layer& front() const { return *blocks_.front(); }
    const Layer& back() const { return *blocks_.back(); }
    Iterator begin() const { return {blocks_.data()}; }
    Iterator end() const { return {blocks_.data() + blocks_.size()}; }

    void push_back(Layer layer) { blocks_.emplace_back(std::move(layer)); }
    void insert(int before, Layer layer) { blocks_.insert(blocks_.begin() + before, std::move(layer)); }
    void erase(int layer) { blocks_.erase(blocks_.begin() + layer); }

    /// Calls f(Layer&) for a copy of the layer, and puts that in its place unless it stayed equal (-0 equals 0).
    template <class F>
    void change(int layer, F f) {
        Frozen<Layer>& block = blocks_.at(static_cast<std::size_t>(layer));
        Layer changed = *block;
        f(changed);
        if (!(changed == *block)) block = std::move(changed);
    }
    /// Shares the layers that are equal to those in the same places of `other`.
    void shareEqual(const Layers& other) {
        for (std::size_t l = 0; l < std::min(size(), other.size()); ++l)
            if ((*this)[l] == other[l]) blocks_[l] = other.blocks_[l];
    }

    friend bool operator==(const Layers& a, const Layers& b) {
        return std::ranges::equal(a.blocks_, b.blocks_,
                                  [](const auto& x, const auto& y) { return x == y || *x == *y; });
    }

private:
    std::vector<Frozen<Layer>> blocks_;
};

} // namespace headlight
