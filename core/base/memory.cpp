#include "base/memory.h"

#include "base/numberText.h"

#include <sys/resource.h>

#include <algorithm>
#include <fstream>
#include <limits>
#include <string>
#include <utility>

namespace headlight {
namespace {

constexpr double kNobodySays = std::numeric_limits<double>::infinity();
constexpr double kLittle = 32e6; ///< bytes
constexpr double kRest = 64e6;   ///< that the window needs to go on

std::function<double()>& instead() {
    static std::function<double()> left;
    return left;
}

/// The number behind `name` in a file of lines, "MemAvailable:   1234 kB"; of an empty name the first one.
double numberIn(const std::string& path, const std::string& name) {
    std::ifstream file(path);
    std::string word;
    while (!name.empty() && file >> word && word != name) {}
    double number = 0;
    return file >> number ? number : kNobodySays; // "max"
}

double leftInSystem() {
    const double free = 1024 * numberIn("/proc/meminfo", "MemAvailable:");
    const double swap = 1024 * numberIn("/proc/meminfo", "SwapFree:");
    return free + (swap < kNobodySays ? swap : 0);
}

/// A container, or what the desktop puts a program in.
double leftInGroup() {
    std::ifstream groups("/proc/self/cgroup");
    for (std::string line; std::getline(groups, line);) {
        if (!line.starts_with("0::")) continue;
        const std::string folder = "/sys/fs/cgroup" + line.substr(3);
        double taken = numberIn(folder + "/memory.current", "");
        for (const char* cached : {"active_file", "inactive_file"}) { // what it has read of files goes when it must
            const double bytes = numberIn(folder + "/memory.stat", cached);
            if (bytes < kNobodySays) taken -= bytes;
        }
        return numberIn(folder + "/memory.max", "") - taken;
    }
    return kNobodySays;
}

double leftOfAddresses() {
    rlimit limit{};
    if (::getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return kNobodySays;
    return static_cast<double>(limit.rlim_cur) - 1024 * numberIn("/proc/self/status", "VmSize:");
}

} // namespace

double memoryLeft() {
    if (instead()) return instead()();
    double left = kNobodySays;
    for (const double one : {leftInSystem(), leftInGroup(), leftOfAddresses()})
        if (one < left) left = std::max(0.0, one); // not of what is no number: nobody says
    return left;
}

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

void setMemoryLeft(std::function<double()> left) { instead() = std::move(left); }

} // namespace headlight
