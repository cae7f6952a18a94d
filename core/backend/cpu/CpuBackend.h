#pragma once

#include "backend/Backend.h"

namespace headlight {

/// In memory, by core/kernels. It streams.
class CpuBackend : public Backend {
public:
    static constexpr double kMemory = 1024.0 * 1024 * 1024;

    explicit CpuBackend(double memory = kMemory) : memory_(memory) {}
    std::string description() const override;
    std::unique_ptr<BackendLayer> makeLayer() override;
    double scoresBytes(Index queries, Index keys) const override;
    double memory() const override { return memory_; }
    bool canStream() const override { return true; }

private:
    double memory_;
};

} // namespace headlight
