#include "controls/TokenChips.h"

#include "controls/tokenItems.h"
#include "style/Theme.h"
#include "style/textSize.h"

#include <QKeyEvent>
#include <QPainter>
#include <QScrollBar>
#include <QToolButton>

#include <algorithm>
#include <utility>

namespace headlight {
namespace {

constexpr int kBeforeSummary = 14; // px

int endWidth() { return textPx(42); } ///< the arrow that fades over an end of the line

} // namespace

TokenChips::TokenChips(QWidget* parent)
    : QListView(parent),
      model_(new TokenModel(this)),
      delegate_(new ChipDelegate(this)),
      earlier_(makeEnd(tr("Earlier tokens"), -1)),
      later_(makeEnd(tr("Later tokens"), 1)) {
    setModel(model_);
    setItemDelegate(delegate_);
    setFlow(LeftToRight);
    setFrameShape(NoFrame);
    setFocusPolicy(Qt::StrongFocus);
    setEditTriggers(NoEditTriggers);
    setAutoScroll(false);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setHorizontalScrollMode(ScrollPerPixel);
    setMouseTracking(true);
    viewport()->setAutoFillBackground(false);
    connect(horizontalScrollBar(), &QScrollBar::valueChanged, this, &TokenChips::placeEnds);
    connect(horizontalScrollBar(), &QScrollBar::rangeChanged, this, &TokenChips::placeEnds);
    followTextSize(*this, [this] {
        setFixedHeight(textPx(26) + 2 * ChipDelegate::kMargin);
        layOut();
    });
}

void TokenChips::layOut() {
    delegate_->widths.clear();
    doItemsLayout();
    placeEnds();
}

void TokenChips::showIds(bool on) {
    if (std::exchange(model_->areIdsShown, on) != on) layOut();
}

QToolButton* TokenChips::makeEnd(const QString& name, int direction) {
    auto* button = new QToolButton(this);
    button->setAccessibleName(name);
    button->setObjectName(direction < 0 ? "earlier" : "later");
    button->setIconSize({13, 13});
    button->setFocusPolicy(Qt::NoFocus);
    button->setCursor(Qt::PointingHandCursor);
    connect(button, &QToolButton::clicked, this, [this, direction] {
        QScrollBar& bar = *horizontalScrollBar();
        bar.setValue(bar.value() + direction * (viewport()->width() - 2 * endWidth()));
    });
    return button;
}

void TokenChips::placeEnds() {
    const QScrollBar& bar = *horizontalScrollBar();
    earlier_->setGeometry(0, 0, endWidth(), height());
    later_->setGeometry(width() - endWidth(), 0, endWidth(), height());
    earlier_->setVisible(bar.value() > 0);
    later_->setVisible(bar.value() < bar.maximum());
}

void TokenChips::setTokens(const Frozen<Tokens>& tokens) {
    if (tokens == model_->tokens) return;
    model_->setTokens(tokens);
    setCurrentIndex(model_->index(model_->query, 0));
}

void TokenChips::setSummary(const QString& text) {
    setAccessibleDescription(text);
    viewport()->update();
}

void TokenChips::showSummary(bool on) {
    if (std::exchange(isSummaryShown_, on) != on) viewport()->update();
}

void TokenChips::setMarked(int query, int key) {
    if (query == model_->query && key == model_->key) return;
    const int moved = query != model_->query ? query : key;
    model_->query = query;
    model_->key = key;
    setCurrentIndex(model_->index(query, 0));
    reveal(moved);
    viewport()->update();
}

QRect TokenChips::visualRect(const QModelIndex& index) const {
    return QListView::visualRect(index).adjusted(0, ChipDelegate::kMargin, -ChipDelegate::kGap, -ChipDelegate::kMargin);
}

void TokenChips::reveal(int token) {
    if (token < 0 || token >= model_->rowCount()) return;
    const QRect chip = visualRect(model_->index(token, 0)).adjusted(-endWidth(), 0, endWidth(), 0);
    QScrollBar& bar = *horizontalScrollBar();
    const int beyond = std::max(0, chip.right() + 1 - viewport()->width());
    bar.setValue(bar.value() + std::min(chip.left(), beyond));
}

void TokenChips::paintEvent(QPaintEvent* event) {
    QListView::paintEvent(event);
    const int left = model_->rowCount() == 0 ? 0 : end() - ChipDelegate::kGap + kBeforeSummary;
    const QRect rest(left, 0, viewport()->width() - left, viewport()->height());
    if (rest.width() <= 0 || !isSummaryShown_) return;
    QPainter painter(viewport());
    painter.setFont(textFont(8.5));
    painter.setPen(currentTheme().muted);
    painter.drawText(rest, Qt::AlignVCenter | Qt::AlignLeft,
                     painter.fontMetrics().elidedText(accessibleDescription(), Qt::ElideRight, rest.width()));
}

// Input by mouse, keyboard and screen reader

void TokenChips::pick(int token, bool isKey) { isKey ? emit keyPicked(token) : emit queryPicked(token); }

void TokenChips::mousePressEvent(QMouseEvent* event) {
    const QModelIndex token = indexAt(event->pos());
    const bool isRight = event->button() == Qt::RightButton;
    if (token.isValid() && (isRight || event->button() == Qt::LeftButton))
        pick(token.row(), isRight || (event->modifiers() & Qt::ShiftModifier));
}

void TokenChips::mouseMoveEvent(QMouseEvent* event) {
    setHovered(indexAt(event->pos()).row());
    viewport()->setCursor(model_->hovered >= 0 ? Qt::PointingHandCursor : Qt::ArrowCursor);
}

void TokenChips::leaveEvent(QEvent* event) {
    QListView::leaveEvent(event);
    setHovered(-1);
}

void TokenChips::setHovered(int token) {
    if (std::exchange(model_->hovered, token) != token) viewport()->update();
}

void TokenChips::keyPressEvent(QKeyEvent* event) {
    const bool isKey = event->modifiers() & Qt::ShiftModifier;
    const int from = isKey ? model_->key : model_->query, last = model_->rowCount() - 1;
    int to = from;
    switch (event->key()) {
    case Qt::Key_Left: to = from - 1; break;
    case Qt::Key_Right: to = from + 1; break;
    case Qt::Key_Home: to = 0; break;
    case Qt::Key_End: to = last; break;
    default: return event->ignore();
    }
    to = std::clamp(to, std::min(0, last), last);
    if (to != from) pick(to, isKey);
}

/// Picks the token that a screen reader selects.
void TokenChips::selectionChanged(const QItemSelection& now, const QItemSelection& before) {
    QListView::selectionChanged(now, before);
    if (!now.isEmpty() && now.first().top() != model_->query) emit queryPicked(now.first().top());
}

void TokenChips::resizeEvent(QResizeEvent* event) {
    QListView::resizeEvent(event);
    placeEnds();
    reveal(model_->query);
}

} // namespace headlight
