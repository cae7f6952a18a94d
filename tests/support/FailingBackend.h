#pragma once
// A backend that throws at its n-th call, to see who gets over it.

#include "backend/Backend.h"
#include "backend/backends.h"

#include <new>
#include <stdexcept>

namespace headlight::testing {

struct Failure {
    enum class Kind { Error, NoMemory, Other } kind = Kind::Error;
    int at = 0; ///< 1: the first call; 0: never
    int calls = 0;

    void count() {
        if (++calls != at) return;
        if (kind == Kind::Error) throw std::runtime_error("the device is gone");
        if (kind == Kind::NoMemory) throw std::bad_alloc();
        throw 7;
    }
};

class FailingHead : public BackendHead {
public:
    FailingHead(std::unique_ptr<BackendHead> head, Failure& failure) : head_(std::move(head)), failure_(failure) {}

    void project(Stage stage, const FrozenMatrix& x, const FrozenMatrix& w, const FrozenMatrix& bias,
                 const RowSet& changed) override {
        failure_.count();
        head_->project(stage, x, w, bias, changed);
    }
    void attend(const RowSet& queries, const RowSet& keys, const WeightRule& rule) override {
        failure_.count();
        head_->attend(queries, keys, rule);
    }
    void forgetScores() override { head_->forgetScores(); }
    Index rows(Stage stage) const override { return head_->rows(stage); }
    Index cols(Stage stage) const override { return head_->cols(stage); }
    Matrix reduce(Stage stage, const Reduction& reduction) override {
        failure_.count();
        return head_->reduce(stage, reduction);
    }
    Extent extent(Stage stage) override {
        failure_.count();
        return head_->extent(stage);
    }
    Matrix wholeRows(Stage stage, Index first, Index count) override {
        failure_.count();
        return head_->wholeRows(stage, first, count);
    }
    double rowSum(Index row) const override { return head_->rowSum(row); }

private:
    std::unique_ptr<BackendHead> head_;
    Failure& failure_;
};

class FailingBackend : public Backend {
public:
    explicit FailingBackend(Failure& failure) : failure_(failure) {}

    std::string description() const override { return backend_->description(); }
    std::unique_ptr<BackendHead> makeHead() const override {
        failure_.count();
        return std::make_unique<FailingHead>(backend_->makeHead(), failure_);
    }
    double scoresBytes(Index queries, Index keys, MaskKind mask) const override {
        return backend_->scoresBytes(queries, keys, mask);
    }
    Matrix product(const FrozenMatrix& x, const FrozenMatrix& w, const FrozenMatrix& bias) const override {
        failure_.count();
        return backend_->product(x, w, bias);
    }
    Matrix reduce(const Matrix& matrix, const Reduction& reduction) const override {
        return backend_->reduce(matrix, reduction);
    }
    Extent extent(const Matrix& matrix) const override { return backend_->extent(matrix); }

private:
    std::unique_ptr<Backend> backend_ = makeBackend(kDefaultBackend).value();
    Failure& failure_;
};

} // namespace headlight::testing
