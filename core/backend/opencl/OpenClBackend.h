#pragma once

#include "backend/Backend.h"
#include "backend/opencl/DeviceAnswers.h"
#include "backend/opencl/found.h"

#include <memory>
#include <string>

namespace headlight {

/// Computes on an OpenCL device.
class OpenClBackend : public Backend {
public:
    /// Compiles the kernels. Throws cl::Error, or std::runtime_error with what the compiler says.
    OpenClBackend(const FoundDevice& found, const DeviceLimits& limits);
    explicit OpenClBackend(const FoundDevice& found) : OpenClBackend(found, DeviceLimits()) {}

    /// Returns a backend on the same device, with the same kernels and with numbers of its own.
    std::unique_ptr<OpenClBackend> another() const;

    std::string description() const override;
    std::unique_ptr<BackendLayer> makeLayer() override;
    Result<Ran> finish(const Watch& watch) override;
    double scoresBytes(Index queries, Index keys) const override;
    double memory() const override { return limits_.scoresBytes.value_or(kOfScores * about_.memory); }
    bool canStream() const override { return true; }
    std::string whyNot(const Session& session) const override;

    bool hasDoubles() const { return hasDoubles_; }
    const Traffic& traffic() const { return queue_->traffic(); } ///< for tests and benchmarks

private:
    static constexpr double kOfScores = 0.5, kOfMatrices = 0.25; ///< parts of the device's memory
    OpenClBackend(const OpenClBackend& like);
    void makeQueue();

    OpenClDevice about_;
    cl::Device device_;
    DeviceLimits limits_;
    bool hasDoubles_;
    cl::Context context_;
    cl::Program program_;
    std::shared_ptr<DeviceQueue> queue_;
    std::shared_ptr<DeviceAnswers> answers_;
};

} // namespace headlight
