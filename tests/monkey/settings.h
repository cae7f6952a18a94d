#pragma once

#include <QString>

#include <functional>

namespace headlight {
struct ViewState;
class Workbench;
} // namespace headlight

namespace headlight::monkey {

// Settings of the pipeline's forms and of the menu "Attention", chosen without a hand.

/// Returns a setting that can be chosen now, with a value that its form allows: "Temperature=0.5". `pick` draws an
/// integer between two, both included.
QString anySetting(const ViewState&, const std::function<int(int, int)>& pick);
void set(const QString& nameAndValue, bool inAllLayers, Workbench&);

} // namespace headlight::monkey
