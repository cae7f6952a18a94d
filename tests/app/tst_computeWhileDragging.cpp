// Another backend takes over, or one fails, while a number is dragged: nothing of the gesture is lost.
#include "app/computeBench.h"
#include "support/FailingBackend.h"
#include "support/bench.h"
#include "support/frames.h"
#include "support/incremental.h"

#include <QSlider>
#include <QTableView>

using namespace headlight;
using namespace headlight::testing;

class ComputeWhileDraggingTest : public QObject, private ComputeBench {
    Q_OBJECT

private slots:
    void init() { start(); }
    void cleanup() { end(); }

    void drags_data() {
        QTest::addColumn<QString>("what");
        QTest::addColumn<QString>("happens");
        for (const char* what : {"cell", "slider"})
            for (const char* happens : {"to the device", "to the CPU", "fails"})
                QTest::addRow("%s, %s", what, happens) << what << happens;
    }
    void drags() {
        QFETCH(QString, what);
        QFETCH(QString, happens);
        const auto failure = std::make_shared<Failure>();
        failure->times = 1000; // all calls from `at` on
        offer("g", [failure] { return Result<std::unique_ptr<Backend>>(std::make_unique<FailingBackend>(failure)); });
        const bool isGivenFirst = happens != "to the device";
        if (isGivenFirst) {
            choose("Good GPU");
            QTRY_COMPARE(state().backendId, kGood);
        }
        const Session first = state().session;
        const int steps = window_->workbench().document().history().count();
        const Drag drag = what == "cell" ? dragOfACell() : dragOfASlider();

        drag(Part::Press, 0);
        for (const int to : {10, 20, 30}) {
            drag(Part::Move, to);
            QVERIFY(state().isDragging);
            QTRY_VERIFY(settled(*window_));
        }
        if (happens == "fails")
            failure->at = failure->calls + 1;
        else
            window_->compute().choose(isGivenFirst ? kDefaultBackend : kGood);
        for (int to = 31; to < 60; ++to) drag(Part::Move, to); // whether or not a frame comes in between
        const std::string now = isGivenFirst ? kDefaultBackend : kGood;
        QTRY_COMPARE(state().backendId, now);
        QVERIFY(state().isDragging);
        drag(Part::Move, 60);
        QTRY_VERIFY(settled(*window_));
        drag(Part::Release, 60);
        QTRY_VERIFY(settled(*window_));

        QVERIFY(!state().isDragging);
        QCOMPARE(state().backendId, now);
        QCOMPARE(state().problem.startsWith("A frail backend has failed"), happens == "fails");
        QCOMPARE(difference(*state().frame, Engine(eigen()).answer(state().session, state().frame->demand)),
                 std::string());
        QCOMPARE(window_->workbench().document().history().count(), steps + 1);
        const Session dragged = state().session;
        window_->workbench().undo();
        QVERIFY(state().session == first);
        const Drag again = what == "cell" ? dragOfACell() : drag; // the table may have scrolled
        again(Part::Press, 0);                                    // the same drag, without a change of the backend
        for (const int to : {10, 60}) again(Part::Move, to);
        again(Part::Release, 60);
        QVERIFY(sameValues(state().session, dragged));
    }

private:
    enum class Part { Press, Move, Release };
    using Drag = std::function<void(Part, int pixels)>;

    Drag dragOfACell() {
        auto* view = control<QTableView>(*window_, "W_q");
        const QPoint at = view->visualRect(view->model()->index(0, 0)).center();
        return [view, at](Part part, int pixels) {
            const auto type = part == Part::Press  ? QEvent::MouseButtonPress
                              : part == Part::Move ? QEvent::MouseMove
                                                   : QEvent::MouseButtonRelease;
            sendMouse(view->viewport(), type, at + QPoint(pixels, 0),
                      part == Part::Release ? Qt::NoButton : Qt::LeftButton);
        };
    }
    Drag dragOfASlider() {
        menuAction(*window_, "Temperature…")->trigger();
        auto* slider = control<QSlider>(*window_, "Temperature slider");
        return [slider](Part part, int pixels) {
            if (part != Part::Move) return slider->setSliderDown(part == Part::Press);
            slider->setSliderPosition(100 + pixels);
            slider->triggerAction(QAbstractSlider::SliderMove);
        };
    }
};

QTEST_MAIN(ComputeWhileDraggingTest)
#include "tst_computeWhileDragging.moc"
