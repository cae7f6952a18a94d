#include "backend/cpu/CpuBackend.h"

#include "backend/cpu/CpuLayer.h"
#include "base/parallel.h"
#include "kernels/kernels.h"

#include <atomic>

namespace headlight {
namespace {

std::atomic<double> memoryOfScores = kScoreMemory;

} // namespace

double scoreMemory() { return memoryOfScores; }

void setScoreMemory(double bytes) { memoryOfScores = bytes; }

std::string CpuBackend::description() const {
    const int threads = computingThreads();
    return "CPU \u00b7 " + kernels::chosenTarget() + " \u00b7 " + std::to_string(threads) +
           (threads == 1 ? " thread" : " threads");
}

std::unique_ptr<BackendLayer> CpuBackend::makeLayer() { return std::make_unique<CpuLayer>(); }

double CpuBackend::scoresBytes(Index queries, Index keys) const { return ScoreStore::bytesFor(queries, keys); }

} // namespace headlight
