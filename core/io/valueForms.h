#pragma once
// Forms that a value can have in a session file. Each says how it is read, and gives its text.

#include "base/numberText.h"
#include "io/MatrixJson.h"
#include "io/jsonObject.h"
#include "session/Session.h"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <limits>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace headlight {

/// A truth value, a number or a text; for values of other types their describe().
struct Plain {
    static void read(JsonReader& json, bool& to) { to = json.boolean(); }
    static void read(JsonReader& json, double& to) { to = json.real(); }
    static void read(JsonReader& json, std::uint64_t& to) { to = json.unsignedWhole(); }
    static void read(JsonReader& json, std::string& to) { to = json.text(); }
    static std::string text(bool value) { return value ? "true" : "false"; }
    static std::string text(double value) { return shortest(value); }
    static std::string text(std::uint64_t value) { return std::to_string(value); }
    static std::string text(const std::string& value) { return jsonText(value); }
};

/// A whole number in [min, max]; any other one is a problem.
struct Whole {
    long long min, max;
    void read(JsonReader& json, int& to) const { to = static_cast<int>(json.whole(min, max)); }
    static std::string text(int value) { return std::to_string(value); }
};

/// A whole number; one that is not in [min, max] is replaced by the nearest that is.
struct Clamped {
    long long min, max;
    void read(JsonReader& json, int& to) const {
        using Limits = std::numeric_limits<long long>;
        to = static_cast<int>(std::clamp(json.whole(Limits::min(), Limits::max()), min, max));
    }
    static std::string text(int value) { return std::to_string(value); }
};

template <class T>
concept Enumerator = std::is_enum_v<T>;

/// One of these words: an enumerator, to which the words are given in order, or a text.
struct Word {
    std::vector<std::string> words;
    void read(JsonReader& json, Enumerator auto& to) const {
        to = static_cast<std::remove_reference_t<decltype(to)>>(oneOf(json, words));
    }
    void read(JsonReader& json, std::string& to) const { to = words[oneOf(json, words)]; }
    std::string text(Enumerator auto value) const { return jsonText(words[static_cast<std::size_t>(value)]); }
    static std::string text(const std::string& value) { return jsonText(value); }
};

/// Null, or a value of this form.
template <class Form>
struct OrNull {
    Form orNull;
};
template <class Form>
OrNull(Form) -> OrNull<Form>;

/// A list of at most `max` items, called `name` in the problem of a longer one; written in one line, or in a line for
/// each.
template <class Form = Plain>
struct List {
    std::size_t max;
    const char* name;
    Form form = {};
    bool isInLines = false;

    template <class T>
    void readIn(auto& object, std::vector<T>& to) const {
        to.clear();
        object.json().list([&](std::size_t index) {
            if (index < max) return object.read(to.emplace_back(), form, static_cast<int>(index));
            object.json().fail("exceeds the limit of " + std::to_string(max) + " " + name);
        });
    }
    template <class Items>
    requires requires(const Items& items) { items.begin(); }
    std::string textIn(const auto& object, const Items& items) const {
        std::string text;
        for (int index = 0; const auto& item : items) {
            text += isInLines ? (index > 0 ? ",\n  " : "\n  ") + object.blanks() : index > 0 ? ", " : "";
            text += object.text(item, form, index++);
        }
        return "[" + text + (isInLines && !text.empty() ? "\n" + object.blanks() : "") + "]";
    }
};
template <class Form>
List(std::size_t, const char*, Form, bool = false) -> List<Form>;
List(std::size_t, const char*)->List<>;

/// A matrix: in a draft as the file has it.
struct MatrixForm {
    bool isVector = false; ///< it has one row, and the shape [n]
    static void read(JsonReader& json, MatrixJson& to) { to = readMatrix(json); }
    std::string textIn(const auto& object, const EmbeddingTable& table) const { return object.matrix(table, isVector); }
    std::string textIn(const auto& object, const ParameterValue& value) const {
        return value.kept ? object.matrix(value.kept, isVector) : "null";
    }
};

/// A name that a list may have, as that of what is off.
struct Switch {
    std::string name;
    bool isNamed = false;           ///< it stands in the list that is written
    std::function<void()> use = {}; ///< called if it stood in a list that was read
};

/// Returns the switch of a value that is kept while it is off.
template <class T>
Switch offSwitch(const char* name, T& value) {
    if constexpr (std::is_const_v<T>)
        return {name, value.kept && !value.isOn};
    else
        return {name, false, [&value] { value.isOn = false; }};
}

} // namespace headlight
