#pragma once
// core/base: types and functions that every other room uses. No mathematics, no files, no Qt; any thread.

#include <cassert>
#include <optional>
#include <string>
#include <utility>
#include <variant>

namespace headlight {

/// An error that the program cannot prevent, as one sentence for a person: what, where, why, what to do.
struct Problem {
    std::string text;
};

/// Either a T or the Problem that says why there is none. A mistake of the program itself is an assert instead.
template <class T>
class [[nodiscard]] Result {
public:
    Result(T value) : state_(std::in_place_index<0>, std::move(value)) {}
    Result(Problem problem) : state_(std::in_place_index<1>, std::move(problem)) {}

    bool ok() const { return state_.index() == 0; }
    explicit operator bool() const { return ok(); }

    const T& value() const& {
        assert(ok());
        return std::get<0>(state_);
    }
    T& value() & {
        assert(ok());
        return std::get<0>(state_);
    }
    T&& value() && {
        assert(ok());
        return std::get<0>(std::move(state_));
    }
    const T& operator*() const& { return value(); }
    T& operator*() & { return value(); }
    T&& operator*() && { return std::move(*this).value(); }
    const T* operator->() const { return &value(); }
    T* operator->() { return &value(); }

    const Problem& problem() const {
        assert(!ok());
        return std::get<1>(state_);
    }
    const std::string& text() const { return problem().text; }

private:
    std::variant<T, Problem> state_;
};

template <>
class [[nodiscard]] Result<void> {
public:
    Result() = default;
    Result(Problem problem) : problem_(std::move(problem)) {}

    bool ok() const { return !problem_; }
    explicit operator bool() const { return ok(); }
    const Problem& problem() const {
        assert(!ok());
        return *problem_;
    }
    const std::string& text() const { return problem().text; }

private:
    std::optional<Problem> problem_;
};

} // namespace headlight
