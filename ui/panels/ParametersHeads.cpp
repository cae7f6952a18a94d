#include "panels/ParametersHeads.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QScrollArea>
#include <QScrollBar>
#include <QWheelEvent>

#include "panels/ParametersSegment.h"

namespace headlight {
namespace {

constexpr int kSpelledOut = 3; ///< so many are called "Head 1"; of more only the number has room

} // namespace

ParametersHeads::ParametersHeads(QWidget* parent) : QWidget(parent) {
    using Sign = SignButton::Sign;
    previous_ = new SignButton(Sign::Left, tr("Previous head"), tr("Previous head"));
    next_ = new SignButton(Sign::Right, tr("Next head"), tr("Next head"));
    add_ = new SignButton(Sign::Plus, tr("Add head"), tr("Add head"));
    duplicate_ = new SignButton(Sign::Duplicate, tr("Duplicate head"), tr("Duplicate head"));
    remove_ = new SignButton(Sign::Minus, tr("Remove head"), tr("Remove head"));
    ground_ = new SegmentGround;
    row_ = new QHBoxLayout(ground_);
    row_->setContentsMargins(3, 3, 3, 3);
    row_->setSpacing(1);
    strip_ = new QScrollArea;
    strip_->setWidget(ground_);
    strip_->setWidgetResizable(true);
    strip_->setFrameShape(QFrame::NoFrame);
    strip_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    strip_->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    strip_->setFocusPolicy(Qt::NoFocus);
    strip_->setFixedHeight(32);
    strip_->viewport()->installEventFilter(this);
    strip_->viewport()->setAutoFillBackground(false);
    ground_->setAutoFillBackground(false);
    auto* all = new QHBoxLayout(this);
    all->setContentsMargins(0, 0, 0, 0);
    all->setSpacing(4);
    all->addWidget(previous_);
    all->addWidget(strip_, 1);
    for (QWidget* button : {next_, add_, duplicate_, remove_}) all->addWidget(button);
    connect(previous_, &QPushButton::clicked, this, [this] { emit picked(current_ - 1); });
    connect(next_, &QPushButton::clicked, this, [this] { emit picked(current_ + 1); });
    connect(add_, &QPushButton::clicked, this, &ParametersHeads::addAsked);
    connect(duplicate_, &QPushButton::clicked, this, &ParametersHeads::duplicateAsked);
    connect(remove_, &QPushButton::clicked, this, &ParametersHeads::removeAsked);
}

void ParametersHeads::resizeTo(int heads) {
    while (static_cast<int>(segments_.size()) > heads) {
        delete segments_.back();
        segments_.pop_back();
    }
    while (static_cast<int>(segments_.size()) < heads) {
        const int head = static_cast<int>(segments_.size());
        auto* segment = new SegmentButton(QString());
        segment->setAccessibleName(tr("Head %1").arg(head + 1));
        segment->setToolTip(segment->accessibleName());
        segment->setTheme(*theme_);
        connect(segment, &QPushButton::clicked, this, [this, head] { emit picked(head); });
        segments_.push_back(segment);
        row_->addWidget(segment);
    }
    for (int head = 0; head < heads; ++head)
        segments_[static_cast<std::size_t>(head)]->setText(heads <= kSpelledOut ? tr("Head %1").arg(head + 1)
                                                                                 : QString::number(head + 1));
}

void ParametersHeads::show(int heads, int current, bool mayGrow) {
    if (heads != static_cast<int>(segments_.size())) {
        resizeTo(heads);
        current_ = -1;
    }
    add_->setEnabled(mayGrow);
    duplicate_->setEnabled(mayGrow);
    remove_->setEnabled(heads > 1);
    previous_->setEnabled(current > 0);
    next_->setEnabled(current + 1 < heads);
    if (current < 0 || current >= heads) return;
    segments_[static_cast<std::size_t>(current)]->setChecked(true);
    if (current == current_) return;
    current_ = current;
    settle();
}

void ParametersHeads::settle() {
    const bool overflows = ground_->minimumSizeHint().width() > strip_->width() ||
                           static_cast<int>(segments_.size()) > 2 * kSpelledOut;
    previous_->setVisible(overflows);
    next_->setVisible(overflows);
    layout()->activate();
    row_->activate();
    if (current_ >= 0) strip_->ensureWidgetVisible(segments_[static_cast<std::size_t>(current_)], 30, 0);
}

void ParametersHeads::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    settle();
}

bool ParametersHeads::eventFilter(QObject* watched, QEvent* event) {
    if (watched == strip_->viewport() && event->type() == QEvent::Wheel) {
        const QPoint turn = static_cast<QWheelEvent*>(event)->angleDelta();
        QScrollBar* bar = strip_->horizontalScrollBar();
        bar->setValue(bar->value() - (turn.x() ? turn.x() : turn.y()) / 2);
        return true;
    }
    return QWidget::eventFilter(watched, event);
}

void ParametersHeads::setTheme(const Theme& theme) {
    if (theme_ == &theme) return;
    theme_ = &theme;
    ground_->setTheme(theme);
    for (SegmentButton* segment : segments_) segment->setTheme(theme);
    for (SignButton* button : {previous_, next_, add_, duplicate_, remove_}) button->setTheme(theme);
}

} // namespace headlight
