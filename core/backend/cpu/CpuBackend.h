#pragma once

#include "backend/Backend.h"

namespace headlight {

/// Blocks in memory, arithmetic by core/kernels. Always available.
class CpuBackend : public Backend {
public:
    std::string description() const override;
    std::unique_ptr<BackendLayer> makeLayer() const override;
    double scoresBytes(Index queries, Index keys) const override;
};

} // namespace headlight
