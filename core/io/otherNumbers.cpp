// Finds arrays that were edited in a file that also has a session.

#include "attention/formulas.h"
#include "base/toFloat.h"
#include "io/NumberType.h"
#include "io/files.h"
#include "io/stageArrays.h"
#include "io/stageFile.h"
#include "session/givenStages.h"

#include <bit>
#include <cmath>
#include <cstdint>
#include <map>
#include <set>
#include <utility>

namespace headlight {
namespace {

bool isSame(float a, float b) { // a session does not keep the bits of a NaN
    return std::bit_cast<std::uint32_t>(a) == std::bit_cast<std::uint32_t>(b) || (std::isnan(a) && std::isnan(b));
}

/// True if `array` has the numbers of `of`, or the sums of these and `added`.
bool hasNumbers(const StageArray& of, const NamedArray& array, const MatrixD* added = nullptr) {
    if (array.shape != of.shape || !array.whyNot.empty() || !array.texts.empty()) return false;
    std::size_t at = 0;
    for (std::size_t piece = 0;; ++piece) {
        const std::string bytes = of.numbers(piece);
        if (bytes.empty()) return at == array.values.size();
        for (std::size_t i = 0; i < bytes.size(); i += sizeof(float), ++at) {
            const float own = floatAt(&bytes[i], NumberType::F32, false);
            if (!isSame(array.values[at], added ? own + toFloat(added->data()[at]) : own)) return false;
        }
    }
}

/// Removes X and X_kv where they are the sums of embeddings and positions, as in a trace: sums are no parameters. Sums
/// that were edited in a trace whose embeddings were not get the reason why they cannot be used.
void takeSums(std::vector<OtherNumbers>& others, const Session& session, bool isTrace) {
    const auto isSum = [](const OtherNumbers& one) {
        return areEmbeddings(one.ref.parameter) && one.array.name == symbolOf(one.ref.parameter);
    };
    std::set<Parameter> changed;
    for (const OtherNumbers& one : others)
        if (!isSum(one)) changed.insert(one.ref.parameter);
    std::erase_if(others, [&](const OtherNumbers& one) {
        if (!isSum(one)) return false;
        const StageArray own = parameterArray(one.array.name, session, one.ref);
        if (own.shape.empty()) return false;
        const MatrixD added = positionRows(*session.positions, own.shape.front(), own.shape.back());
        return (isTrace && changed.contains(one.ref.parameter)) || hasNumbers(own, one.array, &added);
    });
    for (OtherNumbers& one : others)
        if (isTrace && isSum(one))
            one.array.whyNot = "it is the sum of embeddings and positions, so change the embeddings";
}

} // namespace

Result<std::vector<OtherNumbers>> otherNumbersIn(const std::filesystem::path& path, const Session& session) {
    const auto file = ArrayFile::opened(path);
    if (!file) return file.problem();
    std::map<std::string, ParameterArray> known;
    for (ParameterArray& one : parameterArrays(session, true)) {
        const std::string name = one.array.name;
        if (areEmbeddings(one.ref.parameter)) // as a trace has them, and given stages
            known[one.ref.parameter == Parameter::X ? "embeddings" : "embeddings_kv"] = one;
        else if (infoOf(one.ref.parameter).presence == Presence::Given && !one.array.shape.empty())
            known[name.substr(0, name.rfind('.') + 1) + stageGivenBy(one.ref.parameter)] = one;
        known[name] = std::move(one);
    }
    std::vector<OtherNumbers> others;
    bool isTrace = false;
    std::size_t numbersLeft = kMaxArrayNumbers;
    for (std::size_t i = 0; i < file->count(); ++i) {
        const auto own = known.find(file->nameOf(i));
        if (own == known.end()) continue;
        auto array = file->read(i, numbersLeft);
        if (!array) return Problem{quotedPath(path) + ": " + array.text()};
        isTrace = isTrace || array->name == "embeddings";
        const auto& [ref, numbers] = own->second;
        if (!hasNumbers(numbers, *array)) others.push_back({ref, *std::move(array), numbers.shape});
    }
    if (session.positions) takeSums(others, session, isTrace);
    return others;
}

} // namespace headlight
