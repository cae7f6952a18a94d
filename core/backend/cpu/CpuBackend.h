#pragma once

#include "backend/Backend.h"

namespace headlight {

inline constexpr double kScoreMemory = 1024.0 * 1024 * 1024;

/// How many bytes the stored scores of the heads that one engine shows may take on the CPU. Each frame asks again. Any
/// thread.
double scoreMemory();
void setScoreMemory(double bytes = kScoreMemory);

/// In memory, by core/kernels. It streams.
class CpuBackend : public Backend {
public:
    std::string description() const override;
    std::unique_ptr<BackendLayer> makeLayer() override;
    double scoresBytes(Index queries, Index keys) const override;
    double memory() const override { return scoreMemory(); }
    bool canStream() const override { return true; }
};

} // namespace headlight
