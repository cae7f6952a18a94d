// Arrays that were edited in a file that has a session, too.

#include "io/NumberType.h"
#include "io/stageArrays.h"
#include "io/stageFile.h"

#include <bit>
#include <cmath>
#include <cstdint>
#include <map>
#include <utility>

namespace headlight {
namespace {

bool isSame(float a, float b) { // of a NaN a session does not keep the bits
    return std::bit_cast<std::uint32_t>(a) == std::bit_cast<std::uint32_t>(b) || (std::isnan(a) && std::isnan(b));
}

bool hasNumbers(const StageArray& of, const NamedArray& array) {
    if (array.shape != of.shape || !array.whyNot.empty() || !array.texts.empty()) return false;
    std::size_t at = 0;
    for (std::size_t piece = 0;; ++piece) {
        const std::string bytes = of.numbers(piece);
        if (bytes.empty()) return at == array.values.size();
        for (std::size_t i = 0; i < bytes.size(); i += sizeof(float), ++at)
            if (!isSame(array.values[at], floatAt(&bytes[i], NumberType::F32, false))) return false;
    }
}

} // namespace

Result<std::vector<OtherNumbers>> otherNumbersIn(const std::filesystem::path& path, ArrayFormat format,
                                                 const Session& session) {
    std::map<std::string, ParameterArray> known;
    for (ParameterArray& one : parameterArrays(session, true)) {
        if (areEmbeddings(one.ref.parameter)) // as a trace has them
            known[one.ref.parameter == Parameter::X ? "embeddings" : "embeddings_kv"] = one;
        const std::string name = one.array.name;
        known[name] = std::move(one);
    }
    std::vector<OtherNumbers> others;
    bool isTrace = false;
    const auto read = forEachArrayIn(
        path, format, [&](const std::string& name) { return known.contains(name); },
        [&](NamedArray array) {
            const ParameterArray& own = known[array.name];
            isTrace = isTrace || array.name == "embeddings";
            if (!hasNumbers(own.array, array)) others.push_back({own.ref, std::move(array), own.array.shape});
        });
    if (!read) return read.problem();
    if (isTrace && session.positions) // X and X_kv are sums
        std::erase_if(others, [](const OtherNumbers& one) {
            return one.array.name == symbolOf(one.ref.parameter) && areEmbeddings(one.ref.parameter);
        });
    return others;
}

} // namespace headlight
