#pragma once

#include "backend/backends.h"
#include "support/FailingBackend.h"

#include <memory>
#include <utility>

namespace headlight::monkey {

/// A device that fails on demand. Some windows have a CPU that takes over, others have no fallback.
class Trouble {
public:
    std::unique_ptr<Backend> makeDevice() { return std::make_unique<testing::FailingBackend>(failure_); }
    static std::unique_ptr<Backend> makeFallback() { return std::move(makeBackend(kDefaultBackend)).value(); }

    /// Makes the next `times` calls fail. n modulo 4 is the way: an error, no memory, a thrown int, a Problem.
    void begin(int n, int times) {
        using How = testing::Failure::Kind;
        static constexpr How kHow[] = {How::Error, How::NoMemory, How::Other, How::Problem};
        end();
        failure_->kind = kHow[static_cast<unsigned>(n) % std::size(kHow)];
        failure_->times = times;
        failure_->at = failure_->calls + 1;
    }
    void end() { failure_->at = 0; }

private:
    std::shared_ptr<testing::Failure> failure_ = std::make_shared<testing::Failure>();
};

} // namespace headlight::monkey
