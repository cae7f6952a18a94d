#include "paste/notebookText.h"

#include "base/quotedText.h"
#include "paste/bracketText.h"
#include "paste/printedNames.h"

#include <algorithm>
#include <optional>

namespace headlight {
namespace {

using Words = std::string_view;

/// Functions that return their list of numbers unchanged.
constexpr Words kIdentities[] = {"array",    "asarray",  "Array",     "DeviceArray", "matrix",
                                 "tensor",   "Tensor",   "as_tensor", "FloatTensor", "DoubleTensor",
                                 "constant", "Variable", "Parameter", "DataFrame",   "float32",
                                 "float64",  "list",     "dict",      "OrderedDict", "print"};
/// Functions whose arguments have names of their own.
constexpr Words kNamers[] = {"dict", "OrderedDict", "print"};
constexpr Words kShapes[] = {"Size", "TensorShape"};
/// Methods that do not change the numbers.
constexpr Words kHarmlessMethods[] = {"float", "double", "numpy",          "detach", "clone", "cpu",       "cuda",
                                      "to",    "astype", "requires_grad_", "tolist", "copy",  "contiguous"};

template <std::size_t N>
bool isOneOf(const Words (&words)[N], Words word) {
    return std::ranges::find(words, word) != std::end(words);
}

bool isOperator(char c) { return Words("+-*/@%^").find(c) != Words::npos; }

/// Returns the operator of MATLAB or LaTeX after a matrix: a transpose, product or power; empty if there is none.
Words operatorAt(Words rest) {
    for (const Words one : {".'", "'", ".*", "./", ".^", "\\cdot", "\\times"})
        if (rest.starts_with(one)) return one;
    return {};
}

/// Returns the name at the end of `words`: "np.array" of "= np.array".
Words lastName(Words words) {
    std::size_t from = words.size();
    while (from > 0 && isWordCharacter(words[from - 1])) --from;
    return words.substr(from);
}

bool isQuoted(Words piece) { return piece.size() > 1 && endOfQuotes(piece, 0) == piece.size() - 1; }

/// Returns "array" of "np.array".
Words lastPart(Words name) { return name.substr(name.rfind('.') + 1); }

/// Reads the text in one pass. A piece is the text between two marks (brackets, commas, ends of lines, ...).
class Notebook {
public:
    Notebook(const Pasted& pasted, const Watch& watch) : pasted_(pasted), watch_(watch), text_(pasted.text()) {}

    Result<PastedText> read() {
        while (at_ < text_.size() && found_.matrices.size() <= kMaxMatrices) {
            const Words piece = trimmedCell(nextPiece());
            const auto taken = at_ == text_.size() ? takeText(piece) : takeMark(piece, text_[at_]);
            if (!taken) return taken.problem();
        }
        endRows();
        if (found_.matrices.size() > kMaxMatrices) return tooManyMatrices();
        if (found_.matrices.empty() && unread_) return *unread_;
        namePrinted(text_, outputs_, found_.matrices);
        return std::move(found_);
    }

private:
    Words nextPiece() {
        const std::size_t from = at_;
        while (at_ < text_.size() && Words("\n[](){},;:=").find(text_[at_]) == Words::npos)
            at_ = endOfQuotes(text_, at_) + 1;
        return text_.substr(from, at_ - from);
    }

    Result<void> takeMark(Words piece, char mark) {
        if (mark == '[') return takeBracket(piece);
        if (mark == ']' && textBrackets_ == 0)
            return pasted_.problem(at_, "\"]\" without \"[\" before it. The beginning of the matrix may be missing; "
                                        "copy all of it.");
        if (mark == ']') --textBrackets_;
        if (mark == '(') {
            takeCall(piece);
        } else if (mark == '=') {
            takeTarget(piece);
        } else if (mark == ':' || (mark == ',' && isQuoted(piece))) {
            takeName(piece, mark == ',');
        } else if (const auto taken = takeText(piece); !taken) {
            return taken;
        }
        if (mark == ')') maker_ = calculated_ = {};
        if (mark == ')' || mark == ']' || mark == '}') name_ = {}; // the list had no numbers: W_q = []
        ++at_;
        return {};
    }

