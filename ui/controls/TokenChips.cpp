#include "controls/TokenChips.h"

#include "controls/sharedMark.h"
#include "style/colours.h"
#include "words/tokenText.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QLinearGradient>
#include <QPainter>
#include <QScrollBar>
#include <QToolTip>
#include <QWheelEvent>

#include <algorithm>

namespace headlight {
namespace {

constexpr int kHeight = 30, kPadding = 10, kBeforeId = 6, kGap = 8, kWidestText = 190, kEdge = 26, kMargin = 2;
constexpr double kRadius = 7;

const QFont& chipFont() {
    static const QFont font = textFont(10);
    return font;
}

const QFont& idFont() {
    static const QFont font = textFont(8);
    return font;
}

} // namespace

TokenChips::TokenChips(QWidget* parent) : QAbstractScrollArea(parent) {
    setAccessibleName(tr("Tokens"));
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::StrongFocus);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    setFixedHeight(kHeight + 2 * kMargin);
    viewport()->setMouseTracking(true);
    viewport()->setAutoFillBackground(false);
    left_.push_back(0);
    connect(horizontalScrollBar(), &QScrollBar::valueChanged, viewport(), qOverload<>(&QWidget::update));
}

int TokenChips::widthOf(const QString& shown, int id) {
    auto known = widths_.find(shown);
    if (known == widths_.end()) {
        if (widths_.size() > 20000) widths_.clear(); // hours of typing must not fill the memory
        known = widths_.insert(shown, std::min(kWidestText, QFontMetrics(chipFont()).horizontalAdvance(shown)));
    }
    static const int digit = QFontMetrics(idFont()).horizontalAdvance(QLatin1Char('0'));
    return *known + kBeforeId + digit * static_cast<int>(QString::number(id).size()) + 2 * kPadding;
}

