#pragma once

#include "backend/Backend.h"

namespace headlight {

/// In memory, by core/kernels.
class CpuBackend : public Backend {
public:
    std::string description() const override;
    std::unique_ptr<BackendLayer> makeLayer() override;
    double scoresBytes(Index queries, Index keys) const override;
    double memory() const override { return 3.0 * 1024 * 1024 * 1024; }
};

} // namespace headlight
