#pragma once

#include "engine/Frame.h"
#include "plot/MapContent.h"

#include <QImage>

#include <algorithm>
#include <cmath>
#include <random>

namespace headlight::testing {

inline constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();

/// Returns the bounds of all painted pixels.
inline QRect inkOf(const QImage& image) {
    QRect ink;
    for (int y = 0; y < image.height(); ++y)
        for (int x = 0; x < image.width(); ++x)
            if (qAlpha(image.pixel(x, y)) > 40) ink |= QRect(x, y, 1, 1);
    return ink;
}

/// Marks a masked cell in matrices of the tests.
inline constexpr float kMasked = -1.0e30F;

/// Returns a tile of a whole stage with one value for each cell.
inline std::shared_ptr<Tile> exactTile(Matrix values, Stage stage = Stage::Scores, int head = 0) {
    auto tile = std::make_shared<Tile>();
    const int rows = static_cast<int>(values.rows()), cols = static_cast<int>(values.cols());
    tile->demand = {stage, 0, head, {0, 0, rows, cols}, 1024, 1024};
    tile->stageRows = rows;
    tile->stageCols = cols;
    tile->range = {1e30F, -1e30F};
    for (Index i = 0; i < values.size(); ++i) {
        float& v = values.data()[i];
        if (v == kMasked) {
            if (tile->masked.empty()) tile->masked = CellMask(rows, cols, false);
            tile->masked.set(i / cols, i % cols, true);
            v = 0;
            continue;
        }
        if (!std::isfinite(v)) continue;
        tile->range = {std::min(tile->range.low, v), std::max(tile->range.high, v)};
    }
    tile->values = std::move(values);
    return tile;
}

inline Matrix noise(int rows, int cols, unsigned seed) {
    std::mt19937 random(seed);
    std::normal_distribution<float> normal;
    Matrix m(rows, cols);
    for (Index i = 0; i < m.size(); ++i) m.data()[i] = normal(random);
    return m;
}

inline MapLook lookFor(const Tile& tile, const Theme& theme, bool numbers = false) {
    const StageInfo& info = infoOf(tile.demand.stage);
    return {colormapFor(info.signedValues, theme), colourRange(tile.range, info.signedValues), &straight(), numbers,
            &theme};
}

inline std::shared_ptr<const TokenLabels> letters(int count) {
    auto labels = std::make_shared<TokenLabels>();
    for (int i = 0; i < count; ++i) labels->texts.push_back(QChar(u'a' + i % 26));
    return labels;
}

/// Returns the format for a map of this area, as if it were the only map of its stage.
inline CellFormat formatFor(const Tile& tile, const MapArea& area) {
    const bool isSigned = infoOf(tile.demand.stage).signedValues;
    return cellFormat(tile.range, isSigned, {}, QSizeF(area.cellWidth(), area.cellHeight()), nullptr);
}

/// Returns the content of a map as the panel makes it, with the cells in the middle of the widget.
inline MapContent contentOf(std::shared_ptr<const Tile> tile, const Theme& theme = lightTheme(), bool numbers = false) {
    MapContent content;
    content.name = QStringLiteral("Scores, head 1");
    content.head = {QStringLiteral("Head 1"), QStringLiteral("scores")};
    content.look = lookFor(*tile, theme, numbers);
    content.axes = {letters(tile->stageRows), letters(tile->stageCols), -1, -1};
    content.margins = QMargins(40, 40, 20, 20);
    content.tile = std::move(tile);
    return content;
}

} // namespace headlight::testing
