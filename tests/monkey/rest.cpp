#include "rest.h"

#include <QAbstractButton>
#include <QApplication>
#include <QElapsedTimer>
#include <QEvent>
#include <QLabel>
#include <QWidget>

#include <algorithm>

namespace headlight::monkey {

namespace {

/// Returns the class, object name and accessible name of the widget and of its parents up to the window.
QStringList placeOf(const QWidget* widget) {
    QStringList names;
    for (; widget; widget = widget->isWindow() ? nullptr : widget->parentWidget()) {
        QStringList name{QLatin1String(widget->metaObject()->className())};
        if (!widget->objectName().isEmpty()) name << widget->objectName();
        if (!widget->accessibleName().isEmpty()) name << QStringLiteral("\"%1\"").arg(widget->accessibleName());
        names << name.join(QLatin1Char(' '));
    }
    return names;
}

/// Counts the events that lay out or paint a window.
class Unrest : public QObject {
public:
    explicit Unrest(const QWidget& window) : window_(window) { qApp->installEventFilter(this); }
    int count = 0;
    QString where; ///< the event, and the innermost widget that got it, whose parents only follow

protected:
    bool eventFilter(QObject* object, QEvent* event) override {
        const bool isLayout = event->type() == QEvent::LayoutRequest;
        const bool counts = isLayout || event->type() == QEvent::Paint;
        const auto* widget = counts ? qobject_cast<const QWidget*>(object) : nullptr;
        if (!widget || !window_.isAncestorOf(widget) || widget->accessibleDescription() == QLatin1String("Notice") ||
            widget->inherits("headlight::MessagePanel"))
            return false;
        ++count;
        const QStringList place = placeOf(widget);
        if (place.size() <= depth_) return false;
        depth_ = place.size();
        where = (isLayout ? "layout request at " : "paint event at ") + place.join(QStringLiteral(" in "));
        return false;
    }

private:
    const QWidget& window_;
    qsizetype depth_ = 0;
};

bool showsNotice(const QWidget& window) {
    return std::ranges::any_of(window.findChildren<QLabel*>(), [](const QLabel* label) {
        return label->accessibleDescription() == QLatin1String("Notice") && !label->text().isEmpty();
    });
}

/// True while the steps of the computation are played.
bool isPlaying(const QWidget& window) {
    return std::ranges::any_of(window.findChildren<QAbstractButton*>(), [](const QAbstractButton* button) {
        return button->accessibleName() == QLatin1String("Pause") && button->isVisible();
    });
}

/// Runs the event loop once. The Run asks within a posted event, where GLib's loop sends the posted events that wait
/// behind it only when another is posted. A tool tip posts some, and the waiting ones would look like unrest.
void goRound() {
    QCoreApplication::sendPostedEvents();
    QCoreApplication::processEvents();
}

void goRoundFor(int ms) {
    QElapsedTimer clock;
    for (clock.start(); clock.elapsed() < ms;) goRound();
}

} // namespace

QString wrongRest(QWidget& window) {
    constexpr int kRounds = 500, kCalm = 20; // rounds of the event loop
    QApplication::setCursorFlashTime(0);     // a blinking cursor would paint for ever
    static int asked = 0;
    // Some unrest comes from a timer. A notice that disappears is none, though it lays out the window once.
    if (!showsNotice(window) && !isPlaying(window) && ++asked % kRestsPerWatch == 0) {
        goRoundFor(500);
        const Unrest unrest(window);
        goRoundFor(200);
        if (unrest.count > 0) return "The window moves by itself: " + unrest.where;
    }
    const Unrest unrest(window);
    int calm = 0;
    for (int round = 0; round < kRounds && calm < kCalm; ++round) {
        const int before = unrest.count;
        goRound();
        calm = unrest.count == before ? calm + 1 : 0;
    }
    return calm == kCalm ? QString() : "The window does not come to rest: " + unrest.where;
}

} // namespace headlight::monkey
