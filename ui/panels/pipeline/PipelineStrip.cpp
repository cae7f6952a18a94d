#include "panels/pipeline/PipelineStrip.h"

#include "controls/keyboardStop.h"
#include "panels/pipeline/OperationWord.h"
#include "style/textSize.h"

#include <QKeyEvent>
#include <QPainter>

#include <algorithm>
#include <utility>

namespace headlight {
namespace {

constexpr int kMaxMore = 24, kMaxStacked = 3; // px between columns where there is room, words

/// px. Q, K and V are made at once: nothing leads from one to the next.
int gapBetween(bool areTiles, StageTile::Form form) { return areTiles ? 2 : form == StageTile::Form::Roomy ? 6 : 3; }

} // namespace

PipelineStrip::PipelineStrip(QWidget* parent) : QWidget(parent) {
    setProperty("role", "side");
    setAttribute(Qt::WA_StyledBackground);
    for (const StageInfo& info : stages()) {
        auto* tile = new StageTile(QString::fromLatin1(info.id), this);
        connect(tile, &StageTile::picked, this, [this, &info](bool added) { emit stagePicked(info.stage, added); });
        tiles_[info.stage] = tile;
    }
    for (const Operation& one : operations()) {
        const bool hasChoices = !one.settings.empty();
        auto* word = new OperationWord(one.shownName(), one.shownTip(), hasChoices, this);
        if (hasChoices) connect(word, &QAbstractButton::clicked, this, [this, &one] { emit operationOpened(&one); });
        words_[&one] = word;
    }
    for (auto* button : findChildren<QAbstractButton*>()) {
        button->setFocusPolicy(Qt::NoFocus);
        button->installEventFilter(this);
        button->hide();
    }
    followTextSize(*this, [this] { settle(); });
}

QWidget* PipelineStrip::widgetOf(const PipelineItem& item) const {
    return item.stage ? static_cast<QWidget*>(tile(item.stage->stage)) : word(*item.operation);
}

void PipelineStrip::setItems(std::vector<PipelineItem> items) {
    if (items == items_) return;
    items_ = std::move(items);
    for (const auto& [stage, tile] : tiles_)
        tile->setVisible(std::ranges::any_of(
            items_, [&, s = stage](const PipelineItem& i) { return i.stage && i.stage->stage == s; }));
    for (const auto& [operation, word] : words_)
        word->setVisible(
            std::ranges::any_of(items_, [&, o = operation](const PipelineItem& i) { return i.operation == o; }));
    chain();
    settle();
}

void PipelineStrip::setTheme(const Theme& theme) {
    if (std::exchange(theme_, &theme) != &theme) update();
}

void PipelineStrip::setFolded(bool folded) {
    if (std::exchange(isFolded_, folded) != folded) settle();
}

std::vector<PipelineStrip::Column> PipelineStrip::columns(Form form) const {
    std::vector<Column> columns;
    for (std::size_t i = 0; i < items_.size();) {
        const auto isWord = [&](std::size_t at) { return at < items_.size() && items_[at].operation; };
        if (!isWord(i)) {
            const QSize size = tile(items_[i].stage->stage)->sizeFor(form);
            columns.push_back({{widgetOf(items_[i])}, true, size.width(), size.height()});
            ++i;
            continue;
        }
        std::size_t end = i;
        while (isWord(end)) ++end;
        const std::size_t most = form == Form::Folded ? 1 : kMaxStacked, stacks = (end - i + most - 1) / most;
        for (std::size_t left = stacks; left > 0; --left) { // as many in each, the more the earlier
            Column column;
            for (std::size_t n = (end - i + left - 1) / left; n > 0; --n) {
                const QSize size = word(*items_[i].operation)->sizeHint();
                column.widgets.push_back(widgetOf(items_[i++]));
                column.width = std::max(column.width, size.width());
                column.height += size.height();
            }
            columns.push_back(std::move(column));
        }
    }
    return columns;
}

int PipelineStrip::widthOf(const std::vector<Column>& columns, Form form) {
    int width = 0;
    for (std::size_t i = 0; i < columns.size(); ++i)
        width += columns[i].width + (i > 0 ? gapBetween(columns[i - 1].isTile && columns[i].isTile, form) : 0);
    return width;
}

int PipelineStrip::leastWidth() const { return widthOf(columns(Form::Tight), Form::Tight); }

int PipelineStrip::heightFor(int width, bool folded) const {
    if (folded) return foldedLines(width, false);
    int height = 0;
    for (const Column& column : columns(Form::Tight)) height = std::max(height, column.height);
    return height;
}

int PipelineStrip::foldedLines(int width, bool place) const {
    int x = 0, y = 0, line = 0;
    const auto all = columns(Form::Folded);
    for (const Column& column : all) line = std::max(line, column.height);
    for (std::size_t i = 0; i < all.size(); ++i) {
        const int gap = i > 0 ? gapBetween(all[i - 1].isTile && all[i].isTile, Form::Folded) : 0;
        if (x > 0 && x + gap + all[i].width > width) {
            x = 0;
            y += line;
        } else {
            x += gap;
        }
        if (place) all[i].widgets[0]->setGeometry(x, y + (line - all[i].height) / 2, all[i].width, all[i].height);
        x += all[i].width;
    }
    return y + line;
}

void PipelineStrip::placeOpen() {
    const Form form = widthOf(columns(Form::Roomy), Form::Roomy) <= width() ? Form::Roomy : Form::Tight;
    for (const auto& [stage, tile] : tiles_) tile->setForm(form);
    const auto all = columns(form);
    const auto areTiles = [&](std::size_t i) { return all[i].isTile && all[i + 1].isTile; };
    int gaps = 0;
    for (std::size_t i = 0; i + 1 < all.size(); ++i) gaps += !areTiles(i);
    const int more = gaps == 0 ? 0 : std::clamp((width() - widthOf(all, form)) / gaps, 0, kMaxMore);
    int x = 0;
    for (std::size_t i = 0; i < all.size(); ++i) {
        int y = (height() - all[i].height) / 2;
        for (QWidget* widget : all[i].widgets) {
            const QSize size = all[i].isTile ? QSize(all[i].width, all[i].height) : widget->sizeHint();
            widget->setGeometry(x + (all[i].width - size.width()) / 2, y, size.width(), size.height());
            y += size.height();
        }
        x += all[i].width;
        if (i + 1 == all.size()) break;
        const int gap = gapBetween(areTiles(i), form) + (areTiles(i) ? 0 : more);
        if (!areTiles(i) && gap >= 8) lines_.emplace_back(x + 2, height() / 2, x + gap - 3, height() / 2);
        x += gap;
    }
}

void PipelineStrip::settle() {
    lines_.clear();
    if (isFolded_) {
        for (const auto& [stage, tile] : tiles_) tile->setForm(Form::Folded);
        foldedLines(width(), true);
    } else {
        placeOpen();
    }
    update();
}

void PipelineStrip::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setPen(theme_->border);
    for (const QLine& line : lines_) painter.drawLine(line);
}