    /// Takes "W_q" of `W_q = ...` and `W_q: Tensor = ...`; but no name of `W_q += ...` and `array(object=...`.
    void takeTarget(Words piece) {
        const bool isChange = !piece.empty() && Words("+-*/@%^<>!|&").find(piece.back()) != Words::npos;
        const bool isArgument = isOneOf(kIdentities, lastPart(maker_)) && !isOneOf(kNamers, lastPart(maker_));
        const bool isType = !name_.empty() && (isOneOf(kIdentities, lastPart(piece)) || lastPart(piece) == "ndarray");
        if (isChange)
            other(piece);
        else if (!isArgument && !isType)
            takeName(piece);
    }

    /// True if `piece` ends a list of names, as in "W_q, W_k", so that its matrix is not known. It does in
    /// `x = 1; p["W_q"], W_k`; it does not in `W_q: [[1, 2]], W_k`, `W_q = [[1]], W_k` and `f(a, W_k`.
    bool endsList(Words piece) const {
        bool hasComma = false;
        int depth = 0;
        for (std::size_t at = pasted_.offsetOf(piece); at > 0; --at) {
            const char c = text_[at - 1];
            if (c == '\n' && (at < 2 || text_[at - 2] != '\\')) break;
            if (Words(")]}").find(c) != Words::npos) ++depth;
            if (Words("([{").find(c) != Words::npos) --depth;
            const bool isOutside = depth == 0 && Words("([{").find(c) == Words::npos;
            if (depth < 0 || depth > 1 || (isOutside ? c == '=' : c == ',')) return false; // a call, or numbers
            if (isOutside && (c == ';' || c == ':')) break;
            hasComma = hasComma || (isOutside && c == ',');
        }
        return hasComma && depth == 0;
    }

    /// Takes "W_q" of `W_q = ...`, `"W_q": ...`, `('W_q', ...`.
    void takeName(Words piece, bool isListed = false) {
        constexpr Words kParameter = "Parameter containing";
        const bool isParameter = piece.ends_with(kParameter); // "W_query.weight Parameter containing"
        if (isParameter) piece = trimmedCell(piece.substr(0, piece.size() - kParameter.size()));
        if (piece.empty()) {
            isParameter_ = isParameter;
            return;
        }
        const bool isText = isQuoted(piece);
        piece = isText ? piece.substr(1, piece.size() - 2)
                       : trimmedCell(piece.substr(piece.rfind('>') + 1));                    // a prompt
        const bool isTime = !isText && !piece.empty() && piece[0] >= '0' && piece[0] <= '9'; // a time in a log, "07:30"
        endRows();
        listed_ = isListed ? listed_ + 1 : 0;
        name_ = listed_ > 1 || isTime || (!isText && endsList(piece)) ? Words() : piece;
        maker_ = calculated_ = {};
        numberBefore_.reset();
        isParameter_ = isParameter;
    }

    /// Takes "torch.tensor" of `torch.tensor(...`.
    void takeCall(Words piece) {
        if (piece.empty()) return;
        const Words name = lastName(piece), before = trimmedCell(piece.substr(0, piece.size() - name.size()));
        if (!isOneOf(kIdentities, lastPart(name)) && !isOneOf(kShapes, lastPart(name))) other(piece);
        if (isOneOf(kIdentities, lastPart(name)) && isNameOfWeight(before)) takeName(before);
        maker_ = name;
        if (!before.empty() && isOperator(before.back())) calculated_ = piece;
    }

    Result<void> takeText(Words piece) {
        if (piece.empty()) return {};
        if (isOperator(piece.back()) && std::ranges::any_of(piece, isWordCharacter)) { // "1e-3 *" at the end of a line
            calculated_ = piece;
            return {};
        }
        const std::size_t at = pasted_.offsetOf(piece);
        if (Pasted::isNumber(piece.substr(0, piece.find_first_of(" \t")))) {
            if (mayFollow_ && isBare_) return pasted_.problem(at, "unexpected number after \"]\".");
            if (!numberBefore_) numberBefore_ = at;
            outputs_.push_back({at, at});
            found_.hasOtherText = true;
            name_ = {};
            return {};
        }
        if (isNameOfWeight(piece))
            takeName(piece, true);
        else
            other(piece);
        return {};
    }

