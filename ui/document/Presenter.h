#pragma once

namespace headlight {

struct ViewState;

/// Shows the state. A change that present() requests, itself or through Qt, is made after it (CallQueue).
class Presenter {
public:
    virtual ~Presenter() = default;
    virtual void present(const ViewState&) = 0;
};

} // namespace headlight
