#pragma once

#include "base/Result.h"
#include "base/Watch.h"
#include "io/TextCursor.h"

#include <cstddef>
#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace headlight {

class Base64Floats;

using Names = std::set<std::string, std::less<>>;

/// The limits of a JSON text. A matrix in base64 counts as numbers, not as text.
struct JsonLimits {
    std::size_t bytes = std::size_t(320) << 20;
    int depth = 64;
    std::size_t textBytes = std::size_t(16) << 20;
    std::size_t numbers = 100'000'000;
    std::size_t members = 4'000'000; ///< of all objects together
    std::size_t names = 400'000;     ///< of an object and those around it, which are kept to find duplicates
};

/// Reads strict JSON (RFC 8259) value by value, so that numbers go straight to float32, unknown parts are copied letter
/// by letter and the memory depends on the numbers and not on the nesting. Every problem names line and column, and the
/// field as layers[0].heads[1].W_q. Duplicate keys are refused. After the first problem every call does nothing and
/// returns something empty; ask ok() where it matters. A byte that is not UTF-8 is a problem when it is reached. The
/// text must outlive the reader. A reader belongs to one thread.
class JsonReader {
public:
    enum class Kind { Nothing, Null, Boolean, Number, Text, List, Object };

    /// If `watch` does not go on, there is a problem without a text.
    explicit JsonReader(std::string_view json, const JsonLimits& = {}, Watch watch = {});

    bool ok() const { return !failed_; }
    const Problem& problem() const { return problem_; }

    /// Returns the kind of the next value; Nothing after a problem.
    Kind next();

    // Each of these reads one value; a value of another kind is a problem.
    void null();
    bool boolean();
    std::string text();
    std::string_view number(); ///< as it is written; valid until something else is read
    double real();             ///< finite
    long long whole(long long min, long long max);
    unsigned long long unsignedWhole(); ///< 0 to 2^64 - 1
    /// Reads a list of numbers, "NaN", "Infinity" and "-Infinity". One more than `maxCount` is a problem, so that a
    /// hostile list takes no memory.
    void floats(std::vector<float>& to, std::size_t maxCount);
    /// Reads a text of little-endian float32 in base64, probably `expected` numbers.
    void base64(std::vector<float>& to, std::size_t expected = 0);

    /// Reads an object and returns its keys. `member(key)` must read exactly one value.
    Names object(const std::function<void(const std::string& key)>& member);
    /// Reads a list. `item(index)` must read exactly one value.
    void list(const std::function<void(std::size_t index)>& item);

    /// Reads any value and returns it as one line: blanks outside texts become ", " and ": ", numbers and texts keep
    /// their letters.
    std::string copied();
    void skip();

    /// Fails if anything but blanks follows.
    void finish();

    /// Reports the value that began last as wrong: "`field` `what` (line 3, column 9)."
    void fail(const std::string& what);

    /// Returns the field that is read, as "layers[0].heads[1].W_q"; empty at the top.
    std::string field() const;

private:
    struct Step {
        std::string key;
        std::size_t index;
        bool isKey;
    };

    bool expect(Kind kind);
    void failSyntax(const std::string& what);
    bool enter();
    void tellWatch();
    std::string_view rawText();
    void failInQuotes();
    std::string decoded(std::string_view raw);
    bool unescape(std::string_view raw, std::size_t& at, std::string& to);
    int fourHexDigits(std::string_view raw, std::size_t at);
    bool separator(char close, bool first);
    template <class Integer>
    Integer integer(Integer min, Integer max);
    float oneFloat();
    bool takeEscape(Base64Floats& letters);
    void copyValue(std::string* to);

    TextCursor text_; ///< its mark is the place where the last value began
    JsonLimits limits_;
    Watch watch_;
    std::size_t numbers_ = 0, members_ = 0, names_ = 0;
    std::string rawKey_; ///< with its quotes
    std::vector<Step> path_;
    bool failed_ = false;
    Problem problem_;
};

/// Returns `text` as JSON writes it: in quotes, with control characters escaped and everything else as it is.
std::string jsonText(std::string_view text);

} // namespace headlight
