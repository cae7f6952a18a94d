// Long work on a thread while the window handles events.
#include "base/LeavableThread.h"
#include "dialogs/JobRunner.h"

#include <QAction>
#include <QApplication>
#include <QDialog>
#include <QLineEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QTest>
#include <QTimer>

#include <condition_variable>
#include <mutex>

using namespace headlight;

namespace {

/// State of work that reports its progress, and ends when the test allows it.
struct Slow {
    std::mutex mutex;
    std::condition_variable changed;
    bool mayEnd = false, hasEnded = false, wasCancelled = false;

    void letGo() {
        const std::lock_guard lock(mutex);
        mayEnd = true;
        changed.notify_all();
    }
    void waitForEnd() {
        std::unique_lock lock(mutex);
        changed.wait(lock, [this] { return hasEnded; });
    }
};

Jobs::Work workOf(const std::shared_ptr<Slow>& slow, double done) {
    return [slow, done](const Watch& watch) {
        watch(done);
        std::unique_lock lock(slow->mutex);
        slow->changed.wait(lock, [&] { return slow->mayEnd; });
        slow->wasCancelled = !watch(done);
        slow->hasEnded = true;
        slow->changed.notify_all();
    };
}

QDialog* shownDialog() { return qobject_cast<QDialog*>(QApplication::activeModalWidget()); }

template <class T>
T* childOf(QWidget* parent) {
    return parent ? parent->findChild<T*>() : nullptr;
}

/// Calls `act` once with the modal dialog, as soon as there is one for which `isReady` returns true.
class WhenShown : public QObject {
public:
    WhenShown(std::function<bool(QDialog&)> isReady, std::function<void(QDialog&)> act) {
        connect(&timer_, &QTimer::timeout, this, [this, isReady, act] {
            QDialog* dialog = shownDialog();
            if (!dialog || !isReady(*dialog)) return;
            timer_.stop();
            ++seen;
            act(*dialog);
        });
        timer_.start(5);
    }
    int seen = 0;

private:
    QTimer timer_;
};

bool atOnce(QDialog&) { return true; }

} // namespace

class JobRunnerTest : public QObject {
    Q_OBJECT

private slots:
    void quickWorkIsNotSeen() {
        QWidget window;
        JobRunner runner(&window);
        int runs = 0;
        WhenShown none(atOnce, [](QDialog&) {});
        QVERIFY(runner.run(
            "Counting", [&](const Watch&) { ++runs; }, Jobs::OnCancel::Leave));
        QCoreApplication::processEvents();
        QCOMPARE(runs, 1);
        QCOMPARE(none.seen, 0);
    }

    void longWorkShowsHowFarItIs() {
        QWidget window;
        window.show();
        JobRunner runner(&window);
        const auto slow = std::make_shared<Slow>();
        int ticks = 0; // counts events of the window meanwhile
        QTimer ticking;
        connect(&ticking, &QTimer::timeout, this, [&] { ++ticks; });
        ticking.start(1);
        WhenShown shown([](QDialog& dialog) { return childOf<QProgressBar>(&dialog)->value() == 400; },
                        [&](QDialog& dialog) {
                            QVERIFY(dialog.isModal());
                            QCOMPARE(childOf<QProgressBar>(&dialog)->accessibleName(), QString("Counting sheep"));
                            slow->letGo();
                        });
        QVERIFY(runner.run("Counting sheep", workOf(slow, 0.4), Jobs::OnCancel::Leave));
        QCOMPARE(shown.seen, 1);
        QVERIFY(ticks > 0);
        QVERIFY(!shownDialog());
        QVERIFY(!slow->wasCancelled);
    }

    void cancel_data() {
        QTest::addColumn<QString>("by");
        QTest::addColumn<bool>("isWaitedFor");
        for (const char* by : {"the button", "Esc", "the cross"})
            for (const bool isWaitedFor : {false, true})
                QTest::addRow("by %s, %s", by, isWaitedFor ? "waited for" : "left") << by << isWaitedFor;
    }
    void cancel() {
        QFETCH(QString, by);
        QFETCH(bool, isWaitedFor);
        QWidget window;
        window.show();
        JobRunner runner(&window);
        const auto slow = std::make_shared<Slow>();
        const int before = threadsLeftBehind();
        WhenShown shown(atOnce, [&](QDialog& dialog) {
            auto* button = childOf<QPushButton>(&dialog);
            if (by == "Esc")
                QTest::keyClick(&dialog, Qt::Key_Escape);
            else if (by == "the cross")
                dialog.close();
            else
                button->click();
            QVERIFY(!button->isEnabled());
            QVERIFY(dialog.isVisible());
            if (isWaitedFor) QTimer::singleShot(80, &dialog, [&] { slow->letGo(); }); // after two checks of the dialog
        });
        const bool isOver = runner.run("Counting", workOf(slow, 0.1),
                                       isWaitedFor ? Jobs::OnCancel::Wait : Jobs::OnCancel::Leave);
        QCOMPARE(shown.seen, 1);
        QCOMPARE(isOver, isWaitedFor);
        QCOMPARE(threadsLeftBehind() - before, isWaitedFor ? 0 : 1);
        slow->letGo();
        slow->waitForEnd();
        QVERIFY(slow->wasCancelled);
        QVERIFY(!shownDialog());
        QTRY_COMPARE(threadsLeftBehind() - before, 0); // so that a later exit of the program can free everything
    }

