#include "export/pictureFile.h"

#include "base/memory.h"

#include <QBuffer>
#include <QPdfWriter>
#include <QRegularExpression>
#include <QSvgGenerator>
#include <QThread>
#include <QUuid>

#include <cmath>

namespace headlight {
namespace {

int dotsPerMetre(int dpi) { return static_cast<int>(std::lround(dpi * 1000 / kMmPerInch)); }

/// False if there is no memory for the stacks of Qt's own threads: painting would then never return.
bool canPaint() {
    constexpr double kStack = 8.4e6;
    return memoryLeft() > kStack * QThread::idealThreadCount();
}

/// Replaces the size that Qt writes, which is that of the pixels in mm: by exactly the width that was asked for or, if
/// pixels were, by these, since readers take 90 or 96 of them for an inch.
QByteArray withSize(QByteArray svg, const QSize& pixels, int widthMm) {
    static const QRegularExpression kMillimetres(QStringLiteral("<svg width=\"[^\"]*\" height=\"[^\"]*\""));
    const auto found = kMillimetres.match(QString::fromLatin1(svg.left(400)));
    const double mm = double(widthMm) * pixels.height() / pixels.width();
    const QString size =
        widthMm > 0 ? QStringLiteral("<svg width=\"%1mm\" height=\"%2mm\"").arg(widthMm).arg(mm, 0, 'f', 2)
                    : QStringLiteral("<svg width=\"%1\" height=\"%2\"").arg(pixels.width()).arg(pixels.height());
    return found.hasMatch() ? svg.replace(found.capturedStart(), found.capturedLength(), size.toLatin1()) : svg;
}

Result<QByteArray> svgFile(const QSize& pixels, int widthMm, const QString& title, const Painting& paint) {
    QBuffer buffer;
    QSvgGenerator generator;
    generator.setOutputDevice(&buffer);
    generator.setResolution(kScreenDpi);
    generator.setSize(pixels);
    generator.setViewBox(QRect(QPoint(0, 0), pixels));
    generator.setTitle(title.toHtmlEscaped()); // Qt does not escape it
    generator.setDescription(QStringLiteral("Headlight"));
    if (const auto painted = paint(generator); !painted) return painted.problem();
    QByteArray svg = buffer.data();
    svg.replace("\" font-size=", ", Arial, sans-serif\" font-size="); // where the font of the window is missing
    return withSize(svg, pixels, widthMm);
}

/// Puts blanks in the place of the dates, so that the same picture is the same file, as with PNG and SVG, and every
/// object stays at its offset.
QByteArray withoutDates(QByteArray pdf) {
    for (const char* name : {"/CreationDate (", "/ModDate ("}) {
        const qsizetype from = pdf.indexOf(name);
        const qsizetype to = from < 0 ? from : pdf.indexOf(')', from);
        if (to >= 0) pdf.replace(from, to + 1 - from, QByteArray(to + 1 - from, ' '));
    }
    return pdf;
}

Result<QByteArray> pdfFile(const QSize& pixels, const QString& title, const Painting& paint) {
    constexpr double kPointsPerPixel = 72.0 / kScreenDpi;
    QBuffer buffer;
    if (!buffer.open(QIODevice::WriteOnly)) return notPainted();
    QPdfWriter writer(&buffer);
    writer.setResolution(kScreenDpi);
    writer.setTitle(title);
    writer.setCreator(QStringLiteral("Headlight"));
    writer.setPageSize(QPageSize(QSizeF(pixels) * kPointsPerPixel, QPageSize::Point, QString(), QPageSize::ExactMatch));
    writer.setPageMargins(QMarginsF(0, 0, 0, 0));
#if QT_VERSION >= QT_VERSION_CHECK(6, 8, 0)
    // Otherwise an identifier is random, and metadata contain the time; the title stands in the document's information.
    writer.setDocumentId(QUuid(1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0));
    writer.setDocumentXmpMetadata(R"(<x:xmpmeta xmlns:x="adobe:ns:meta/"/>)");
#endif
    if (const auto painted = paint(writer); !painted) return painted.problem();
    return withoutDates(buffer.data());
}

} // namespace

Problem notPainted() {
    return {"The picture could not be written: not enough memory for its size. Choose a smaller size."};
}

Result<void> memoryBeside(double bytes) {
    constexpr double kOfAny = 33e6; // bytes, for fonts and Qt
    return memoryFor(kOfAny + bytes, "Such a picture takes", "Choose a smaller size, or close other programs.");
}

Result<void> isPossible(const QSize& picture) {
    const auto [min, max] = std::minmax({picture.width(), picture.height()});
    if (min >= kMinExportSide && max <= kMaxExportSide) return {};
    return Problem{"A picture of " + std::to_string(picture.width()) + " x " + std::to_string(picture.height()) +
                   " pixels is not possible: each side must have " + std::to_string(kMinExportSide) + " to " +
                   std::to_string(kMaxExportSide) + ". Choose another size."};
}

Result<QImage> paintedImage(const QSize& pixels, int dpi, const Painting& paint) {
    QImage image(pixels, QImage::Format_RGB32);
    if (image.isNull() || !canPaint()) return notPainted();
    // Fonts are in points: they must come out by the same measure on every screen.
    image.setDotsPerMeterX(dotsPerMetre(kScreenDpi));
    image.setDotsPerMeterY(dotsPerMetre(kScreenDpi));
    if (const auto painted = paint(image); !painted) return painted.problem();
    image.setDotsPerMeterX(dotsPerMetre(dpi));
    image.setDotsPerMeterY(dotsPerMetre(dpi));
    return image;
}

Result<QByteArray> pngOf(const QImage& image) {
    QBuffer buffer; // written to its end: libpng leaks memory if it is interrupted
    if (!buffer.open(QIODevice::WriteOnly) || !image.save(&buffer, "PNG")) return notPainted();
    return buffer.data();
}

Result<QByteArray> vectorFile(ExportFormat format, const QSize& pixels, int widthMm, const QString& title,
                              const Painting& paint) {
    if (!canPaint()) return notPainted();
    return format == ExportFormat::Svg ? svgFile(pixels, widthMm, title, paint) : pdfFile(pixels, title, paint);
}

} // namespace headlight
