#pragma once

#include "backend/Backend.h"

namespace headlight {

inline constexpr double kScoreMemory = 1024.0 * 1024 * 1024;

/// Returns the maximum of bytes that the stored scores of all heads of one engine may take on the CPU. Each frame asks
/// again. Any thread.
double scoreMemory();
void setScoreMemory(double bytes = kScoreMemory);

/// Computes in memory, by core/kernels. It can stream.
class CpuBackend : public Backend {
public:
    std::string description() const override;
    std::unique_ptr<BackendLayer> makeLayer() override;
    double scoresBytes(Index queries, Index keys) const override;
    double memory() const override { return scoreMemory(); }
    bool canStream() const override { return true; }
};

} // namespace headlight
