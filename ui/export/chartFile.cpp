#include "export/chartFile.h"

#include "export/pictureFile.h"
#include "style/textSize.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace headlight {

Result<QByteArray> renderChart(ChartContent content, const QString& title, const ExportSpec& spec) {
    constexpr int kUsualMm = 120, kMinHeight = 150, kMaxHeight = 320; // px
    if (const auto has = memoryBeside(); !has) return has.problem();
    const PictureTextSize text; // the text size of the window is not used
    const int mm = spec.widthMm > 0 ? spec.widthMm : kUsualMm;
    const double inches = mm / kMmPerInch, width = inches * kScreenDpi;
    const QSize size(static_cast<int>(std::lround(width)),
                     static_cast<int>(std::clamp<double>(width / 2, kMinHeight, kMaxHeight)));
    if (!spec.showsSelection) content.marked = -1;
    Chart chart;
    chart.resize(size);
    chart.setContent(std::move(content), *spec.theme);
    double scale = 1;
    const auto paint = [&](QPaintDevice& device) -> Result<void> {
        return chart.paintOn(device, scale) ? Result<void>() : notPainted();
    };
    if (spec.format != ExportFormat::Png) return vectorFile(spec.format, size, mm, title, paint);
    constexpr double kOfPixel = 5; // bytes of a pixel: in the picture, and in its file
    const double across = std::round(inches * spec.dpi);
    scale = across / size.width();
    const QSize pixels = QSizeF(across, size.height() * scale).toSize();
    if (const auto fits = isPossible(pixels); !fits) return fits.problem();
    if (const auto has = memoryBeside(kOfPixel * pixels.width() * pixels.height()); !has) return has.problem();
    const auto image = paintedImage(pixels, spec.dpi, paint);
    return image ? pngOf(*image) : image.problem();
}

} // namespace headlight
