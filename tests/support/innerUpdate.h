#pragma once

#include "backend/Backend.h"

#include <memory>

namespace headlight::testing {

/// For a layer that passes everything on to another one, its member `inner`: the update as that one gets it.
template <class Layer>
LayerUpdate innerUpdate(LayerUpdate update, std::unique_ptr<BackendLayer> Layer::*inner) {
    for (LayerInput* input : {&update.queries, &update.keys})
        if (input->below) input->below = (static_cast<Layer*>(input->below)->*inner).get();
    return update;
}

} // namespace headlight::testing
