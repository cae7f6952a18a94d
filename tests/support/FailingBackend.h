#pragma once
// A backend that fails at its n-th call, to test who recovers from it.

#include "backend/Backend.h"
#include "backend/backends.h"
#include "support/innerUpdate.h"

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <new>
#include <stdexcept>

namespace headlight::testing {

struct Failure {
    enum class Kind { Error, NoMemory, Other, Problem, Never };
    std::atomic<Kind> kind = Kind::Error;
    std::atomic<int> at = 0; ///< the number of the call that fails; 1: the first one, 0: none
    std::atomic<int> times = 1;
    std::atomic<int> calls{0};
    double scoresBytes = 0; ///< bytes that a head's scores are said to take; 0: the real number
    double memory = 0;      ///< bytes that the device is said to have; 0: the real number
    bool isMute = false;    ///< description() and remarks() throw

    /// Counts a call. If it is one that fails, throws, or returns a Problem for Kind::Problem.
    Result<void> count() {
        if (++calls < at || at == 0 || calls >= at + times) return {};
        switch (kind.load()) {
        case Kind::Error: throw std::runtime_error("the device is gone");
        case Kind::NoMemory: throw std::bad_alloc();
        case Kind::Other: throw 7;
        case Kind::Never: {
            std::unique_lock lock(mutex);
            mayEnd.wait(lock, [this] { return isOver; });
            throw std::runtime_error("too late");
        }
        case Kind::Problem: break;
        }
        return Problem{"the device is gone"};
    }

    // A call that fails by Kind::Never waits for end().
    std::mutex mutex;
    std::condition_variable mayEnd;
    bool isOver = false;
    void end() {
        const std::lock_guard lock(mutex);
        isOver = true;
        mayEnd.notify_all();
    }
};

class FailingLayer : public BackendLayer {
public:
    FailingLayer(std::unique_ptr<BackendLayer> layer, std::shared_ptr<Failure> failure)
        : layer_(std::move(layer)), failure_(std::move(failure)) {}

    Result<Ran> run(const LayerUpdate& update, std::span<const Read> reads, std::span<Answer> answers,
                    const Watch& watch) override {
        if (const auto fine = failure_->count(); !fine) return fine.problem();
        return layer_->run(innerUpdate(update, &FailingLayer::layer_), reads, answers, watch);
    }

private:
    std::unique_ptr<BackendLayer> layer_;
    std::shared_ptr<Failure> failure_;
};

class FailingBackend : public Backend {
public:
    explicit FailingBackend(std::shared_ptr<Failure> failure) : failure_(std::move(failure)) {}

    std::string description() const override {
        if (failure_->isMute) throw std::runtime_error("no words");
        return "A frail backend";
    }
    std::vector<std::string> remarks() const override {
        if (failure_->isMute) throw std::runtime_error("no words");
        return {};
    }
    std::unique_ptr<BackendLayer> makeLayer() override {
        if (const auto fine = failure_->count(); !fine) throw std::runtime_error(fine.text());
        return std::make_unique<FailingLayer>(backend_->makeLayer(), failure_);
    }
    /// As the CPU does, unless a test sets a limit that is to be refused.
    bool canStream() const override {
        return failure_->memory == 0 && failure_->scoresBytes == 0 && backend_->canStream();
    }
    double memory() const override { return failure_->memory > 0 ? failure_->memory : backend_->memory(); }
    double scoresBytes(Index queries, Index keys) const override {
        return failure_->scoresBytes > 0 ? failure_->scoresBytes : backend_->scoresBytes(queries, keys);
    }

private:
    std::unique_ptr<Backend> backend_ = makeBackend(kDefaultBackend).value();
    std::shared_ptr<Failure> failure_;
};

} // namespace headlight::testing
