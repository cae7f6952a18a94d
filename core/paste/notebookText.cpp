#include "paste/readers.h"

#include <algorithm>
#include <optional>

namespace headlight {
namespace {

using Words = std::string_view;

/// Functions that return their list of numbers unchanged, or take it as it is.
constexpr Words kMakers =
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
constexpr Words kOperators = "+-*/@%^", kMarks = "\n[](){},;:=";

/// True if the last part of `name` is one of these words: "array" of "np.array".
bool isA(Words words, Words name) { return isOneOf(words, name.substr(name.rfind('.') + 1)); }

std::size_t lengthOfWord(Words text) { // without points
    return static_cast<std::size_t>(
        std::ranges::find_if_not(text, [](char c) { return isWordCharacter(c) && c != '.'; }) - text.begin());
}

bool isQuoted(Words piece) { return piece.size() > 1 && endOfQuotes(piece, 0) == piece.size() - 1; }
bool endsInOperator(Words piece) { return !piece.empty() && isAmong(piece.back(), kOperators); }
bool isNameOfWeight(Words piece) { return piece.ends_with(".weight") && isWord(piece); } ///< printed before its numbers

/// Reads the text in one pass. A piece is the text between two marks (brackets, commas, ends of lines, ...).
class Notebook {
public:
    explicit Notebook(const Pasted& pasted) : pasted_(pasted), text_(pasted.text()) {}

    PastedText read() {
        while (at_ < text_.size() && found_.matrices.size() <= kMaxMatrices) {
            const std::size_t from = at_;
            while (at_ < text_.size() && !isAmong(text_[at_], kMarks)) at_ = endOfQuotes(text_, at_) + 1;
            const Words piece = trimmedCell(text_.substr(from, at_ - from));
            if (at_ == text_.size())
                takeText(piece);
            else
                takeMark(piece, text_[at_]);
        }
        endRows();
        endLine();
        namePrinted();
        if (found_.matrices.size() > kMaxMatrices) refuseMore(kMaxMatrices, "matrices");
        if (found_.matrices.empty() && unread_ && !unread_->empty()) pasted_.refuseCalculation(*unread_);
        if (found_.matrices.empty() && unread_)
            pasted_.refuse(pasted_.offsetOf(*unread_), "unexpected text before \"[\". Copy the numbers alone.");
        found_.leftOut.comments = pasted_.comments();
        return std::move(found_);
    }

private:
    void takeMark(Words piece, char mark) {
        const char before = std::exchange(mark_, mark);
        if (mark == '[' || mark == '{') return takeBracket(piece, before);
        if (mark == '(') {
            takeCall(piece);
        } else if (mark == '=') {
            takeTarget(piece);
        } else if (mark == ':' || (mark == ',' && isQuoted(piece))) {
            takeName(piece, mark == ',');
        } else {
            takeText(piece);
        }
        const bool isOutside = open_.size() <= openAbove_;
        if ((mark == '\n' && !piece.ends_with('\\')) || (isOutside && isAmong(mark, ";:")))
            targets_ = Targets::None;
        else if (mark == (isOutside ? '=' : ','))
            targets_ = Targets::Ended;
        else if (mark == ',' && targets_ == Targets::None)
            targets_ = Targets::Open;
        if (mark == '\n') endLine();
        if (mark == ']' && std::ranges::find(open_.rbegin(), open_.rend(), '[', &Open::bracket) == open_.rend())
            pasted_.refuse(at_, "\"]\" without \"[\" before it. The beginning of the matrix may be missing; "
                                "copy all of it.");
        if (isAmong(mark, kClose)) close(mark);
        if (at_ < text_.size() && text_[at_] == mark) ++at_; // no scalar was passed
    }

    /// Takes the outputs of the line that ends here, or its code: a call of print(), or an expression.
    void endLine() {
        const Words line = trimmedCell(text_.substr(line_, at_ - line_));
        const bool isCode = text_[line_] == '\r' || lineOutputs_.empty() ||
                            line.substr(0, line.find('[')).find('=') != line.npos;
        if (!isCode) {
            outputs_.insert(outputs_.end(), lineOutputs_.begin(), lineOutputs_.end());
        } else if (!line.empty() && !line.ends_with(':')) { // no "Parameter containing:"
            namePrinted();
            const std::size_t print = line.ends_with(')') ? lengthOfPattern(line, {"print("}) : 0;
            lastCode_ = print > 0 ? Words() : line;
            if (print > 0) printed_.push_back(line.substr(print, line.size() - print - 1));
        }
        lineOutputs_.clear();
        line_ = std::min(at_ + 1, text_.size() - 1);
        openAbove_ = open_.size();
    }

