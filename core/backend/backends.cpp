#include "backend/backends.h"

#include "backend/cpu/CpuBackend.h"
#include "base/quotedText.h"

#include <array>

namespace headlight {
namespace {

std::array<BackendInfo, 3> makeList() {
    const std::string cpu = CpuBackend().description();
    return {{
        {"eigen", "CPU", true, cpu, false}, // first: always there
        {"opencl", "OpenCL", false, "OpenCL is not part of this version of Headlight; it computes with the CPU.",
         false},
        {"checked", "Checked", true, cpu + ", every stage compared with the formulas in double precision", true},
    }};
}

} // namespace

std::span<const BackendInfo> backends() {
    static const auto list = makeList();
    return list;
}

Result<std::unique_ptr<Backend>> makeBackend(std::string_view id) {
    std::string known;
    for (const BackendInfo& info : backends()) {
        if (info.id != id) {
            if (info.available) known += (known.empty() ? "" : " and ") + info.id;
            continue;
        }
        if (!info.available) return Problem{info.description};
        return std::unique_ptr<Backend>(std::make_unique<CpuBackend>());
    }
    return Problem{"There is no backend " + quotedBriefly(std::string(id)) + "; there are " + known + "."};
}

} // namespace headlight
