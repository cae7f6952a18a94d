#include "base/memory.h"

#include "base/numberText.h"

#include <malloc.h>

#include <sys/resource.h>

#include <algorithm>
#include <fstream>
#include <limits>
#include <string>
#include <utility>

namespace headlight {
namespace {

constexpr double kUnknown = std::numeric_limits<double>::infinity();
constexpr double kLittle = 32e6; ///< bytes; up to here the system is not asked
constexpr double kRest = 64e6;   ///< bytes that the window needs to continue

std::function<double()>& replacement() {
    static std::function<double()> left;
    return left;
}

/// Returns the number after `name` in a file with lines such as "MemAvailable: 1234 kB"; without a name, the first
/// number.
double numberIn(const std::string& path, const std::string& name) {
    std::ifstream file(path);
    std::string word;
    while (!name.empty() && file >> word && word != name) {}
    double number = 0;
    return file >> number ? number : kUnknown; // unknown for the word "max"
}

double leftInSystem() {
    const double free = 1024 * numberIn("/proc/meminfo", "MemAvailable:");
    const double swap = 1024 * numberIn("/proc/meminfo", "SwapFree:");
    return free + (swap < kUnknown ? swap : 0);
}

/// Returns what is left within the limit of the control group: of a container, or of the desktop for its programs.
double leftInGroup() {
    std::ifstream groups("/proc/self/cgroup");
    for (std::string line; std::getline(groups, line);) {
        if (!line.starts_with("0::")) continue;
        const std::string folder = "/sys/fs/cgroup" + line.substr(3);
        double taken = numberIn(folder + "/memory.current", "");
        for (const char* cached :
             {"active_file", "inactive_file"}) { // cached files, which the system drops if memory is needed
            const double bytes = numberIn(folder + "/memory.stat", cached);
            if (bytes < kUnknown) taken -= bytes;
        }
        return numberIn(folder + "/memory.max", "") - taken;
    }
    return kUnknown;
}

double leftOfAddresses() {
    rlimit limit{};
    if (::getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return kUnknown;
    return static_cast<double>(limit.rlim_cur) - 1024 * numberIn("/proc/self/status", "VmSize:");
}

} // namespace

double memoryLeft() {
    if (replacement()) return replacement()();
    double left = kUnknown;
    for (const double one : {leftInSystem(), leftInGroup(), leftOfAddresses()})
        if (one < left) left = std::max(0.0, one); // false for NaN, which means unknown
    return left;
}

void returnFreedMemory() { ::malloc_trim(0); }

std::string bytesText(double bytes) {
    return bytes < 999.5e6 ? fixedPoint(bytes / 1e6, 0) + " MB" : fixedPoint(bytes / 1e9, 1) + " GB";
}

Result<void> memoryFor(double bytes, const char* what, const char* advice) {
    if (bytes <= kLittle) return {};
    const double left = memoryLeft() - kRest;
    if (bytes <= left) return {};
    return Problem{std::string(what) + " about " + bytesText(bytes) +
                   " of memory, but there is not enough memory: only " + bytesText(std::max(0.0, left)) +
                   " is available. " + advice};
}

void setMemoryLeft(std::function<double()> left) { replacement() = std::move(left); }

} // namespace headlight