    /// Names the matrices that a cell prints after the expressions of its print() calls and of its last line: "W_query"
    /// for `print(W_query)`, "keys" for `keys`. Matrices with names keep them. A cell that prints another number of
    /// outputs gives no names, since it is not known which is which.
    void namePrinted() {
        if (outputs_.empty()) return;
        const auto isName = [](Words text) { return isWord(text) && !isDigit(text[0]); };
        if (isName(lastCode_) && outputs_.size() == printed_.size() + 1) printed_.push_back(lastCode_);
        for (std::size_t i = 0; i < outputs_.size() && outputs_.size() == printed_.size(); ++i)
            for (std::size_t of = outputs_[i].first; of < outputs_[i].end; ++of)
                if (std::string& name = found_.matrices[of].name; name.empty() && isName(printed_[i]))
                    name = printed_[i];
        printed_.clear();
        outputs_.clear();
    }

    /// Takes "W_q" of `W_q = ...` and `W_q: Tensor = ...`; but no name of `W_q += ...` and `array(object=...`.
    void takeTarget(Words piece) {
        const bool isChange = !piece.empty() && isAmong(piece.back(), "+-*/@%^<>!|&");
        const bool isArgument = isA(kMakers, before_.maker) && !isA(kNamers, before_.maker);
        const bool isType = !before_.name.empty() && (isA(kMakers, piece) || piece.ends_with("ndarray"));
        if (isChange)
            other(piece);
        else if (isArgument && isA(kShapes, piece))
            before_.maker = piece;
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
                           : trimmedCell(piece.substr(piece.rfind('>') + 1));   // a prompt
            const bool isTime = !isText && !piece.empty() && isDigit(piece[0]); // in a log, "07:30"
            const bool areTargets = !isText && targets_ == Targets::Open && open_.size() == openAbove_;
            endRows();
            before_ = {.listed = isListed ? before_.listed + 1 : 0};
            if (before_.listed < 2 && !isTime && !areTargets) before_.name = piece;
            if (!open_.empty()) open_.back().function = {};
        }
        before_.isParameter = isParameter;
    }

    /// Takes "torch.tensor" of `torch.tensor(...`.
    void takeCall(Words piece) {
        const Words name = lastName(piece), before = trimmedCell(piece.substr(0, piece.size() - name.size()));
        const bool isMaker = isA(kMakers, name);
        if (!piece.empty() && !isMaker && !isA(kShapes, name)) other(piece);
        if (isMaker && isNameOfWeight(before)) takeName(before);
        if (!piece.empty()) before_.maker = name;
        if (endsInOperator(before)) before_.calculated = piece;
        if (const std::size_t end = piece.empty() ? 0 : endOfScalar(text_, pasted_.offsetOf(name)); end > at_) {
            lineOutputs_.emplace_back(); // np.float32(0.5)
            at_ = end;
        } else {
            open('(', isWordCharacter(at_ > 0 ? text_[at_ - 1] : ' ') && !isMaker ? name : Words());
        }
    }

    Words function() const { return open_.empty() ? Words() : open_.back().function; }
    void open(char bracket, Words name) { open_.push_back({bracket, function().empty() ? name : function()}); }

    /// Closes a bracket, and for "]" those in it that are not closed. The list in it, W_q = [], had no numbers.
    void close(char mark) {
        const char bracket = kOpen[kClose.find(mark)];
        while (mark == ']' && open_.back().bracket != bracket) open_.pop_back();
        if (!open_.empty() && open_.back().bracket == bracket) open_.pop_back();
        before_ = {.number = before_.number};
    }

    void takeText(Words piece) {
        if (piece.empty()) return;
        if (endsInOperator(piece) && hasWord(piece)) { // "1e-3 *" at the end of a line
            before_.calculated = piece;
        } else if (isNumber(piece.substr(0, piece.find_first_of(kBlanks)))) {
            const std::size_t at = pasted_.offsetOf(piece);
            if (mayFollow_ && isBare_) pasted_.refuse(at, "unexpected number after \"]\".");
            if (!before_.number) before_.number = at;
            lineOutputs_.emplace_back();
            found_.hasOtherText = true;
            before_.name = {};
        } else if (isNameOfWeight(piece)) {
            takeName(piece, true);
        } else {
            other(piece);
        }
    }

