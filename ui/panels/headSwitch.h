#pragma once

namespace headlight {

class Workbench;

/// Switches a head of the selected layer off, or on again.
void switchHead(Workbench& workbench, int head, bool isOn);

} // namespace headlight
