#include "backend/backends.h"

#include "backend/checked/CheckedBackend.h"
#include "backend/cpu/CpuBackend.h"
#include "backend/reference/ReferenceBackend.h"
#include "base/quotedText.h"

#include <utility>
#include <vector>

namespace headlight {
namespace {

std::unique_ptr<Backend> makeCpu() { return std::make_unique<CpuBackend>(); }

std::unique_ptr<Backend> makeChecked(std::unique_ptr<Backend> backend) {
    return std::make_unique<CheckedBackend>(std::move(backend), std::make_unique<ReferenceBackend>());
}

std::unique_ptr<Backend> makeCheckedCpu() { return makeChecked(makeCpu()); }

/// Described as what it makes.
BackendInfo available(const char* id, const char* name, std::unique_ptr<Backend> (*make)(), bool isChecked = false) {
    return {id, name, make()->description(), make, isChecked};
}

constexpr const char* kChecked = "checked";

} // namespace

std::vector<BackendInfo> backends() {
    return {
        available(kDefaultBackend, "CPU", makeCpu), // first: always there
        {"opencl", "OpenCL", "This version of Headlight does not include OpenCL; it computes on the CPU."},
        available(kChecked, "Checked", makeCheckedCpu, true),
    };
}

Result<std::unique_ptr<Backend>> makeBackend(std::string_view id) {
    if (const std::string prefix = std::string(kChecked) + ":"; id.starts_with(prefix)) {
        auto inner = makeBackend(id.substr(prefix.size()));
        if (!inner) return inner.problem();
        return makeChecked(std::move(*inner));
    }
    std::string known;
    for (const BackendInfo& info : backends()) {
        if (info.id == id) {
            if (!info.make) return Problem{info.description};
            return info.make();
        }
        if (info.make) known += (known.empty() ? "" : " and ") + info.id;
    }
    return Problem{"There is no backend " + quotedBriefly(std::string(id)) + ". Available backends: " + known + "."};
}

} // namespace headlight
