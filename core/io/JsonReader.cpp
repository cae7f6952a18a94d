#include "io/JsonReader.h"

#include "base/quotedText.h"
#include "base/utf8.h"

#include <array>
#include <cassert>

namespace headlight {
namespace {

using Kind = JsonReader::Kind;

const char* nameOf(Kind kind) {
    static constexpr std::array kNames{"nothing", "null", "true or false", "a number", "text", "a list", "an object"};
    return kNames[static_cast<std::size_t>(kind)];
}

/// Returns the text with the quotes that stand around it.
std::string_view quoted(std::string_view raw) {
    return raw.data() ? std::string_view(raw.data() - 1, raw.size() + 2) : raw;
}

} // namespace

JsonReader::JsonReader(std::string_view json, const JsonLimits& limits, Watch watch)
    : text_(json), limits_(limits), watch_(std::move(watch)) {
    if (json.size() <= limits_.bytes) return;
    failed_ = true;
    problem_ = {"It is " + std::to_string(json.size()) + " bytes long; the limit is " + std::to_string(limits_.bytes) +
                " bytes."};
}

JsonReader::Kind JsonReader::next() {
    if (failed_) return Kind::Nothing;
    text_.skipBlanks();
    text_.mark();
    const char first = text_.has() ? text_.peek() : '\0';
    if (first == '{') return Kind::Object;
    if (first == '[') return Kind::List;
    if (first == '"') return Kind::Text;
    if (first == '-' || (first >= '0' && first <= '9')) return Kind::Number;
    if (text_.startsWith("null")) return Kind::Null;
    if (text_.startsWith("true") || text_.startsWith("false")) return Kind::Boolean;
    if (!text_.has()) {
        failSyntax("the text ends where a value is expected. The file is incomplete.");
    } else {
        std::size_t length = 0;
        nextCodePoint(text_.rest(), length);
        failSyntax("no value can begin with " + quotedBriefly(text_.rest().substr(0, length)) + ".");
    }
    return Kind::Nothing;
}

bool JsonReader::expect(Kind kind) {
    const Kind found = next();
    if (found == Kind::Nothing) return false;
    if (found != kind) fail(std::string("must be ") + nameOf(kind) + ", not " + nameOf(found));
    return ok();
}

bool JsonReader::enter() {
    text_.skip(1);
    if (path_.size() < static_cast<std::size_t>(limits_.depth)) return true;
    fail("is nested deeper than " + std::to_string(limits_.depth) + " levels");
    return false;
}

/// Takes the comma between two items, or the closing bracket; false if no further item follows.
bool JsonReader::separator(char close, bool first) {
    if (failed_) return false;
    text_.skipBlanks();
    const char c = text_.has() ? text_.peek() : '\0';
    if (c == close) {
        text_.skip(1);
        return false;
    }
    if (first) return true;
    if (c == ',') {
        text_.skip(1);
        return true;
    }
    failSyntax(text_.has() ? std::string("a comma or ") + close + " is missing before this."
                           : "the text ends too early. The file is incomplete.");
    return false;
}

Names JsonReader::object(const std::function<void(const std::string& key)>& member) {
    if (!expect(Kind::Object) || !enter()) return {};
    Names keys;
    path_.push_back({"", 0, true});
    for (bool first = true; separator('}', first); first = false) {
        text_.skipBlanks();
        if (!text_.has() || text_.peek() != '"') {
            failSyntax(text_.has() ? "a name in double quotes is expected here."
                                   : "the text ends where a name is expected. The file is incomplete.");
            break;
        }
        text_.mark();
        const std::string_view raw = rawText();
        rawKey_ = quoted(raw);
        const std::string key = decoded(raw);
        path_.back().key = key;
        if (ok() && !keys.insert(key).second) fail("occurs twice in the same object");
        if (++members_ > limits_.members) fail("exceeds the limit of " + std::to_string(limits_.members) + " members");
        if (++names_ > limits_.names)
            fail("exceeds the limit of " + std::to_string(limits_.names) +
                 " members of an object and of those around it; divide it into several objects");
        text_.skipBlanks();
        if (ok() && (!text_.has() || text_.peek() != ':')) failSyntax("a colon is missing here.");
        if (failed_) break;
        text_.skip(1);
        const std::size_t before = text_.position();
        member(key);
        assert(failed_ || text_.position() > before);
        (void)before;
        tellWatch();
    }
    path_.pop_back();
    names_ -= keys.size();
    return keys;
}

void JsonReader::tellWatch() {
    if (failed_ || !watch_ || watch_(text_.part())) return;
    failed_ = true;
    problem_ = {};
}

void JsonReader::list(const std::function<void(std::size_t index)>& item) {
    if (!expect(Kind::List) || !enter()) return;
    path_.push_back({"", 0, false});
    for (std::size_t i = 0; separator(']', i == 0); ++i) {
        path_.back().index = i;
        item(i);
        tellWatch();
    }
    path_.pop_back();
}

void JsonReader::copyValue(std::string* to) {
    const auto add = [to](std::string_view piece) {
        if (to) to->append(piece);
    };
    switch (next()) {
    case Kind::Nothing: return;
    case Kind::Null: return null(), add("null");
    case Kind::Boolean: return add(boolean() ? "true" : "false");
    case Kind::Number: return add(number());
    case Kind::Text: {
        const std::string_view raw = rawText();
        if (to) decoded(raw); // only to check it
        return add(quoted(raw));
    }
    case Kind::List:
        add("[");
        list([&](std::size_t index) {
            if (index > 0) add(", ");
            copyValue(to);
        });
        return add("]");
    case Kind::Object: {
        add("{");
        bool first = true;
        object([&](const std::string&) {
            if (!first) add(", ");
            first = false;
            add(rawKey_);
            add(": ");
            copyValue(to);
        });
        return add("}");
    }
    }
}

std::string JsonReader::copied() {
    std::string to;
    copyValue(&to);
    return to;
}

void JsonReader::skip() { copyValue(nullptr); }

void JsonReader::finish() {
    if (failed_) return;
    text_.skipBlanks();
    if (text_.has() || text_.isAtInvalid()) failSyntax("there is text after the end. Remove it.");
}

std::string JsonReader::field() const {
    std::string name;
    for (const Step& step : path_) {
        if (!step.isKey) {
            name += "[" + std::to_string(step.index) + "]";
            continue;
        }
        if (step.key.empty()) continue;
        if (!name.empty()) name += ".";
        name += showable(step.key, kBriefly);
    }
    return name;
}

void JsonReader::fail(const std::string& what) {
    if (failed_) return;
    failed_ = true;
    const std::string name = field();
    problem_ = {(name.empty() ? "The session" : name) + " " + what + " (" + text_.placeOfMark() + ")."};
}

void JsonReader::failSyntax(const std::string& what) {
    assert(!failed_); // after a problem nothing is read any more
    failed_ = true;
    const bool invalid = text_.isAtInvalid();
    std::string where = text_.placeHere();
    where[0] = 'L';
    const std::string name = field();
    problem_ = {where + (name.empty() ? "" : ", in " + name) + ": " +
                (invalid ? "this byte is not UTF-8. The file is damaged, or it is not a text file." : what)};
}

} // namespace headlight
