#pragma once

#include "examples.h"

#include <functional>

class QComboBox;
class QMenu;

namespace headlight {

// A menu and a box of all examples, group by group.
using Picked = std::function<void(const Example&)>;
void addExamples(QMenu&, const Picked&);
QComboBox* newExamplesBox(const Picked&); ///< beside the sentence; it opens examples, and shows no state

} // namespace headlight
