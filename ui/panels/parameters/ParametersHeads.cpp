#include "panels/parameters/ParametersHeads.h"

#include "controls/Segments.h"
#include "document/Workbench.h"
#include "document/costs.h"
#include "panels/parameters/ParametersSizes.h"
#include "session/edits.h"
#include "style/textSize.h"
#include "words/conventions.h"
#include "words/wording.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QWheelEvent>

#include <utility>

namespace headlight {
namespace {

constexpr int kSpelledOut = 3;   ///< so many are called "Head 1" where that has room; of more only the number
constexpr int kListedHeads = 16; ///< rows of the list that are seen at once
constexpr int kHeadsGap = 4, kInset = 3, kBetweenSides = 1, kHeadsHeight = 32;

} // namespace

ParametersHeads::ParametersHeads(Workbench& workbench, QWidget* parent) : QWidget(parent), workbench_(workbench) {
    using Sign = IconButton::Sign;
    previous_ = new IconButton(Sign::Left, tr("Previous head"), tr("Previous head"));
    next_ = new IconButton(Sign::Right, tr("Next head"), tr("Next head"));
    add_ = new IconButton(Sign::Plus, tr("Add head"), tr("Add head"));
    duplicate_ = new IconButton(Sign::Duplicate, tr("Duplicate head"), tr("Duplicate head"));
    remove_ = new IconButton(Sign::Minus, tr("Remove head"), tr("Remove head"));
    ground_ = new SegmentTrack;
    row_ = new QHBoxLayout(ground_);
    row_->setContentsMargins(kInset, kInset, kInset, kInset);
    row_->setSpacing(kBetweenSides);
    whole_ = new SegmentButton(tr("All"));
    whole_->setAccessibleName(tr("All heads as one W"));
    whole_->setToolTip(tr("Show one matrix for each projection, with all heads side by side"));
    row_->addWidget(whole_);
    ground_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed); // it is not shown where it is too narrow
    field_ = new QComboBox;
    field_->setAccessibleName(tr("Head"));
    field_->setToolTip(tr("Head whose parameters are shown; press [ or ] to change it"));
    field_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    field_->setMaxVisibleItems(kListedHeads);
    auto* all = new QHBoxLayout(this);
    all->setContentsMargins(0, 0, 0, 0);
    all->setSpacing(kHeadsGap);
    all->addWidget(previous_);
    all->addWidget(ground_, 1);
    all->addWidget(field_, 1);
    for (QWidget* button : {next_, add_, duplicate_, remove_}) all->addWidget(button);
    connect(previous_, &QPushButton::clicked, this, [this] { step(current_ - 1); });
    connect(next_, &QPushButton::clicked, this, [this] { step(current_ + 1); });
    connect(whole_, &QPushButton::clicked, this, [this] { emit allWanted(true); });
    connect(field_, &QComboBox::activated, this, [this](int item) {
        const int head = item - (field_->count() - static_cast<int>(segments_.size()));
        head < 0 ? emit allWanted(true) : pick(head);
    });
    connect(add_, &QPushButton::clicked, this, &ParametersHeads::add);
    connect(duplicate_, &QPushButton::clicked, this, &ParametersHeads::duplicate);
    connect(remove_, &QPushButton::clicked, this, &ParametersHeads::remove);
    followTextSize(*this, [this] {
        ground_->setFixedHeight(textPx(kHeadsHeight));
        // A list that scrolls; and a height that is the application's sheet's to say, for it would say another.
        field_->setStyleSheet(QStringLiteral("QComboBox { combobox-popup: 0; min-height: %1px; max-height: %1px; "
                                             "padding: 0 %2px; }")
                                  .arg(textPx(kHeadsHeight) - 2)
                                  .arg(textPx(7)));
        settle();
    });
}

void ParametersHeads::pick(int head) {
    emit allWanted(false);
    step(head);
}

void ParametersHeads::step(int head) {
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
    if (workbench_.apply(tr("Duplicate head %1").arg(placeText(v.head)),
                         [v](const Session& s, const Watch&) { return withHeadDuplicated(s, v.layer, v.head); }))
        workbench_.select(v.head + 1, v.query, v.key);
}

void ParametersHeads::remove() {
    const View v = workbench_.state().view;
    workbench_.apply(tr("Remove head %1").arg(placeText(v.head)),
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
        segment->setTheme(*theme_);
        connect(segment, &QPushButton::clicked, this, [this, head] { pick(head); });
        segments_.push_back(segment);
        row_->addWidget(segment);
        segment->show(); // with its place at once, not when Qt next looks up
    }
    spell();
    chain();
    settle();
}

