#include "backend/opencl/OpenClBackend.h"

#include "backend/opencl/OpenClLayer.h"
#include "backend/opencl/Program.h"
#include "backend/opencl/selfTest.h"
#include "base/numberText.h"

#include <exception>

namespace headlight {

OpenClBackend::OpenClBackend(const FoundDevice& found, const DeviceLimits& limits)
    : about_(found.about), device_(found.device), limits_(limits), context_(found.device) {
    const std::string extensions = device_.getInfo<CL_DEVICE_EXTENSIONS>();
    hasDoubles_ = limits.usesDoubles && extensions.find("cl_khr_fp64") != std::string::npos;
    const std::string options = std::string("-cl-std=CL1.2") + (hasDoubles_ ? " -DHAS_DOUBLES" : "") +
                                " -DLANES=" + std::to_string(limits.tilesOn(device_) ? kLanes : 1);
    program_ = builtProgram(context_, options);
    makeQueue();
}

OpenClBackend::OpenClBackend(const OpenClBackend& like)
    : about_(like.about_),
      device_(like.device_),
      limits_(like.limits_),
      hasDoubles_(like.hasDoubles_),
      context_(like.context_),
      program_(like.program_) {
    makeQueue();
}

std::unique_ptr<OpenClBackend> OpenClBackend::another() const {
    return std::unique_ptr<OpenClBackend>(new OpenClBackend(*this));
}

void OpenClBackend::makeQueue() {
    queue_ = std::make_shared<DeviceQueue>(device_, context_, program_, limits_);
    answers_ = std::make_shared<DeviceAnswers>(*queue_);
}

std::string OpenClBackend::description() const { return "OpenCL \u00b7 " + about_.name; }

std::unique_ptr<BackendLayer> OpenClBackend::makeLayer() { return std::make_unique<OpenClLayer>(queue_, answers_); }

Result<Ran> OpenClBackend::finish(const Watch& watch) {
    try {
        if (!queue_->finish(watch, [this] { answers_->map(); })) {
            answers_->discard(nullptr);
            return Ran::Stopped;
        }
        answers_->deliver();
        return Ran::Done;
    } catch (const cl::Error& error) {
        answers_->discard(nullptr);
        return Problem{sentenceOf(error)};
    } catch (...) { // there is no memory for the answers
        answers_->discard(nullptr);
        throw;
    }
}

/// Counts them twice: while a sentence grows, the scores before and after are both in memory.
double OpenClBackend::scoresBytes(Index queries, Index keys) const {
    return 2.0 * sizeof(float) * static_cast<double>(queries) * static_cast<double>(keys);
}

/// Does not count scores, which are streamed if they do not fit.
std::string OpenClBackend::whyNot(const Session& session) const {
    double need = 0;
    bool needsDoubles = false;
    for (std::size_t l = 0; l < session.layers.size(); ++l) {
        if (session.layers[l].isGiven())
            return "Given scores, weights, queries, keys and values are computed on the CPU.";
        const Sizes sizes = sizesOf(session, static_cast<int>(l));
        const double ofQuery = sizes.d + sizes.heads * (sizes.dk + 2.0 * sizes.dv) + 2.0 * sizes.width(),
                     ofKey = sizes.d + sizes.heads * (2.0 * sizes.dk + sizes.dv); // K is there transposed, too
        need += sizeof(float) * (sizes.tokens * ofQuery + sizes.keyTokens * ofKey);
        needsDoubles = needsDoubles || session.layers[l].norm ||
                       session.layers[l].options.normalisation == Normalisation::Sum;
    }
    if (needsDoubles && !hasDoubles_)
        return about_.name + " has no double-precision numbers, which a layer norm and the normalisation by sums need.";
    const double limit = kOfMatrices * about_.memory;
    if (need <= limit) return {};
    return "The queries, keys and values of all heads and layers would take " + fixedPoint(need / 1e9, 1) +
           " GB, and " + about_.name + " has room for " + fixedPoint(limit / 1e9, 1) + " GB of them.";
}

Result<std::unique_ptr<Backend>> makeOpenCl(std::string_view name) {
    const auto found = foundDevice(name);
    if (!found) return found.problem();
    const auto refused = [&](const std::string& why) {
        return Problem{found->about.name + " cannot be used: " + why + "."};
    };
    try {
        auto backend = std::make_unique<OpenClBackend>(*found);
        if (const std::string why = selfTest(*backend, backend->hasDoubles()); !why.empty()) return refused(why);
        return std::unique_ptr<Backend>(std::move(backend));
    } catch (const cl::Error& error) {
        return refused(sentenceOf(error));
    } catch (const std::exception& error) {
        return refused(error.what());
    }
}

} // namespace headlight
