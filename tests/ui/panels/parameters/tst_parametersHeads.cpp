#include "support/blocks.h"
#include "support/jobs.h"
#include "support/verbs.h"
#include "ui/panels/parameters/parametersBench.h"

#include <QComboBox>
#include <QPointer>
#include <QSpinBox>

using namespace headlight;
using testing::control;
using testing::shoesSession;

class ParametersHeadsTest : public QObject, private testing::ParametersBench {
    Q_OBJECT

private slots:
    void init() { start(shoesSession()); }
    void cleanup() { t_.reset(); }

    /// Also of a head, whose numbers are all drawn.
    void aLargeChangeIsAJob() {
        start(newSession(1, 512, 1, 256, 256));
        testing::NamingJobs jobs(t_->bench);
        QTest::mouseClick(control<QPushButton>(*t_->panel, "Add head"), Qt::LeftButton);
        QCOMPARE(sizesOf(t_->session()).heads, 2);
        QCOMPARE(t_->bench.state().view.head, 1);
        QTest::mouseClick(control<QPushButton>(*t_->panel, "Remove head"), Qt::LeftButton);
        QCOMPARE(jobs.names, QStringList{"Add head"});
    }

    void headsComeAndGo() {
        const auto click = [this](const char* name) {
            QTest::mouseClick(control<QPushButton>(*t_->panel, name), Qt::LeftButton);
        };
        click("Add head");
        QCOMPARE(t_->session().layers[0].heads.size(), std::size_t(4));
        QCOMPARE(t_->bench.state().view.head, 3);
        QCOMPARE(t_->lastStep(), QString("Add head"));
        click("Head 2");
        QCOMPARE(t_->bench.state().view.head, 1);
        QVERIFY(control<QPushButton>(*t_->panel, "Head 2")->isChecked());
        click("Duplicate head");
        QCOMPARE(t_->lastStep(), QString("Duplicate head 2"));
        QCOMPARE(t_->bench.state().view.head, 2);
        QVERIFY(t_->session().layers[0].heads[1] == t_->session().layers[0].heads[2]);
        click("Remove head");
        QCOMPARE(t_->lastStep(), QString("Remove head 3"));
        QCOMPARE(t_->session().layers[0].heads.size(), std::size_t(4));
        while (t_->history().canUndo()) t_->history().undo();
        QCOMPARE(t_->session().layers[0].heads.size(), std::size_t(3));
    }

    /// Pressing a button ends the input of the field that had the focus, and that may take the very button away.
    void aHeadThatIsPressedWhileItGoes() {
        auto* heads = control<QSpinBox>(*t_->panel, "Heads");
        heads->setFocus();
        heads->selectAll();
        QTest::keyClicks(heads, "2");
        const QPointer<QPushButton> segment = control<QPushButton>(*t_->panel, "Head 3");
        QTest::mousePress(segment.data(), Qt::LeftButton);
        QCOMPARE(t_->lastStep(), QString("Change the number of heads to 2"));
        QVERIFY2(segment, "deleted under Qt, which still gives it the focus");
        QVERIFY(segment->isHidden());
        QTRY_VERIFY(!segment);
        QCOMPARE(t_->session().layers[0].heads.size(), std::size_t(2));
    }

    void followsTheSelectedHead() {
        t_->bench.select(2, 0, 0);
        QVERIFY(control<QPushButton>(*t_->panel, "Head 3")->isChecked());
        QCOMPARE(shown("W_q", 0, 0), QString::fromStdString(fixedPoint(double(weight(2)(0, 0)), 4)));
    }

    void theSelectedHeadIsAlwaysWhollyThere() {
        const auto checkStrip = [this](int selected) { checkReadable(sizesOf(t_->session()).heads, selected); };
        checkStrip(1);
        for (int head = 4; head <= 16; ++head) {
            QTest::mouseClick(control<QPushButton>(*t_->panel, "Add head"), Qt::LeftButton);
            checkStrip(head);
        }
        for (int head = 15; head >= 8; --head) {
            QTest::mouseClick(control<QPushButton>(*t_->panel, "Previous head"), Qt::LeftButton);
            checkStrip(head);
        }
        t_->bench.select(11, 0, 0);
        checkStrip(12);
        t_->panel->resize(240, 640);
        QVERIFY(testing::atRest(*t_->panel));
        checkStrip(12);
        t_->history().undo(); // fewer heads
        for (int i = 0; i < 6; ++i) t_->history().undo();
        checkStrip(t_->bench.state().view.head + 1);
        t_->panel->resize(500, 640);
        QVERIFY(testing::atRest(*t_->panel));
        checkStrip(t_->bench.state().view.head + 1);
        QVERIFY(control<QPushButton>(*t_->panel, "Head 1")->isVisible()); // now there is room for all
        QVERIFY(!control<QPushButton>(*t_->panel, "Next head")->isVisible());
    }

