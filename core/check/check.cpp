#include "base/quotedText.h"
#include "base/tooLittleMemory.h"
#include "check/Recipe.h"
#include "io/files.h"
#include "paste/matrixText.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <iterator>
#include <new>
#include <utility>

namespace headlight {
namespace {

constexpr std::size_t kMaxNumbers = 20'000'000; ///< each takes 100 bytes while it is checked
constexpr std::size_t kMaxText = std::size_t(64) << 20;

/// Returns the rounding of printed numbers: of the most decimals in the text; and, if it has exponents, of as many
/// digits. A number with fewer decimals is as exact as the others.
Precision roundingOf(std::string_view text) {
    std::size_t most = 0;
    bool hasExponents = false;
    for (std::size_t i = text.find('.'); i != text.npos; i = text.find('.', i)) {
        const std::size_t first = ++i;
        while (i < text.size() && std::isdigit(static_cast<unsigned char>(text[i]))) ++i;
        most = std::max(most, i - first);
        hasExponents = hasExponents || (i > first && i < text.size() && (text[i] == 'e' || text[i] == 'E'));
    }
    const double half = 0.5 * std::pow(10, -static_cast<double>(most));
    return {kSingle + (hasExponents ? half : 0), half};
}

/// Returns the named matrices of a text; those that follow without a name, or with the same, are further heads.
std::vector<NamedArray> arraysOf(const PastedText& text) {
    std::vector<NamedArray> arrays;
    for (const PastedMatrix& one : text.matrices) {
        const std::vector<std::int64_t> shape{1, one.numbers.rows(), one.numbers.cols()};
        if (arrays.empty() || (!one.name.empty() && one.name != arrays.back().name) ||
            !std::equal(shape.begin() + 1, shape.end(), arrays.back().shape.begin() + 1))
            arrays.push_back({one.name, shape});
        else
            ++arrays.back().shape[0];
        arrays.back().values.insert(arrays.back().values.end(), one.numbers.data(),
                                    one.numbers.data() + one.numbers.size());
    }
    for (NamedArray& array : arrays)
        if (array.shape[0] == 1) array.shape.erase(array.shape.begin());
    return arrays;
}

struct Source {
    std::vector<NamedArray> arrays;      ///< those with names that are known
    std::string all;                     ///< a list of all for messages
    std::optional<Precision> rounding{}; ///< of a text
    bool isTrace = false;                ///< written by `headlight eval`
};

Result<Source> readText(const std::filesystem::path& path) {
    const auto text = readFile(path, kMaxText);
    if (!text) return text.problem();
    const auto found = matricesFromText(*text);
    if (!found) return Problem{quotedPath(path) + ": " + found.text()};
    std::vector<NamedArray> arrays = arraysOf(*found);
    const std::string all = listOf(arrays);
    return Source{std::move(arrays), all, roundingOf(*text)};
}

Result<Source> readKnown(const std::filesystem::path& path) {
    const auto file = ArrayFile::opened(path);
    if (!file) return file.problem();
    const auto listed = file->list();
    if (!listed) return Problem{quotedPath(path) + ": " + listed.text()};
    Source source{{}, listOf(*listed), {}};
    std::size_t numbersLeft = kMaxNumbers;
    for (std::size_t i = 0; i < listed->size(); ++i) {
        source.isTrace = source.isTrace || (*listed)[i].name == "session";
        if (!isKnown((*listed)[i])) continue;
        auto array = file->read(i, numbersLeft);
        if (!array) return Problem{quotedPath(path) + ": " + array.text()};
        source.arrays.push_back(*std::move(array));
    }
    return source;
}

} // namespace

Result<CheckReport> check(const std::filesystem::path& path, const CheckOptions& options) try {
    const auto source = arrayFormat(beginningOf(path, kBeginning), path) ? readKnown(path) : readText(path);
    if (!source) return source.problem();
    CheckReport report;
    for (Material& layer : materialsOf(source->arrays, source->rounding, report.notes)) {
        layer.isTrace = source->isTrace;
        CheckReport checked = checkedLayer(layer, options);
        std::ranges::move(checked.stages, std::back_inserter(report.stages));
        std::ranges::move(checked.notes, std::back_inserter(report.notes));
    }
    if (!report.stages.empty()) return report;
    std::string notes;
    for (const std::string& note : report.notes) notes += " " + note;
    return Problem{quotedPath(path) + ": It has " + source->all +
                   ", but no stage beside what it follows from, such as Q and K and weights." + notes};
} catch (const std::bad_alloc&) {
    return tooLittleMemory("There is not enough memory to check it. Close other programs and try again.");
}

} // namespace headlight
