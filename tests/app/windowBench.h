#pragma once

#include "FileActions.h"
#include "MainWindow.h"
#include "examples.h"
#include "support/controls.h"

#include <QApplication>
#include <QSettings>
#include <QTemporaryDir>

#include <memory>

namespace headlight::test {

/// The real window with the first example in it, and settings that nobody keeps.
class WindowBench {
protected:
    void start() {
        QVERIFY(folder_.isValid());
        QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, folder_.path());
        window_ = std::make_unique<MainWindow>();
        window_->resize(1280, 800);
        window_->show();
        QVERIFY(QTest::qWaitForWindowActive(window_.get()));
        window_->files().openExample(firstExample());
        const ViewState& now = state();
        QTRY_VERIFY(now.frame && now.frame->session == now.session && !now.frame->tiles.empty());
    }
    const ViewState& state() const { return window_->workbench().state(); }
    /// To whatever has the focus, as a keyboard's do.
    static void key(Qt::Key key, Qt::KeyboardModifiers modifiers = Qt::NoModifier) {
        QTest::keyClick(QApplication::focusWidget(), key, modifiers);
    }
    static void type(const char* text) {
        for (; *text; ++text) QTest::keyClick(QApplication::focusWidget(), *text);
    }

    QTemporaryDir folder_;
    std::unique_ptr<MainWindow> window_;
};

} // namespace headlight::test