    /// As soon as the number is typed, not after the next resize.
    void aNewNumberOfHeadsIsReadableAtOnce_data() {
        QTest::addColumn<int>("heads");
        for (const int heads : {1, 4, 8, 12, 64}) QTest::addRow("%d", heads) << heads;
    }
    void aNewNumberOfHeadsIsReadableAtOnce() {
        QFETCH(int, heads);
        auto* field = control<QSpinBox>(*t_->panel, "Heads");
        field->setFocus();
        field->selectAll();
        QTest::keyClicks(field, QString::number(heads));
        QTest::keyClick(field, Qt::Key_Return);
        QCOMPARE(sizesOf(t_->session()).heads, heads);
        QVERIFY(testing::atRest(*t_->panel));
        checkReadable(heads, 1);
    }

    /// Of a touchpad that turns by an eighth of a notch each time, as of a wheel.
    void theWheelMovesAHeadForANotch_data() {
        QTest::addColumn<int>("delta");
        QTest::addColumn<int>("events");
        QTest::addColumn<int>("head");
        QTest::newRow("a notch") << -120 << 1 << 6;
        QTest::newRow("back") << 120 << 1 << 4;
        QTest::newRow("parts of a notch") << -8 << 15 << 6;
        QTest::newRow("less than a notch") << -8 << 14 << 5;
    }
    void theWheelMovesAHeadForANotch() {
        QFETCH(int, delta);
        QFETCH(int, events);
        QFETCH(int, head);
        start(shoesSession(15));
        t_->bench.select(5, 0, 0);
        QVERIFY(testing::atRest(*t_->panel));
        QWidget* at = control<QComboBox>(*t_->panel, "Head")->parentWidget();
        for (int i = 0; i < events; ++i) {
            QWheelEvent wheel(QPointF(5, 5), at->mapToGlobal(QPointF(5, 5)), {}, {0, delta}, Qt::NoButton, {},
                              Qt::NoScrollPhase, false);
            QApplication::sendEvent(at, &wheel);
        }
        QCOMPARE(t_->bench.state().view.head, head);
    }

    void sixtyFourHeadsAreAList() {
        start(shoesSession(64));
        t_->bench.select(40, 0, 0);
        QCOMPARE(t_->panel->width(), 290);
        auto* list = control<QComboBox>(*t_->panel, "Head");
        QCOMPARE(list->currentText(), QString("Head 41"));
        QTest::mouseClick(control<QPushButton>(*t_->panel, "Next head"), Qt::LeftButton);
        QCOMPARE(t_->bench.state().view.head, 41);
        QTest::keyClick(list, Qt::Key_End);
        QCOMPARE(t_->bench.state().view.head, 63);
        QCOMPARE(list->currentText(), QString("Head 64"));
        QVERIFY(!control<QPushButton>(*t_->panel, "Add head")->isEnabled());
    }

    void tabComesToTheHeads_data() {
        QTest::addColumn<int>("heads");
        QTest::addColumn<QStringList>("stops");
        QTest::newRow("segments") << 3 << QStringList{"Head 2", "Add head", "Duplicate head", "Remove head"};
        QTest::newRow("a list") << 12 << QStringList{"Previous head", "Head",           "Next head",
                                                     "Add head",      "Duplicate head", "Remove head"};
    }
    void tabComesToTheHeads() {
        QFETCH(int, heads);
        QFETCH(QStringList, stops);
        start(shoesSession(heads));
        t_->bench.select(1, 0, 0);
        control<QPushButton>(*t_->panel, "W_q")->setFocus();
        for (const QString& stop : stops) {
            QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
            QCOMPARE(QApplication::focusWidget()->accessibleName(), stop);
        }
    }

    void oneHeadThatIsShownLargeIsTheOneThatIsLookedAt() {
        MapOptions options = t_->bench.state().maps;
        options.isEnlarged = true;
        t_->bench.setMapOptions(options);
        QTest::mouseClick(control<QPushButton>(*t_->panel, "Head 3"), Qt::LeftButton);
        QCOMPARE(t_->bench.state().view.head, 2);
        QVERIFY(t_->bench.state().maps.isEnlarged);
    }

private:
    /// Segments that are all whole, or a field that says which one, whole.
    void checkReadable(int heads, int selected) {
        auto* list = control<QComboBox>(*t_->panel, "Head");
        QCOMPARE(list->count(), heads + (heads > 1 ? 1 : 0)); // and all of them
        QCOMPARE(list->currentText(), QString("Head %1").arg(selected));
        if (list->isVisible()) {
            QVERIFY(list->width() >= list->fontMetrics().horizontalAdvance("Head 64") + 30); // with its arrow
            QCOMPARE(list->visibleRegion(), QRegion(list->rect()));
        }
        for (int head = 1; head <= heads; ++head) {
            auto* segment = control<QPushButton>(*t_->panel, QString("Head %1").arg(head));
            QCOMPARE(segment->isVisible(), !list->isVisible());
            QCOMPARE(segment->isChecked(), head == selected);
            if (!segment->isVisible()) continue;
            QCOMPARE(segment->visibleRegion(), QRegion(segment->rect())); // no button is cut
            QVERIFY(segment->width() >= segment->sizeHint().width());
        }
    }
};

QTEST_MAIN(ParametersHeadsTest)
#include "tst_parametersHeads.moc"
