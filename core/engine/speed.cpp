#include "engine/speed.h"

#include "engine/Engine.h"
#include "engine/GuardedEngine.h"
#include "session/edits.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <string>
#include <utility>

namespace headlight {
namespace {

constexpr int kHeads = 8, kWidth = 64, kPixels = 128, kTimes = 3;

Result<Session> timedSession(std::uint64_t seed, int tokens) {
    std::string words;
    for (int i = 0; i < tokens; ++i) words += "w" + std::to_string(i) + " ";
    return withSentence(newSession(seed, kWidth, kHeads, kWidth, kWidth), words);
}

Demand timedDemand() {
    Demand demand;
    for (int head = 0; head < kHeads; ++head)
        for (const Stage stage : {Stage::Weights, Stage::Context})
            demand.maps.push_back({stage, 0, head, {}, kPixels, kPixels});
    return demand;
}

/// The line through two measurements: seconds = start + slope * multiplications.
struct Line {
    double start, slope;
};

Line through(const std::array<Speed, 2>& speeds) {
    const double slope = (speeds[1].seconds - speeds[0].seconds) /
                         (speeds[1].multiplications - speeds[0].multiplications);
    return {speeds[0].seconds - slope * speeds[0].multiplications, slope};
}

Result<std::array<Speed, 2>> twoSpeeds(const MakeBackend& make) {
    std::array<Speed, 2> speeds;
    constexpr std::array<int, 2> kTokens{64, 512};
    for (std::size_t i = 0; i < speeds.size(); ++i) {
        auto backend = make();
        if (!backend) return backend.problem();
        const auto speed = measuredSpeed(std::move(*backend), kTokens[i]);
        if (!speed) return speed.problem();
        speeds[i] = *speed;
    }
    return speeds;
}

} // namespace

Result<Speed> measuredSpeed(std::unique_ptr<Backend> backend, int tokens) {
    const std::array sessions{timedSession(1, tokens), timedSession(2, tokens)}; // they share nothing but the words
    for (const auto& session : sessions)
        if (!session) return session.problem();
    const Demand demand = timedDemand();
    Engine engine(std::move(backend));
    Speed speed{multiplicationsUpTo(*sessions[0], 0), std::numeric_limits<double>::infinity()};
    for (int time = 0; time <= kTimes; ++time) { // the first one warms up
        const auto start = std::chrono::steady_clock::now();
        const Frame frame = engine.answer(*sessions[static_cast<std::size_t>(time % 2)], demand);
        if (!frame.problem.empty()) return Problem{frame.problem};
        const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
        if (time > 0) speed.seconds = std::min(speed.seconds, took.count());
    }
    return speed;
}

double breakEven(const std::array<Speed, 2>& device, const std::array<Speed, 2>& cpu) {
    const Line d = through(device), c = through(cpu);
    if (d.slope >= c.slope) return std::numeric_limits<double>::infinity();
    return std::max(0.0, (d.start - c.start) / (c.slope - d.slope));
}

Result<double> measuredBreakEven(const MakeBackend& device, const MakeBackend& cpu) {
    const auto ofDevice = twoSpeeds(device), ofCpu = twoSpeeds(cpu);
    if (!ofDevice) return ofDevice.problem();
    if (!ofCpu) return ofCpu.problem();
    return breakEven(*ofDevice, *ofCpu);
}

} // namespace headlight