void ParametersHeads::spell() {
    counted_ = numberOf(0);
    const int heads = static_cast<int>(segments_.size());
    field_->clear();
    if (heads > 1) field_->addItem(tr("All heads"));
    whole_->setVisible(heads > 1);
    for (int head = 0; head < heads; ++head) {
        SegmentButton* segment = segments_[static_cast<std::size_t>(head)];
        segment->setAccessibleName(titleOfHead(head));
        segment->setToolTip(titleOfHead(head));
        field_->addItem(titleOfHead(head));
    }
}

void ParametersHeads::show(int heads, int current, bool areAll, bool mayGrow) {
    if (heads != static_cast<int>(segments_.size()) || counted_ != numberOf(0)) {
        resizeTo(heads);
        current_ = -1;
    }
    add_->setEnabled(mayGrow);
    duplicate_->setEnabled(mayGrow);
    remove_->setEnabled(heads > 1);
    previous_->setEnabled(current > 0);
    next_->setEnabled(current + 1 < heads);
    if (current < 0 || current >= heads) return;
    areAll = areAll && heads > 1;
    (areAll ? whole_ : segments_[static_cast<std::size_t>(current)])->setChecked(true);
    if (current == current_ && areAll == areAll_) return;
    current_ = current;
    areAll_ = areAll;
    whole_->setFocusPolicy(whole_->isChecked() ? Qt::StrongFocus : Qt::ClickFocus);
    for (SegmentButton* segment : segments_) // the arrows go on from the one that Tab comes to
        segment->setFocusPolicy(segment->isChecked() ? Qt::StrongFocus : Qt::ClickFocus);
    field_->setCurrentIndex(areAll ? 0 : field_->count() - heads + current);
}

/// What they take in a row, called "Head 1" or "1".
int ParametersHeads::spelled(bool inFull) {
    int needed = 2 * kInset - kBetweenSides;
    if (segments_.size() > 1) needed += whole_->sizeHint().width() + kBetweenSides;
    for (std::size_t head = 0; head < segments_.size(); ++head) {
        const int place = static_cast<int>(head);
        segments_[head]->setText(inFull ? titleOfHead(place) : placeText(place));
        needed += segments_[head]->sizeHint().width() + kBetweenSides;
    }
    return needed;
}

void ParametersHeads::settle() {
    const int button = add_->width() + kHeadsGap, room = width() - 3 * button; // beside those that are always there
    int needed = segments_.size() <= kSpelledOut ? spelled(true) : room + 1;
    if (needed > room) needed = spelled(false);
    const bool fits = needed <= room, steps = !fits && room - 2 * button >= field_->sizeHint().width();
    ground_->setVisible(fits);
    field_->setVisible(!fits);
    previous_->setVisible(steps);
    next_->setVisible(steps);
    layout()->activate(); // at once: what is squeezed until Qt next looks up is seen
    row_->activate();
}

void ParametersHeads::chain() {
    QWidget* last = previous_;
    std::vector<QWidget*> order{field_, next_, whole_};
    order.insert(order.end(), segments_.begin(), segments_.end());
    order.insert(order.end(), {add_, duplicate_, remove_});
    for (QWidget* one : order) setTabOrder(std::exchange(last, one), one);
}

void ParametersHeads::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    settle();
}

void ParametersHeads::wheelEvent(QWheelEvent* event) {
    if (field_->isHidden()) return event->ignore();
    const QPoint turn = event->angleDelta();
    const int delta = turn.x() ? turn.x() : turn.y(); // a touchpad turns in parts of a notch
    if (delta * turned_ < 0) turned_ = 0;
    turned_ += delta;
    if (const int notches = turned_ / QWheelEvent::DefaultDeltasPerStep; notches != 0) {
        turned_ -= notches * QWheelEvent::DefaultDeltasPerStep;
        step(current_ - notches);
    }
    event->accept();
}

void ParametersHeads::setTheme(const Theme& theme) {
    if (theme_ == &theme) return;
    theme_ = &theme;
    ground_->setTheme(theme);
    whole_->setTheme(theme);
    for (SegmentButton* segment : segments_) segment->setTheme(theme);
    for (IconButton* button : {previous_, next_, add_, duplicate_, remove_}) button->setTheme(theme);
}

} // namespace headlight
