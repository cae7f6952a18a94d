#pragma once
// Private to ui/export: makes the bytes of a file of what is painted. The same painting gives the same bytes.

#include "export/render.h"

#include <functional>

class QPaintDevice;

namespace headlight {

inline constexpr double kMmPerInch = 25.4;

/// Fails unless both sides of the picture are between kMinExportSide and kMaxExportSide.
Result<void> isPossible(const QSize& picture);

/// Paints all of a picture on a device with kScreenDpi dots to an inch. A Problem ends it.
using Painting = std::function<Result<void>(QPaintDevice&)>;

Problem notPainted(); ///< says that there was too little memory

/// A Problem if there is no memory for what any picture takes and so many bytes more. To be called before the first
/// text is measured, since fontconfig cannot recover from a lack of memory.
Result<void> memoryBeside(double bytes = 0);

Result<QImage> paintedImage(const QSize& pixels, int dpi, const Painting&); ///< notes `dpi` in the image
Result<QByteArray> pngOf(const QImage&);
/// Returns an SVG or PDF. `widthMm`: the width that an SVG states; 0: it states pixels. A PDF always states its width.
Result<QByteArray> vectorFile(ExportFormat, const QSize& pixels, int widthMm, const QString& title, const Painting&);

} // namespace headlight
