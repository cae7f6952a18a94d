// Reads the header of a .npy.

#include "base/quotedText.h"
#include "io/arrayBytes.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <set>
#include <utility>

namespace headlight {
namespace {

constexpr std::size_t kMaxNpyHeader = 65536;
constexpr std::size_t kMaxLetters = 1'000'000; ///< of one text

/// The Python dict of the header.
struct NpyDict {
    std::string type; ///< "<f4"; "[" if it has several fields
    bool isFortran = false;
    std::vector<std::int64_t> shape;
};

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
bool takeValue(PythonText& text, const std::string& key, NpyDict& header) {
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

/// Parses the dict; its keys may have any order.
Result<NpyDict> parsedDict(std::string_view dict) {
    const Problem noDict{"its header is not a Python dict"};
    NpyDict header;
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

/// Reads magic, version, length and dict.
Result<NpyDict> takeDict(ByteSource& bytes) {
    char start[8], length[4] = {};
    if (auto begins = bytes.take(start, sizeof(start)); !begins) return begins.problem();
    if (std::string_view(start, 6) != "\x93NUMPY") return Problem{"it is not a NumPy array"};
    const int version = static_cast<unsigned char>(start[6]);
    if (version < 1 || version > 3 || start[7] != 0)
        return Problem{"it has version " + std::to_string(version) + " of NumPy's format, but 1 to 3 are known"};
    const std::size_t digits = version == 1 ? 2 : 4;
    if (auto has = bytes.take(length, digits); !has) return has.problem();
    const std::size_t size = bitsAt(length, digits, false);
    if (size > kMaxNpyHeader) return Problem{"its header is larger than " + std::to_string(kMaxNpyHeader) + " bytes"};
    std::string dict(size, '\0');
    if (auto has = bytes.take(dict.data(), size); !has) return has.problem();
    return parsedDict(dict);
}

/// Returns why arrays of this type are not read.
std::string whyNotType(const std::string& type) {
    const auto kind = type.size() > 1 ? type[1] : type[0];
    if (kind == 'O') return "it is of Python objects (pickle), which can run code when they are read";
    if (type == "[") return "it has several fields";
    if (kind == 'c') return "its numbers are complex";
    return "its type is " + quotedBriefly(type);
}

/// Returns the length of the texts of an array of this type, as 12 for "U12"; nothing for other types.
std::optional<std::size_t> textLength(std::string_view type) {
    std::size_t length = 0;
    if (type.size() < 2 || type[0] != 'U') return std::nullopt;
    const auto [end, error] = std::from_chars(type.data() + 1, type.data() + type.size(), length);
    const bool isWhole = error == std::errc() && end == type.data() + type.size();
    return isWhole && length <= kMaxLetters ? std::optional(length) : std::nullopt;
}

} // namespace

Result<ArrayHeader> npyHeader(ByteSource& bytes) {
    auto dict = takeDict(bytes);
    if (!dict) return dict.problem();
    const std::string& type = dict->type;
    const bool hasOrder = std::string_view("<>|=").find(type[0]) != std::string_view::npos;
    const std::string_view name = std::string_view(type).substr(hasOrder ? 1 : 0);
    ArrayHeader header{
        {"", std::move(dict->shape)}, typeOfNumpy(name), textLength(name), type[0] == '>', dict->isFortran};
    header.array.areTexts = header.letters.has_value();
    if (!header.type && !header.letters) header.array.whyNot = whyNotType(type);
    return header;
}

} // namespace headlight
