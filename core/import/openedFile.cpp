#include "import/openedFile.h"

#include "base/quotedText.h"
#include "base/tooLittleMemory.h"
#include "import/givenArrays.h"
#include "import/givenLayers.h"
#include "import/leftOut.h"
#include "import/matrixFile.h"
#include "import/tokenIds.h"
#include "io/files.h"
#include "io/modelFiles.h"
#include "io/stageFile.h"
#include "session/edits.h"
#include "text/tokenizers.h"

#include <algorithm>
#include <new>
#include <string_view>
#include <type_traits>
#include <utility>

namespace headlight {
namespace {

/// Makes a new session of the tokens of a text; ends of lines are white space.
Result<SessionFile> readTokens(const std::filesystem::path& path, const Watch& watch) {
    auto text = readFile(path, kMaxSentenceBytes);
    if (!text) return text.problem();
    constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
    if (text->starts_with(kByteOrderMark)) text->erase(0, kByteOrderMark.size());
    text->erase(text->find_last_not_of(" \t\r\n") + 1);
    const auto isPair = [](char kept, char next) { return kept == '\r' && next == '\n'; };
    text->erase(std::unique(text->begin(), text->end(), isPair), text->end());
    std::ranges::replace_if(
        *text, [](char c) { return c == '\r' || c == '\n'; }, ' ');
    auto session = withTokenizer(blankSession(), {"whitespace", ""}, watch);
    if (session) session = withSentence(*session, *std::move(text), watch);
    if (!session) return Problem{quotedPath(path) + ": " + session.text()};
    return SessionFile{*std::move(session), {}};
}

Result<OpenedFile> openedSession(Result<SessionFile> read, bool isSessionFile) {
    if (!read) return read.problem();
    return OpenedFile{{}, *std::move(read), isSessionFile};
}

/// Returns the session with the numbers of the array in place of its own.
Result<Session> withNumbers(Session session, const OtherNumbers& other) {
    const ParameterRef& ref = other.ref; // no structured bindings, which clang 14 cannot capture
    const NamedArray& array = other.array;
    const auto& shape = other.shape;
    const auto refused = [&](const std::string& why) {
        return Problem{"Its array " + quotedBriefly(array.name) + " " + why +
                       ". Correct it, or save the file without the array \"session\"."};
    };
    if (shape.empty()) return refused("is not in the session that the file has");
    if (!array.whyNot.empty()) return refused("cannot be used: " + array.whyNot);
    if (array.shape != shape || !array.texts.empty())
        return refused("is " + (array.texts.empty() ? shapeText(array.shape) : "text") +
                       ", but that of the session in it is " + shapeText(shape));
    if (const std::string why = whyNotFinite(array); !why.empty()) return refused(why);
    const std::size_t heads = ref.head == kAllHeads ? static_cast<std::size_t>(shape.front()) : 1;
    const Index cols = shape.back(), rows = static_cast<Index>(array.values.size() / heads) / cols;
    for (std::size_t head = 0; head < heads; ++head) {
        const Matrix block = Eigen::Map<const Matrix>(array.values.data() + head * std::size_t(rows * cols), rows,
                                                      cols);
        if (areEmbeddings(ref.parameter)) {
            const Text& text = ref.parameter == Parameter::X ? session.text : *session.source;
            if (auto right = agree(text.tokens->texts, block); !right) return right.problem();
        }
        const int which = ref.head == kAllHeads ? static_cast<int>(head) : ref.head;
        auto now = withBlock(session, {ref.parameter, ref.layer, which}, 0, 0, block);
        if (!now) return now;
        session = *std::move(now);
    }
    return session;
}

/// Returns "W_q, X, W_k and 2 others"; up to four names are all listed.
std::string namesOf(const std::vector<OtherNumbers>& others) {
    constexpr std::size_t kListed = 3;
    const std::size_t count = others.size(), listed = count > kListed + 1 ? kListed : count;
    std::string names;
    for (std::size_t i = 0; i < listed; ++i)
        names += (i == 0 ? "" : i + 1 == count ? " and " : ", ") + others[i].array.name;
    return listed == count ? names : names + " and " + std::to_string(count - listed) + " others";
}

/// Opens the session in a file of arrays. Arrays beside it that were changed are newer and replace its numbers.
Result<OpenedFile> sessionAmongArrays(const std::filesystem::path& path, const Watch& watch) try {
    auto opened = openedSession(readSession(path, watch), false);
    if (!opened) return opened;
    const auto others = otherNumbersIn(path, opened->file.session);
    if (!others) return others.problem();
    for (const OtherNumbers& other : *others) {
        auto now = withNumbers(opened->file.session, other);
        if (!now) return Problem{quotedPath(path) + ": " + now.text()};
        opened->file.session = *std::move(now);
    }
    if (!others->empty())
        opened->edited = "Its session has other numbers for " + namesOf(*others) + "; those of the arrays were taken.";
    return opened;
} catch (const std::bad_alloc&) {
    return tooLittleMemory([&] {
        return quotedPath(path) + ": There is not enough memory to open it. Close other programs and try again.";
    });
}

/// True if an array is taken with its layer; only the numbers or texts of others say what they mean.
bool isMatrix(const ArrayRole& role) {
    using enum ArrayRole::Kind;
    return role.kind == Parameter || role.kind == Joined || role.kind == JoinedBias || role.kind == Norm;
}

/// True for weights whose zeros may show the mask of matrices beside them.
bool mayShowMask(const NamedArray& array) {
    double count = 1;
    for (const std::int64_t side : array.shape) count *= double(side);
    return array.shape.size() > 1 && count <= kMaxMaskBesideX && stageOfName(array.name, false) == Stage::Weights;
}

/// True if the file is a table of numbers as text, which only matricesFromFile() reads, for one matrix.
bool isTable(const std::filesystem::path& path, std::string_view beginning) {
    const auto first = beginning.find_first_not_of(" \t\r\n");
    const bool isList = first != beginning.npos && beginning[first] == '[';
    return hasEnding(path, ".csv") || hasEnding(path, ".tsv") || hasEnding(path, ".md") ||
           (isList && hasEnding(path, ".json"));
}

Result<FileArrays> listedIn(const ArrayFile& file, const std::filesystem::path& path) {
    auto arrays = file.list();
    std::size_t masksLeft = kMaxMaskBesideX;
    for (std::size_t i = 0; arrays && i < arrays->size(); ++i) {
        NamedArray& array = (*arrays)[i];
        const auto role = roleOf(array);
        const bool mayShow = mayShowMask(array);
        if (!array.areTexts && !mayShow && (!role || isMatrix(*role))) continue;
        std::size_t numbersLeft = kMaxArrayNumbers;
        auto read = file.read(i, numbersLeft);
        if (!read) {
            arrays = read.problem();
            break;
        }
        array = *std::move(read);
        if (mayShow && !array.values.empty()) {
            const Mask shown = maskOfZeros(array.values, *(array.shape.end() - 2), array.shape.back());
            array.isCausal = shown.causal && shown.hidden.empty() && areWeights(array);
            array.values = {};
        }
        if (!role || role->kind != ArrayRole::Kind::Mask) continue;
        array.isCausal = isCausal(array);
        if (array.isCausal || array.values.size() > masksLeft) array.values = {};
        masksLeft -= array.values.size();
    }
    if (!arrays) return Problem{quotedPath(path) + ": " + arrays.text()};
    FileArrays listed{*std::move(arrays), file, configBeside(path)};
    const auto folder = std::filesystem::is_directory(path) ? path : path.parent_path();
    addXOfIds(listed, folder);
    return listed;
}

/// Says what of a table was left out, and how it was read.
std::string readingOf(const PastedText& table) {
    std::string said = table.hasDecimalCommas ? "Commas were read as decimal points." : "";
    const auto leftOut = [&](const std::string& what, const std::string& left) {
        const char* const verb = what.starts_with("The names") ? ") were left out." : ") was left out.";
        if (!left.empty()) say(said, what + " (" + left + verb);
    };
    leftOut("The first row", table.leftOut.firstRow);
    leftOut(table.leftOut.columns > 1 ? "The names of the rows" : "The first column", table.leftOut.firstColumn);
    leftOut("A comment with numbers", table.leftOut.comments);
    if (table.hasOtherText) say(said, "Other contents were ignored.");
    return said;
}

/// Opens a table of weights as text. The Problem of another one says what to do with it.
Result<FileArrays> tableIn(const std::filesystem::path& path, std::string& said, const Watch& watch) {
    auto table = matricesFromFile(path, watch);
    if (!table) return table.problem();
    FileArrays arrays;
    const Matrix& first = table->matrices.front().numbers;
    const bool areHeads = std::ranges::all_of(table->matrices, [&](const PastedMatrix& one) { // as eval writes them
        return one.name.starts_with("head ") && one.numbers.rows() == first.rows() &&
               one.numbers.cols() == first.cols();
    });
    for (const PastedMatrix& one : table->matrices) {
        const Matrix& m = one.numbers;
        if (!areHeads || arrays.listed.empty())
            arrays.listed.push_back({areHeads ? "" : one.name, {m.rows(), m.cols()}, {}, {}});
        std::vector<float>& values = arrays.listed.back().values;
        values.insert(values.end(), m.data(), m.data() + m.size());
    }
    if (areHeads) arrays.listed.back().shape.insert(arrays.listed.back().shape.begin(), std::ssize(table->matrices));
    said = readingOf(*table);
    const auto given = givenSession(arrays);
    if (given && *given) return arrays;
    return Problem{quotedPath(path) + ": It is no session, and no table of weights whose rows sum to 1. " +
                   kPasteTables};
}

/// Takes one of a batch out of a given stage, of a mask of keys or of each text, and of tokens. One square is a mask of
/// all texts, unless its name is that of a mask of keys.
void takeItem(NamedArray& array, const BatchItem& item) {
    const auto role = roleOf(array);
    const bool isMask = role && role->kind == ArrayRole::Kind::Mask,
               isStage = array.name.empty() || stageOfName(array.name, true);
    const std::size_t sides = array.shape.size(), side = sides == 5 ? 1 : 0; // behind that of layers
    if (sides < 2 || array.shape[side] != item.of) return;
    const bool isOfAll = sides == 2 && array.shape[0] == array.shape[1] && isMask && role->ones == Ones::Unknown;
    if (!array.areTexts && !(isMask && !isOfAll) && !(isStage && (sides == 4 || sides == 5))) return;
    const auto take = [&](auto& all) {
        const auto size = std::ssize(all) / (side == 1 ? std::max<std::int64_t>(array.shape[0], 1) : 1) / item.of;
        std::remove_reference_t<decltype(all)> taken;
        for (auto from = item.which * size; from < std::ssize(all); from += item.of * size)
            taken.insert(taken.end(), all.begin() + from, all.begin() + from + size);
        all = std::move(taken);
    };
    take(array.values);
    take(array.texts);
    array.shape.erase(array.shape.begin() + std::ptrdiff_t(side));
}

/// Makes the session of given stages; false if there are none.
Result<bool> takeGiven(OpenedFile& opened, const FileArrays& all) {
    const std::int64_t texts = all.item ? 0 : textsIn(all.listed);
    FileArrays one;
    if (texts > 1 || all.item) {
        one = all;
        if (texts > 1) one.item = BatchItem{texts, 0};
        for (NamedArray& array : one.listed) takeItem(array, *one.item);
    }
    const FileArrays& arrays = one.item ? one : all;
    auto given = givenSession(arrays);
    if (!given) return given.problem();
    if (!*given) return false;
    opened.file = {withOwnStages((*given)->session, arrays), {}, {(*given)->caution, (*given)->caution}};
    opened.mayBeBatch = (*given)->mayBeBatch && !arrays.item;
    opened.computed = std::move((*given)->computed);
    opened.edited = std::move((*given)->remark);
    opened.texts = texts > 1 ? texts : opened.mayBeBatch ? std::ssize(opened.file.session.layers) : 0;
    if (opened.texts > 0) opened.batch = all;
    if (texts > 1) say(opened.edited, "Of its batch of " + std::to_string(texts) + ", the first is taken.");
    return true;
}

} // namespace

Result<void> takeItemOfBatch(OpenedFile& opened, int which) {
    FileArrays arrays = std::exchange(opened.batch, {});
    arrays.item = BatchItem{opened.texts, which};
    const auto taken = takeGiven(opened, arrays);
    return taken ? Result<void>() : taken.problem();
}

Result<NamedArray> FileArrays::read(std::size_t array, std::size_t& numbersLeft) const {
    if (array >= file.count()) return listed[array]; // of a table, or made of ids
    auto read = file.read(array, numbersLeft);
    if (read && item) takeItem(*read, *item);
    if (read && (read->shape != listed[array].shape || read->values.empty())) return changedMeanwhile();
    return read;
}

Result<FileArrays> listedArrays(const std::filesystem::path& path) {
    const auto file = ArrayFile::opened(path);
    return file ? listedIn(*file, path) : Result<FileArrays>(file.problem());
}

Result<Session> withArrays(const Session& session, int layer, const ArraySet& set, const FileArrays& from,
                           const ImportChoices& choices) {
    std::vector<NamedArray> arrays;
    std::size_t numbersLeft = kMaxArrayNumbers;
    for (std::size_t i = 0; i < from.listed.size(); ++i) {
        const NamedArray& listed = from.listed[i];
        arrays.push_back({listed.name, listed.shape, {}, listed.texts});
        if (!isUsed(i, set, choices)) continue;
        auto read = from.read(i, numbersLeft);
        if (!read) return read.problem();
        arrays.back() = *std::move(read);
    }
    return withArrays(session, layer, set, arrays, choices);
}

Result<OpenedFile> readOpened(const std::filesystem::path& path, const Watch& watch) {
    const auto files = filesOfModel(path);
    if (!files) return files.problem();
    const std::string beginning = beginningOf(files->front(), kBeginning);
    const auto format = arrayFormat(beginning, files->front());
    if (!format && hasEnding(path, ".txt") && !beginsAsSession(beginning))
        return openedSession(readTokens(path, watch), false);
    const bool isText = !format && isTable(path, beginning);
    if (!format && !isText) return openedSession(readSession(path, watch), true);
    const auto file = isText ? Result<ArrayFile>(ArrayFile()) : ArrayFile::opened(path);
    if (!file) return file.problem();
    if (!isText)
        if (const auto session = file->session(); session && *session) return sessionAmongArrays(path, watch);
    std::string said;
    auto arrays = isText ? tableIn(path, said, watch) : listedIn(*file, path);
    if (!arrays) return arrays.problem();
    if (arrays->listed.empty()) return Problem{quotedPath(path) + ": It has no arrays."};
    OpenedFile opened{{}, {}, false, true};
    const auto areGiven = takeGiven(opened, *arrays);
    if (!areGiven) return Problem{quotedPath(path) + ": " + areGiven.text()};
    if (!*areGiven) {
        opened.arrays = *std::move(arrays);
        return opened;
    }
    if (!said.empty()) say(opened.edited, said);
    return opened;
}

} // namespace headlight
