#include "paste/bracketText.h"

#include <algorithm>

namespace headlight {
namespace {

bool isWord(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '.';
}

/// One pass over the text, from the front.
class Brackets {
public:
    Brackets(const Pasted& pasted, const Watch& watch) : pasted_(pasted), watch_(watch), text_(pasted.text()) {}

    Result<Matrix> read() {
        if (auto r = readFront(); !r) return r.problem();
        if (auto r = readLists(); !r) return r.problem();
        if (auto r = readBack(); !r) return r.problem();
        return rows_.matrix();
    }

private:
    static constexpr std::string_view kBlanks = " \t\n";

    char here() const { return at_ < text_.size() ? text_[at_] : '\0'; }
    void skipBlanks() { at_ = std::min(text_.find_first_not_of(kBlanks, at_), text_.size()); }
    bool take(char c) {
        skipBlanks();
        if (here() != c) return false;
        ++at_;
        return true;
    }
    std::string_view word() {
        skipBlanks();
        const std::size_t from = at_;
        while (at_ < text_.size() && isWord(text_[at_])) ++at_;
        return text_.substr(from, at_ - from);
    }
    Problem wrong(const std::string& what) const { return pasted_.problem(at_, what); }

    /// "W = np.array(", "tensor(", "Parameter containing:".
    Result<void> readFront() {
        for (skipBlanks(); here() != '['; skipBlanks()) {
            if (here() == '(') {
                ++open_, ++at_;
                continue;
            }
            const std::size_t from = at_;
            const std::string_view name = word();
            const bool isName = !name.empty() && !(name[0] >= '0' && name[0] <= '9') && name[0] != '.';
            if (isName && (take('=') || name == "Parameter" || (name == "containing" && take(':')))) continue;
            skipBlanks();
            if (isName && here() == '(') continue;
            at_ = from;
            return wrong("the matrix must begin with \"[\"; only a name may precede it, as in array([[1, 2]]).");
        }
        return {};
    }

    /// The lists themselves: [[1 2] [3 4]], [1 2; 3 4] or [1 2].
    Result<void> readLists() {
        int depth = 0;
        bool nested = false, needsNumber = false;
        do {
            skipBlanks();
            const char c = here();
            if (c == '\0') return wrong("the text ends before the brackets are closed.");
            if (c == '[' || c == '(') {
                if (depth == 2) return wrong("the brackets are nested three levels deep; paste a single matrix.");
                if (depth == 1 && inRow_ > 0) return wrong("unexpected bracket after a number.");
                nested = nested || depth == 1;
                ++depth, ++at_;
                needsNumber = false;
            } else if (c == ']' || c == ')') {
                if (depth == 2 || (!nested && (inRow_ > 0 || !semicolons_)))
                    if (auto r = endRow(); !r) return r;
                --depth, ++at_;
                needsNumber = false;
            } else if (c == ',') {
                if (needsNumber) return wrong("a number is missing here.");
                needsNumber = true;
                ++at_;
            } else if (c == ';' && depth == 1 && !nested) {
                semicolons_ = true;
                if (auto r = endRow(); !r) return r;
                needsNumber = false;
                ++at_;
            } else {
                if (depth == 1 && nested) return wrong("unexpected text outside the inner brackets.");
                if (auto r = readNumber(); !r) return r;
                needsNumber = false;
            }
        } while (depth > 0);
        return {};
    }

    Result<void> readNumber() {
        const std::size_t end = std::min(text_.find_first_of(" \t\n,;[]()", at_), text_.size());
        const auto value = pasted_.number(text_.substr(at_, end - at_), false);
        if (!value) return value.problem();
        at_ = end;
        ++inRow_;
        return rows_.add(*value);
    }

    Result<void> endRow() {
        inRow_ = 0;
        if (!goesOn(watch_, at_, text_.size())) return stopped();
        return rows_.endRow();
    }

    /// ", dtype=float32)", ", device='cuda:0', grad_fn=<MmBackward0>)".
    Result<void> readBack() {
        for (; open_ > 0; --open_) {
            while (take(',')) {
                skipBlanks();
                if (here() == ')') break;
                const std::string_view name = word();
                if (name.empty() || !take('='))
                    return wrong("only settings such as dtype=float32 may follow the matrix.");
                skipSetting();
            }
            if (!take(')')) return wrong("\")\" is missing here.");
        }
        if (!take(';')) take(',');
        skipBlanks();
        return at_ < text_.size() ? Result<void>(wrong("unexpected text after the matrix.")) : Result<void>();
    }

    /// Up to the comma or bracket that ends a setting: float32, 'cuda:0', <MmBackward0>, (2, 3).
    void skipSetting() {
        int depth = 0;
        for (char quote = '\0'; at_ < text_.size(); ++at_) {
            const char c = text_[at_];
            if (quote != '\0') {
                if (c == quote) quote = '\0';
            } else if (c == '\'' || c == '"') {
                quote = c;
            } else if (c == '(' || c == '[' || c == '<') {
                ++depth;
            } else if (depth > 0 && (c == ')' || c == ']' || c == '>')) {
                --depth;
            } else if (depth == 0 && (c == ',' || c == ')')) {
                return;
            }
        }
    }

    const Pasted& pasted_;
    const Watch& watch_;
    std::string_view text_;
    std::size_t at_ = 0;
    int open_ = 0; ///< round brackets before the matrix
    std::size_t inRow_ = 0;
    bool semicolons_ = false;
    PastedRows rows_;
};

} // namespace

Result<Matrix> matrixFromBrackets(const Pasted& pasted, const Watch& watch) { return Brackets(pasted, watch).read(); }

} // namespace headlight
