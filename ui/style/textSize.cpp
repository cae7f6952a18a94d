#include "style/textSize.h"

#include <QApplication>
#include <QPointer>
#include <QScreen>
#include <QWidget>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <utility>

namespace headlight {
namespace {

std::atomic<double> applied{1};
QPointer<const QScreen> shownOn;   ///< null: the primary screen; GUI thread only
thread_local double ofPicture = 0; ///< the size of this thread's last PictureTextSize; 0: there is none
thread_local bool isPictureShown = false;

constexpr double kUsualDpi = 96;

class TextScaleObserver : public QObject {
public:
    TextScaleObserver(QWidget& widget, std::function<void()> update) : QObject(&widget), update_(std::move(update)) {}
    void update() { update_(); }

private:
    std::function<void()> update_;
};

/// Updates children first, since a parent arranges them by their sizes. Their list is a copy, since update() may add
/// some.
void updateFollowers(QWidget& widget) {
    const QObjectList children = widget.children(); // NOLINT(performance-unnecessary-copy-initialization)
    for (QObject* child : children)
        if (child->isWidgetType()) updateFollowers(static_cast<QWidget&>(*child));
    for (QObject* child : children)
        if (auto* follower = dynamic_cast<TextScaleObserver*>(child)) follower->update();
}

} // namespace

double textSize() { return ofPicture > 0 ? ofPicture : applied.load(); }

void applyTextSize(QApplication& application, const Theme& theme, double size, const QScreen* screen) {
    shownOn = screen;
    applied = std::clamp(size, kMinTextSize, kMaxTextSize);
    applyTheme(application, theme);
    for (QWidget* window : QApplication::topLevelWidgets()) updateFollowers(*window);
}

int textPx(double pixels) {
    const QScreen* screen = ofPicture > 0 && !isPictureShown ? nullptr
                            : shownOn                        ? shownOn.data()
                                                             : QGuiApplication::primaryScreen();
    const double dpi = screen ? screen->logicalDotsPerInchY() : kUsualDpi;
    return static_cast<int>(std::lround(pixels * textSize() * dpi / kUsualDpi));
}

void followTextSize(QWidget& widget, std::function<void()> update) {
    update();
    new TextScaleObserver(widget, std::move(update));
}

PictureTextSize::PictureTextSize(double size, bool isShown)
    : before_(std::exchange(ofPicture, size)), wasShown_(std::exchange(isPictureShown, isShown)) {}
PictureTextSize::~PictureTextSize() {
    ofPicture = before_;
    isPictureShown = wasShown_;
}

} // namespace headlight
