#pragma once

#include "export/ExportPlan.h"

namespace headlight {

inline constexpr double kMmPerInch = 25.4;

/// The size of the sheet, and the scale in which the plan is drawn on it.
struct Sheet {
    QSize pixels;
    double scale = 1;
};

/// Fails unless both sides of the picture are between kMinExportSide and kMaxExportSide.
Result<void> isPossible(const QSize& picture);

/// Returns the sheet; a size out of bounds is a Problem.
Result<Sheet> sheetFor(const ExportPlan& plan, const ExportSpec& spec);

/// Returns the text size (see PictureTextSize) with which tokens are as large on paper as `spec` says.
double textSizeFor(const Session& session, const ExportSpec& spec);

} // namespace headlight
