#pragma once

#include "support/patience.h"

#include <QApplication>
#include <QEvent>
#include <QTest>
#include <QWidget>

namespace headlight::testing {

/// Counts the paints of a widget, or of a whole window with everything in it.
class PaintCount : public QObject {
public:
    enum class Of { Widget, Window };

    explicit PaintCount(QWidget* widget, Of of = Of::Widget) : widget_(widget), of_(of) {
        qApp->installEventFilter(this);
    }
    int count = 0;  ///< paints
    int others = 0; ///< events that may lead to paints

protected:
    bool eventFilter(QObject* object, QEvent* event) override {
        const auto* widget = qobject_cast<QWidget*>(object);
        if (!widget || (widget != widget_ && (of_ == Of::Widget || !widget_->isAncestorOf(widget)))) return false;
        const auto type = event->type();
        count += type == QEvent::Paint;
        others += type == QEvent::LayoutRequest || type == QEvent::UpdateRequest || type == QEvent::Resize ||
                  type == QEvent::Show || type == QEvent::WindowActivate || type == QEvent::Polish;
        return false;
    }

private:
    QWidget* widget_;
    Of of_;
};

/// Waits until `window` is on the screen and active, and nothing is left to lay out or paint: all posted events were
/// delivered and led to no more.
inline bool atRest(QWidget& window) {
    QApplication::setCursorFlashTime(0); // a blinking cursor paints for ever
    if (!QTest::qWaitForWindowExposed(&window, testing::patience())) return false;
    window.activateWindow();
    if (!QTest::qWaitForWindowActive(&window, testing::patience())) return false;
    const auto isAtRest = [&] {
        const PaintCount events(&window, PaintCount::Of::Window);
        QApplication::processEvents();
        QApplication::sendPostedEvents();
        return events.count + events.others == 0;
    };
    return QTest::qWaitFor(isAtRest, testing::patience());
}

} // namespace headlight::testing
