#include "paste/brackets.h"

#include <algorithm>
#include <optional>

namespace headlight {
namespace {

using Words = std::string_view;

/// Functions that return their list of numbers unchanged, or take it as it is.
constexpr Words kIdentities =
    " array asarray asanyarray ascontiguousarray Array DeviceArray Float32Array Float64Array matrix mat Matrix "
    "ImmutableMatrix MutableDenseMatrix ImmutableDenseMatrix tensor Tensor as_tensor to_tensor convert_to_tensor tensor2d "
    "FloatTensor DoubleTensor HalfTensor BFloat16Tensor LongTensor IntTensor ShortTensor CharTensor ByteTensor BoolTensor "
    "constant Variable variable Parameter DataFrame float16 float32 float64 int32 int64 list tuple dict OrderedDict print "
    "from_numpy from_pretrained copy_ assign set_weights dict_values odict_values deque ParameterList ";
constexpr Words kNamers = " dict OrderedDict print "; ///< functions whose arguments have names of their own
constexpr Words kShapes = " Size TensorShape shape size ";
constexpr Words kTypes = " Float64 Float32 Float16 Int64 Int32 "; ///< of Julia, before a list
/// Methods that do not change the numbers.
constexpr Words kHarmlessMethods =
    " float double numpy detach clone cpu cuda to astype requires_grad_ tolist copy contiguous ";

bool isOperator(char c) { return Words("+-*/@%^").find(c) != Words::npos; }

/// Returns the name at the end of `words`: "np.array" of "= np.array".
Words lastName(Words words) {
    std::size_t from = words.size();
    while (from > 0 && isWordCharacter(words[from - 1])) --from;
    return words.substr(from);
}

bool isQuoted(Words piece) { return piece.size() > 1 && endOfQuotes(piece, 0) == piece.size() - 1; }

/// True for "W_query.weight", printed before its numbers.
bool isNameOfWeight(Words piece) { return piece.ends_with(".weight") && std::ranges::all_of(piece, isWordCharacter); }

/// Knows whether a name is one of a list, as in "W_q, W_k", so that its matrix is not known. It is in
/// `x = 1; p["W_q"], W_k`; it is not in `W_q: [[1, 2]], W_k`, `W_q = [[1]], W_k` and `f(a, W_k`.
class NameList {
public:
    bool isOpen() const { return hasComma_ && depth_ == 0 && !hasEnded_; }
    void end() { hasEnded_ = true; }

    /// Takes a mark behind `piece`.
    void take(char mark, Words piece) {
        const bool isOutside = depth_ <= 0;
        if ((mark == '\n' && !piece.ends_with('\\')) || (isOutside && (mark == ';' || mark == ':'))) *this = {};
        hasComma_ = hasComma_ || (isOutside && mark == ',');
        depth_ += Words("([{").find(mark) != Words::npos ? 1 : Words(")]}").find(mark) != Words::npos ? -1 : 0;
        hasEnded_ = hasEnded_ || depth_ < 0 || depth_ > 1 || (isOutside ? mark == '=' : mark == ',');
    }

private:
    int depth_ = 0; ///< open brackets
    bool hasComma_ = false, hasEnded_ = false;
};

/// Reads the text in one pass. A piece is the text between two marks (brackets, commas, ends of lines, ...).
class Notebook {
public:
    Notebook(const Pasted& pasted, const Survey& survey, const Watch& watch)
        : pasted_(pasted), survey_(survey), watch_(watch), text_(pasted.text()), lexer_(text_, survey.dialect) {}

