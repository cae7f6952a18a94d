// The sheet of a picture, and the size of text on it.

#include "export/ExportPlan.h"
#include "export/pictureFile.h"
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

/// Puts a plan on its sheet.
Result<void> placeOnSheet(ExportPlan& plan, const ExportSpec& spec) {
    const bool isFree = spec.widthPx <= 0 && spec.heightPx <= 0;
    const int width = isFree ? pixelsAcross(spec) : spec.widthPx, height = spec.heightPx;
    double scale = double(dpiOf(spec)) / kScreenDpi;
    if (width > 0 && height > 0)
        scale = std::min(width / plan.size.width(), height / plan.size.height());
    else if (width > 0)
        scale = width / plan.size.width();
    else if (height > 0)
        scale = height / plan.size.height();
    const auto side = [&](int given, double length) {
        return given > 0 ? given : static_cast<int>(std::lround(length * scale));
    };
    plan.pixels = {side(width, plan.size.width()), side(height, plan.size.height())};
    plan.scale = scale;
    plan.textPt = axisFont().pointSizeF() * scale * kScreenDpi / dpiOf(spec);
    return isPossible(plan.pixels);
}

} // namespace

/// Approaches the text size that is asked for: a few steps are enough, since the sizes of maps do not follow that of
/// their text.
Result<ExportPlan> planExport(const Session& session, const ExportSpec& spec) {
    constexpr double kNear = 0.005, kMin = 0.2, kMax = 5;
    constexpr int kMaxSteps = 12;
    double size = 1, asked = spec.textPt;
    for (int step = 0;; ++step) {
        const PictureTextSize text(size);
        auto plan = planMaps(session, spec);
        if (!plan) return plan;
        if (const auto fits = placeOnSheet(*plan, spec); !fits) return fits.problem();
        plan->textSize = size;
        if (step == 0 && plan->textPt < spec.minTextPt()) asked = spec.minTextPt();
        const double wanted = asked / plan->textPt;
        if (asked <= 0 || step == kMaxSteps || std::abs(wanted - 1) < kNear) return plan;
        size = std::clamp(size * wanted, kMin, kMax);
    }
}

Result<PictureSize> pictureSize(const Session& session, const ExportSpec& spec) {
    const auto plan = planExport(session, spec);
    if (!plan) return plan.problem();
    return PictureSize{plan->pixels, QSizeF(plan->pixels) * kMmPerInch / dpiOf(spec), plan->textPt};
}

} // namespace headlight
