#pragma once

namespace headlight {

struct ViewState;

/// Whoever shows the state. present() must not ask for a change.
class Presenter {
public:
    virtual ~Presenter() = default;
    virtual void present(const ViewState&) = 0;
};

} // namespace headlight
