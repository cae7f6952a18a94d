#pragma once

#include <concepts>
#include <type_traits>
#include <utility>

namespace headlight {

/// A value with a switch. While it is off, it is kept, resized and moved with the rest, but not computed: it reads like
/// a `Held` (a std::optional or a Frozen) without a value, and only the member `kept` gives access to it.
template <class Held>
class Switchable {
public:
    Held kept{};       ///< the value, which stays when it is off
    bool isOn = false; ///< false if there is no value

    Switchable() = default;
    /// Is on if there is a value.
    template <class T>
    requires(std::convertible_to<T, Held> && !std::derived_from<T, Switchable>) Switchable(T value)
        : kept(std::move(value)), isOn(static_cast<bool>(kept)) {}

    const Held& inUse() const {
        static const Held none{};
        return isOn ? kept : none;
    }
    operator const Held&() const { return inUse(); }
    explicit operator bool() const { return isOn; }
    bool has_value() const { return isOn; }
    decltype(auto) operator*() const { return *kept; }
    decltype(auto) operator*() { return *kept; }
    auto operator->() const { return &*kept; }
    auto operator->() { return &*kept; }
    template <class T>
    auto value_or(T&& otherwise) const {
        return inUse().value_or(std::forward<T>(otherwise));
    }

    friend bool operator==(const Switchable&, const Switchable&) = default;
    friend bool operator==(const Switchable& a, const Held& b) { return a.inUse() == b; }
};

} // namespace headlight
