#include "controls/TokenChips.h"

#include "words/conventions.h"
#include "words/tokenText.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QPainter>
#include <QScrollBar>
#include <QToolTip>
#include <QWheelEvent>

#include <algorithm>

namespace headlight {
namespace {

constexpr int kGap = 8, kMargin = 2, kBeforeSummary = 14; // px

} // namespace

TokenChips::TokenChips(QWidget* parent) : QAbstractScrollArea(parent) {
    setAccessibleName(tr("Tokens"));
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::StrongFocus);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    followTextSize(*this, [this] {
        setFixedHeight(chipHeight() + 2 * kMargin);
        measure();
    });
    viewport()->setMouseTracking(true);
    viewport()->setAutoFillBackground(false);
    connect(horizontalScrollBar(), &QScrollBar::valueChanged, viewport(), qOverload<>(&QWidget::update));
}

void TokenChips::setTokens(const Frozen<Tokens>& tokens) {
    if (tokens == tokens_) return;
    tokens_ = tokens;
    shown_.clear();
    sharers_.clear();
    QStringList said;
    for (int i = 0; tokens && i < tokens->count(); ++i) {
        const auto at = static_cast<std::size_t>(i);
        shown_.push_back(shownToken(tokens->texts[at]));
        ++sharers_[tokens->ids[at]];
        if (i < 50) said << shown_.back();
    }
    setAccessibleDescription(said.join(QLatin1Char(' ')));
    hovered_ = -1;
    measure();
}

void TokenChips::setSummary(const QString& text) {
    if (text == summary_) return;
    summary_ = text;
    viewport()->setAccessibleDescription(text);
    viewport()->update();
}

void TokenChips::measure() {
    left_.assign(1, 0);
    for (int i = 0; i < count(); ++i)
        left_.push_back(left_.back() + widths_.of(shown_[static_cast<std::size_t>(i)], idOf(i)) + kGap);
    settleRange();
    viewport()->update();
}

void TokenChips::setSelection(int query, int key) {
    if (query == query_ && key == key_) return;
    const int moved = query != query_ ? query : key;
    query_ = query;
    key_ = key;
    reveal(moved);
    viewport()->update();
}

void TokenChips::setTheme(const Theme& theme) {
    if (theme_ == &theme) return;
    theme_ = &theme;
    viewport()->update();
}

// Geometry

int TokenChips::wholeWidth() const { return left_.back() - (shown_.empty() ? 0 : kGap); }
QSize TokenChips::sizeHint() const { return {textPx(240), chipHeight() + 2 * kMargin}; }
QSize TokenChips::minimumSizeHint() const { return {textPx(120), chipHeight() + 2 * kMargin}; }
int TokenChips::offset() const { return horizontalScrollBar()->value(); }
int TokenChips::idOf(int token) const { return token < 0 ? -1 : tokens_->ids[static_cast<std::size_t>(token)]; }

QRect TokenChips::chipRect(int token) const {
    const auto at = static_cast<std::size_t>(token);
    return {left_[at] - offset(), kMargin, left_[at + 1] - left_[at] - kGap, chipHeight()};
}

int TokenChips::chipAt(const QPoint& at) const {
    const auto after = std::upper_bound(left_.begin(), left_.end(), at.x() + offset());
    const int token = static_cast<int>(after - left_.begin()) - 1;
    return token >= 0 && token < count() && chipRect(token).contains(at) ? token : -1;
}

bool TokenChips::isEdge(const QPoint& at, int& direction) const {
    direction = at.x() < chipEdge() && offset() > 0 ? -1 : 0;
    if (at.x() > viewport()->width() - chipEdge() && offset() < horizontalScrollBar()->maximum()) direction = 1;
    return direction != 0;
}

void TokenChips::settleRange() {
    horizontalScrollBar()->setRange(0, std::max(0, wholeWidth() - viewport()->width()));
    horizontalScrollBar()->setPageStep(std::max(1, viewport()->width()));
    horizontalScrollBar()->setSingleStep(60);
}

void TokenChips::reveal(int token) {
    if (token < 0 || token >= count()) return;
    revealed_ = token;
    const QRect chip = chipRect(token);
    const int room = viewport()->width() - chipFade() - 1;
    if (chip.left() < chipFade() || chip.width() > room - chipFade())
        horizontalScrollBar()->setValue(offset() + chip.left() - chipFade());
    else if (chip.right() > room)
        horizontalScrollBar()->setValue(offset() + chip.right() - room);
}

void TokenChips::scrollBy(int pixels) {
    revealed_ = -1;
    horizontalScrollBar()->setValue(offset() + pixels);
}

// Painting

