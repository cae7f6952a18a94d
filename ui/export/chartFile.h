#pragma once

#include "export/render.h"
#include "plot/Chart.h"

namespace headlight {

/// Returns a chart as the bytes of a file, in the format, width in mm (0: 120 mm), resolution and theme of `spec`. It
/// is laid out for that width, so that its text has the usual size; a value is marked only if `spec.showsSelection`.
/// The Problems are those of render(). GUI thread only: a hidden widget draws it.
Result<QByteArray> renderChart(ChartContent content, const QString& title, const ExportSpec& spec);

} // namespace headlight
