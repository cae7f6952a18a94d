// The offscreen platform sends moves, and the enter, leave and hover events that follow, when the cursor is set.
// Buttons and keys are sent in the way of Qt Test.
#include "Hand.h"

#include <QApplication>
#include <QCursor>
#include <QInputMethodEvent>
#include <QKeySequence>
#include <QPointer>
#include <QTest>
#include <QTimer>
#include <QWheelEvent>
#include <QWindow>

#include <utility>

namespace headlight::monkey {
namespace {

constexpr int kStepMs = 20; // on the hand's own clock; short enough that two clicks in a row are a double click

Qt::KeyboardModifiers modifiersOf(const QString& text) {
    Qt::KeyboardModifiers modifiers;
    if (text.contains(QLatin1String("Ctrl"))) modifiers |= Qt::ControlModifier;
    if (text.contains(QLatin1String("Shift"))) modifiers |= Qt::ShiftModifier;
    if (text.contains(QLatin1String("Alt"))) modifiers |= Qt::AltModifier;
    return modifiers;
}

Qt::MouseButton buttonOf(int n) { return n == 1 ? Qt::LeftButton : n == 2 ? Qt::MiddleButton : Qt::RightButton; }

/// Returns the window at the pointer, or null if a modal dialog blocks it.
QWindow* windowAtPointer() {
    QWindow* window = QGuiApplication::topLevelAt(QCursor::pos());
    const QWidget* modal = QApplication::activeModalWidget();
    if (!window || QApplication::activePopupWidget() || !modal || modal->windowHandle() == window) return window;
    return nullptr;
}

/// Returns the window that a window manager would activate after a dialog has closed; null if it is active. Without a
/// window manager nothing else activates it, and keys would have no receiver.
QWidget* widgetWithoutActivation() {
    if (QApplication::activePopupWidget()) return nullptr;
    QWidget* wanted = QApplication::activeModalWidget();
    for (QWidget* widget : QApplication::topLevelWidgets())
        if (!wanted && widget->isVisible() && widget->inherits("QMainWindow")) wanted = widget;
    return wanted && wanted->windowHandle() != QGuiApplication::focusWindow() ? wanted : nullptr;
}

class OffscreenHand : public Hand {
public:
    void perform(const Action& action, std::function<void()> next) override {
        if (QWidget* lost = widgetWithoutActivation(); lost && std::exchange(activated_, lost) != lost) {
            lost->activateWindow(); // takes effect in the event loop
            QTimer::singleShot(0, qApp, [this, action, next] { perform(action, next); });
            return;
        }
        activated_ = nullptr;
        QTimer::singleShot(0, qApp, std::move(next)); // before act(), which may return late
        act(action);
    }
    bool isHolding() const override { return held_ != Qt::NoButton; }

private:
    void act(const Action& action) {
        clock_ += kStepMs;
        switch (action.kind) {
        case Kind::Move: move({action.x, action.y}); break;
        case Kind::Press: press(buttonOf(action.n), modifiersOf(action.text)); break;
        case Kind::Release: release(modifiersOf(action.text)); break;
        case Kind::Wheel: wheel(action.n, modifiersOf(action.text)); break;
        case Kind::Key: key(QKeySequence(action.text, QKeySequence::PortableText)[0]); break;
        case Kind::Type: type(action.text); break;
        case Kind::Commit: commit(action.text); break;
        default: break;
        }
    }

    void mouse(QWindow* window, QEvent::Type type, Qt::MouseButton button, Qt::KeyboardModifiers modifiers) {
        const QPoint place = QCursor::pos();
        if (window)
            qt_handleMouseEvent(window, window->mapFromGlobal(place), place, held_, button, type, modifiers, clock_);
    }

    void move(QPoint to) {
        QCursor::setPos(to);
        if (QApplication::activeModalWidget()) mouse(windowAtPointer(), QEvent::MouseMove, Qt::NoButton, {});
    }

    void press(Qt::MouseButton button, Qt::KeyboardModifiers modifiers) {
        if (held_ != Qt::NoButton) return;
        pressed_ = windowAtPointer();
        held_ = button;
        mouse(pressed_, QEvent::MouseButtonPress, button, modifiers);
    }

    void release(Qt::KeyboardModifiers modifiers) { // releases the button that is held
        const Qt::MouseButton button = std::exchange(held_, Qt::NoButton);
        if (button == Qt::NoButton) return;
        mouse(pressed_ ? pressed_.data() : windowAtPointer(), QEvent::MouseButtonRelease, button, modifiers);
    }

    void wheel(int notches, Qt::KeyboardModifiers modifiers) {
        QWindow* window = windowAtPointer();
        if (!window) return;
        const QPoint place = QCursor::pos();
        QWheelEvent event(window->mapFromGlobal(place), place, {}, {0, 120 * notches}, held_, modifiers,
                          Qt::NoScrollPhase, false);
        QSpontaneKeyEvent::setSpontaneous(&event);
        QCoreApplication::sendEvent(window, &event);
    }

    void stroke(int code, Qt::KeyboardModifiers modifiers, const QString& text) {
        for (const QEvent::Type type : {QEvent::KeyPress, QEvent::KeyRelease}) {
            QWindow* window = QGuiApplication::focusWindow();
            if (const QWidget* popup = QApplication::activePopupWidget(); popup && !window)
                window = popup->windowHandle(); // the popup gets keys even if another window is active
            if (!window) return;
            if (type == QEvent::KeyPress &&
                qt_sendShortcutOverrideEvent(window, static_cast<ulong>(clock_), code, modifiers, text))
                continue;
            qt_handleKeyEvent(window, type, code, modifiers, text);
        }
    }

    void key(QKeyCombination keys) {
        const Qt::KeyboardModifiers modifiers = keys.keyboardModifiers();
        const bool isLetter = keys.key() < 0x80 && modifiers == Qt::NoModifier;
        stroke(keys.key(), modifiers, isLetter ? QString(QChar(keys.key())).toLower() : QString());
    }

    void type(const QString& text) {
        for (const char32_t letter : text.toUcs4()) {
            const int code = letter < 0x80 ? QChar::toUpper(letter) : static_cast<uint>(Qt::Key_unknown);
            stroke(code, {}, QString::fromUcs4(&letter, 1));
        }
    }

    void commit(const QString& text) {
        QObject* field = QGuiApplication::focusObject();
        if (!field) return;
        QInputMethodEvent composing(text, {}), done;
        QCoreApplication::sendEvent(field, &composing);
        if (field != QGuiApplication::focusObject()) return;
        done.setCommitString(text);
        QCoreApplication::sendEvent(field, &done);
    }

    QPointer<QWindow> pressed_;
    const QWidget* activated_ = nullptr; ///< the widget whose activation was requested last
    Qt::MouseButton held_ = Qt::NoButton;
    int clock_ = 0;
};

} // namespace

std::unique_ptr<Hand> makeOffscreenHand() { return std::make_unique<OffscreenHand>(); }

} // namespace headlight::monkey
