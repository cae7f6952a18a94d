#include "backend/backends.h"

#include "backend/checked/CheckedBackend.h"
#include "backend/cpu/CpuBackend.h"
#include "backend/reference/ReferenceBackend.h"
#include "base/quotedText.h"

#include <array>
#include <utility>

namespace headlight {
namespace {

std::unique_ptr<Backend> makeCpu() { return std::make_unique<CpuBackend>(); }

std::unique_ptr<Backend> makeChecked(std::unique_ptr<Backend> backend) {
    return std::make_unique<CheckedBackend>(std::move(backend), std::make_unique<ReferenceBackend>());
}

std::array<BackendInfo, 3> makeList() {
    return {{
        {"eigen", "CPU", true, false, makeCpu()->description()}, // first: always there
        {"opencl", "OpenCL", false, false,
         "OpenCL is not part of this version of Headlight; it computes with the CPU."},
        {"checked", "Checked", true, true, makeChecked(makeCpu())->description()},
    }};
}

} // namespace

std::span<const BackendInfo> backends() {
    static const auto list = makeList();
    return list;
}

Result<std::unique_ptr<Backend>> makeBackend(std::string_view id) {
    constexpr std::string_view kChecked = "checked";
    if (id == kChecked) return makeChecked(makeCpu());
    if (id.starts_with(kChecked) && id.substr(kChecked.size()).starts_with(':')) {
        auto inner = makeBackend(id.substr(kChecked.size() + 1));
        if (!inner) return inner.problem();
        return makeChecked(std::move(*inner));
    }
    std::string known;
    for (const BackendInfo& info : backends()) {
        if (info.id == id) {
            if (!info.available) return Problem{info.description};
            return makeCpu();
        }
        if (info.available) known += (known.empty() ? "" : " and ") + info.id;
    }
    return Problem{"There is no backend " + quotedBriefly(std::string(id)) + "; there are " + known + "."};
}

} // namespace headlight