    Result<PastedText> read() {
        while (at_ < text_.size() && found_.matrices.size() <= kMaxMatrices) {
            lexer_.moveTo(at_);
            Words piece;
            Token token = lexer_.nextInCode();
            for (; token.mark == Token::kText; token = lexer_.nextInCode()) piece = token.text;
            at_ = token.mark == Token::kEnd ? text_.size() : pasted_.offsetOf(token.text);
            const auto taken = at_ == text_.size() ? takeText(piece) : takeMark(piece, token.mark);
            if (!taken) return taken.problem();
            before_ = token.mark;
        }
        endRows();
        if (found_.matrices.size() > kMaxMatrices) return tooManyMatrices();
        if (found_.matrices.empty() && unread_) return *unread_;
        namePrinted(pasted_, survey_.lines, outputs_, found_.matrices);
        found_.leftOut.comments = lexer_.comments().text();
        return std::move(found_);
    }

private:
    Result<void> takeMark(Words piece, char mark) {
        if (mark == '[' || (mark == '{' && beginsBraces())) return takeBracket(piece, mark);
        if (mark == ']' && --textBrackets_ < 0)
            return pasted_.problem(at_, "\"]\" without \"[\" before it. The beginning of the matrix may be missing; "
                                        "copy all of it.");
        if (mark == '(') {
            takeCall(piece);
        } else if (mark == '=') {
            takeTarget(piece);
        } else if (mark == ':' || (mark == ',' && isQuoted(piece))) {
            takeName(piece, mark == ',');
        } else if (const auto taken = takeText(piece); !taken) {
            return taken;
        }
        if (mark == ')' || mark == ']' || mark == '}') name_ = {}; // the list had no numbers: W_q = []
        if (mark != ')') names_.take(mark, piece);
        at_ = mark == ')' ? close(at_) : at_ + 1;
        return {};
    }

    /// True for numbers in braces, {{1, 2}, {3, 4}} or = {1, 2}, as in C; not for a dict.
    bool beginsBraces() {
        if (at_ < firstElement_) return false; // as the braces around it
        const ListStart list = lexer_.listStart(at_);
        firstElement_ = list.first;
        return list.areNumbers && (list.depth > 1 || before_ == '=');
    }

    /// Takes "W_q" of `W_q = ...` and `W_q: Tensor = ...`; but no name of `W_q += ...` and `array(object=...`.
    void takeTarget(Words piece) {
        const bool isChange = !piece.empty() && Words("+-*/@%^<>!|&").find(piece.back()) != Words::npos;
        const bool isArgument = isOneOf(kIdentities, maker_) && !isOneOf(kNamers, maker_);
        const bool isType = !name_.empty() && (isOneOf(kIdentities, piece) || piece.ends_with("ndarray"));
        if (isChange)
            other(piece);
        else if (isArgument && isOneOf(kShapes, piece))
            maker_ = piece;
        else if (!isArgument && !isType)
            takeName(piece);
    }

    /// Takes "W_q" of `W_q = ...`, `"W_q": ...`, `('W_q', ...`.
    void takeName(Words piece, bool isListed = false) {
        constexpr Words kParameter = "Parameter containing";
        const bool isParameter = piece.ends_with(kParameter); // "W_query.weight Parameter containing"
        if (isParameter) piece = trimmedCell(piece.substr(0, piece.size() - kParameter.size()));
        if (!piece.empty()) {
            const bool isText = isQuoted(piece);
            piece = isText ? piece.substr(1, piece.size() - 2)
                           : trimmedCell(piece.substr(piece.rfind('>') + 1));                    // a prompt
            const bool isTime = !isText && !piece.empty() && piece[0] >= '0' && piece[0] <= '9'; // in a log, "07:30"
            endRows();
            listed_ = isListed ? listed_ + 1 : 0;
            name_ = listed_ > 1 || isTime || (!isText && names_.isOpen()) ? Words() : piece;
            maker_ = calculated_ = function_ = {};
            numberBefore_.reset();
        }
        isParameter_ = isParameter;
    }

    /// Takes "torch.tensor" of `torch.tensor(...`.
    void takeCall(Words piece) {
        ++open_;
        if (piece.empty()) return;
        const Words name = lastName(piece), before = trimmedCell(piece.substr(0, piece.size() - name.size()));
        if (!isOneOf(kIdentities, name) && !isOneOf(kShapes, name)) other(piece);
        if (isOneOf(kIdentities, name) && isNameOfWeight(before)) takeName(before);
        maker_ = name;
        if (!before.empty() && isOperator(before.back())) calculated_ = piece;
        if (const std::size_t end = endOfScalar(text_, pasted_.offsetOf(name)); end > at_) { // np.float32(0.5)
            outputs_.push_back({at_, at_});
            at_ = end - 1;
            --open_;
        } else if (function_.empty() && isWordCharacter(text_[at_ - 1]) && !isOneOf(kIdentities, name)) {
            function_ = name;
            functionAt_ = open_;
        }
    }

