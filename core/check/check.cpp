#include "base/quotedText.h"
#include "base/tooLittleMemory.h"
#include "check/Recipe.h"
#include "io/files.h"

#include <algorithm>
#include <iterator>
#include <new>
#include <utility>

namespace headlight {
namespace {

constexpr std::size_t kMaxNumbers = 20'000'000; ///< each takes 100 bytes while it is checked

struct Source {
    std::vector<NamedArray> known;       ///< by their names
    std::vector<SkippedArray> refused{}; ///< of these, those that are not read
    std::string all;                     ///< a list for messages
    bool isTrace = false;                ///< written by `headlight eval`, with the scale and switches of a session
};

Result<Source> readSource(const std::filesystem::path& path) {
    const auto file = ArrayFile::opened(path);
    if (!file && file.text().ends_with(kPasteTables))
        return Problem{quotedPath(path) +
                       ": It is neither .npz nor .npy nor .safetensors. Write the arrays into one file "
                       "under their names, in Python with np.savez(\"stages.npz\", Q=Q, K=K, weights=weights)."};
    if (!file) return file.problem();
    const auto listed = file->list();
    if (!listed) return Problem{quotedPath(path) + ": " + listed.text()};
    Source source{{}, {}, listOf(*listed)};
    std::size_t numbersLeft = kMaxNumbers;
    for (std::size_t i = 0; i < listed->size(); ++i) {
        source.isTrace = source.isTrace || (*listed)[i].name == "session";
        if (!isKnown((*listed)[i])) continue;
        if (const NamedArray& one = (*listed)[i]; !one.whyNot.empty()) {
            source.refused.push_back({one.name, one.whyNot});
            continue;
        }
        auto array = file->read(i, numbersLeft);
        if (!array) return Problem{quotedPath(path) + ": " + array.text()};
        source.known.push_back(*std::move(array));
    }
    return source;
}

} // namespace

Result<CheckReport> check(const std::filesystem::path& path, const CheckOptions& options) try {
    const auto source = readSource(path);
    if (!source) return source.problem();
    CheckReport report{{}, source->refused};
    for (Material& layer : materialsOf(source->known)) {
        if ((layer.isTrace = source->isTrace)) layer.takeMaskAfterSoftmax(options.tolerance);
        CheckReport checked = checkedLayer(layer, options);
        std::ranges::move(checked.stages, std::back_inserter(report.stages));
        std::ranges::move(checked.skipped, std::back_inserter(report.skipped));
    }
    if (!report.stages.empty()) return report;
    std::string why = "It has " + source->all +
                      (report.skipped.empty()
                           ? ", but no stage beside what it follows from, such as Q and K and weights."
                           : ", but no stage can be compared with what it follows from.");
    for (const SkippedArray& one : report.skipped) why += " " + sentenceOn(one);
    return Problem{quotedPath(path) + ": " + why};
} catch (const std::bad_alloc&) {
    return tooLittleMemory("There is not enough memory to check it. Close other programs and try again.");
}

} // namespace headlight
