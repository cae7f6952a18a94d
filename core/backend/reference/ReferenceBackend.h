#pragma once

#include "backend/Backend.h"

namespace headlight {

/// The formulas of core/attention in double precision, everything anew at every call: what others are compared with.
/// Rounded to float32 only where it is read. Slow, and it keeps every stage of every head whole.
class ReferenceBackend : public Backend {
public:
    std::string description() const override;
    std::unique_ptr<BackendLayer> makeLayer() const override;
    double scoresBytes(Index queries, Index keys) const override;
};

} // namespace headlight
