#include "plot/HeatmapView.h"

#include "plot/cellWords.h"
#include "plot/changeMarks.h"
#include "plot/paintHead.h"
#include "style/cellTip.h"
#include "style/textSize.h"
#include "words/rowWords.h"
#include "words/tokenText.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QToolButton>
#include <QToolTip>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace headlight {
namespace {

constexpr double kZoomStep = 0.8; // factor of the visible cells, for a notch of the wheel
constexpr int kPage = 10;         // rows

/// Returns the row and column of the tile's value that stands for a cell of the stage; nullopt outside the tile.
std::optional<std::pair<Index, Index>> tileCellOf(const Tile* tile, int row, int col) {
    if (!tile || tile->values.size() == 0) return std::nullopt;
    const Region& region = tile->demand.region;
    const Index r = row - region.row, c = col - region.col;
    if (r < 0 || c < 0 || r >= region.rows || c >= region.cols) return std::nullopt;
    // This is the last tile row i whose first stage row, floor(i rows / h), is at most r.
    return std::pair{((r + 1) * tile->values.rows() - 1) / region.rows,
                     ((c + 1) * tile->values.cols() - 1) / region.cols};
}

} // namespace

HeatmapView::HeatmapView(QWidget* parent) : MapPlot(parent) {
    setFocusPolicy(Qt::ClickFocus); // all maps are one stop of Tab, handled by their owner
    setMouseTracking(true);
}

void HeatmapView::setContent(const MapContent& content) {
    if (content == this->content()) return;
    const bool selectionMoved = content.selected() != this->content().selected();
    const auto before = zoom();
    MapPlot::setContent(content);
    setAccessibleName(content.name);
    if (content.canEnlarge && !enlarge_) {
        enlarge_ = makeButton({});
        connect(enlarge_, &QToolButton::clicked, this, &HeatmapView::enlarged);
    }
    if (enlarge_) {
        const QString name = content.isEnlarged ? tr("All heads") : tr("Enlarge %1").arg(content.head.head.toLower());
        enlarge_->setText(content.isEnlarged ? name : QStringLiteral(u"\u2922"));
        enlarge_->setAccessibleName(name);
        enlarge_->setToolTip(content.isEnlarged ? tr("Show the maps of all heads again (Esc)")
                                                : tr("%1 (Enter)").arg(name));
    }
    setZoom(before);
    const auto cell = content.selected();
    if (selectionMoved && cell && hasFocus() && zoom()) userZoom(showing(seen(), cell->query, cell->key));
    QStringList said{content.absent, content.head.problemLines, cell ? explain(*cell) : QString()};
    said.removeAll(QString());
    setAccessibleDescription(said.join(QLatin1Char('\n')));
}

QToolButton* HeatmapView::makeButton(const QString& sign) {
    auto* button = new QToolButton(this);
    button->setObjectName("link");
    button->setText(sign);
    button->setFocusPolicy(Qt::ClickFocus); // all maps are one stop of Tab, and keys do the same
    followTextSize(*button, [this] { placeButtons(); });
    return button;
}

/// Places the buttons in the line of the head, from its right end. The button that enlarges is hidden if the head's
/// name has no space beside it: Enter and the menu do the same.
void HeatmapView::placeButtons() {
    if (!enlarge_ && !fit_) return;
    const PictureTextSize text(content().textSize, true);
    for (QToolButton* button : {enlarge_, fit_})
        if (button) button->setFont(fieldFont(9));
    int right = width() - 2;
    const auto widthOf = [](const QToolButton* button) { return button ? button->sizeHint().width() : 0; };
    const double name = headLine().left() + headWidth(content().head, this, false);
    const bool hasSpace = name <= right - widthOf(enlarge_) - (zoom() ? widthOf(fit_) : 0);
    const auto place = [&](QToolButton* button, bool isWanted) {
        if (!button) return;
        button->setVisible(isWanted);
        if (!isWanted) return;
        const int wide = widthOf(button), high = content().headLine - 1;
        button->setGeometry(right - wide, 1, wide, high);
        right -= wide;
    };
    place(enlarge_, content().canEnlarge && hasSpace);
    place(fit_, zoom().has_value());
    setHeadButtons(width() - 2 - right);
}

void HeatmapView::setHover(std::optional<Cell> hover) {
    if (hover != pointed_) pointed_.reset(); // the last hovered() is out of date: the next move emits it again
    MapPlot::setHover(hover);
}

void HeatmapView::setZoom(std::optional<MapWindow> zoom) {
    const int rows = content().rows(), cols = content().cols();
    setWindow(zoom ? clamped(*zoom, rows, cols) : wholeMap(rows, cols));
    if (this->zoom() && !fit_) {
        fit_ = makeButton(tr("Fit"));
        fit_->setAccessibleName(tr("Fit"));
        fit_->setToolTip(tr("Show the whole map (0)"));
        connect(fit_, &QToolButton::clicked, this, [this] { userZoom(wholeMap(content().rows(), content().cols())); });
    }
    placeButtons();
}

