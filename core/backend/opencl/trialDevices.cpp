// TEMPORARY, to be dropped with its commit: devices as HEADLIGHT_TRIAL_DEVICES says, each letter one (g: a GPU, c: a
// CPU device, r: one that is refused, f: a GPU whose self-test fails), until the real ones are here.
#include "backend/cpu/CpuBackend.h"
#include "backend/opencl/devices.h"

#include <cstdlib>
#include <utility>

namespace headlight {
namespace {

class Renamed : public Backend {
public:
    explicit Renamed(std::string name) : name_(std::move(name)) {}
    std::string description() const override { return "OpenCL · " + name_; }
    std::unique_ptr<BackendLayer> makeLayer() override { return cpu_.makeLayer(); }
    Result<Ran> finish(const Watch& watch) override { return cpu_.finish(watch); }
    double scoresBytes(Index queries, Index keys) const override { return cpu_.scoresBytes(queries, keys); }
    double memory() const override { return cpu_.memory(); }

private:
    std::string name_;
    CpuBackend cpu_;
};

} // namespace

std::vector<OpenClDevice> openClDevices() {
    std::vector<OpenClDevice> devices;
    const char* kinds = std::getenv("HEADLIGHT_TRIAL_DEVICES");
    for (; kinds && *kinds; ++kinds) {
        if (*kinds == 'g') devices.push_back({"Trial GPU", "Trial platform", "1.0", "3.0", 8e9, true, ""});
        if (*kinds == 'f') devices.push_back({"Failing GPU", "Trial platform", "1.0", "3.0", 8e9, true, ""});
        if (*kinds == 'c') devices.push_back({"Trial processor", "Trial platform", "2.0", "3.0", 2e9, false, ""});
        if (*kinds == 'r')
            devices.push_back({"Old device", "Trial platform", "0.1", "1.0", 1e8, false,
                               "Its OpenCL is 1.0; Headlight needs 1.2. Update its driver."});
    }
    return devices;
}

std::string whyNoOpenCl() {
    return openClDevices().empty() ? "OpenCL finds no driver. Install one for your device, such as pocl-opencl-icd."
                                   : "";
}

Result<std::unique_ptr<Backend>> makeOpenCl(std::string_view name) {
    if (name == "Failing GPU") return Problem{"The self-test on Failing GPU gave wrong weights. Update its driver."};
    return std::unique_ptr<Backend>(std::make_unique<Renamed>(std::string(name)));
}

} // namespace headlight
