#pragma once

#include "words/Example.h"

#include <functional>
#include <span>

class QComboBox;
class QMenu;

namespace headlight {

std::span<const Example> examples(); ///< all examples, group by group
const Example& firstExample();       ///< the one with which the program starts without a file

// A menu and a box of all examples.
using Picked = std::function<void(const Example&)>;
void addExamples(QMenu&, const Picked&);
QComboBox* newExamplesBox(const Picked&); ///< beside the sentence; it opens examples, and shows no state

} // namespace headlight
