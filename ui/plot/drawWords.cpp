#include "plot/drawWords.h"

#include <QFontInfo>
#include <QFontMetricsF>
#include <QGlyphRun>
#include <QImage>
#include <QPaintEngine>
#include <QPainter>
#include <QPainterPath>
#include <QRawFont>
#include <QTextLayout>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace headlight {
namespace {

/// One of the characters, and between which places of its line it stands.
struct Letter {
    double left, right;
    quint32 glyph; ///< its own, whatever stands beside it
    QRawFont font;
};

class Shaped {
public:
    Shaped(const QString& text, QPainter& painter) : text_(text), layout_(text, painter.font(), painter.device()) {
        QTextOption option;
        option.setTextDirection(painter.layoutDirection());
        option.setWrapMode(QTextOption::NoWrap);
        layout_.setTextOption(option);
        layout_.beginLayout();
        line_ = layout_.createLine();
        layout_.endLayout();
    }

    /// From left to right. Those that share a glyph share its place, in the order of reading.
    std::vector<Letter> letters() const {
        std::vector<Letter> letters;
        std::size_t first = 0; // of those that share the last one
        bool isToLeft = false;
        const auto share = [&] {
            const auto count = static_cast<double>(letters.size() - first);
            for (std::size_t i = first; i < letters.size(); ++i) {
                const double left = letters[i].left, each = (letters[i].right - left) / count;
                const auto place = static_cast<double>(isToLeft ? letters.size() - 1 - i : i - first);
                letters[i].left = left + place * each;
                letters[i].right = letters[i].left + each;
            }
            first = letters.size();
        };
        for (qsizetype i = 0; i < text_.size(); ++i) {
            const qsizetype length = text_[i].isHighSurrogate() && i + 1 < text_.size() ? 2 : 1;
            const auto runs = layout_.glyphRuns(static_cast<int>(i), static_cast<int>(length));
            if (runs.isEmpty()) continue; // a direction mark
            const QRawFont font = runs.front().rawFont();
            const quint32 glyph = font.glyphIndexesForString(text_.mid(i, length)).value(0);
            const auto [left, right] = extentOf(runs.front());
            if (first < letters.size() && (letters.back().left != left || letters.back().right != right)) share();
            isToLeft = runs.front().isRightToLeft();
            if (glyph != 0) letters.push_back({left, right, glyph, font});
            i += length - 1;
        }
        share();
        std::ranges::stable_sort(letters, {}, &Letter::left);
        return letters;
    }

    /// Other glyphs than the characters have by themselves.
    bool isShaped(const std::vector<Letter>& letters) const {
        std::vector<quint32> drawn, own;
        for (const QGlyphRun& run : layout_.glyphRuns())
            for (const quint32 glyph : run.glyphIndexes()) drawn.push_back(glyph);
        for (const Letter& letter : letters) own.push_back(letter.glyph);
        std::ranges::sort(drawn);
        std::ranges::sort(own);
        return drawn != own;
    }

    /// Such as an emoji's, which is a picture.
    bool lacksOutlines() const {
        for (const QGlyphRun& run : layout_.glyphRuns()) {
            const QRawFont font = run.rawFont();
            const quint32 blank = font.glyphIndexesForString(QStringLiteral(" ")).value(0);
            const auto glyphs = run.glyphIndexes();
            const auto advances = font.advancesForGlyphIndexes(glyphs);
            for (qsizetype i = 0; i < glyphs.size(); ++i)
                if (glyphs[i] != blank && advances[i].x() > 0 && font.pathForGlyph(glyphs[i]).isEmpty()) return true;
        }
        return false;
    }

    /// Laid out anew: of a letter that is a picture a file of vectors knows neither shape nor width.
    void paintPicture(QPainter& painter, QPointF baseline) const {
        constexpr int kFine = 4; // pixels for each of the file's
        QFont font = painter.font();
        font.setPixelSize(std::max(1, kFine * painter.fontInfo().pixelSize()));
        const QFontMetricsF metrics(font);
        const QSizeF size(metrics.horizontalAdvance(text_), metrics.height());
        QImage image(QSize(static_cast<int>(std::ceil(size.width())), static_cast<int>(std::ceil(size.height()))),
                     QImage::Format_ARGB32_Premultiplied);
        if (image.isNull()) return;
        image.fill(Qt::transparent);
        QPainter onto(&image);
        onto.setFont(font);
        onto.setPen(painter.pen());
        onto.drawText(QPointF(0, metrics.ascent()), text_);
        onto.end();
        const QSizeF place = QSizeF(image.size()) / kFine;
        const double wider = std::max(0.0, place.width() - line_.naturalTextWidth());
        painter.drawImage(QRectF(baseline - QPointF(wider / 2, metrics.ascent() / kFine), place), image);
    }

    QPainterPath outlines(QPointF baseline) const {
        QPainterPath path;
        const QPointF start = baseline - QPointF(0, line_.ascent());
        for (const QGlyphRun& run : layout_.glyphRuns()) {
            const auto glyphs = run.glyphIndexes();
            const auto places = run.positions();
            for (qsizetype i = 0; i < glyphs.size(); ++i)
                path.addPath(run.rawFont().pathForGlyph(glyphs[i]).translated(start + places[i]));
        }
        path.setFillRule(Qt::WindingFill);
        return path;
    }

private:
    static std::pair<double, double> extentOf(const QGlyphRun& run) {
        const auto places = run.positions();
        const auto advances = run.rawFont().advancesForGlyphIndexes(run.glyphIndexes());
        double left = places.value(0).x(), right = left;
        for (qsizetype i = 0; i < places.size(); ++i) {
            left = std::min(left, places[i].x());
            right = std::max(right, places[i].x() + advances.value(i).x());
        }
        return {left, right};
    }

    QString text_;
    QTextLayout layout_;
    QTextLine line_;
};

/// As wide as its place: readers tell words by the gaps between letters.
void drawInvisibly(QPainter& painter, QPointF baseline, const Letter& letter) {
    constexpr double kLeast = 0.5; // px
    const double own = letter.font.advancesForGlyphIndexes({letter.glyph}).value(0).x();
    if (!(own > 0)) return;
    QGlyphRun run;
    run.setRawFont(letter.font);
    run.setGlyphIndexes({letter.glyph});
    run.setPositions({QPointF(0, 0)});
    painter.save();
    painter.translate(baseline.x() + letter.left, baseline.y());
    painter.scale(std::max(letter.right - letter.left, kLeast) / own, 1);
    painter.drawGlyphRun(QPointF(0, 0), run);
    painter.restore();
}

} // namespace

void drawWords(QPainter& painter, QPointF baseline, const QString& text) {
    if (painter.paintEngine()->type() != QPaintEngine::Pdf) return painter.drawText(baseline, text);
    const Shaped shaped(text, painter);
    const std::vector<Letter> letters = shaped.letters();
    const bool isPicture = shaped.lacksOutlines();
    if (!isPicture && !shaped.isShaped(letters)) return painter.drawText(baseline, text);
    const QColor colour = painter.pen().color();
    if (isPicture)
        shaped.paintPicture(painter, baseline);
    else
        painter.fillPath(shaped.outlines(baseline), colour);
    painter.save();
    QColor invisible = colour;
    invisible.setAlpha(0);
    painter.setPen(invisible);
    for (const Letter& letter : letters)
        if (!letter.font.pathForGlyph(letter.glyph).isEmpty()) drawInvisibly(painter, baseline, letter);
    painter.restore();
}

} // namespace headlight
