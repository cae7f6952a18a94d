#include "style/textSize.h"
#include "support/blocks.h"
#include "support/givenEdit.h"
#include "support/headTabs.h"
#include "support/jobs.h"
#include "ui/panels/parameters/parametersBench.h"

#include <QSpinBox>

using namespace headlight;
using testing::clickHead;
using testing::control;
using testing::headTabs;
using testing::pickedHead;
using testing::shoesSession;

class ParametersHeadsTest : public QObject, private testing::ParametersBench {
    Q_OBJECT

private slots:
    void init() { start(shoesSession()); }
    void cleanup() { t_.reset(); }

    /// Adding a head to a large layer is a job, since all its numbers are drawn.
    void aLargeChangeIsAJob() {
        start(newSession(1, 512, 1, 256, 256));
        testing::NamingJobs jobs(t_->bench);
        testing::chooseOf(*t_->panel, testing::kWeightsMenu, "Add head");
        QCOMPARE(sizesOf(t_->session()).heads, 2);
        QCOMPARE(t_->bench.state().view.head, 1);
        testing::chooseOf(*t_->panel, testing::kWeightsMenu, "Remove head");
        QCOMPARE(jobs.names, QStringList{"Add head"});
    }

    void headsComeAndGo() {
        const auto click = [this](const char* name) { testing::chooseOf(*t_->panel, testing::kWeightsMenu, name); };
        click("Add head");
        QCOMPARE(t_->session().layers[0].allHeads.size(), std::size_t(4));
        QCOMPARE(t_->bench.state().view.head, 3);
        QCOMPARE(t_->lastStep(), QString("Add head"));
        clickHead(*t_->panel, "Head 2");
        QCOMPARE(t_->bench.state().view.head, 1);
        QCOMPARE(pickedHead(*t_->panel), QString("Head 2"));
        click("Duplicate head");
        QCOMPARE(t_->lastStep(), QString("Duplicate head 2"));
        QCOMPARE(t_->bench.state().view.head, 2);
        QVERIFY(t_->session().layers[0].allHeads[1] == t_->session().layers[0].allHeads[2]);
        click("Remove head");
        QCOMPARE(t_->lastStep(), QString("Remove head 3"));
        QCOMPARE(t_->session().layers[0].allHeads.size(), std::size_t(4));
        while (t_->history().canUndo()) t_->history().undo();
        QCOMPARE(t_->session().layers[0].allHeads.size(), std::size_t(3));
    }

    /// The name of a head that is off is struck out.
    void aHeadIsSwitchedOff() {
        clickHead(*t_->panel, "Head 2");
        const auto entry = [this] {
            return testing::entryOf(*t_->panel, testing::kWeightsMenu, "Switch this head off");
        };
        QVERIFY(!entry()->isChecked());
        entry()->trigger();
        QCOMPARE(t_->lastStep(), QString("Switch head 2 off"));
        QVERIFY(!t_->session().layers[0].allHeads[1].isOn && entry()->isChecked());
        QCOMPARE(headTabs(*t_->panel).tabText(2), QStringLiteral(u"2\u0336"));
        QCOMPARE(headTabs(*t_->panel).tabToolTip(2), QString("Head 2, switched off"));
        QCOMPARE(pickedHead(*t_->panel), QString("Head 2"));
        entry()->trigger();
        QCOMPARE(t_->lastStep(), QString("Switch head 2 on"));
        QVERIFY(t_->session().layers[0].allHeads[1].isOn);
        QCOMPARE(headTabs(*t_->panel).tabText(2), QString("2"));
    }

    /// A click on a tab commits the field with the focus, which may remove this tab.
    void aHeadThatIsPressedWhileItGoes() {
        control<QToolButton>(*t_->panel, "Sizes")->click();
        auto* heads = control<QSpinBox>(*t_->panel, "Heads");
        heads->setFocus();
        heads->selectAll();
        QTest::keyClicks(heads, "2");
        QApplication::activePopupWidget()->close(); // by the press, which Qt then sends to the tab
        clickHead(*t_->panel, "Head 2");
        QCOMPARE(t_->lastStep(), QString("Change the number of heads to 2"));
        QCOMPARE(t_->session().layers[0].allHeads.size(), std::size_t(2));
        QCOMPARE(headTabs(*t_->panel).count(), 3);
        QCOMPARE(pickedHead(*t_->panel), QString("Head 2"));
    }

    void followsTheSelectedHead() {
        t_->bench.select(2, 0, 0);
        QCOMPARE(pickedHead(*t_->panel), QString("Head 3"));
        QCOMPARE(shown("W_q", 0, 0), QString::fromStdString(fixedPoint(double(weight(2)(0, 0)), 4)));
    }