    /// True for "W_query.weight", printed before its numbers.
    static bool isNameOfWeight(Words piece) {
        return piece.ends_with(".weight") && std::ranges::all_of(piece, isWordCharacter);
    }

    /// Any other text. If it has word characters, it is reported as ignored; signs and prompts are not.
    void other(Words piece) {
        if (std::ranges::any_of(piece, isWordCharacter)) found_.hasOtherText = true;
        endRows();
        name_ = maker_ = calculated_ = {};
        listed_ = 0;
        numberBefore_.reset();
        isParameter_ = false;
    }

    Result<void> takeBracket(Words piece) {
        const char before = at_ > 0 ? text_[at_ - 1] : ' ';
        const bool isIndex = (isWordCharacter(before) && !Pasted::isNumber(piece)) || before == ')' || before == ']';
        if (isIndex || piece == "In") return ignoreBracket(piece); // an index or a prompt: x[0], Out[3], In [3]
        const ListStart list = listStart(text_, at_);
        if (!list.areNumbers) {
            textBrackets_ += std::ranges::count(text_.substr(at_, list.first - at_), '[');
            at_ = list.first;
            maker_ = {};
            return takeText(piece);
        }
        if (!maker_.empty() && !isOneOf(kIdentities, lastPart(maker_))) {
            const bool isShape = isOneOf(kShapes, lastPart(maker_));
            if (!isShape && !unread_) unread_ = calculation(pasted_.offsetOf(maker_), maker_);
            if (isShape) outputs_.push_back({at_, at_});
            return ignoreBracket({});
        }
        if (!piece.empty() && isOperator(piece.back())) calculated_ = piece;
        if (!calculated_.empty()) return calculation(pasted_.offsetOf(calculated_), calculated_);
        if (Pasted::isNumber(piece)) {
            numberBefore_ = pasted_.offsetOf(piece);
            name_ = {};
        } else if (std::ranges::any_of(piece, isWordCharacter)) { // "see [1]"
            if (!unread_) unread_ = pasted_.problem(at_, "unexpected text before \"[\". Copy the numbers alone.");
            return ignoreBracket(piece);
        }
        return takeLists(list.depth);
    }

    Result<void> ignoreBracket(Words piece) {
        const auto end = endOfBrackets(pasted_, at_);
        if (!end) return end.problem();
        if (!piece.empty() && piece != "In" && piece != "Out") other(piece);
        endRows();
        name_ = {};
        at_ = *end;
        return {};
    }

    Result<void> takeLists(int depth) {
        if (depth > 1 || !mayFollow_) endRows();
        isBare_ = maker_.empty();
        if (depth == 1 && isBare_ && numberBefore_)
            return pasted_.problem(*numberBefore_, "unexpected number before \"[\".");
        numberBefore_.reset();
        Output output{at_, at_, found_.matrices.size()};
        auto matrices = matricesFromLists(pasted_, at_, rows_, watch_);
        if (!matrices) return matrices.problem();
        output.of = matrices->size();
        for (Matrix& matrix : *matrices)
            found_.matrices.push_back({std::string(name_), std::move(matrix), isParameter_});
        mayFollow_ = matrices->empty();
        if (mayFollow_ && !name_.empty()) rowsName_ = name_;
        name_ = {};
        listed_ = 0;
        isParameter_ = false;
        if (!isBare_) passSettings();
        output.end = at_;
        outputs_.push_back(output);
        maker_ = {};
        return checkBehind();
    }

    /// Makes a matrix of the one-dimensional lists so far.
    void endRows() {
        if (!rows_.areNone()) found_.matrices.push_back({std::string(rowsName_), rows_.take()});
        mayFollow_ = false;
        rowsName_ = {};
    }

