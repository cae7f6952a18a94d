#pragma once
// The real window, and the actions of a user.

#include "FileActions.h"
#include "MainWindow.h"
#include "examples.h"
#include "support/answered.h"
#include "support/controls.h"
#include "support/enlargedHead.h"
#include "support/patience.h"

#include <QAbstractButton>
#include <QAction>
#include <QApplication>
#include <QMenu>
#include <QMenuBar>
#include <QMessageBox>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>

#include <memory>

namespace headlight::testing {

inline QAction* menuAction(MainWindow& window, const QString& text) {
    for (QAction* action : window.findChildren<QAction*>())
        if (action->text().remove('&') == text) return action;
    for (QMenu* menu : window.menuBar()->findChildren<QMenu*>())
        for (QAction* action : menu->actions())
            if (action->text().remove('&') == text) return action;
    qFatal("There is no menu entry \"%s\".", qPrintable(text));
}

/// Updates the entries of a menu of the bar, as opening it does.
inline void openMenu(MainWindow& window, const QString& title) {
    for (QAction* action : window.menuBar()->actions())
        if (action->text().remove('&') == title) emit action->menu()->aboutToShow();
}

inline const Session& session(MainWindow& window) { return window.workbench().state().session; }

/// True if the frame is that of the present session, and all panels have what they ask for.
inline bool settled(MainWindow& window) {
    const ViewState& state = window.workbench().state();
    return state.frame && state.frame->session == state.session && !state.frame->tiles.empty() &&
           isAnswered(window, state);
}

/// Returns the real window with the example of three heads, settled. An invalid size leaves the window its own.
inline std::unique_ptr<MainWindow> openedWindow(const QSize& size = {1280, 800}) {
    auto window = std::make_unique<MainWindow>();
    if (size.isValid()) window->resize(size);
    window->show();
    if (!QTest::qWaitForWindowExposed(window.get(), testing::patience())) qFatal("The window does not appear.");
    window->files().openExample(firstExample());
    if (!QTest::qWaitFor([&] { return settled(*window); }, testing::patience())) qFatal("There are no maps.");
    return window;
}

/// Answers the next question by the button of that name, or closes it if it has none; `asked` becomes its text. Does
/// nothing if no question comes.
inline void answerQuestion(MainWindow& window, const QString& button, QString& asked) {
    asked.clear();
    QTimer::singleShot(0, &window, [button, &asked] {
        auto* question = qobject_cast<QMessageBox*>(QApplication::activeModalWidget());
        if (!question) return;
        asked = question->text();
        for (QAbstractButton* one : question->buttons())
            if (one->text().remove('&') == button) return one->click();
        question->reject();
    });
}

struct WindowBench {
    void prepare() {
        QVERIFY(folder_.isValid());
        QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, folder_.path());
        Jobs::unseen = std::chrono::milliseconds(testing::patience()); // no dialog, however slow the disk is
    }
    void begin() {
        window_ = openedWindow();
        QVERIFY(QTest::qWaitForWindowActive(window_.get(), testing::patience()));
    }
    void start() {
        prepare();
        begin();
    }
    void end() { window_.reset(); }

    const ViewState& state() const { return window_->workbench().state(); }
    /// Sends a key to the widget with the focus, as a keyboard does.
    static void key(Qt::Key key, Qt::KeyboardModifiers modifiers = Qt::NoModifier) {
        QTest::keyClick(QApplication::focusWidget(), key, modifiers);
    }
    static void keys(const char* text) {
        for (; *text; ++text) QTest::keyClick(QApplication::focusWidget(), *text);
    }
    /// Types a text. Its first key opens the editor, the others go to the editor.
    static void type(QWidget& first, const char* text) {
        first.setFocus();
        keys(text);
    }

    QTemporaryDir folder_;
    std::unique_ptr<MainWindow> window_;
};

} // namespace headlight::testing
