#pragma once
// The real window with the example of three heads, shown and settled.

#include "FileActions.h"
#include "MainWindow.h"
#include "examples.h"
#include "support/controls.h"

#include <QAction>
#include <QApplication>
#include <QMenu>
#include <QMenuBar>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>

#include <memory>

namespace headlight::test {

inline QAction* menuAction(MainWindow& window, const QString& text) {
    for (QAction* action : window.findChildren<QAction*>())
        if (action->text().remove('&') == text) return action;
    for (QMenu* menu : window.menuBar()->findChildren<QMenu*>())
        for (QAction* action : menu->actions())
            if (action->text().remove('&') == text) return action;
    qFatal("There is no menu entry \"%s\".", qPrintable(text));
}

inline const Session& session(MainWindow& window) { return window.workbench().state().session; }

/// The frame on the screen answers what the document says.
inline bool settled(MainWindow& window) {
    const ViewState& state = window.workbench().state();
    return state.frame && state.frame->session == state.session && !state.frame->tiles.empty();
}

struct WindowBench {
    void prepare() {
        QVERIFY(folder_.isValid());
        QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, folder_.path());
    }
    void begin() {
        window_ = std::make_unique<MainWindow>();
        window_->resize(1280, 800);
        window_->show();
        QVERIFY(QTest::qWaitForWindowActive(window_.get()));
        window_->files().openExample(firstExample());
        QTRY_VERIFY(settled(*window_));
    }
    void start() {
        prepare();
        begin();
    }
    void end() { window_.reset(); }

    const ViewState& state() const { return window_->workbench().state(); }
    /// To whatever has the focus, as a keyboard's do.
    static void key(Qt::Key key, Qt::KeyboardModifiers modifiers = Qt::NoModifier) {
        QTest::keyClick(QApplication::focusWidget(), key, modifiers);
    }
    static void keys(const char* text) {
        for (; *text; ++text) QTest::keyClick(QApplication::focusWidget(), *text);
    }
    /// The first key opens the editor, the others land in it.
    static void type(QWidget& first, const char* text) {
        first.setFocus();
        keys(text);
    }

    QTemporaryDir folder_;
    std::unique_ptr<MainWindow> window_;
};

} // namespace headlight::test
