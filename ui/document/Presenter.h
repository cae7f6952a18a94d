#pragma once

namespace headlight {

struct ViewState;

/// Shows the state. A change that present() requests, itself or through Qt, is made after it returns (CallQueue).
class Presenter {
public:
    virtual ~Presenter() = default;
    virtual void present(const ViewState&) = 0;
    /// Presents a state in which only `lit` has changed. Called with each move of the pointer, so it must be cheap.
    virtual void presentLight(const ViewState&) {}
};

} // namespace headlight
