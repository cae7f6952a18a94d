#include "export/sheet.h"

#include "plot/paintLabels.h"
#include "style/textSize.h"

#include <algorithm>
#include <cmath>

namespace headlight {
namespace {

int dpiOf(const ExportSpec& spec) { return spec.format == ExportFormat::Png ? spec.dpi : kScreenDpi; }
int pixelsAcross(const ExportSpec& spec) {
    return static_cast<int>(std::lround(spec.widthMm / kMmPerInch * dpiOf(spec)));
}

/// Returns the text size of tokens, on paper, in points.
double textOn(const Sheet& sheet, const ExportSpec& spec) {
    return axisFont().pointSizeF() * sheet.scale * kScreenDpi / dpiOf(spec);
}

} // namespace

Result<void> isPossible(const QSize& picture) {
    const auto [min, max] = std::minmax({picture.width(), picture.height()});
    if (min >= kMinExportSide && max <= kMaxExportSide) return {};
    return Problem{"A picture of " + std::to_string(picture.width()) + " x " + std::to_string(picture.height()) +
                   " pixels is not possible: each side must have " + std::to_string(kMinExportSide) + " to " +
                   std::to_string(kMaxExportSide) + ". Choose another size."};
}

Result<Sheet> sheetFor(const ExportPlan& plan, const ExportSpec& wanted) {
    ExportSpec spec = wanted;
    const QSizeF natural = plan.size;
    double scale = double(dpiOf(spec)) / kScreenDpi;
    if (spec.widthPx <= 0 && spec.heightPx <= 0) spec.widthPx = pixelsAcross(spec);
    if (spec.widthPx > 0 && spec.heightPx > 0)
        scale = std::min(spec.widthPx / natural.width(), spec.heightPx / natural.height());
    else if (spec.widthPx > 0)
        scale = spec.widthPx / natural.width();
    else if (spec.heightPx > 0)
        scale = spec.heightPx / natural.height();
    const auto side = [&](int given, double length) {
        return given > 0 ? given : static_cast<int>(std::lround(length * scale));
    };
    const Sheet sheet{{side(spec.widthPx, natural.width()), side(spec.heightPx, natural.height())}, scale};
    if (const auto fits = isPossible(sheet.pixels); !fits) return fits.problem();
    return sheet;
}

/// Approaches the size in steps: a few are enough, since the sizes of maps do not follow that of their text.
double textSizeFor(const Session& session, const ExportSpec& spec) {
    if (spec.textPt <= 0) return 1;
    constexpr double kNear = 0.005, kMin = 0.2, kMax = 5;
    constexpr int kMaxSteps = 12;
    double size = 1;
    for (int i = 0; i < kMaxSteps; ++i) {
        const PictureTextSize trial(size);
        const auto plan = planExport(session, spec);
        const auto sheet = plan ? sheetFor(*plan, spec) : plan.problem();
        if (!sheet) break; // render() returns this Problem
        const double drawn = textOn(*sheet, spec);
        if (std::abs(spec.textPt / drawn - 1) < kNear) break;
        size = std::clamp(size * spec.textPt / drawn, kMin, kMax);
    }
    return size;
}

Result<PictureSize> pictureSize(const Session& session, const ExportSpec& spec) {
    const PictureTextSize text(textSizeFor(session, spec));
    const auto plan = planExport(session, spec);
    if (!plan) return plan.problem();
    const auto sheet = sheetFor(*plan, spec);
    if (!sheet) return sheet.problem();
    return PictureSize{sheet->pixels, QSizeF(sheet->pixels) * kMmPerInch / dpiOf(spec), textOn(*sheet, spec)};
}

Result<QSize> exportSize(const Session& session, const ExportSpec& spec) {
    const auto size = pictureSize(session, spec);
    return size ? Result<QSize>(size->pixels) : size.problem();
}

} // namespace headlight