std::optional<MapWindow> HeatmapView::zoom() const {
    return seen() == wholeMap(content().rows(), content().cols()) ? std::nullopt : std::optional(seen());
}

void HeatmapView::userZoom(const MapWindow& window) {
    const auto before = zoom();
    setZoom(window);
    if (zoom() != before) emit zoomChanged(zoom());
}

std::optional<float> HeatmapView::valueAt(int row, int col) const {
    const auto at = content().look.isBlank(row, col) ? std::nullopt : tileCellOf(content().tile.get(), row, col);
    return at ? std::optional(content().tile->values(at->first, at->second)) : std::nullopt;
}

bool HeatmapView::isMasked(int row, int col) const {
    const auto at = tileCellOf(content().tile.get(), row, col);
    return at && content().tile->masked(at->first, at->second) && !content().look.isBlank(row, col);
}

QString HeatmapView::explain(const Cell& cell) const {
    const auto at = tileCellOf(content().tile.get(), cell.query, cell.key);
    if (!at || cell.query >= content().rows() || cell.key >= content().cols()) return {};
    const Tile& tile = *content().tile;
    const bool isBlank = content().look.isBlank(cell.query, cell.key);
    QStringList lines{cellTokens(content(), cell), cellPlaces(content(), cell)};
    if (isBlank)
        lines << tr("not computed yet") << maskWords(content(), cell);
    else
        lines << (content().look.isNew(cell.query, cell.key) ? tr("new: the state compared with does not have it")
                                                             : valueWords(tile, at->first, at->second))
              << changeWords(content(), cell) << maskWords(content(), cell) << rowSentence(tile.kindOf(cell.query));
    lines.removeAll(QString());
    return lines.join(QLatin1Char('\n'));
}

void HeatmapView::pointTo(std::optional<Cell> cell) {
    if (cell == pointed_) return;
    pointed_ = cell;
    emit hovered(cell);
}

bool HeatmapView::event(QEvent* event) {
    if (event->type() == QEvent::WindowBlocked)
        pointTo(std::nullopt); // a dialog blocks the window: no event says that the pointer left
    if (event->type() != QEvent::ToolTip) return MapPlot::event(event);
    const PictureTextSize textOfMap(content().textSize, true);
    const auto* help = static_cast<QHelpEvent*>(event);
    const auto cell = area().cellAt(help->pos());
    const QRect line(0, 0, width(), content().headLine); // where a name may be cut
    const bool isCut = !content().head.problem.isEmpty() || headWidth(content().head, this) > headLine().width();
    QStringList onHead{isCut ? content().head.whole() : QString(),
                       namesHead(help->pos()) ? tr("Click: choose this head, then its menu") : QString()};
    onHead.removeAll(QString());
    const QString text = cell                         ? explain(*cell)
                         : line.contains(help->pos()) ? onHead.join(QLatin1Char('\n'))
                                                      : QString();
    if (cell && !text.isEmpty())
        showCellTip(*this, *help, area().cells(cell->query, cell->key, 1, 1).toAlignedRect(), plainTip(text));
    else // an empty text hides the tip
        QToolTip::showText(help->globalPos(), plainTip(text), this, line);
    return true;
}

void HeatmapView::resizeEvent(QResizeEvent* event) {
    MapPlot::resizeEvent(event);
    placeButtons();
}

void HeatmapView::setTool(MapTool* tool) {
    MapTool* const next = tool ? tool : &pan_;
    if (next == std::exchange(tool_, next)) return;
    letGo();
    setCursor(tool_->cursor());
}

void HeatmapView::pick(const Cell& cell) {
    if (!tool_->use(*this, cell)) emit clicked(cell);
}

bool HeatmapView::namesHead(QPointF at) const {
    return at.y() < content().headLine && !content().head.head.isEmpty() && content().rows() > 0;
}

Cell HeatmapView::nearSelection() const {
    const MapAxes& axes = content().axes;
    const auto within = [](int place, int count) { return std::max(0, std::min(place, count - 1)); };
    return {within(axes.selectedRow, content().rows()), within(axes.selectedCol, content().cols())};
}

void HeatmapView::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton) return event->ignore();
    if (namesHead(event->position())) {
        const Cell cell = nearSelection();
        if (!content().ownsSelection) return emit clicked(cell);
        return emit requested(
            {MapRequest::Kind::Menu, cell, mapToGlobal(QPoint(0, content().headLine)), valueAt(cell.query, cell.key)});
    }
    held_ = tool_->press(*this, event->position()) ? tool_ : &pan_;
    if (held_ != tool_) held_->press(*this, event->position());
}

void HeatmapView::mouseMoveEvent(QMouseEvent* event) {
    pointTo(area().cellAt(event->position()));
    if (held_ && event->buttons().testFlag(Qt::LeftButton)) held_->drag(*this, event->position());
}

void HeatmapView::mouseReleaseEvent(QMouseEvent* event) {
    if (event->button() == Qt::LeftButton && held_) std::exchange(held_, nullptr)->release(*this, event->position());
}

bool HeatmapView::letGo() {
    if (!held_) return false;
    std::exchange(held_, nullptr)->cancel(*this);
    return true;
}

