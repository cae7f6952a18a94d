#include "backend/opencl/devices.h"

#include "backend/opencl/found.h"
#include "base/quotedText.h"

#include <algorithm>
#include <bit>
#include <cstdio>
#include <exception>
#include <utility>

namespace headlight {
namespace {

constexpr cl_int kNoPlatform = -1001; // CL_PLATFORM_NOT_FOUND_KHR, from the loader

/// Returns a driver's text without what follows a zero byte and without blanks around it.
std::string tidied(const std::string& text) {
    constexpr const char* kBlanks = " \t\r\n";
    const std::string whole = text.substr(0, text.find('\0'));
    const auto begin = whole.find_first_not_of(kBlanks);
    if (begin == std::string::npos) return {};
    return showable(whole.substr(begin, whole.find_last_not_of(kBlanks) + 1 - begin));
}

/// Calls a function that asks a driver. Returns what the driver threw, as a sentence without a full stop; else empty.
template <class F>
std::string failureOf(F&& ask) {
    try {
        ask();
        return {};
    } catch (const cl::Error& error) {
        return sentenceOf(error);
    } catch (const std::bad_alloc&) {
        throw;
    } catch (const std::exception& error) {
        return showable(error.what());
    }
}

/// Returns the version in a text: {3, 0} in "OpenCL 3.0 PoCL HSTR: ..."; {0, 0} if there is none.
std::pair<int, int> versionIn(const std::string& text) {
    std::pair<int, int> version;
    if (std::sscanf(text.c_str(), "OpenCL %4d.%4d", &version.first, &version.second) != 2) return {};
    return version;
}

std::string whyNot(const cl::Device& device, std::pair<int, int> version) {
    const bool isLittle = device.getInfo<CL_DEVICE_ENDIAN_LITTLE>() == CL_TRUE;
    if (version < std::pair(1, 2))
        return "It offers OpenCL " + std::to_string(version.first) + '.' + std::to_string(version.second) +
               ", and Headlight needs 1.2. A newer driver may help.";
    if (device.getInfo<CL_DEVICE_AVAILABLE>() != CL_TRUE)
        return "Its driver says that it is not available. Another program may use it alone.";
    if (device.getInfo<CL_DEVICE_COMPILER_AVAILABLE>() != CL_TRUE)
        return "Its driver has no compiler, which Headlight needs for its kernels.";
    if (device.getInfo<CL_DEVICE_PROFILE>().find("FULL_PROFILE") == std::string::npos)
        return "It offers only OpenCL's embedded profile, which need not have 64-bit integers.";
    if (isLittle != (std::endian::native == std::endian::little))
        return "It keeps the bytes of a number in another order than this computer.";
    return {};
}

FoundDevice described(const cl::Platform& platform, const cl::Device& device) {
    FoundDevice found{{}, device};
    OpenClDevice& about = found.about;
    const std::string failure = failureOf([&] {
        about.name = tidied(device.getInfo<CL_DEVICE_NAME>());
        about.platform = tidied(platform.getInfo<CL_PLATFORM_NAME>());
        about.driver = tidied(device.getInfo<CL_DRIVER_VERSION>());
        about.memory = static_cast<double>(device.getInfo<CL_DEVICE_GLOBAL_MEM_SIZE>());
        about.isGpu = (device.getInfo<CL_DEVICE_TYPE>() & CL_DEVICE_TYPE_GPU) != 0;
        const auto version = versionIn(device.getInfo<CL_DEVICE_VERSION>());
        about.version = std::to_string(version.first) + '.' + std::to_string(version.second);
        // A platform of an older version lacks functions that its loader would call.
        about.whyNot = whyNot(device, std::min(version, versionIn(platform.getInfo<CL_PLATFORM_VERSION>())));
    });
    if (!failure.empty()) about.whyNot = "Its driver does not say what it is (" + failure + ").";
    if (about.name.empty()) about.name = "Unnamed device";
    return found;
}

/// Adds a number to the name of a device if an earlier device has the same name.
void nameApart(std::vector<FoundDevice>& list) {
    for (auto one = list.begin(); one != list.end(); ++one) {
        const std::string name = one->about.name;
        const auto isTaken = [&](const FoundDevice& other) { return other.about.name == one->about.name; };
        for (int number = 2; std::any_of(list.begin(), one, isTaken); ++number)
            one->about.name = name + " (" + std::to_string(number) + ')';
    }
}

/// Adds the devices of a platform. Returns why there are none; else empty.
std::string addDevices(const cl::Platform& platform, std::vector<FoundDevice>& list) {
    std::string name;
    std::vector<cl::Device> devices;
    const std::string failure = failureOf([&] {
        name = tidied(platform.getInfo<CL_PLATFORM_NAME>());
        platform.getDevices(CL_DEVICE_TYPE_ALL, &devices);
    });
    for (const cl::Device& device : devices) list.push_back(described(platform, device));
    if (!devices.empty()) return {};
    return "The OpenCL driver " + quotedBriefly(name) + " offers no device" +
           (failure.empty() ? "" : " (" + failure + ")") +
           ". Its settings may hide it, or it cannot write to a folder that it needs.";
}

} // namespace

FoundDevices foundDevices() {
    FoundDevices found;
    std::vector<cl::Platform> platforms;
    const std::string failure = failureOf([&] {
        try {
            cl::Platform::get(&platforms);
        } catch (const cl::Error& error) {
            if (error.err() != kNoPlatform) throw;
        }
    });
    for (const cl::Platform& platform : platforms)
        if (const std::string why = addDevices(platform, found.list); found.whyNone.empty()) found.whyNone = why;
    if (!found.list.empty()) found.whyNone.clear();
    if (platforms.empty())
        found.whyNone = "No OpenCL driver was found" + (failure.empty() ? "" : " (" + failure + ")") +
                        ". Install the one for your graphics card, and start Headlight again.";
    std::stable_sort(found.list.begin(), found.list.end(),
                     [](const auto& a, const auto& b) { return a.about.isGpu > b.about.isGpu; });
    nameApart(found.list);
    return found;
}

Result<FoundDevice> foundDevice(std::string_view name) {
    const FoundDevices found = foundDevices();
    if (found.list.empty()) return Problem{found.whyNone};
    std::string known;
    for (const FoundDevice& one : found.list) {
        if (one.about.name == name) {
            if (!one.about.whyNot.empty()) return Problem{one.about.name + " cannot be used. " + one.about.whyNot};
            return one;
        }
        known += (known.empty() ? "" : ", ") + quotedText(one.about.name);
    }
    return Problem{"There is no OpenCL device " + quotedBriefly(name) + ". Available devices: " + known + '.'};
}

std::vector<OpenClDevice> openClDevices() {
    std::vector<OpenClDevice> devices;
    for (FoundDevice& one : foundDevices().list) devices.push_back(std::move(one.about));
    return devices;
}

std::string whyNoOpenCl() { return foundDevices().whyNone; }

} // namespace headlight
