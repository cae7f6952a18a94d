#pragma once

namespace headlight {

class Workbench;

/// Selects the head, cut to those that exist; where one head is shown large, it is this one then.
void lookAtHead(Workbench& workbench, int head);
/// Of another layer: selects both.
void lookAtHead(Workbench& workbench, int layer, int head);

} // namespace headlight