    void skipBlanks() { at_ = std::min(text_.find_first_not_of(" \t\n", at_), text_.size()); }
    bool take(char c) {
        skipBlanks();
        if (at_ == text_.size() || text_[at_] != c) return false;
        ++at_;
        return true;
    }
    Words word() {
        const std::size_t from = at_;
        while (at_ < text_.size() && isWordCharacter(text_[at_])) ++at_;
        return text_.substr(from, at_ - from);
    }

    /// Skips ", dtype=float32)" or ", device='cuda:0', grad_fn=<MmBackward0>)".
    void passSettings() {
        for (;;) {
            const std::size_t from = at_;
            const bool isNext = take(',');
            if (take(')')) return;
            const Words name = isNext ? word() : Words(); // take() has skipped the blanks
            if (name.empty() || Pasted::isNumber(name)) {
                at_ = from;
                return;
            }
            if (take('=')) passSetting();
        }
    }

    /// Skips a setting up to its comma or bracket: float32, 'cuda:0', <MmBackward0>, (2, 3).
    void passSetting() {
        int depth = 0;
        for (; at_ < text_.size(); at_ = endOfQuotes(text_, at_) + 1) {
            const char c = text_[at_];
            if (depth == 0 && (c == ',' || c == ')')) return;
            if (c == '(' || c == '[' || c == '<') ++depth;
            if (c == ')' || c == ']' || c == '>') --depth;
        }
    }

    /// Checks what follows the lists: a Problem if it is a method, index or operator that changes the numbers.
    Result<void> checkBehind() {
        while (at_ < text_.size() && text_[at_] == '.' && operatorAt(text_.substr(at_)).empty()) {
            const std::size_t from = at_++;
            const Words method = word();
            if (method.empty()) break; // the end of a sentence
            if (!isOneOf(kHarmlessMethods, method)) return calculation(from, text_.substr(from, at_ - from));
            if (at_ == text_.size() || text_[at_] != '(') continue;
            const auto end = endOfBrackets(pasted_, at_);
            if (!end) return end.problem();
            at_ = *end;
        }
        if (const Words behind = operatorAt(text_.substr(at_)); !behind.empty()) return calculation(at_, behind);
        const std::size_t next = std::min(text_.find_first_not_of(" \t", at_), text_.size());
        if (const Words behind = operatorAt(text_.substr(next)); !behind.empty() && behind != "'")
            return calculation(next, behind);
        if (next == text_.size() || (!isOperator(text_[next]) && (next > at_ || text_[next] != '['))) return {};
        return calculation(next, text_.substr(next, 1));
    }

    Problem calculation(std::size_t at, Words what) const {
        return pasted_.problem(at, quotedBriefly(what) + " is a calculation, but only numbers can be pasted. Paste the "
                                                         "result that it prints.");
    }

    const Pasted& pasted_;
    const Watch& watch_;
    Words text_;
    std::size_t at_ = 0;
    std::ptrdiff_t textBrackets_ = 0;         ///< open brackets whose first element is not a number
    Words name_, rowsName_;                   ///< the name of the next lists; the name of the rows so far
    int listed_ = 0;                          ///< names so far without a matrix
    bool isParameter_ = false;                ///< "Parameter containing:" stood before the next lists
    Words maker_;                             ///< the function whose argument comes next
    Words calculated_;                        ///< an operator before the next lists, with its first operand
    bool mayFollow_ = false, isBare_ = false; ///< the last piece was a row; it was not in a function
    std::optional<std::size_t> numberBefore_; ///< the place of a number without brackets just before
    PastedRows rows_;
    PastedText found_;
    std::vector<Output> outputs_;   ///< what namePrinted() needs
    std::optional<Problem> unread_; ///< why the first ignored list of numbers was not read
};

} // namespace

Result<PastedText> matricesFromNotebook(const Pasted& pasted, const Watch& watch) {
    return Notebook(pasted, watch).read();
}

} // namespace headlight
