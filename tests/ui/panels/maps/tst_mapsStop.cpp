// All maps together are one stop of the Tab key.
#include "ui/panels/maps/mapsBench.h"

#include <QApplication>
#include <QHBoxLayout>
#include <QLineEdit>

#include <cstdlib>

using namespace headlight;
using testing::kSentence;

class MapsStopTest : public QObject, private testing::MapsBench {
    Q_OBJECT

private slots:
    void init() {
        begin();
        window_ = std::make_unique<QWidget>();
        auto* row = new QHBoxLayout(window_.get());
        row->addWidget(before_ = new QLineEdit);
        row->addWidget(panel_.get());
        row->addWidget(behind_ = new QLineEdit);
        window_->resize(1100, 700);
        window_->show();
        window_->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(window_.get()));
        QTRY_VERIFY(settled());
    }
    void cleanup() {
        panel_->setParent(nullptr);
        window_.reset();
        end();
    }

    void tabComesToTheSelectedHeadsMapAndGoesOn() {
        bench_->select(1, 2, 3);
        behind_->setFocus();
        press(Qt::Key_Tab, Qt::ShiftModifier);
        QCOMPARE(focus(), QString("Scores, head 2"));
        press(Qt::Key_Tab);
        QCOMPARE(QApplication::focusWidget(), behind_);
        press(Qt::Key_Tab, Qt::ShiftModifier);
        press(Qt::Key_Tab, Qt::ShiftModifier);
        QVERIFY(!focus().contains("head"));
        press(Qt::Key_Tab);
        QCOMPARE(focus(), QString("Scores, head 2"));
    }

    void itComesBackToTheStageThatItWasIn() {
        bench_->select(1, 2, 3);
        view(0, 1)->setFocus();
        behind_->setFocus();
        press(Qt::Key_Tab, Qt::ShiftModifier);
        QCOMPARE(focus(), QString("Weights, head 2"));
    }

    void arrowsMoveTheCellAndWithCtrlTheMap() {
        bench_->select(0, 2, 3);
        view(0, 0)->setFocus();
        press(Qt::Key_Right);
        QCOMPARE(selected(), (std::array{0, 2, 4}));
        // Right, left, down, up: each selects the head of the map in that direction, with the same cell.
        const auto goes = [&](Qt::Key key, QPoint way) {
            const auto* from = QApplication::focusWidget();
            press(key, Qt::ControlModifier);
            const auto* to = qobject_cast<HeatmapView*>(QApplication::focusWidget());
            QVERIFY(to);
            const QPoint went = to->geometry().center() - from->geometry().center();
            QVERIFY(QPoint::dotProduct(went, way) > 0 && std::abs(QPoint::dotProduct(went, way.transposed())) < 60);
            QVERIFY(to->content().ownsSelection);
            QCOMPARE((std::array{selected()[1], selected()[2]}), (std::array{2, 4}));
        };
        goes(Qt::Key_Right, {1, 0});
        goes(Qt::Key_Left, {-1, 0});
        goes(Qt::Key_Down, {0, 1});
        goes(Qt::Key_Up, {0, -1});
        QCOMPARE(focus(), QString("Scores, head 1"));
        press(Qt::Key_Left, Qt::ControlModifier); // there is none
        QCOMPARE(focus(), QString("Scores, head 1"));
    }

    void theKeyboardFollowsTheSelectedHead() {
        bench_->select(0, 2, 3);
        view(0, 1)->setFocus();
        bench_->select(2, 2, 3);
        QCOMPARE(focus(), QString("Weights, head 3"));
        before_->setFocus();
        bench_->select(1, 2, 3);
        QCOMPARE(QApplication::focusWidget(), before_); // a widget outside of the panel
    }

    void theSelectedHeadIsInSight() {
        for (int i = 0; i < 40; ++i) edit(withHeadAdded(session(), 0));
        QTRY_VERIFY(settled());
        bench_->select(0, 0, 0);
        view(0, 0)->setFocus();
        bench_->select(42, 0, 0);
        QCOMPARE(focus(), QString("Scores, head 43"));
        QVERIFY(isSeen(*view(42, 0)));
        behind_->setFocus();
        bench_->select(0, 0, 0);
        QVERIFY(isSeen(*view(0, 0)) && !isSeen(*view(42, 0)));
        bench_->select(42, 0, 0);
        press(Qt::Key_Tab, Qt::ShiftModifier);
        QCOMPARE(focus(), QString("Scores, head 43"));
    }

private:
    static void press(Qt::Key key, Qt::KeyboardModifiers held = {}) {
        QTest::keyClick(QApplication::focusWidget(), key, held);
    }
    static QString focus() { return QApplication::focusWidget()->accessibleName(); }

    static bool isSeen(const QWidget& map) {
        const QWidget* viewport = map.parentWidget()->parentWidget();
        return viewport->rect().contains(QRect(map.mapTo(viewport, QPoint()), map.size()).center());
    }

    std::unique_ptr<QWidget> window_;
    QLineEdit *before_ = nullptr, *behind_ = nullptr;
};

QTEST_MAIN(MapsStopTest)
#include "tst_mapsStop.moc"