    /// Takes the ")" at `at`, and returns the place behind it.
    std::size_t close(std::size_t at) {
        names_.take(')', {});
        if (open_ == functionAt_) function_ = {};
        open_ -= open_ > 0 ? 1 : 0;
        maker_ = calculated_ = {};
        return at + 1;
    }

    Result<void> takeText(Words piece) {
        if (piece.empty()) return {};
        if (isOperator(piece.back()) && std::ranges::any_of(piece, isWordCharacter)) { // "1e-3 *" at the end of a line
            calculated_ = piece;
        } else if (Pasted::isNumber(piece.substr(0, piece.find_first_of(" \t")))) {
            const std::size_t at = pasted_.offsetOf(piece);
            if (mayFollow_ && isBare_) return pasted_.problem(at, "unexpected number after \"]\".");
            if (!numberBefore_) numberBefore_ = at;
            outputs_.push_back({at, at});
            found_.hasOtherText = true;
            name_ = {};
        } else if (isNameOfWeight(piece)) {
            takeName(piece, true);
        } else {
            other(piece);
        }
        return {};
    }

    /// Any other text. If it has word characters, it is reported as ignored; signs are not.
    void other(Words piece) {
        if (std::ranges::any_of(piece, isWordCharacter)) found_.hasOtherText = true;
        endRows();
        name_ = maker_ = calculated_ = {};
        listed_ = 0;
        numberBefore_.reset();
        isParameter_ = false;
    }

    Result<void> takeBracket(Words piece, char mark) {
        const char before = at_ > 0 ? text_[at_ - 1] : ' ';
        if (mark == '{' || isOneOf(kTypes, lastName(piece)))
            piece = {}; // a type
        else if ((isWordCharacter(before) && !Pasted::isNumber(piece)) || before == ')' || before == ']')
            return ignoreBracket(piece); // an index, x[0]
        const ListStart list = lexer_.listStart(at_);
        if (!list.areNumbers) {
            for (; at_ < list.first; ++at_)
                if (text_[at_] == '[')
                    ++textBrackets_, names_.take('[', {});
                else if (text_[at_] == '(')
                    ++open_;
            maker_ = {};
            return takeText(piece);
        }
        if (isOneOf(kShapes, maker_)) {
            outputs_.push_back({at_, at_});
            maker_ = {};
            return ignoreBracket({});
        }
        const Words function = !function_.empty() || isOneOf(kIdentities, maker_) ? function_ : maker_;
        if (!function.empty()) {
            if (!unread_) unread_ = pasted_.calculation(function);
            return ignoreBracket({});
        }
        if (!piece.empty() && isOperator(piece.back())) calculated_ = piece;
        if (!calculated_.empty()) return pasted_.calculation(calculated_);
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
        if (!piece.empty()) other(piece);
        endRows();
        name_ = {};
        at_ = *end;
        return {};
    }

    Result<void> takeLists(int depth) {
        // Rows before "[1 2; 3 4]" are a matrix of their own.
        if (depth > 1 || !mayFollow_ || text_[std::min(text_.find_first_of(";])}", at_), text_.size() - 1)] == ';')
            endRows();
        isBare_ = maker_.empty();
        if (depth == 1 && isBare_ && numberBefore_)
            return pasted_.problem(*numberBefore_, "unexpected number before \"[\".");
        numberBefore_.reset();
        Output output{at_, at_, found_.matrices.size()};
        lexer_.moveTo(at_);
        auto matrices = matricesFromLists(pasted_, lexer_, rows_, watch_);
        if (!matrices) return matrices.problem();
        at_ = lexer_.at();
        names_.end();
        output.of = matrices->size();
        for (Matrix& matrix : *matrices)
            found_.matrices.push_back({std::string(name_), std::move(matrix), isParameter_});
        mayFollow_ = matrices->empty();
        if (mayFollow_ && !name_.empty()) rowsName_ = name_;
        listed_ = 0;
        isParameter_ = false;
        if (!isBare_)
            if (auto passed = passSettings(); !passed) return passed;
        output.end = at_;
        outputs_.push_back(output);
        name_ = maker_ = {};
        return checkBehind();
    }

    /// Makes a matrix of the one-dimensional lists so far.
    void endRows() {
        if (!rows_.areNone()) found_.matrices.push_back({std::string(rowsName_), rows_.take()});
        mayFollow_ = false;
        rowsName_ = {};
    }