    void theSelectedHeadIsAlwaysInSight() {
        for (int head = 4; head <= 48; ++head) {
            testing::chooseOf(*t_->panel, testing::kWeightsMenu, "Add head");
            checkReadable(head, head);
        }
        for (int head = 47; head >= 1; --head) {
            QTest::keyClick(&headTabs(*t_->panel), Qt::Key_Left);
            checkReadable(48, head);
        }
        for (const int head : {33, 2, 48, 20}) {
            t_->bench.select(head - 1, 0, 0);
            checkReadable(48, head);
        }
        for (const int width : {200, 500, 290}) {
            t_->panel->resize(width, 640);
            QVERIFY(testing::atRest(*t_->panel));
            checkReadable(48, 20);
        }
        for (const double size : {1.5, 2.0, 1.0}) {
            applyTextSize(*qApp, lightTheme(), size);
            QVERIFY(testing::atRest(*t_->panel));
            checkReadable(48, 20);
        }
        t_->history().undo(); // fewer heads
        for (int i = 0; i < 6; ++i) t_->history().undo();
        checkReadable(41, t_->bench.state().view.head + 1);
    }

    /// The tabs are readable at once when the number is typed, without a resize.
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

    /// A touchpad that sends parts of a notch moves the head after a whole one, as a wheel does.
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
        QWidget* at = &headTabs(*t_->panel);
        for (int i = 0; i < events; ++i) {
            QWheelEvent wheel(QPointF(5, 5), at->mapToGlobal(QPointF(5, 5)), {}, {0, delta}, Qt::NoButton, {},
                              Qt::NoScrollPhase, false);
            QApplication::sendEvent(at, &wheel);
        }
        QCOMPARE(t_->bench.state().view.head, head);
    }

    void sixtyFourHeads() {
        start(shoesSession(64));
        t_->bench.select(40, 0, 0);
        QCOMPARE(t_->panel->width(), 290);
        QTabBar& tabs = headTabs(*t_->panel);
        QCOMPARE(pickedHead(*t_->panel), QString("Head 41"));
        tabs.setFocus();
        QTest::keyClick(&tabs, Qt::Key_Right);
        QCOMPARE(t_->bench.state().view.head, 41);
        QTest::keyClick(&tabs, Qt::Key_End);
        QCOMPARE(t_->bench.state().view.head, 63);
        checkReadable(64, 64);
        QVERIFY(!testing::entryOf(*t_->panel, testing::kWeightsMenu, "Add head")->isEnabled());
    }

    /// With one head no key can choose another.
    void oneHeadIsAlone() {
        start(shoesSession(1));
        QTabBar& tabs = headTabs(*t_->panel);
        tabs.setFocus();
        for (const Qt::Key key : {Qt::Key_Left, Qt::Key_Home, Qt::Key_End, Qt::Key_Right}) {
            QTest::keyClick(&tabs, key);
            QCOMPARE(pickedHead(*t_->panel), QString("Head 1"));
            QVERIFY(!t_->bench.state().isSplit);
        }
        QCOMPARE(tabs.tabText(tabs.currentIndex()), QString("Head 1"));
    }

    void tabComesToTheHeads() {
        t_->bench.select(1, 0, 0);
        control<QPushButton>(*t_->panel, "W_q")->setFocus();
        for (const char* stop : {"Head", "Matrix menu"}) {
            QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
            QCOMPARE(QApplication::focusWidget()->accessibleName(), QString(stop));
        }
    }

    void oneHeadThatIsShownLargeIsTheOneThatIsLookedAt() {
        MapOptions options = t_->bench.state().maps;
        options.isEnlarged = true;
        t_->bench.look([options](MapOptions& maps) { maps = options; });
        clickHead(*t_->panel, "Head 3");
        QCOMPARE(t_->bench.state().view.head, 2);
        QVERIFY(t_->bench.state().maps.isEnlarged);
    }

private:
    /// Checks that the selected head's tab is visible, and not covered by the scroll buttons.
    void checkReadable(int heads, int selected) {
        const QTabBar& tabs = headTabs(*t_->panel);
        QCOMPARE(tabs.count(), heads + 1);
        QCOMPARE(tabs.isTabVisible(0), heads > 1);
        QCOMPARE(pickedHead(*t_->panel), QString("Head %1").arg(selected));
        QRegion free = tabs.visibleRegion();
        for (const QAbstractButton* scroller : tabs.findChildren<QAbstractButton*>())
            if (scroller->isVisible()) free -= scroller->geometry();
        const QRect tab = tabs.tabRect(tabs.currentIndex());
        QVERIFY2(QRegion(tab).subtracted(free).isEmpty(), qPrintable(QString::number(selected)));
    }
};

QTEST_MAIN(ParametersHeadsTest)
#include "tst_parametersHeads.moc"
