#pragma once

#include "Action.h"

#include <functional>
#include <memory>

namespace headlight::monkey {

/// Performs what a hand does (Kind::Move to Kind::Commit) on whatever is on the screen.
class Hand {
public:
    virtual ~Hand() = default;
    /// Calls `next` from an event loop, perhaps one that the action itself began (a dialog's).
    virtual void perform(const Action&, std::function<void()> next) = 0;
    virtual bool isHolding() const = 0; ///< a button of the mouse
};

std::unique_ptr<Hand> makeOffscreenHand(); ///< events into Qt, without a display, at full speed
std::unique_ptr<Hand> makePointerHand();   ///< a real pointer and keyboard at an X server, by xdotool

} // namespace headlight::monkey