void HeatmapView::mouseDoubleClickEvent(QMouseEvent* event) {
    const bool arePresses = tool_ != &pan_ || namesHead(event->position()); // two quick clicks are two presses
    if (arePresses) return mousePressEvent(event);
    if (event->button() == Qt::LeftButton) userZoom(wholeMap(content().rows(), content().cols()));
}

void HeatmapView::hideEvent(QHideEvent*) { letGo(); }
void HeatmapView::leaveEvent(QEvent*) { pointTo(std::nullopt); }

void HeatmapView::wheelEvent(QWheelEvent* event) {
    const bool isOurs = !content().wheelScrolls || event->modifiers().testFlag(Qt::ControlModifier);
    if (!isOurs || !area().rect.contains(event->position()) || event->angleDelta().y() == 0) {
        event->ignore();
        return;
    }
    zoomBy(std::pow(kZoomStep, event->angleDelta().y() / 120.0), event->position());
    pointTo(area().cellAt(event->position()));
}

void HeatmapView::zoomBy(double factor, QPointF at) {
    const MapArea place = area();
    if (place.rect.isEmpty() || place.window.rows <= 0 || place.window.cols <= 0) return;
    // Both sides stop zooming together, so that they keep their ratio.
    const double minFactor = std::min(kMinCells / place.window.rows, kMinCells / place.window.cols);
    userZoom(zoomed(place.window, factor < 1 ? std::max(factor, std::min(1.0, minFactor)) : factor,
                    place.window.row + (at.y() - place.rect.top()) / place.cellHeight(),
                    place.window.col + (at.x() - place.rect.left()) / place.cellWidth()));
}

bool HeatmapView::moveSelection(int key, bool toTheEnd) {
    const int rows = content().rows(), cols = content().cols();
    if (rows == 0 || cols == 0) return false;
    Cell cell = nearSelection();
    switch (key) {
    case Qt::Key_Left: cell.key -= 1; break;
    case Qt::Key_Right: cell.key += 1; break;
    case Qt::Key_Up: cell.query -= 1; break;
    case Qt::Key_Down: cell.query += 1; break;
    case Qt::Key_PageUp: cell.query -= kPage; break;
    case Qt::Key_PageDown: cell.query += kPage; break;
    case Qt::Key_Home: cell = {toTheEnd ? 0 : cell.query, 0}; break;
    case Qt::Key_End: cell = {toTheEnd ? rows - 1 : cell.query, cols - 1}; break;
    case Qt::Key_Space: break;
    default: return false;
    }
    cell = {std::clamp(cell.query, 0, rows - 1), std::clamp(cell.key, 0, cols - 1)};
    key == Qt::Key_Space ? pick(cell) : clicked(cell);
    return true;
}

/// Asks for the menu at the pointer, or by a key at the selected cell.
void HeatmapView::contextMenuEvent(QContextMenuEvent* event) {
    const bool isByKey = event->reason() == QContextMenuEvent::Keyboard;
    auto cell = isByKey ? content().selected() : area().cellAt(event->pos());
    if (!isByKey && namesHead(event->pos())) cell = nearSelection();
    if (!cell) return event->ignore();
    const QPoint at = area().cells(cell->query, cell->key, 1, 1).center().toPoint();
    emit requested({MapRequest::Kind::Menu, *cell, isByKey ? mapToGlobal(at) : event->globalPos(),
                    valueAt(cell->query, cell->key)});
}

void HeatmapView::copy() {
    if (const auto cell = content().selected()) emit requested({MapRequest::Kind::CopyNumber, *cell, {}, {}});
}

void HeatmapView::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Escape && letGo()) return;
    if (event->matches(QKeySequence::Copy)) return copy();
    const auto zoomByKey = [this](double factor) { // the selected cell stays in sight
        zoomBy(factor, area().rect.center());
        if (const auto cell = content().selected(); cell && zoom()) userZoom(showing(seen(), cell->query, cell->key));
    };
    switch (event->key()) {
    case Qt::Key_Return:
    case Qt::Key_Enter: emit enlarged(); return;
    case Qt::Key_Plus: zoomByKey(kZoomStep); return;
    case Qt::Key_Minus: zoomByKey(1 / kZoomStep); return;
    case Qt::Key_0: userZoom(wholeMap(content().rows(), content().cols())); return;
    default: break;
    }
    if (event->modifiers().testFlag(Qt::ControlModifier)) {
        static constexpr std::array kWays{std::pair{Qt::Key_Left, QPoint(-1, 0)},
                                          std::pair{Qt::Key_Right, QPoint(1, 0)}, std::pair{Qt::Key_Up, QPoint(0, -1)},
                                          std::pair{Qt::Key_Down, QPoint(0, 1)}};
        for (const auto& [key, way] : kWays)
            if (event->key() == key) return emit neighbourWanted(way);
    }
    if (!moveSelection(event->key(), event->modifiers().testFlag(Qt::ControlModifier))) MapPlot::keyPressEvent(event);
}

} // namespace headlight