void TokenChips::paintEvent(QPaintEvent*) {
    QPainter painter(viewport());
    painter.setRenderHint(QPainter::Antialiasing);
    const auto first = std::upper_bound(left_.begin(), left_.end(), offset()) - left_.begin();
    for (int i = std::max(0, static_cast<int>(first) - 1); i < count() && chipRect(i).left() < viewport()->width(); ++i)
        paintChip(painter, chipRect(i), chip(i), *theme_);
    const int left = shown_.empty() ? 0 : wholeWidth() - offset() + kBeforeSummary;
    if (left < viewport()->width() && offset() == horizontalScrollBar()->maximum()) {
        painter.setFont(textFont(8.5));
        painter.setPen(theme_->muted);
        const QRect rest(left, 0, viewport()->width() - left, viewport()->height());
        painter.drawText(rest, Qt::AlignVCenter | Qt::AlignLeft,
                         painter.fontMetrics().elidedText(summary_, Qt::ElideRight, rest.width()));
    }
    if (offset() > 0) paintChipEdge(painter, viewport()->size(), -1, *theme_);
    if (offset() < horizontalScrollBar()->maximum()) paintChipEdge(painter, viewport()->size(), 1, *theme_);
}

Chip TokenChips::chip(int token) const {
    const int id = idOf(token);
    Chip chip{shown_[static_cast<std::size_t>(token)], id};
    chip.isShared = sharers_.at(id) > 1;
    chip.isTwin = chip.isShared && id == idOf(hovered_ < 0 ? query_ : hovered_);
    chip.isQuery = token == query_;
    chip.isKey = token == key_;
    chip.isHovered = token == hovered_;
    chip.hasFocus = hasFocus();
    return chip;
}

// What a person does

void TokenChips::mousePressEvent(QMouseEvent* event) {
    int direction = 0;
    if (event->button() == Qt::LeftButton && isEdge(event->pos(), direction)) {
        scrollBy(direction * (viewport()->width() - 3 * chipEdge()));
        return;
    }
    const int token = chipAt(event->pos());
    if (token < 0) return;
    if (event->button() == Qt::RightButton || (event->modifiers() & Qt::ShiftModifier))
        emit keyPicked(token);
    else if (event->button() == Qt::LeftButton)
        emit queryPicked(token);
}

void TokenChips::mouseMoveEvent(QMouseEvent* event) {
    int direction = 0;
    setHovered(isEdge(event->pos(), direction) ? -1 : chipAt(event->pos()));
    viewport()->setCursor(hovered_ >= 0 || direction ? Qt::PointingHandCursor : Qt::ArrowCursor);
}

void TokenChips::leaveEvent(QEvent*) { setHovered(-1); }

void TokenChips::setHovered(int token) {
    if (token == hovered_) return;
    hovered_ = token;
    viewport()->update();
}

void TokenChips::wheelEvent(QWheelEvent* event) {
    const QPoint turn = event->angleDelta();
    scrollBy(-(turn.x() ? turn.x() : turn.y()));
    event->accept();
}

void TokenChips::keyPressEvent(QKeyEvent* event) {
    const bool key = event->modifiers() & Qt::ShiftModifier;
    const int from = key ? key_ : query_;
    int to = from;
    switch (event->key()) {
    case Qt::Key_Left: to = from - 1; break;
    case Qt::Key_Right: to = from + 1; break;
    case Qt::Key_Home: to = 0; break;
    case Qt::Key_End: to = count() - 1; break;
    default: QAbstractScrollArea::keyPressEvent(event); return;
    }
    to = std::clamp(to, 0, std::max(0, count() - 1));
    if (to == from || count() == 0) return;
    if (key)
        emit keyPicked(to);
    else
        emit queryPicked(to);
}

void TokenChips::resizeEvent(QResizeEvent*) {
    settleRange();
    reveal(revealed_);
}

void TokenChips::focusInEvent(QFocusEvent* event) {
    QAbstractScrollArea::focusInEvent(event);
    viewport()->update();
}

void TokenChips::focusOutEvent(QFocusEvent* event) {
    QAbstractScrollArea::focusOutEvent(event);
    viewport()->update();
}

QString TokenChips::tipOf(int token) const {
    const std::string& text = tokens_->texts[static_cast<std::size_t>(token)];
    const int id = idOf(token);
    QStringList lines{quotedToken(text), tr("Token %1, id %2").arg(numberOf(token)).arg(id), codePoints(text)};
    std::vector<int> others;
    for (int i = 0; i < count(); ++i)
        if (i != token && idOf(i) == id) others.push_back(i);
    if (!others.empty()) lines << tr("Shares its embedding with the token at %1.").arg(positionList(others));
    lines << tr("Click: query. Shift+click or right click: key.");
    return lines.join(QLatin1Char('\n'));
}

bool TokenChips::viewportEvent(QEvent* event) {
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const int token = chipAt(help->pos());
        if (token >= 0)
            QToolTip::showText(help->globalPos(), plainTip(tipOf(token)), viewport(), chipRect(token));
        else
            QToolTip::hideText();
        return true;
    }
    return QAbstractScrollArea::viewportEvent(event);
}

} // namespace headlight
