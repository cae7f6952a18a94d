#pragma once

#include "document/Workbench.h"

#include <cstdint>

namespace headlight {

/// Inputs of one field that follow each other within a second are one step of history.
class TypingGesture {
public:
    /// Returns the gesture of an input at `now`, in ms.
    int begin(Workbench& workbench, std::int64_t now) {
        const bool isSameGesture = gesture_ > 0 && now - lastAt_ < kMaxPauseMs && reached_ == workbench.state().session;
        lastAt_ = now;
        if (!isSameGesture) gesture_ = workbench.document().newGesture();
        return gesture_;
    }
    void made(const Workbench& workbench) { reached_ = workbench.state().session; } ///< also if it was refused
    void end() { gesture_ = 0; }

private:
    static constexpr int kMaxPauseMs = 1000;

    int gesture_ = 0;
    std::int64_t lastAt_ = 0;
    Session reached_; ///< the session after the last input: an edit elsewhere ends the gesture
};

} // namespace headlight