    /// Any other text. If it has word characters, it is reported as ignored; signs are not.
    void other(Words piece) {
        if (hasWord(piece)) found_.hasOtherText = true;
        endRows();
        before_ = {};
    }

    void takeBracket(Words piece, char markBefore) {
        const char before = at_ > 0 ? text_[at_ - 1] : ' ', mark = text_[at_];
        const ListStart list = listStart(text_, at_);
        const bool isDict = mark == '{' && !(list.areNumbers && (list.depth > 1 || markBefore == '='));
        if ((mark == '{' && !isDict) || isA(kTypes, lastName(piece)))
            piece = {}; // a type
        else if (mark == '[' && ((isWordCharacter(before) && !isNumber(piece)) || isAmong(before, ")]")))
            return ignoreBracket(piece); // an index, x[0]
        if (isDict || !list.areNumbers) {
            for (const std::size_t end = isDict && list.areNumbers ? at_ + 1 : list.first; at_ < end; ++at_)
                if (isAmong(text_[at_], kOpen)) open(text_[at_], {});
            before_.maker = {};
            return takeText(piece);
        }
        const Words maker = before_.maker;
        if (isA(kShapes, maker)) {
            lineOutputs_.emplace_back();
            before_.maker = {};
            return ignoreBracket({});
        }
        const Words calculation = !function().empty() || isA(kMakers, maker) ? function() : maker;
        if (!calculation.empty()) {
            if (!unread_) unread_ = calculation;
            return ignoreBracket({});
        }
        if (endsInOperator(piece)) before_.calculated = piece;
        if (!before_.calculated.empty()) pasted_.refuseCalculation(before_.calculated);
        if (isNumber(piece)) {
            before_.number = pasted_.offsetOf(piece);
            before_.name = {};
        } else if (hasWord(piece)) { // "see [1]"
            if (!unread_) unread_ = text_.substr(at_, 0);
            return ignoreBracket(piece);
        }
        takeLists(list.depth);
    }

    void ignoreBracket(Words piece) {
        const std::size_t end = pasted_.endOfBrackets(at_);
        if (!piece.empty()) other(piece);
        endRows();
        before_.name = {};
        at_ = end;
    }

    void takeLists(int depth) {
        // Rows before "[1 2; 3 4]" are a matrix of their own.
        if (depth > 1 || !mayFollow_ || text_[std::min(text_.find_first_of(";])}", at_), text_.size() - 1)] == ';')
            endRows();
        isBare_ = before_.maker.empty();
        if (depth == 1 && isBare_ && before_.number) pasted_.refuse(*before_.number, "unexpected number before \"[\".");
        const std::size_t first = found_.matrices.size();
        std::vector<Matrix> matrices = matricesFromLists(pasted_, at_, rows_);
        targets_ = Targets::Ended;
        for (Matrix& matrix : matrices)
            found_.matrices.push_back({std::string(before_.name), std::move(matrix), before_.isParameter});
        lineOutputs_.push_back({first, found_.matrices.size()});
        mayFollow_ = matrices.empty();
        if (mayFollow_ && !before_.name.empty()) rowsName_ = before_.name;
        passBehind(std::exchange(before_, {}).maker);
    }

    /// Makes a matrix of the one-dimensional lists so far.
    void endRows() {
        if (!rows_.areNone()) found_.matrices.push_back({std::string(rowsName_), rows_.take()});
        mayFollow_ = false;
        rowsName_ = {};
    }

    /// Returns the text behind the lists; if a bracket is open, or the line ends with "\", it may be in a line below.
    Words behind() const {
        std::size_t at = at_;
        for (bool goesOn = !open_.empty(); at < text_.size(); ++at) {
            const bool isBackslash = text_.substr(at, 2) == "\\\n";
            if (!isBackslash && !isAmong(text_[at], kBlanks) && !(goesOn && text_[at] == '\n')) break;
            goesOn = goesOn || isBackslash;
        }
        return text_.substr(at);
    }