void PipelineStrip::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    settle();
}

/// Tab comes to the item where the keyboard was last, or to the first one.
void PipelineStrip::chain() {
    const auto canStop = [&](const QWidget* widget) {
        const auto* word = qobject_cast<const OperationWord*>(widget);
        return !word || word->hasChoices();
    };
    const bool isThere = std::ranges::any_of(items_, [&](const PipelineItem& i) { return widgetOf(i) == stop_; });
    if (!isThere) stop_ = items_.empty() ? nullptr : widgetOf(items_.front());
    QWidget* last = nullptr;
    for (const PipelineItem& item : items_) {
        QWidget* widget = widgetOf(item);
        widget->setFocusPolicy(!canStop(widget) ? Qt::NoFocus : widget == stop_ ? Qt::StrongFocus : Qt::ClickFocus);
        if (last) setTabOrder(last, widget);
        last = widget;
    }
}

void PipelineStrip::moveFocus(const QWidget& from, int step) {
    std::vector<QWidget*> stops;
    for (const PipelineItem& item : items_)
        if (QWidget* widget = widgetOf(item); widget->focusPolicy() != Qt::NoFocus) stops.push_back(widget);
    const auto at = std::ranges::find(stops, &from);
    if (at == stops.end()) return;
    const auto to = (at - stops.begin()) + step;
    if (to >= 0 && to < static_cast<std::ptrdiff_t>(stops.size()))
        stops[static_cast<std::size_t>(to)]->setFocus(Qt::TabFocusReason);
}

bool PipelineStrip::eventFilter(QObject* watched, QEvent* event) {
    auto* widget = static_cast<QWidget*>(watched);
    if (event->type() == QEvent::FocusIn) {
        stop_ = widget;
        chain();
        if (static_cast<QFocusEvent*>(event)->reason() != Qt::MouseFocusReason) emit focused(widget);
    }
    if (event->type() != QEvent::KeyPress) return false;
    const auto* key = static_cast<QKeyEvent*>(event);
    if (key->modifiers() & ~Qt::KeypadModifier) return false;
    switch (key->key()) {
    case Qt::Key_Left:
    case Qt::Key_Up: moveFocus(*widget, -1); return true;
    case Qt::Key_Right:
    case Qt::Key_Down: moveFocus(*widget, 1); return true;
    default: return false;
    }
}

bool PipelineStrip::focusNextPrevChild(bool next) { return leaveStop(*this, next); }

} // namespace headlight
