#pragma once

#include "Action.h"

#include <functional>
#include <memory>

namespace headlight::monkey {

/// Performs the actions of a hand (Kind::Move to Kind::Commit) on the widget at the pointer or with the focus.
class Hand {
public:
    virtual ~Hand() = default;
    /// Performs the action and calls `next` from an event loop, perhaps that of a dialog which the action opened.
    virtual void perform(const Action&, std::function<void()> next) = 0;
    virtual bool isHolding() const = 0; ///< true while a mouse button is held
};

std::unique_ptr<Hand> makeOffscreenHand(); ///< sends events to Qt, without a display, at full speed
std::unique_ptr<Hand> makePointerHand();   ///< moves a real pointer and keyboard at an X server, by xdotool

} // namespace headlight::monkey