    /// Skips ", dtype=float32)" or ", device='cuda:0', grad_fn=<MmBackward0>)", but no numbers and no other lines.
    Result<void> passSettings() {
        constexpr Words kBlanks = " \t\n";
        const std::size_t from = at_;
        for (std::size_t at; (at = text_.find_first_not_of(kBlanks, at_)) != text_.npos;) {
            const bool isNext = text_[at] == ',';
            if (isNext) at = std::min(text_.find_first_not_of(kBlanks, at + 1), text_.size());
            if (at == text_.size()) return {};
            if (text_[at] == ')') {
                at_ = close(at);
                return {};
            }
            if (!isNext && at_ > from) return pasted_.notClosed(pasted_.offsetOf(maker_) + maker_.size());
            if (!isNext || !isWordCharacter(text_[at]) || Pasted::isNumber(text_.substr(at, 1))) return {};
            int depth = 0;
            for (; at < text_.size(); at = endOfQuotes(text_, at) + 1) {
                const char c = text_[at];
                if (depth == 0 && (c == ',' || c == ')' || c == '\n')) break;
                depth += Words("([<").find(c) != Words::npos ? 1 : Words(")]>").find(c) != Words::npos ? -1 : 0;
            }
            if (depth > 0) return pasted_.notClosed(pasted_.offsetOf(maker_) + maker_.size());
            at_ = at;
        }
        return {};
    }

    /// Returns the text behind the lists; if a bracket is open, or the line ends with "\", it may be in a line below.
    Words behind() const {
        Lexer ahead(lexer_);
        ahead.moveTo(at_);
        Token token = ahead.nextInCode();
        for (bool goesOn = open_ > 0 || textBrackets_ > 0; token.text == "\\" || (goesOn && token.mark == '\n');
             token = ahead.nextInCode())
            goesOn = true;
        return token.mark == Token::kEnd ? Words() : text_.substr(pasted_.offsetOf(token.text));
    }

    /// Checks what follows the lists: a Problem if it is a method, index or operator that changes the numbers.
    Result<void> checkBehind() {
        Words next = behind();
        for (; next.starts_with('.') || next.starts_with(')'); next = behind()) {
            if (next[0] == ')') { // the outer bracket of nn.Parameter(tensor([[1]])).T
                at_ = close(pasted_.offsetOf(next));
                continue;
            }
            std::size_t end = 1;
            while (end < next.size() && isWordCharacter(next[end]) && next[end] != '.') ++end;
            if (end == 1) break; // the end of a sentence, or the operator ".*"
            const Words method = next.substr(0, end);
            if (!isOneOf(kHarmlessMethods, method)) return pasted_.calculation(method);
            at_ = pasted_.offsetOf(next) + end;
            if (at_ == text_.size() || text_[at_] != '(') continue;
            const auto closed = endOfBrackets(pasted_, at_);
            if (!closed) return closed.problem();
            const Words call = next.substr(0, *closed - pasted_.offsetOf(next));
            for (const Words type : {"int", "long", "bool"}) // they cut decimals
                if (call.find(type) != Words::npos) return pasted_.calculation(call);
            at_ = *closed;
        }
        const Words sign = next.starts_with('[') ? next.substr(0, 1) : operatorAt(next);
        if (sign.empty()) return {};
        const std::size_t at = pasted_.offsetOf(sign);
        const bool isApart = at > at_, isQuoted = sign == "'" && endOfQuotes(text_, at) > at;
        return isApart && (isQuoted || sign == "[") ? Result<void>() : pasted_.calculation(sign);
    }

    const Pasted& pasted_;
    const Survey& survey_;
    const Watch& watch_;
    Words text_;
    Lexer lexer_;
    std::size_t at_ = 0;
    char before_ = 0;                         ///< the mark before this one
    std::size_t firstElement_ = 0;            ///< that of the last braces
    NameList names_;                          ///< the names before this place
    std::ptrdiff_t textBrackets_ = 0;         ///< open brackets whose first element is not a number
    std::size_t open_ = 0, functionAt_ = 0;   ///< open "("; that of the function
    Words function_;                          ///< the outermost open function that is no maker
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

Result<PastedText> matricesFromNotebook(const Pasted& pasted, const Survey& survey, const Watch& watch) {
    return Notebook(pasted, survey, watch).read();
}

} // namespace headlight
