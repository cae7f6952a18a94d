#pragma once
// Private to ui/export: what is painted, as the bytes of a file. The same painting is the same bytes.

#include "export/render.h"

#include <functional>

class QPaintDevice;

namespace headlight {

/// Paints on a device with kScreenDpi dots to an inch; nothing else does. A Problem ends it.
using Painting = std::function<Result<void>(QPaintDevice&)>;

Problem notPainted(); ///< there was no memory

/// Of what any picture takes, and so many bytes more. To be asked before the first text is measured: fontconfig does
/// not get over it when it finds none.
Result<void> memoryBeside(double bytes = 0);

Result<QImage> paintedImage(const QSize& pixels, int dpi, const Painting&); ///< dots to an inch: noted in it
Result<QByteArray> pngOf(const QImage&);
/// SVG or PDF. `widthMm`: that an SVG says of itself, as a PDF always does; 0: it says its pixels.
Result<QByteArray> vectorFile(ExportFormat, const QSize& pixels, int widthMm, const QString& title, const Painting&);

} // namespace headlight
