#pragma once

#include "export/render.h"
#include "plot/Chart.h"

namespace headlight {

/// A chart as the bytes of a file, in the format, width in mm, resolution and theme of `spec`; without a width 120 mm.
/// It is laid out anew for that width, so that its text has the usual size; no value is marked unless
/// `spec.showsSelection`. Problems as of render(). GUI thread only: a hidden widget draws it.
Result<QByteArray> renderChart(ChartContent content, const QString& title, const ExportSpec& spec);

} // namespace headlight
