#pragma once
// ui/export: pictures of a session's maps, drawn without any window: the same painting functions as the screen's
// (ui/plot/paint*.h) on an image, an SVG or a PDF page. Needs a QGuiApplication for its fonts ("offscreen" will do).

#include "backend/backends.h"
#include "base/Result.h"
#include "base/Watch.h"
#include "document/ViewState.h"
#include "engine/Walk.h"
#include "session/Session.h"
#include "session/View.h"
#include "style/Theme.h"

#include <QByteArray>
#include <QImage>
#include <QString>

#include <optional>
#include <string>
#include <vector>

namespace headlight {

enum class ExportFormat { Png, Svg, Pdf };

inline constexpr int kMinExportSide = 16, kMaxExportSide = 16'384; ///< px
inline constexpr int kMinExportDpi = 36, kMaxExportDpi = 1'200, kScreenDpi = 96, kPaperDpi = 300;

inline constexpr int kMinExportMm = 20, kMaxExportMm = 2'000; ///< mm; below the least one no token can be read
inline constexpr int kMaxExportColumns = 24;
inline constexpr int kMinExportText = 4, kMaxExportText = 24; ///< pt

/// What to draw. Sizes are pixels; an SVG or PDF takes 96 of them for an inch whatever `dpi` says.
struct ExportSpec {
    ExportFormat format = ExportFormat::Png;
    MapOptions maps;                ///< as on the screen; of `zoom` and `compared` too
    std::optional<Session> other{}; ///< the state that maps.compared means, unless it is Now
    QString otherName{};            ///< "before"
    int layer = 0;                  ///< from 0
    int head = -1;                  ///< from 0; -1: all of them
    bool isEachHead = false;        ///< for who writes files: one for each head; `head` is that of the preview
    int widthPx = 0, heightPx = 0;  ///< 0: as the maps want; one of them: the other follows
    int widthMm = 0;                ///< on paper, where no pixels are given; 0: as the maps want
    int dpi = kScreenDpi;           ///< PNG: noted in the file; without a size in pixels also so much finer
    int textPt = 0;                 ///< of tokens, on paper; 0: as it comes with the size of the picture
    int columns = 0;                ///< heads beside each other, or stages of the layer; 0: as it looks best
    bool showsTitle = true;
    bool labelsEach = false;     ///< tokens at both sides of every map, not once for a row and a column of maps
    bool showsSelection = false; ///< the crosshair of the view
    std::optional<Step> step{};  ///< what is computed after it is left out, and its words stand below
    const Theme* theme = &lightTheme();
    QString title;                         ///< empty: the sentence
    std::string backend = kDefaultBackend; ///< its id
    friend bool operator==(const ExportSpec&, const ExportSpec&) = default;
};

/// What render() will give; a Problem as from there.
struct PictureSize {
    QSize pixels;
    QSizeF paper;      ///< mm
    double textPt = 0; ///< of tokens, on paper
};
Result<PictureSize> pictureSize(const Session& session, const ExportSpec& spec);

/// The same, of the pixels alone.
Result<QSize> exportSize(const Session& session, const ExportSpec& spec);

/// The bytes of the file. Problems: no tokens, no such head, a size out of bounds, what the engine could not compute,
/// no memory for the picture, that `watch` does not go on (asked between heads, between maps and while it is written).
/// Asks an Engine of its own, so that it may run in any thread that may paint. No part of
/// the picture is smoothed or lossy. The same picture is the same bytes; a PDF's fonts stand in an order that follows
/// QHashSeed, so that another process must have the same seed.
Result<QByteArray> render(const Session& session, const View& view, const ExportSpec& spec, const Watch& watch = {});

/// The same as an image, for the clipboard; `format` is ignored. With `within` no larger than that: the preview of a
/// picture in its format.
Result<QImage> renderImage(const Session& session, const View& view, const ExportSpec& spec, const Watch& watch = {},
                           const QSize& within = {});

/// By the end of a file's name: ".png", ".svg", ".pdf"; nothing for another.
std::optional<ExportFormat> formatOfFile(const QString& fileName);

} // namespace headlight
