#include "backend/cpu/CpuBackend.h"

#include "backend/cpu/CpuLayer.h"
#include "kernels/kernels.h"

namespace headlight {

std::string CpuBackend::description() const {
    return std::string("CPU \u00b7 ") + kernels::targets().front() + " \u00b7 1 thread";
}

std::unique_ptr<BackendLayer> CpuBackend::makeLayer() { return std::make_unique<CpuLayer>(); }

double CpuBackend::scoresBytes(Index queries, Index keys) const { return ScoreStore::bytesFor(queries, keys); }

} // namespace headlight