void TokenChips::setTokens(const Frozen<Tokens>& tokens) {
    if (tokens == tokens_) return;
    const int widthBefore = wholeWidth();
    tokens_ = tokens;
    shown_.clear();
    sharers_.clear();
    left_.assign(1, 0);
    QStringList said;
    for (int i = 0; tokens && i < tokens->count(); ++i) {
        const auto at = static_cast<std::size_t>(i);
        shown_.push_back(shownToken(tokens->texts[at]));
        ++sharers_[tokens->ids[at]];
        left_.push_back(left_.back() + widthOf(shown_.back(), tokens->ids[at]) + kGap);
        if (i < 50) said << shown_.back();
    }
    setAccessibleDescription(said.join(QLatin1Char(' ')));
    hovered_ = -1;
    setMaximumWidth(std::max(1, wholeWidth()));
    if (wholeWidth() != widthBefore) updateGeometry();
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
QSize TokenChips::sizeHint() const { return {wholeWidth(), kHeight + 2 * kMargin}; }
QSize TokenChips::minimumSizeHint() const { return {std::min(wholeWidth(), 120), kHeight + 2 * kMargin}; }
int TokenChips::offset() const { return horizontalScrollBar()->value(); }
int TokenChips::idOf(int token) const { return token < 0 ? -1 : tokens_->ids[static_cast<std::size_t>(token)]; }

QRect TokenChips::chipRect(int token) const {
    const auto at = static_cast<std::size_t>(token);
    return {left_[at] - offset(), kMargin, left_[at + 1] - left_[at] - kGap, kHeight};
}

int TokenChips::chipAt(const QPoint& at) const {
    const auto after = std::upper_bound(left_.begin(), left_.end(), at.x() + offset());
    const int token = static_cast<int>(after - left_.begin()) - 1;
    return token >= 0 && token < count() && chipRect(token).contains(at) ? token : -1;
}

bool TokenChips::isEdge(const QPoint& at, int& direction) const {
    direction = at.x() < kEdge && offset() > 0 ? -1 : 0;
    if (at.x() > viewport()->width() - kEdge && offset() < horizontalScrollBar()->maximum()) direction = 1;
    return direction != 0;
}

void TokenChips::settleRange() {
    horizontalScrollBar()->setRange(0, std::max(0, wholeWidth() - viewport()->width()));
    horizontalScrollBar()->setPageStep(std::max(1, viewport()->width()));
    horizontalScrollBar()->setSingleStep(60);
}

void TokenChips::reveal(int token) {
    if (token < 0 || token >= count()) return;
    const QRect chip = chipRect(token);
    const int room = viewport()->width() - kEdge;
    if (chip.left() < kEdge)
        horizontalScrollBar()->setValue(offset() + chip.left() - kEdge);
    else if (chip.right() > room)
        horizontalScrollBar()->setValue(offset() + chip.right() - room);
}

// Painting

void TokenChips::paintEvent(QPaintEvent*) {
    QPainter painter(viewport());
    painter.setRenderHint(QPainter::Antialiasing);
    const auto first = std::upper_bound(left_.begin(), left_.end(), offset()) - left_.begin();
    for (int i = std::max(0, static_cast<int>(first) - 1); i < count() && chipRect(i).left() < viewport()->width(); ++i)
        paintChip(painter, i);
    paintEdges(painter);
}

void TokenChips::paintChip(QPainter& painter, int token) const {
    const bool isQuery = token == query_, isKey = token == key_;
    const int id = idOf(token);
    const bool twin = sharers_.at(id) > 1 && (id == idOf(hovered_) || (hovered_ < 0 && id == idOf(query_)));
    QColor ground = theme_->sunken, border = theme_->border, ink = theme_->text, faint = theme_->muted;
    if (isQuery) {
        ground = border = theme_->accent;
        ink = theme_->surface;
        faint = mixed(theme_->surface, theme_->accent, 0.15);
    } else if (isKey) {
        ground = theme_->keySoft;
        border = theme_->key;
        faint = theme_->key;
    } else if (twin) {
        border = theme_->accent;
    } else if (token == hovered_) {
        border = theme_->muted;
    }
    const QRect chip = chipRect(token);
    QPen pen(isQuery && isKey ? theme_->key : border, isQuery && isKey ? 2 : 1);
    if (twin && !isQuery && !isKey) pen.setStyle(Qt::DashLine);
    painter.setPen(pen);
    painter.setBrush(ground);
    painter.drawRoundedRect(QRectF(chip).adjusted(0.5, 0.5, -0.5, -0.5), kRadius, kRadius);
    if (isQuery && hasFocus()) {
        painter.setPen(QPen(theme_->surface, 1));
        painter.setBrush(Qt::NoBrush);
        painter.drawRoundedRect(QRectF(chip).adjusted(2.5, 2.5, -2.5, -2.5), kRadius - 2, kRadius - 2);
    }
    const QString number = QString::number(id);
    const QFontMetrics ids(idFont());
    const int idWidth = ids.horizontalAdvance(number);
    const QRect inside = chip.adjusted(kPadding, 0, -kPadding, 0);
    const QRect text = inside.adjusted(0, 0, -idWidth - kBeforeId + 1, 0);
    painter.setPen(ink);
    painter.setFont(chipFont());
    const QString elided =
        QFontMetrics(chipFont()).elidedText(shown_[static_cast<std::size_t>(token)], Qt::ElideRight, text.width());
    painter.drawText(text, Qt::AlignLeft | Qt::AlignVCenter | Qt::AlignAbsolute | Qt::TextSingleLine, elided);
    painter.setPen(faint);
    painter.setFont(idFont());
    painter.drawText(inside.adjusted(0, 1, 0, 1), Qt::AlignRight | Qt::AlignVCenter | Qt::AlignAbsolute, number);
    if (sharers_.at(id) < 2) return;
    const int below = chip.center().y() + ids.ascent() / 2 + 3;
    paintSharedMark(painter, inside.right() - idWidth + 1, inside.right(), below,
                    isQuery || isKey ? faint : theme_->accent);
}

void TokenChips::paintEdges(QPainter& painter) const {
    // Chips fade out where more of them follow, under an arrow that a click follows.
    const int w = viewport()->width();
    for (const int direction : {-1, 1}) {
        const bool more = direction < 0 ? offset() > 0 : offset() < horizontalScrollBar()->maximum();
        if (!more) continue;
        const double outside = direction < 0 ? 0 : w, inside = direction < 0 ? kEdge * 1.6 : w - kEdge * 1.6;
        QColor clear = theme_->surface;
        clear.setAlpha(0);
        QLinearGradient fade(outside, 0, inside, 0);
        fade.setColorAt(0, theme_->surface);
        fade.setColorAt(0.45, theme_->surface);
        fade.setColorAt(1, clear);
        painter.fillRect(QRectF(std::min(outside, inside), 0, kEdge * 1.6, height()), fade);
        const double x = direction < 0 ? kEdge / 2.6 : w - kEdge / 2.6, y = height() / 2.0;
        painter.setPen(QPen(theme_->muted, 1.6, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
        painter.drawPolyline(
            QPolygonF({{x - direction * 2.5, y - 4.5}, {x + direction * 2.5, y}, {x - direction * 2.5, y + 4.5}}));
    }
}

// What a person does

void TokenChips::mousePressEvent(QMouseEvent* event) {
    int direction = 0;
    if (event->button() == Qt::LeftButton && isEdge(event->pos(), direction)) {
        horizontalScrollBar()->setValue(offset() + direction * (viewport()->width() - 3 * kEdge));
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
    horizontalScrollBar()->setValue(offset() - (turn.x() ? turn.x() : turn.y()));
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

void TokenChips::resizeEvent(QResizeEvent*) { settleRange(); }

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
    QStringList lines{quotedToken(text), tr("Token %1, id %2").arg(token + 1).arg(id), codePoints(text)};
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
