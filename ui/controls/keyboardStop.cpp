#include "controls/keyboardStop.h"

#include <QAbstractButton>
#include <QKeyEvent>
#include <QPointer>

#include <algorithm>
#include <functional>
#include <utility>
#include <vector>

namespace headlight {
namespace {

bool isThere(const QWidget& one) { return one.isEnabled() && one.isVisibleTo(one.window()); }
bool takesTab(const QWidget& one) { return (one.focusPolicy() & Qt::TabFocus) != 0 && !one.focusProxy(); }

/// Returns the next widget that Tab comes to, or the one before, which is not one of these; null if there is none.
QWidget* beyond(QWidget& from, bool next, const std::function<bool(const QWidget&)>& isOne) {
    QWidget* to = &from;
    do {
        to = next ? to->nextInFocusChain() : to->previousInFocusChain();
        if (!isOne(*to) && takesTab(*to) && to->window() == from.window() && isThere(*to)) return to;
    } while (to != &from);
    return nullptr;
}

bool focus(QWidget* one, bool next) {
    if (one) one->setFocus(next ? Qt::TabFocusReason : Qt::BacktabFocusReason);
    return one != nullptr;
}

class ButtonRow : public QObject {
public:
    ButtonRow(QWidget& row, std::vector<QWidget*> buttons) : QObject(&row), row_(row), buttons_(std::move(buttons)) {
        for (QWidget* button : buttons_) button->installEventFilter(this);
    }

private:
    bool eventFilter(QObject* watched, QEvent* event) override {
        const bool isFocus = event->type() == QEvent::FocusIn;
        if (!isFocus && event->type() != QEvent::KeyPress) return false; // it may be no button any more
        auto* button = static_cast<QAbstractButton*>(watched);
        if (isFocus) return comeTo(*button, static_cast<QFocusEvent*>(event)->reason());
        const auto* key = static_cast<QKeyEvent*>(event);
        switch (key->key()) {
        case Qt::Key_Tab:
        case Qt::Key_Backtab: return leave(*button, key->key() == Qt::Key_Tab);
        case Qt::Key_Return:
        case Qt::Key_Enter:
        case Qt::Key_Space:
            if (!key->isAutoRepeat()) button->click();
            return true;
        case Qt::Key_Left:
        case Qt::Key_Up:
        case Qt::Key_Right:
        case Qt::Key_Down:
            if (key->modifiers() & ~Qt::KeypadModifier) return false;
            return move(*button, key->key() == Qt::Key_Left || key->key() == Qt::Key_Up ? -1 : 1);
        default: return false;
        }
    }

    /// Passes on the focus that Tab brings from outside of the row.
    bool comeTo(QWidget& button, Qt::FocusReason reason) {
        const bool isByTab = reason == Qt::TabFocusReason || reason == Qt::BacktabFocusReason;
        if (!isByTab || !last_ || !isThere(*last_)) last_ = isByTab ? shown().front() : &button;
        if (last_ == &button) return false;
        last_->setFocus(Qt::OtherFocusReason);
        return true;
    }

    bool leave(QWidget& from, bool next) const {
        return focus(beyond(from, next, [this](const QWidget& one) { return std::ranges::count(buttons_, &one) > 0; }),
                     next);
    }

    bool move(QWidget& from, int step) {
        const std::vector<QWidget*> all = shown();
        const std::ptrdiff_t to = std::ranges::find(all, &from) - all.begin() + step;
        if (to >= 0 && to < std::ssize(all)) all[static_cast<std::size_t>(to)]->setFocus(Qt::OtherFocusReason);
        return true;
    }

    std::vector<QWidget*> shown() const { ///< from left to right
        std::vector<QWidget*> shown;
        std::ranges::copy_if(buttons_, std::back_inserter(shown), [](const QWidget* one) { return isThere(*one); });
        std::ranges::sort(shown, {}, [this](const QWidget* one) { return one->mapTo(&row_, QPoint()).x(); });
        return shown;
    }

    QWidget& row_;
    std::vector<QWidget*> buttons_;
    QPointer<QWidget> last_;
};

} // namespace

bool leaveStop(QWidget& stop, bool next) {
    return focus(beyond(stop, next, [&stop](const QWidget& one) { return &one == &stop || stop.isAncestorOf(&one); }),
                 next);
}

void makeOneStop(QWidget& row) {
    std::vector<QWidget*> buttons;
    for (auto* button : row.findChildren<QAbstractButton*>())
        if (button->focusPolicy() != Qt::NoFocus) buttons.push_back(button);
    new ButtonRow(row, buttons);
}

QWidget* firstStop(QWidget& area) {
    const auto isElsewhere = [&area](const QWidget& one) { return !area.isAncestorOf(&one); };
    return takesTab(area) && isThere(area) ? &area : beyond(area, true, isElsewhere);
}

} // namespace headlight
