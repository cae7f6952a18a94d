#include "io/npyHeader.h"

#include "base/quotedText.h"
#include "io/NumberType.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <set>

namespace headlight {
namespace {

/// Reads the Python literals that a header has. Each call returns nothing, or false, if another thing comes next.
class PythonText {
public:
    explicit PythonText(std::string_view text) : text_(text) {}

    bool take(char c) {
        skipBlanks();
        if (text_.empty() || text_.front() != c) return false;
        text_.remove_prefix(1);
        return true;
    }
    bool isAtEnd() {
        skipBlanks();
        return text_.empty();
    }
    std::optional<std::string> text() {
        const char quote = take('\'') ? '\'' : take('"') ? '"' : '\0';
        const auto end = quote ? text_.find(quote) : text_.npos;
        if (end == text_.npos) return std::nullopt;
        std::string found(text_.substr(0, end));
        text_.remove_prefix(end + 1);
        return found;
    }
    std::optional<bool> boolean() {
        for (const std::string_view word : {"True", "False"})
            if (skipBlanks(); text_.starts_with(word)) {
                text_.remove_prefix(word.size());
                return word == "True";
            }
        return std::nullopt;
    }
    /// Reads a tuple of numbers from 0; Python 2 wrote (3L, 4L).
    std::optional<std::vector<std::int64_t>> sides() {
        std::vector<std::int64_t> sides;
        if (!take('(')) return std::nullopt;
        while (!take(')')) {
            skipBlanks();
            std::int64_t side = -1;
            const auto [end, error] = std::from_chars(text_.data(), text_.data() + text_.size(), side);
            if (error != std::errc() || side < 0 || sides.size() == kMaxSides) return std::nullopt;
            text_.remove_prefix(static_cast<std::size_t>(end - text_.data()));
            take('L');
            sides.push_back(side);
            if (!take(',')) return take(')') && sides.size() > 1 ? std::optional(sides) : std::nullopt;
        }
        return sides;
    }
    /// Skips a list with any contents.
    bool skipList() {
        int depth = 0;
        do {
            if (isAtEnd()) return false;
            if (text_.front() == '\'' || text_.front() == '"') {
                if (!text()) return false;
                continue;
            }
            depth += text_.front() == '[' ? 1 : text_.front() == ']' ? -1 : 0;
            text_.remove_prefix(1);
        } while (depth > 0);
        return true;
    }
    bool isAtList() {
        skipBlanks();
        return text_.starts_with('[');
    }

private:
    void skipBlanks() { text_.remove_prefix(std::min(text_.find_first_not_of(" \t\n"), text_.size())); }

    std::string_view text_;
};

/// Reads a value of the dict; false if it is of another kind than `key` needs.
bool takeValue(PythonText& text, const std::string& key, NpyHeader& header) {
    if (key == "shape") {
        auto sides = text.sides();
        if (sides) header.shape = std::move(*sides);
        return sides.has_value();
    }
    if (key == "fortran_order") {
        const auto is = text.boolean();
        header.isFortran = is.value_or(false);
        return is.has_value();
    }
    if (key != "descr") return false;
    if (text.isAtList()) {
        header.type = "[";
        return text.skipList();
    }
    header.type = text.text().value_or("");
    return !header.type.empty();
}

} // namespace

Result<NpyHeader> parsedNpyHeader(std::string_view dict) {
    const Problem noDict{"its header is not a Python dict"};
    NpyHeader header;
    PythonText text(dict);
    std::set<std::string> keys;
    if (!text.take('{')) return noDict;
    for (bool isOpen = true; isOpen && !text.take('}');) {
        const auto key = text.text();
        if (!key || !text.take(':')) return noDict;
        if (!keys.insert(*key).second) return Problem{"its header has " + quotedBriefly(*key) + " twice"};
        if (!takeValue(text, *key, header)) return Problem{"its header has no readable " + quotedBriefly(*key)};
        isOpen = text.take(',');
        if (!isOpen && !text.take('}')) return noDict;
    }
    if (!text.isAtEnd()) return noDict;
    for (const char* key : {"descr", "fortran_order", "shape"})
        if (!keys.contains(key)) return Problem{"its header has no " + quotedBriefly(key)};
    return header;
}

} // namespace headlight
