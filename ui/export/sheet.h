#pragma once

#include "export/ExportPlan.h"

namespace headlight {

inline constexpr double kMmPerInch = 25.4;

/// How large the plan is drawn, and on how large a sheet.
struct Sheet {
    QSize pixels;
    double scale = 1;
};

Result<void> isPossible(const QSize& picture); ///< kMinExportSide to kMaxExportSide

/// A size out of bounds is a Problem.
Result<Sheet> sheetFor(const ExportPlan& plan, const ExportSpec& spec);

/// What makes the text of tokens as large on paper as it is wanted: see PictureTextSize.
double textSizeFor(const Session& session, const ExportSpec& spec);

} // namespace headlight
