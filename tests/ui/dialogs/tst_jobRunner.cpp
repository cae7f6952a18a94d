// Long work beside a window that stays alive.
#include "base/LeavableThread.h"
#include "dialogs/JobRunner.h"

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

/// Work that goes on until it is let go, and says how far it is.
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

/// Calls `act` with the dialog as soon as it stands and `isReady` says so, once.
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
        int ticks = 0; // the window lives
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
        QTest::addColumn<bool>("byKey");
        QTest::addColumn<bool>("isWaitedFor");
        for (const bool byKey : {false, true})
            for (const bool isWaitedFor : {false, true})
                QTest::addRow("by %s, %s", byKey ? "Esc" : "the button", isWaitedFor ? "waited for" : "left")
                    << byKey << isWaitedFor;
    }
    void cancel() {
        QFETCH(bool, byKey);
        QFETCH(bool, isWaitedFor);
        QWidget window;
        window.show();
        JobRunner runner(&window);
        const auto slow = std::make_shared<Slow>();
        const int before = threadsLeftBehind();
        WhenShown shown(atOnce, [&](QDialog& dialog) {
            auto* button = childOf<QPushButton>(&dialog);
            if (byKey)
                QTest::keyClick(&dialog, Qt::Key_Escape);
            else
                button->click();
            QVERIFY(!button->isEnabled());
            QVERIFY(dialog.isVisible());
            if (isWaitedFor) QTimer::singleShot(80, &dialog, [&] { slow->letGo(); }); // two looks at it later
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
        QTRY_COMPARE(threadsLeftBehind() - before, 0); // so that a later quit takes everything down
    }

    /// While nothing is seen of the work; but after whoever wanted it is done.
    void whatIsTypedAtOnceArrivesAfterwards() {
        QLineEdit field;
        field.show();
        QVERIFY(QTest::qWaitForWindowActive(&field));
        JobRunner runner(&field);
        const auto slow = std::make_shared<Slow>();
        WhenShown shown(atOnce, [&](QDialog&) { slow->letGo(); });
        const Jobs::Work waiting = workOf(slow, 0.1);
        const auto work = [waiting, window = field.windowHandle()](const Watch& watch) {
            qt_handleKeyEvent(window, QEvent::KeyPress, Qt::Key_A, Qt::NoModifier, QStringLiteral("a"));
            waiting(watch);
        };
        QVERIFY(runner.run("Counting", work, Jobs::OnCancel::Leave));
        QCOMPARE(shown.seen, 1);
        QCOMPARE(field.text(), QString());
        QTRY_COMPARE(field.text(), QString("a"));
    }

    /// A question that a timer asks in those moments can be answered: nothing of it is kept or thrown away.
    void aQuestionAskedAtOnceCanBeAnswered() {
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
                question.hide(); // that the test ends
            });
            question.exec();
        });
        QVERIFY(runner.run("Counting", workOf(slow, 0.1), Jobs::OnCancel::Leave));
        QVERIFY(isClosed);
    }

    /// An arrow that repeats while the first one's work runs.
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
