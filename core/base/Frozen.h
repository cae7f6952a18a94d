#pragma once

#include <memory>
#include <optional>
#include <utility>

namespace headlight {

/// A shared immutable value. Copies share one block in memory. == compares addresses: two are equal only if they share
/// their block, so an equal value has certainly not changed. It may be empty ("no such matrix"). Safe between threads.
template <class T>
class Frozen {
public:
    Frozen() = default;
    Frozen(T value) : value_(std::make_shared<T>(std::move(value))) {}

    explicit operator bool() const { return value_ != nullptr; }
    const T& operator*() const { return *value_; }
    const T* operator->() const { return value_.get(); }
    const T* get() const { return value_.get(); }

    /// Moves the value out if this is its only owner, and leaves this empty; otherwise returns nothing.
    std::optional<T> release() {
        if (value_.use_count() != 1) return {};
        std::shared_ptr<const T>(value_).reset();     // so that the move comes after all reads by former owners
        T value = std::move(const_cast<T&>(*value_)); // allowed: the value was not created as a constant
        value_.reset();
        return value;
    }

    friend bool operator==(const Frozen& a, const Frozen& b) { return a.value_ == b.value_; }

private:
    std::shared_ptr<const T> value_;
};

} // namespace headlight
