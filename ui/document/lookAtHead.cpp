#include "document/lookAtHead.h"

#include "document/Workbench.h"

namespace headlight {

void lookAtHead(Workbench& workbench, int head) {
    const ViewState& state = workbench.state();
    workbench.select(head, state.view.query, state.view.key);
    if (state.maps.largeHead < 0 || state.maps.largeHead == state.view.head) return;
    MapOptions options = state.maps;
    options.largeHead = state.view.head;
    workbench.setMapOptions(options);
}

void lookAtHead(Workbench& workbench, int layer, int head) {
    workbench.selectLayer(layer);
    lookAtHead(workbench, head);
}

} // namespace headlight
