// When the strip is a line of names, and how high it is.
#include "controls/Segments.h"
#include "document/Workbench.h"
#include "panels/pipeline/PipelinePanel.h"
#include "panels/pipeline/PipelineStrip.h"
#include "style/textSize.h"

#include <QAction>
#include <QLayout>

#include <utility>

namespace headlight {
namespace {

constexpr int kRoomy = 760; // px of a window's height: below it folds where no map has numbers anyway
constexpr int kAround = 6;  // px above and below the strip

} // namespace

bool PipelinePanel::isFolded() const { return strip_->isFolded(); }

void PipelinePanel::setFolded(std::optional<bool> folded) {
    wanted_ = folded;
    settleFold();
}

/// For the strip, beside the button that folds it.
int PipelinePanel::room() const {
    const QMargins margins = layout()->contentsMargins();
    return width() - margins.left() - margins.right() - fold_->width() - layout()->spacing();
}

int PipelinePanel::heightAs(bool folded) const { return strip_->heightFor(room(), folded) + kAround; }

/// Unfolded it takes numbers from the maps, or rows that touch each other need every pixel. From sizes alone, not from
/// how it stands now: so the answer is the same again when that has changed.
bool PipelinePanel::isCostly() const {
    const bool isSmall = window()->height() < textPx(kRoomy);
    const auto unfolded = legibilityWith_ ? legibilityWith_(height() - heightAs(false)) : std::nullopt;
    if (!unfolded) return isSmall;
    if (*unfolded != Legibility::NoNumbers) return *unfolded == Legibility::Tight;
    return isSmall || legibilityWith_(height() - heightAs(true)).value_or(Legibility::NoNumbers) != *unfolded;
}

void PipelinePanel::askMaps(LegibilityWith legibilityWith) {
    legibilityWith_ = std::move(legibilityWith);
    settleLater();
}

/// What is resized is resized panel by panel: before the last one their heights do not belong together.
void PipelinePanel::settleLater() {
    if (std::exchange(isSettling_, true)) return;
    const auto settle = [this] {
        isSettling_ = false;
        settleFold();
    };
    QMetaObject::invokeMethod(this, settle, Qt::QueuedConnection);
}

void PipelinePanel::settleFold() {
    const bool isTooWide = isVisible() && strip_->leastWidth() > room();
    const bool folded = wanted_ ? *wanted_ : isTooWide || isCostly();
    foldAction_->setChecked(!folded);
    if (folded != strip_->isFolded()) {
        strip_->setFolded(folded);
        fold_->setSign(folded ? SignButton::Sign::Down : SignButton::Sign::Up);
        workbench().presentAgain(*this); // asks for pictures, or no longer
    }
    settleSize();
}

void PipelinePanel::settleSize() {
    const bool scrolls = !isFolded() && strip_->leastWidth() > room();
    earlier_->setVisible(scrolls);
    later_->setVisible(scrolls);
    strip_->setMinimumWidth(scrolls ? strip_->leastWidth() : 0);
    updateGeometry(); // and no fixed height: a widget that changes it while it is being resized is not laid out again
    strip_->settle();
}

/// Before it is seen nobody knows how wide it will be, and many lines would make the window higher.
QSize PipelinePanel::sizeHint() const {
    return {0, strip_->heightFor(isVisible() ? room() : QWIDGETSIZE_MAX, isFolded()) + kAround};
}

} // namespace headlight