    /// Typing when the dialog appears does not cancel the work. Tab focuses the button.
    void aSpaceCancelsNothing() {
        QWidget window;
        window.show();
        JobRunner runner(&window);
        const auto slow = std::make_shared<Slow>();
        WhenShown shown([](QDialog& dialog) { return dialog.isActiveWindow(); },
                        [&](QDialog& dialog) {
                            QTest::keyClick(dialog.windowHandle(), Qt::Key_Space);
                            QTest::keyClick(dialog.windowHandle(), Qt::Key_Return);
                            auto* button = childOf<QPushButton>(&dialog);
                            QVERIFY(button->isEnabled());
                            QTest::keyClick(dialog.windowHandle(), Qt::Key_Tab);
                            QCOMPARE(dialog.focusWidget(), button);
                            slow->letGo();
                        });
        QVERIFY(runner.run("Counting", workOf(slow, 0.1), Jobs::OnCancel::Wait));
        QCOMPARE(shown.seen, 1);
        QVERIFY(!slow->wasCancelled);
    }

    /// Input during the work is discarded, however the work ends. Input before and after it reaches the window.
    void noInputReachesTheWindow_data() {
        QTest::addColumn<bool>("isCancelled");
        QTest::newRow("done") << false;
        QTest::newRow("cancelled and waited for") << true;
    }
    void noInputReachesTheWindow() {
        QFETCH(bool, isCancelled);
        QWidget window;
        QLineEdit field(&window);
        QPushButton button(&window);
        button.move(0, 100);
        button.setFocusPolicy(Qt::NoFocus); // the field keeps the focus
        QAction action;
        action.setShortcut(Qt::CTRL | Qt::Key_S);
        window.addAction(&action);
        window.show();
        field.setFocus();
        QVERIFY(QTest::qWaitForWindowActive(&window));
        QStringList reached;
        connect(&field, &QLineEdit::textEdited, this, [&] { reached << "key"; });
        connect(&action, &QAction::triggered, this, [&] { reached << "shortcut"; });
        connect(&button, &QPushButton::clicked, this, [&] { reached << "click"; });
        const auto press = [to = window.windowHandle(), at = QPointF(button.geometry().center())] {
            for (const auto type : {QEvent::KeyPress, QEvent::KeyRelease}) {
                qt_handleKeyEvent(to, type, Qt::Key_A, Qt::NoModifier, QStringLiteral("a"));
                qt_handleKeyEvent(to, type, Qt::Key_S, Qt::ControlModifier);
            }
            qt_handleMouseEvent(to, at, at, Qt::LeftButton, Qt::LeftButton, QEvent::MouseButtonPress, {}, 1);
            qt_handleMouseEvent(to, at, at, Qt::NoButton, Qt::LeftButton, QEvent::MouseButtonRelease, {}, 2);
        };
        press();
        QCOMPARE(reached, (QStringList{"key", "shortcut", "click"}));
        const auto slow = std::make_shared<Slow>();
        const auto work = [press, waiting = workOf(slow, 0.1)](const Watch& watch) {
            press(); // the dialog is not visible yet
            waiting(watch);
        };
        JobRunner runner(&window);
        WhenShown shown(atOnce, [&](QDialog& dialog) {
            press();
            if (isCancelled) dialog.close();
            press();
            slow->letGo();
        });
        QVERIFY(runner.run("Counting", work, Jobs::OnCancel::Wait));
        QCOMPARE(shown.seen, 1);
        QCoreApplication::processEvents();
        QCOMPARE(reached.size(), 3);
        QCOMPARE(slow->wasCancelled, isCancelled);
        window.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&window));
        press();
        QCOMPARE(reached, (QStringList{"key", "shortcut", "click", "key", "shortcut", "click"}));
    }

    /// A question that a timer opens during the work can be answered.
    void aQuestionAskedMeanwhileCanBeAnswered() {
        QWidget window;
        window.show();
        JobRunner runner(&window);
        const auto slow = std::make_shared<Slow>();
        WhenShown shown([](QDialog& dialog) { return dialog.objectName() == QLatin1String("job"); },
                        [&](QDialog&) { slow->letGo(); });
        bool isClosed = false;
        QTimer::singleShot(0, &window, [&] {
            QDialog question(&window);
            QTimer::singleShot(0, &question, [&] {
                question.reject();
                isClosed = !question.isVisible();
                question.hide(); // so that the test can end
            });
            question.exec();
        });
        QVERIFY(runner.run("Counting", workOf(slow, 0.1), Jobs::OnCancel::Leave));
        QVERIFY(isClosed);
    }

    /// A second job is refused while one runs, such as that of a key that repeats.
    void workWithinWorkIsRefused() {
        QWidget window;
        window.show();
        JobRunner runner(&window);
        const auto slow = std::make_shared<Slow>();
        bool inner = true;
        WhenShown shown(atOnce, [&](QDialog&) {
            inner = runner.run(
                "Again", [](const Watch&) {}, Jobs::OnCancel::Leave);
            slow->letGo();
        });
        QVERIFY(runner.run("Counting", workOf(slow, 0), Jobs::OnCancel::Leave));
        QVERIFY(!inner);
    }

    void whatIsMadeComesBack() {
        QWidget window;
        JobRunner runner(&window);
        const auto make = [&](std::function<Result<int>(const Watch&)> work) {
            return inJob<int>(runner, "Making", Jobs::OnCancel::Leave, std::move(work));
        };
        QCOMPARE(*make([](const Watch&) { return 7; }), 7);
        QCOMPARE(make([](const Watch&) { return Problem{"no"}; }).text(), std::string("no"));
        const auto memory = make([](const Watch&) -> Result<int> { throw std::bad_alloc(); });
        QVERIFY(memory.text().find("not enough memory") != std::string::npos);
        const auto other = make([](const Watch&) -> Result<int> { throw std::runtime_error("the moon"); });
        QVERIFY(other.text().find("the moon") != std::string::npos);
    }
};

QTEST_MAIN(JobRunnerTest)
#include "tst_jobRunner.moc"
