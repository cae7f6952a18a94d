#pragma once

#include "examples.h"

#include <functional>

class QComboBox;
class QMenu;

namespace headlight {

// The examples to choose from, group by group.
using Picked = std::function<void(const Example&)>;
void addExamples(QMenu&, const Picked&);
QComboBox* newExamplesBox(const Picked&); ///< to stand beside the sentence; it opens, and shows no state

} // namespace headlight
