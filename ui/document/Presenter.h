#pragma once

namespace headlight {

struct ViewState;

/// Whoever shows the state. A change that present() asks for, by itself or through Qt, comes after it (CallQueue).
class Presenter {
public:
    virtual ~Presenter() = default;
    virtual void present(const ViewState&) = 0;
};

} // namespace headlight
