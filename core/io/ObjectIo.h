#pragma once

#include "io/sessionDrawings.h"
#include "io/sessionWriting.h"
#include "io/valueForms.h"
#include "session/Limits.h"

#include <cassert>
#include <concepts>
#include <cstddef>
#include <functional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace headlight {

/// A session file that is being read.
struct Reading {
    JsonReader& json;
    int drawnLayersLeft = kMaxDrawnLayers; ///< the number of further layers that the drawings of the file may have
};

/// One object of a session file. A function describe(ObjectIo&, value) names its members once, in the order of the
/// file, each with its form (valueForms.h). If the value is const, they are written; else they are read, in any order,
/// after describe() has returned: what it refers to must live until then. The same session gives the same bytes.
class ObjectIo {
public:
    /// `index` is that of the object in its list. `indent` blanks stand before the line in which it ends.
    explicit ObjectIo(Reading& reading, int index = 0) : reading_(&reading), index_(index) {}
    ObjectIo(const Writing& writing, std::size_t indent, int index = 0)
        : writing_(&writing), indent_(indent), index_(index) {}
    ObjectIo(const ObjectIo&) = delete; // its members refer to it

    void inLines() { isInLines_ = true, indent_ += 2; } ///< gives each member a line; called before members are named

    /// A member. `form` is also a function that describes an object; `isWritten` is ignored while reading.
    template <class T, class Form = Plain>
    void field(const std::string& key, T& value, const Form& form = {}, bool isWritten = true) {
        if constexpr (!std::is_const_v<T>)
            add(key, [this, &value, form] { read(value, form); });
        else if (isWritten)
            add(key, text(value, form));
    }
    /// A member that is left out if it has its default value.
    template <class T, class Form = Plain>
    void optional(const std::string& key, T& value, const Form& form = {}) {
        if constexpr (!std::is_const_v<T>)
            field(key, value, form);
        else if constexpr (requires { value.kept; })
            field(key, value, form, static_cast<bool>(value.kept));
        else
            field(key, value, form, !(value == T{}));
    }
    /// An object that `describe` describes, and that is left out if it has no members.
    template <class T, class Describe>
    void object(const std::string& key, T& value, const Describe& describe) {
        if constexpr (!std::is_const_v<T>) return field(key, value, describe);
        ObjectIo inner = inside();
        describe(inner, value);
        if (!inner.texts_.empty()) add(key, inner.text());
    }
    /// The number under which a layer or head is drawn, below `end`: left out if it is its index in the list.
    void number(int& number, int end) {
        number = index_;
        field("drawn_as", number, Whole{0, end - 1});
    }
    void number(const int& number, int) { field("drawn_as", number, Whole{}, number != index_); }
    void names(const std::string& key, std::vector<Switch>);
    /// Members that no version knows. Objects that do not keep them refuse them.
    void unknown(UnknownMembers& others) {
        assert(reading_);
        unknown_ = &others;
    }
    void unknown(const UnknownMembers& others);
    /// Calls check(JsonReader&, const Names& keys) when all members are read, unless there was a problem.
    void check(std::function<void(JsonReader&, const Names&)> check) { checks_.push_back(std::move(check)); }

    /// Adds a member that is only read, or only written.
    void add(const std::string& key, std::function<void()> read) { members_.push_back({key, std::move(read)}); }
    void add(const std::string& key, std::string text);

    bool isReading() const { return reading_ != nullptr; }
    Reading& reading() { return *reading_; }
    JsonReader& json() { return reading_->json; }
    const Writing& writing() const { return *writing_; }
    bool isPin() const { return writing_ && writing_->isPin; }

    /// Returns an object in this one.
    ObjectIo inside(int index = 0) const {
        return reading_ ? ObjectIo(*reading_, index) : ObjectIo(*writing_, indent_, index);
    }
    Names read();                          ///< reads the object and returns its keys
    MatrixJson readMatrix(const Columns&); ///< reads the object, or a matrix in its place
    std::string text() const;              ///< the object
    std::string blanks() const { return std::string(indent_, ' '); }
    std::string matrix(const EmbeddingTable& table, bool isVector = false) const {
        return writing_->matrices.text(table, indent_, isVector);
    }

    /// Reads a value in this object, or an item of its list.
    template <class T, class Form>
    void read(T& to, const Form& form, int index = 0) {
        if constexpr (requires { form.orNull; }) {
            if (!takeNull(json())) read(to, form.orNull);
        } else if constexpr (requires { form.read(json(), to); }) {
            form.read(json(), to);
        } else if constexpr (requires { form.readIn(*this, to); }) {
            form.readIn(*this, to);
        } else if constexpr (requires { to.kept; }) {
            read(to.kept, form);
            to.isOn = static_cast<bool>(to.kept);
        } else if constexpr (requires { to.emplace(); }) {
            read(to.emplace(), form);
        } else {
            ObjectIo object = inside(index);
            object.describedBy(form, to);
            object.read();
        }
    }
    /// Returns the text of a value in this object, or of an item of its list.
    template <class T, class Form>
    std::string text(const T& value, const Form& form, int index = 0) const {
        if constexpr (requires { form.orNull; }) {
            return text(value, form.orNull);
        } else if constexpr (requires { form.text(value); }) {
            return form.text(value);
        } else if constexpr (requires { form.textIn(*this, value); }) {
            return form.textIn(*this, value);
        } else if constexpr (requires { value.kept; }) {
            return text(value.kept, form);
        } else if constexpr (requires { value.has_value(); }) {
            return value ? text(*value, form) : "null";
        } else {
            ObjectIo object = inside(index);
            object.describedBy(form, value);
            return object.text();
        }
    }

private:
    template <class T, class Form>
    void describedBy(const Form& form, T& value) {
        if constexpr (std::invocable<Form, ObjectIo&, T&>)
            form(*this, value);
        else
            describe(*this, value);
    }
    Names finished(Names keys);

    Reading* reading_ = nullptr;
    const Writing* writing_ = nullptr;
    std::size_t indent_ = 0;
    int index_ = 0;
    bool isInLines_ = false;
    std::vector<std::string> texts_; ///< the members that are written, each as "key": value
    std::vector<Member> members_;    ///< the members that may be read
    UnknownMembers* unknown_ = nullptr;
    std::vector<Switch> named_; ///< those that stood in lists; used last, because a value that is read is on
    std::vector<std::function<void(JsonReader&, const Names&)>> checks_;
};

} // namespace headlight