    /// Passes what follows the lists: settings such as ", dtype=float32" or ", grad_fn=<MmBackward0>", the brackets
    /// around nn.Parameter(tensor([[1]])), harmless methods. Refuses what changes the numbers.
    void passBehind(Words maker) {
        bool isSet = false; // a setting stands before
        for (Words next = behind();; next = behind()) {
            const std::size_t at = pasted_.offsetOf(next), word = lengthOfWord(next.substr(next.empty() ? 0 : 1));
            if (isSet && !next.empty() && !isAmong(next[0], ",)"))
                pasted_.refuseOpen(pasted_.offsetOf(maker) + maker.size());
            isSet = false;
            if (next.starts_with(')')) {
                close(')');
                at_ = at + 1;
                maker = {};
            } else if (next.starts_with(',') && !maker.empty()) {
                at_ = at + 1;
                next = behind();
                isSet = !next.empty() && isWordCharacter(next[0]) && !isDigit(next[0]);
                if (!isSet) return;
                int depth = 0;
                for (at_ = pasted_.offsetOf(next); at_ < text_.size() && (depth > 0 || !isAmong(text_[at_], ",)\n"));
                     at_ = endOfQuotes(text_, at_) + 1)
                    depth += isAmong(text_[at_], "([<") ? 1 : isAmong(text_[at_], ")]>") ? -1 : 0;
                if (depth > 0) pasted_.refuseOpen(pasted_.offsetOf(maker) + maker.size());
            } else if (next.starts_with('.') && word > 0) { // no end of a sentence, and no operator ".*"
                passMethod(next.substr(0, word + 1));
            } else {
                const Words sign = next.starts_with('[') ? next.substr(0, 1) : operatorAt(next);
                const bool isQuote = sign == "'" && endOfQuotes(text_, at) > at;
                if (!sign.empty() && (at == at_ || (!isQuote && sign != "["))) pasted_.refuseCalculation(sign);
                return;
            }
        }
    }

    void passMethod(Words method) {
        if (!isA(kHarmlessMethods, method)) pasted_.refuseCalculation(method);
        at_ = pasted_.offsetOf(method) + method.size();
        if (text_.substr(at_, 1) != "(") return;
        at_ = pasted_.endOfBrackets(at_);
        const Words call = text_.substr(pasted_.offsetOf(method), at_ - pasted_.offsetOf(method));
        for (const Words type : {"int", "long", "bool"}) // they cut decimals
            if (call.find(type) != Words::npos) pasted_.refuseCalculation(call);
    }

    /// The text before the next list, as far as it says something about it.
    struct Before {
        Words name{};
        Words maker{};                       ///< the function whose argument comes next
        Words calculated{};                  ///< an operator, with its first operand
        std::optional<std::size_t> number{}; ///< the place of a number without brackets
        int listed = 0;                      ///< names so far without a matrix
        bool isParameter = false;            ///< "Parameter containing:"
    };
    /// The matrices of a list of numbers that is printed, or a shape or a number, which has none.
    struct Output {
        std::size_t first = 0, end = 0;
    };
    struct Open {
        char bracket;
        Words function; ///< the outermost function around this bracket that is no maker
    };
    /// Names before "=" in `W_q, W_k = ...`, of which no matrix has the last. They begin in `x = 1; p["W_q"], W_k`; but
    /// not in `W_q: [[1, 2]], W_k`, `W_q = [[1]], W_k` and `f(a, W_k`.
    enum class Targets { None, Open, Ended };

    const Pasted& pasted_;
    Words text_;
    std::size_t at_ = 0;
    char mark_ = 0; ///< the last mark
    std::vector<Open> open_;
    std::size_t openAbove_ = 0; ///< open brackets at the beginning of the line
    Targets targets_ = Targets::None;
    Before before_;
    bool mayFollow_ = false, isBare_ = false; ///< the last piece was a row; it was not in a function
    PastedRows rows_;
    Words rowsName_; ///< the name of the rows so far
    PastedText found_;
    std::size_t line_ = 0;                      ///< its beginning
    std::vector<Output> lineOutputs_, outputs_; ///< of this line; of the lines above, in this cell
    Lines printed_;                             ///< the arguments of print() in this cell
    Words lastCode_;                            ///< the last line of its code
    std::optional<Words> unread_; ///< why the first ignored list of numbers was not read: its function, or its place
};

} // namespace

PastedText matricesFromNotebook(const Pasted& pasted) { return Notebook(pasted).read(); }

} // namespace headlight
