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

#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace headlight {

enum class ExportFormat { Png, Svg, Pdf };

inline constexpr int kMinExportSide = 16, kMaxExportSide = 16'384; ///< px
inline constexpr int kMinExportDpi = 36, kMaxExportDpi = 1'200, kScreenDpi = 96, kPaperDpi = 300;

inline constexpr int kMinExportMm = 20, kMaxExportMm = 2'000; ///< mm; below the minimum no token can be read
inline constexpr int kMaxExportColumns = 24;
inline constexpr int kMinExportText = 4, kMaxExportText = 24; ///< pt
inline constexpr int kPaperPt = 6;                            ///< below that, journals refuse text

/// A picture to be drawn. Sizes are pixels; an SVG or PDF takes 96 of them for an inch whatever `dpi` says.
struct ExportSpec {
    ExportFormat format = ExportFormat::Png;
    MapOptions maps;                ///< as on the screen, with `zoom` and `compared`
    std::optional<Session> other{}; ///< the state that maps.compared means, unless it is Now
    QString otherName{};            ///< "before"
    int layer = 0;                  ///< from 0
    std::vector<int> heads{};       ///< from 0, rising; empty: all of them
    bool isEachHead = false;        ///< the caller writes a file for each head; `heads` has that of the preview
    int widthPx = 0, heightPx = 0;  ///< 0: as the maps need; if one is given, the other follows
    int widthMm = 0;                ///< on paper, if no pixels are given; 0: as the maps need
    int dpi = kScreenDpi;           ///< PNG: noted in the file; sets the number of pixels if none is given
    int textPt = 0;  ///< text size of tokens on paper; 0: as the picture's size makes it, see minTextPt()
    int columns = 0; ///< heads, or stages of the layer, beside each other; 0: the best number
    bool showsTitle = true;
    bool labelsEach = false;     ///< tokens at both sides of every map, not once for a row and a column of maps
    bool showsSelection = false; ///< the crosshair of the view
    std::map<Stage, const ValueCurve*> curves{}; ///< as in ViewState; of other stages they are chosen for the picture
    std::optional<Step> step{};                  ///< cells computed later are left out, and its words stand below
    const Theme* theme = &lightTheme();
    QString title; ///< empty: what is drawn: the sentence or its part, and which layer of several
    std::string backend = kDefaultBackend; ///< its id

    /// True for a figure in print: no empty edges, black text of at least kPaperPt points, and no smaller numbers.
    bool isForPaper() const { return widthMm > 0 && widthPx <= 0 && heightPx <= 0; }
    int minTextPt() const { return textPt > 0 ? textPt : isForPaper() ? kPaperPt : 0; }
    bool draws(int head) const { return heads.empty() || std::ranges::find(heads, head) != heads.end(); }
    friend bool operator==(const ExportSpec&, const ExportSpec&) = default;
};

/// Returns a picture of what the window shows now: its maps, its head if one is enlarged, its scales and its theme. If
/// a part of the maps is seen, it has whole cells.
ExportSpec screenSpec(const ViewState&);

/// The size of the picture that render() makes; it returns the same Problems.
struct PictureSize {
    QSize pixels;
    QSizeF paper;      ///< mm
    double textPt = 0; ///< text size of tokens on paper
};
Result<PictureSize> pictureSize(const Session& session, const ExportSpec& spec);

/// Returns the bytes of the file. Problems: no tokens, no such head, a size out of bounds, what the engine could not
/// compute, no memory for the picture, cancellation by `watch` (called between heads and maps, and while it is
/// written). It uses an Engine of its own, so it may run on any thread that may paint. No part of the picture is
/// smoothed or lossy. The same picture gives the same bytes; the order of a PDF's fonts follows QHashSeed, so another
/// process must have the same seed. `lacksNumbers` becomes true if numbers are wanted (MapOptions::numbers), but the
/// cells of a stage have no room for them.
Result<QByteArray> render(const Session& session, const View& view, const ExportSpec& spec, const Watch& watch = {},
                          bool* lacksNumbers = nullptr);

/// Returns the picture as an image, for the clipboard; `format` is ignored. With `within` it is a preview of the
/// picture in its format, no larger than that.
Result<QImage> renderImage(const Session& session, const View& view, const ExportSpec& spec, const Watch& watch = {},
                           const QSize& within = {}, bool* lacksNumbers = nullptr);

/// Writes a picture (PNG) of each step of the walk of the view's query and head into an existing folder: "01.png" to
/// "25.png". Problems: those of render() and of writing; what is written by then stays.
Result<void> writeSteps(const Session& session, const View& view, const ExportSpec& spec,
                        const std::filesystem::path& folder, const Watch& watch = {});

/// Returns about how many cells have to be computed for a picture: its own or, if they are more, the scores of all
/// heads that they need, in the layers below as well.
double cellsBehind(const Session& session, const ExportSpec& spec);

QString suffixOf(ExportFormat);                                    ///< the end of a file's name, "png", "svg" or "pdf"
std::optional<ExportFormat> formatOfFile(const QString& fileName); ///< by that end; null for any other

} // namespace headlight
