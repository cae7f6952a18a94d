#pragma once

#include "backend/Backend.h"

#include <memory>

namespace headlight::testing {

/// Returns the update as the member `inner` gets it, for a layer that passes everything on to that one.
template <class Layer>
LayerUpdate innerUpdate(LayerUpdate update, std::unique_ptr<BackendLayer> Layer::*inner) {
    for (LayerInput* input : {&update.queries, &update.keys})
        if (input->below) input->below = (static_cast<Layer*>(input->below)->*inner).get();
    return update;
}

} // namespace headlight::testing
