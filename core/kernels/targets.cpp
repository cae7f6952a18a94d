// This file is compiled once for each target that the compiler has; the first computation takes the table of the best
// target that the machine has.

#include "kernels/PackedMatrix.h"
#include "kernels/Target.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <type_traits>

// SVE registers have no size that the compiler knows, but tiles need one; such processors have NEON, too.
#define HWY_DISABLED_TARGETS (HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128)
#define HWY_TARGET_INCLUDE "kernels/targets.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
// These files add to the namespace of a target.
#include "kernels/pooling-inl.h"
#include "kernels/product-inl.h"
#include "kernels/softmax-inl.h"

HWY_BEFORE_NAMESPACE();
namespace headlight::kernels::HWY_NAMESPACE {

const Target* tableOf() {
    static const Target table{hwy::TargetName(HWY_TARGET),
                              kPanel,
                              multiply,
                              multiplySome,
                              exponentials,
                              rangeOf,
                              sumOfExponentials,
                              exchangeTerms,
                              softmaxWeights,
                              largestPerBin,
                              binExtremes,
                              exponentialsOfBins,
                              largestWeights};
    return &table;
}

} // namespace headlight::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace headlight::kernels {

HWY_EXPORT(tableOf);

const Target& target() { return *HWY_DYNAMIC_DISPATCH(tableOf)(); }

std::string chosenTarget() { return target().name; }

std::vector<std::string> targets() {
    std::vector<std::string> names;
    for (const auto one : hwy::SupportedAndGeneratedTargets()) names.emplace_back(hwy::TargetName(one));
    return names;
}

void useTarget(const std::string& name) {
    hwy::SetSupportedTargetsForTest(0);
    for (const auto one : hwy::SupportedAndGeneratedTargets())
        if (name == hwy::TargetName(one)) hwy::SetSupportedTargetsForTest(one);
    hwy::GetChosenTarget().Update(hwy::SupportedTargets());
}

} // namespace headlight::kernels
#endif
