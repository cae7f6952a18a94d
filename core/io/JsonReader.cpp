#include "io/JsonReader.h"

#include "base/quotedText.h"
#include "base/utf8.h"

#include <algorithm>
#include <cassert>
#include <set>

namespace headlight {
namespace {

using Kind = JsonReader::Kind;

const char* nameOf(Kind kind) {
    switch (kind) {
    case Kind::Nothing: return "nothing";
    case Kind::Null: return "null";
    case Kind::Boolean: return "true or false";
    case Kind::Number: return "a number";
    case Kind::Text: return "text";
    case Kind::List: return "a list";
    case Kind::Object: return "an object";
    }
    return "";
}

} // namespace

JsonReader::JsonReader(std::string_view json, const JsonLimits& limits, Watch watch)
    : text_(json), limits_(limits), watch_(std::move(watch)) {
    if (text_.starts_with("\xEF\xBB\xBF")) text_.remove_prefix(3);
    if (json.size() > limits_.bytes) {
        failed_ = true;
        problem_ = {"It is " + std::to_string(json.size()) + " bytes long; at most " + std::to_string(limits_.bytes) +
                    " are read."};
    } else if (const auto wrong = firstInvalidByte(text_)) {
        at_ = *wrong;
        failSyntax("this byte is not UTF-8. The file is damaged, or not a text.");
    }
}

JsonReader::Kind JsonReader::next() {
    if (failed_) return Kind::Nothing;
    skipBlanks();
    valueAt_ = at_;
    const std::string_view rest = text_.substr(at_);
    const char first = rest.empty() ? '\0' : rest.front();
    if (first == '{') return Kind::Object;
    if (first == '[') return Kind::List;
    if (first == '"') return Kind::Text;
    if (first == '-' || (first >= '0' && first <= '9')) return Kind::Number;
    if (rest.starts_with("null")) return Kind::Null;
    if (rest.starts_with("true") || rest.starts_with("false")) return Kind::Boolean;
    if (rest.empty()) {
        failSyntax("the text ends where a value should stand. The file is incomplete.");
    } else {
        std::size_t length = 0;
        nextCodePoint(rest, length);
        failSyntax("no value can begin with " + quotedBriefly(rest.substr(0, length)) + ".");
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
    ++at_;
    if (path_.size() < static_cast<std::size_t>(limits_.depth)) return true;
    fail("is nested deeper than " + std::to_string(limits_.depth) + " levels");
    return false;
}

/// Between two items, or before the closing bracket, which it takes: false if there is no further item.
bool JsonReader::separator(char close, bool first) {
    if (failed_) return false;
    skipBlanks();
    const char c = at_ < text_.size() ? text_[at_] : '\0';
    if (c == close) {
        ++at_;
        return false;
    }
    if (first) return true;
    if (c == ',') {
        ++at_;
        return true;
    }
    failSyntax(at_ >= text_.size() ? "the text ends in the middle. The file is incomplete."
                                   : std::string("a comma or ") + close + " is missing before this.");
    return false;
}

void JsonReader::object(const std::function<void(const std::string& key)>& member) {
    if (!expect(Kind::Object) || !enter()) return;
    std::set<std::string, std::less<>> keys;
    path_.push_back({"", 0, true});
    for (bool first = true; separator('}', first); first = false) {
        skipBlanks();
        if (at_ >= text_.size() || text_[at_] != '"') {
            failSyntax(at_ >= text_.size() ? "the text ends where a name should stand. The file is incomplete."
                                           : "a name in double quotes must stand here.");
            break;
        }
        const std::size_t keyAt = valueAt_ = at_;
        std::string key = text();
        rawKey_ = text_.substr(keyAt, at_ - keyAt);
        path_.back().key = key;
        if (ok() && !keys.insert(key).second) fail("occurs twice in the same object");
        if (++members_ > limits_.members)
            fail("is one member too many; at most " + std::to_string(limits_.members) + " are read");
        skipBlanks();
        if (ok() && (at_ >= text_.size() || text_[at_] != ':')) failSyntax("a colon is missing here.");
        if (failed_) break;
        const std::size_t before = ++at_;
        member(key);
        assert(failed_ || at_ > before);
        (void)before;
        tellWatch();
    }
    path_.pop_back();
}

void JsonReader::tellWatch() {
    if (failed_ || !watch_ || watch_(static_cast<double>(at_) / static_cast<double>(text_.size()))) return;
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
    const std::size_t from = (next(), at_);
    switch (next()) {
    case Kind::Nothing: return;
    case Kind::Null: return null(), add("null");
    case Kind::Boolean: return add(boolean() ? "true" : "false");
    case Kind::Number: return add(number());
    case Kind::Text:
        if (to)
            decoded(rawText()); // for its checks
        else
            rawText();
        return add(text_.substr(from, at_ - from));
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
    skipBlanks();
    if (at_ < text_.size()) failSyntax("something follows the end of the session. Remove it.");
}

void JsonReader::skipBlanks() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\n' || text_[at_] == '\t' || text_[at_] == '\r'))
        ++at_;
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

std::string JsonReader::place(std::size_t at) const {
    const std::string_view before = text_.substr(0, std::min(at, text_.size()));
    const auto newline = before.rfind('\n');
    const std::string_view line = newline == before.npos ? before : before.substr(newline + 1);
    const auto beginsCharacter = [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; };
    return "line " + std::to_string(1 + std::count(before.begin(), before.end(), '\n')) + ", column " +
           std::to_string(1 + std::count_if(line.begin(), line.end(), beginsCharacter));
}

void JsonReader::fail(const std::string& what) {
    if (failed_) return;
    failed_ = true;
    const std::string name = field();
    problem_ = {(name.empty() ? "The session" : name) + " " + what + " (" + place(valueAt_) + ")."};
}

void JsonReader::failSyntax(const std::string& what) {
    if (failed_) return;
    failed_ = true;
    std::string where = place(at_);
    where[0] = 'L';
    const std::string name = field();
    problem_ = {where + (name.empty() ? "" : ", in " + name) + ": " + what};
}

} // namespace headlight
