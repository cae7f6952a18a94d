#include "panels/pipeline/PipelineStrip.h"

#include "controls/buttons.h"
#include "controls/formula.h"
#include "panels/pipeline/StageButton.h"
#include "style/Theme.h"
#include "style/layouts.h"
#include "style/textSize.h"
#include "words/tokenText.h"
#include "words/wording.h"

#include <QFocusEvent>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QScrollBar>

#include <algorithm>
#include <utility>

namespace headlight {
namespace {

constexpr int kMinLine = 4, kMaxLine = 28; // px

void showWord(QToolButton& button, const QString& word) {
    showFormula(button, word, button.isEnabled() ? currentTheme().text : currentTheme().muted);
}

} // namespace

PipelineStrip::PipelineStrip(QWidget* parent) : QScrollArea(parent) {
    setFocusPolicy(Qt::NoFocus);
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setWidgetResizable(true);
    auto* strip = new QWidget;
    strip->setObjectName("side");
    strip->setAttribute(Qt::WA_StyledBackground);
    row_ = laidOut<QHBoxLayout>(strip, {0, 0, 0, 0}, 2);
    for (const StageInfo& info : stages()) {
        auto* button = stages_[info.stage] = new StageButton(shortNameOf(info.stage), strip);
        connect(button, &QToolButton::clicked, this, [this, &info] {
            emit stagePicked(info.stage, QGuiApplication::keyboardModifiers().testFlag(Qt::ControlModifier));
        });
    }
    for (const Operation& one : operations()) {
        auto* button = operations_[&one] = new ArrowButton(strip);
        button->setObjectName("operation");
        button->setAccessibleName(one.shownName());
        button->setToolTip(plainTip(one.shownTip()));
        button->setEnabled(one.opens());
        connect(button, &QToolButton::clicked, this, [this, &one] { emit operationOpened(&one); });
    }
    for (auto* button : strip->findChildren<QToolButton*>()) {
        button->setFocusPolicy(Qt::StrongFocus);
        button->installEventFilter(this);
        button->hide();
    }
    setWidget(strip);
    followTextSize(*this, [this] {
        setFont(textFont(9));
        updateIcons();
    });
}

QToolButton* PipelineStrip::buttonOf(const PipelineItem& item) const {
    return item.stage ? static_cast<QToolButton*>(&stage(item.stage->stage)) : &operation(*item.operation);
}

void PipelineStrip::setItems(const std::vector<PipelineItem>& items) {
    if (items == items_) return;
    items_ = items;
    while (QLayoutItem* item = row_->takeAt(0)) delete item;
    qDeleteAll(std::exchange(lines_, {}));
    shown_.clear();
    for (std::size_t i = 0; i < items.size(); ++i) {
        // Q, K and V are made at once: no line leads from one to the next.
        if (i > 0 && (items[i].operation || items[i - 1].operation)) {
            auto* line = lines_.emplace_back(new QFrame);
            line->setObjectName("line");
            line->setFixedHeight(1);
            line->setMinimumWidth(kMinLine);
            line->setMaximumWidth(kMaxLine);
            row_->addWidget(line, 1000);
            line->show(); // now, so that the strip has its width
        }
        shown_.push_back(buttonOf(items[i]));
        row_->addWidget(shown_.back());
        shown_.back()->raise(); // screen readers go from the lowest widget up
    }
    row_->addStretch(1);
    for (auto* button : widget()->findChildren<QToolButton*>())
        button->setVisible(std::ranges::count(shown_, button) > 0);
}

void PipelineStrip::setWord(const Operation& operation, const QString& word) {
    QToolButton& button = this->operation(operation);
    if (button.text() == word) return;
    showWord(button, word);
    button.setAccessibleDescription(word);
}

void PipelineStrip::setFolded(bool folded) {
    if (std::exchange(isFolded_, folded) == folded) return;
    for (const auto& [stage, button] : stages_) button->setFolded(folded);
    fitHeight();
}

void PipelineStrip::setReadOnly(bool on) {
    if (std::exchange(isReadOnly_, on) == on) return;
    for (const auto& [operation, button] : operations_) button->setEnabled(operation->opens() && !on);
    updateIcons();
}

void PipelineStrip::updateIcons() {
    theme_ = &currentTheme();
    for (const auto& [stage, button] : stages_) button->updateIcon();
    for (const auto& [operation, button] : operations_) showWord(*button, button->text());
    fitHeight();
}

/// Fixes a height that is the same for every formula.
void PipelineStrip::fitHeight() {
    int height = 0;
    for (const auto& [stage, button] : stages_) height = std::max(height, button->sizeHint().height());
    for (const auto& [operation, button] : operations_) height = std::max(height, button->sizeHint().height());
    setFixedHeight(height);
}

bool PipelineStrip::event(QEvent* event) {
    if (event->type() == QEvent::PaletteChange && theme_ != &currentTheme()) updateIcons(); // another theme
    return QScrollArea::event(event);
}

void PipelineStrip::wheelEvent(QWheelEvent* event) { QCoreApplication::sendEvent(horizontalScrollBar(), event); }

bool PipelineStrip::eventFilter(QObject* watched, QEvent* event) {
    auto* button = qobject_cast<QToolButton*>(watched);
    if (button && event->type() == QEvent::FocusIn &&
        static_cast<QFocusEvent*>(event)->reason() != Qt::MouseFocusReason)
        ensureWidgetVisible(button, 40, 0);
    return QScrollArea::eventFilter(watched, event);
}

} // namespace headlight
