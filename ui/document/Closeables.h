#pragma once

#include <cstddef>
#include <functional>
#include <vector>

namespace headlight {

class Workbench;

/// Knows what Esc closes, wherever the focus is: the newest first.
class Closeables {
public:
    explicit Closeables(Workbench&); ///< adds what is open in the state: the walk, and what replaces the usual maps

    /// If both have opened since the last follow(), what was added later is the newer one.
    void add(std::function<bool()> isOpen, std::function<void()> close);
    void follow();      ///< notes what is open now; the workbench calls it after each change
    bool closeNewest(); ///< false if nothing is open

private:
    struct One {
        std::function<bool()> isOpen;
        std::function<void()> close;
    };
    std::vector<One> all_;
    std::vector<std::size_t> open_; ///< indices of what is open, the newest last
};

} // namespace headlight
