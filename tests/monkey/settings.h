#pragma once

#include <QString>

#include <functional>

namespace headlight {
struct ViewState;
class Workbench;
} // namespace headlight

namespace headlight::monkey {

// What is chosen in the forms of the pipeline and the menu "Attention", without a way there.

/// One that can be chosen now, with a value that its form would hand on: "Temperature=0.5". `pick`: a whole number
/// between two, both included.
QString anySetting(const ViewState&, const std::function<int(int, int)>& pick);
void set(const QString& nameAndValue, bool inAllLayers, Workbench&);

} // namespace headlight::monkey
