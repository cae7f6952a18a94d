#include "panels/parameters/ParametersHeads.h"

#include "controls/Segments.h"
#include "document/Workbench.h"
#include "panels/parameters/ParametersSizes.h"
#include "session/edits.h"
#include "style/textSize.h"

#include <QHBoxLayout>
#include <QWheelEvent>

#include <algorithm>

namespace headlight {
namespace {

constexpr int kSpelledOut = 3; ///< so many are called "Head 1"; of more only the number has room
constexpr int kGap = 4, kInset = 3, kBetween = 1;

} // namespace

ParametersHeads::ParametersHeads(Workbench& workbench, QWidget* parent) : QWidget(parent), workbench_(workbench) {
    using Sign = SignButton::Sign;
    previous_ = new SignButton(Sign::Left, tr("Previous head"), tr("Previous head"));
    next_ = new SignButton(Sign::Right, tr("Next head"), tr("Next head"));
    add_ = new SignButton(Sign::Plus, tr("Add head"), tr("Add head"));
    duplicate_ = new SignButton(Sign::Duplicate, tr("Duplicate head"), tr("Duplicate head"));
    remove_ = new SignButton(Sign::Minus, tr("Remove head"), tr("Remove head"));
    ground_ = new SegmentGround;
    row_ = new QHBoxLayout(ground_);
    row_->setContentsMargins(kInset, kInset, kInset, kInset);
    row_->setSpacing(kBetween);
    ground_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed); // as many segments as it has room for
    auto* all = new QHBoxLayout(this);
    all->setContentsMargins(0, 0, 0, 0);
    all->setSpacing(kGap);
    all->addWidget(previous_);
    all->addWidget(ground_, 1);
    for (QWidget* button : {next_, add_, duplicate_, remove_}) all->addWidget(button);
    connect(previous_, &QPushButton::clicked, this, [this] { pick(current_ - 1); });
    connect(next_, &QPushButton::clicked, this, [this] { pick(current_ + 1); });
    connect(add_, &QPushButton::clicked, this, &ParametersHeads::add);
    connect(duplicate_, &QPushButton::clicked, this, &ParametersHeads::duplicate);
    connect(remove_, &QPushButton::clicked, this, &ParametersHeads::remove);
    followTextSize(*this, [this] {
        ground_->setFixedHeight(textPx(32));
        settle(true);
    });
}

void ParametersHeads::pick(int head) {
    const View& view = workbench_.state().view;
    workbench_.select(head, view.query, view.key);
}

void ParametersHeads::add() {
    const View v = workbench_.state().view;
    const Sizes sizes = sizesOf(workbench_.state().session, v.layer);
    if (workbench_.apply(
            tr("Add head"), [v](const Session& s, const Watch&) { return withHeadAdded(s, v.layer); }, 0,
            numbersOfHeads(1, sizes)))
        workbench_.select(sizes.heads, v.query, v.key);
}

void ParametersHeads::duplicate() {
    const View v = workbench_.state().view;
    if (workbench_.apply(tr("Duplicate head %1").arg(v.head + 1),
                         [v](const Session& s, const Watch&) { return withHeadDuplicated(s, v.layer, v.head); }))
        workbench_.select(v.head + 1, v.query, v.key);
}

void ParametersHeads::remove() {
    const View v = workbench_.state().view;
    workbench_.apply(tr("Remove head %1").arg(v.head + 1),
                     [v](const Session& s, const Watch&) { return withHeadRemoved(s, v.layer, v.head); });
}

void ParametersHeads::resizeTo(int heads) {
    while (static_cast<int>(segments_.size()) > heads) {
        SegmentButton* segment = segments_.back();
        segments_.pop_back();
        segment->disconnect(this);
        segment->hide();
        segment->deleteLater(); // it may be what was pressed to leave the field of sizes
    }
    while (static_cast<int>(segments_.size()) < heads) {
        const int head = static_cast<int>(segments_.size());
        auto* segment = new SegmentButton(QString());
        segment->setAccessibleName(tr("Head %1").arg(head + 1));
        segment->setToolTip(segment->accessibleName());
        segment->setTheme(*theme_);
        segment->hide(); // else the layout shows it, room or not
        connect(segment, &QPushButton::clicked, this, [this, head] { pick(head); });
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
    settle(true);
}

/// The room of the segments: what the buttons leave, with those for the heads beyond the ends or without.
int ParametersHeads::room(bool withEnds) const {
    const int buttons = withEnds ? 5 : 3;
    return width() - buttons * (add_->width() + kGap) - 2 * kInset;
}

/// Behind the last segment that is whole if `first` is the first one. At least one is shown.
int ParametersHeads::shownEnd(int first, int width) const {
    int end = first;
    for (int x = 0; end < count(); ++end) {
        x += segments_[static_cast<std::size_t>(end)]->sizeHint().width() + (end > first ? kBetween : 0);
        if (x > width && end > first) break;
    }
    return end;
}

void ParametersHeads::settle(bool reveal) {
    const bool overflows = shownEnd(0, room(false)) < count();
    const int width = room(overflows);
    first_ = overflows ? std::clamp(first_, 0, count() - 1) : 0;
    if (reveal && current_ >= 0) {
        first_ = std::min(first_, current_);
        while (shownEnd(first_, width) <= current_) ++first_;
    }
    while (first_ > 0 && shownEnd(first_ - 1, width) == count()) --first_; // no empty room at the end
    const int end = shownEnd(first_, width);
    for (int head = 0; head < count(); ++head) {
        SegmentButton* segment = segments_[static_cast<std::size_t>(head)];
        const bool shown = head >= first_ && head < end;
        if (segment->isHidden() == shown) segment->setVisible(shown);
    }
    previous_->setVisible(overflows);
    next_->setVisible(overflows);
    layout()->activate();
    row_->activate();
}

void ParametersHeads::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    settle(true);
}

void ParametersHeads::wheelEvent(QWheelEvent* event) {
    const QPoint turn = event->angleDelta();
    turned_ += turn.x() ? turn.x() : turn.y(); // a touchpad turns in parts of a notch
    if (const int notches = turned_ / QWheelEvent::DefaultDeltasPerStep; notches != 0) {
        turned_ -= notches * QWheelEvent::DefaultDeltasPerStep;
        first_ -= notches;
        settle(false);
    }
    event->accept();
}

void ParametersHeads::setTheme(const Theme& theme) {
    if (theme_ == &theme) return;
    theme_ = &theme;
    ground_->setTheme(theme);
    for (SegmentButton* segment : segments_) segment->setTheme(theme);
    for (SignButton* button : {previous_, next_, add_, duplicate_, remove_}) button->setTheme(theme);
}

} // namespace headlight
