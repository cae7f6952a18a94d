#pragma once

#include "backend/Backend.h"

namespace headlight {

/// Computes the formulas of core/attention in double precision, for comparison with other backends. It computes all
/// stages again after any change, keeps every stage of every head whole, and rounds to float32 what is read.
class ReferenceBackend : public Backend {
public:
    std::string description() const override;
    std::unique_ptr<BackendLayer> makeLayer() override;
    double scoresBytes(Index queries, Index keys) const override;
    double memory() const override { return 4.0 * 1024 * 1024 * 1024; }
};

} // namespace headlight
