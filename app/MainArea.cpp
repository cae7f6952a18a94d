#include "MainArea.h"

#include <QEvent>
#include <QScrollArea>
#include <QScrollBar>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace headlight {
namespace {

constexpr int kMinHeight = 120; // px, of the visible part of the rows

QVBoxLayout* plainColumn(QWidget* of) {
    auto* column = new QVBoxLayout(of);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    return column;
}

} // namespace

MainArea::MainArea(QWidget* parent)
    : QWidget(parent),
      scroll_(new QScrollArea(this)),
      sheet_(new QWidget),
      rows_(plainColumn(sheet_)),
      column_(plainColumn(this)) {
    scroll_->setObjectName(QStringLiteral("Rows"));
    scroll_->setFrameShape(QFrame::NoFrame);
    scroll_->setFocusPolicy(Qt::NoFocus);
    scroll_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff); // the window has at least the width of the rows
    scroll_->setWidget(sheet_);
    rows_->setSizeConstraint(QLayout::SetNoConstraint); // the sheet grows beyond the window instead
    column_->addWidget(scroll_, 1);
    sheet_->installEventFilter(this);
}

void MainArea::addRow(QWidget* row, int stretch) { rows_->addWidget(row, stretch); }

void MainArea::setFoot(QWidget* foot, std::function<int()> news) {
    foot_ = foot;
    news_ = std::move(news);
    column_->addWidget(foot);
    foot->installEventFilter(this);
}

void MainArea::addBar(QWidget* bar) {
    bars_.push_back(bar);
    bar->installEventFilter(this);
}

QSize MainArea::minimumSizeHint() const {
    return {rows_->totalMinimumSize().width(), kMinHeight + (foot_ ? foot_->minimumSizeHint().height() : 0)};
}

int MainArea::minHeight(int width) const {
    return rows_->hasHeightForWidth() ? rows_->totalMinimumHeightForWidth(width) : rows_->totalMinimumSize().height();
}

int MainArea::footHeight() const { return foot_ && !foot_->isHidden() ? foot_->height() : 0; }

void MainArea::setTop(std::function<int()> tokensEnd, QWidget& formula) {
    tokensEnd_ = std::move(tokensEnd);
    formula_ = &formula;
    formula.installEventFilter(this);
}

/// Makes the bar as narrow as its text allows in as few lines as the window.
void MainArea::placeAtTop(QWidget& bar) const {
    constexpr int kStep = 20, kClear = 6; // px, the second below the tokens
    int wide = width();
    const int high = bar.heightForWidth(wide);
    while (wide > bar.minimumSizeHint().width() && bar.heightForWidth(wide - kStep) == high) wide -= kStep;
    const int top = formula_->mapTo(this, QPoint()).y(), bottom = top + formula_->height();
    const bool isBeside = tokensEnd_() + wide <= width();
    bar.setGeometry(width() - wide, isBeside ? 0 : std::max({0, top - kClear, bottom - high}), wide, high);
    bar.raise();
}

void MainArea::placeRows() {
    const QSize space = scroll_->contentsRect().size();
    int width = space.width();
    if (minHeight(width) > space.height()) width -= scroll_->verticalScrollBar()->sizeHint().width();
    sheet_->resize(width, std::max(minHeight(width), space.height()));
}

void MainArea::placeBars() {
    int bottom = height(), taken = 0;
    for (QWidget* bar : bars_) {
        if (bar->isHidden()) continue;
        if (bar->property("isAtTop").toBool()) {
            placeAtTop(*bar);
            continue;
        }
        const bool isText = bar->hasHeightForWidth();
        const int minWidth = bar->sizeHint().width() * 5 / 4; // a bar needs space for its own text, too
        const int free = width() - (footHeight() > 0 ? news_() : 0);
        const int wide = isText || free < minWidth ? width() : free;
        const int own = isText ? bar->heightForWidth(wide) : bar->sizeHint().height();
        // At the bottom it is at least as high as the foot.
        const int high = std::max(own, bottom == height() ? footHeight() : 0);
        bar->setGeometry(0, bottom - high, wide, high);
        bar->raise();
        bottom -= high;
        if (bar->property("takesSpace").toBool()) taken = height() - bottom;
    }
    const int more = std::max(0, taken - footHeight());
    if (more == column_->contentsMargins().bottom()) return;
    column_->setContentsMargins(0, 0, 0, more);
    column_->activate();
    placeRows();
}

void MainArea::resizeEvent(QResizeEvent*) {
    column_->activate(); // updates the space of the rows
    placeRows();
    placeBars();
}

bool MainArea::eventFilter(QObject* watched, QEvent* event) {
    const QEvent::Type type = event->type();
    if (watched == sheet_ && type == QEvent::LayoutRequest) {
        placeRows();
        updateGeometry();
    } else if (watched != sheet_ &&
               (type == QEvent::LayoutRequest || type == QEvent::ShowToParent || type == QEvent::HideToParent ||
                (watched == formula_ && (type == QEvent::Move || type == QEvent::Resize)))) { // a bar may be over it
        placeBars();
    }
    return QWidget::eventFilter(watched, event);
}

} // namespace headlight
