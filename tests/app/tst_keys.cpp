// Keys that do the same in all panels of the real window.
#include "app/windowBench.h"
#include "session/edits.h"
#include "support/givenEdit.h"

#include <QLineEdit>
#include <QPlainTextEdit>
#include <QSpinBox>
#include <QTableView>
#include <QTest>

using namespace headlight;
using testing::control;

class KeysTest : public QObject, private testing::WindowBench {
    Q_OBJECT

private slots:
    void init() { start(); }
    void cleanup() { window_.reset(); }

    /// Brackets select heads in a map and in a table, but are text in text fields.
    void bracketsGoThroughTheHeads() {
        const auto head = [this] { return state().view.head; };
        window_->workbench().select(0, 0, 0);
        QWidget* map = nullptr;
        for (QWidget* one : window_->findChildren<QWidget*>())
            if (one->inherits("headlight::HeatmapView") && one->isVisible()) map = one;
        auto* table = control<QTableView>(*window_, "W_q");
        auto* sentence = control<QPlainTextEdit>(*window_, "Sentence");
        map->setFocus();
        key(Qt::Key_BracketRight);
        QCOMPARE(head(), 1);
        table->setFocus();
        key(Qt::Key_BracketRight);
        key(Qt::Key_BracketRight); // no effect: the third head is the last
        QCOMPARE(head(), 2);
        QVERIFY2(!table->viewport()->findChild<QLineEdit*>(), "a bracket begins no number");
        key(Qt::Key_BracketLeft);
        QCOMPARE(head(), 1);
        sentence->setFocus();
        keys("][");
        QCOMPARE(head(), 1);
        QVERIFY(sentence->toPlainText().contains("]["));
        control<QSpinBox>(*window_, "d_k")->setFocus();
        keys("]");
        table->setFocus();
        keys("1]");
        QCOMPARE(head(), 1);
    }

    void bracesGoThroughTheLayers() {
        const auto layer = [this] { return state().view.layer; };
        for (int more = 0; more < 2; ++more)
            QVERIFY(window_->workbench().apply("Add", testing::givenEdit(withLayerAdded(testing::session(*window_)))));
        auto* table = control<QTableView>(*window_, "W_q");
        table->setFocus();
        key(Qt::Key_BraceRight);
        QCOMPARE(layer(), 1);
        key(Qt::Key_BraceRight);
        key(Qt::Key_BraceRight); // no effect: the third layer is the last
        QCOMPARE(layer(), 2);
        QVERIFY(!table->viewport()->findChild<QLineEdit*>());
        key(Qt::Key_BraceLeft);
        QCOMPARE(layer(), 1);
        control<QPlainTextEdit>(*window_, "Sentence")->setFocus();
        keys("}{");
        QCOMPARE(layer(), 1);
    }

    /// F6 goes round the areas, and so does Shift+F6 in the other direction.
    void areasAreReached() {
        control<QPlainTextEdit>(*window_, "Sentence")->setFocus();
        const QStringList areas{"Tokens", "X", "Sizes", "Scores, head 2", "Decimals", "Sentence"};
        for (const QString& area : areas) {
            key(Qt::Key_F6);
            QTRY_COMPARE(QApplication::focusWidget()->accessibleName(), area);
        }
        for (qsizetype i = areas.size() - 1; i-- > 0;) {
            key(Qt::Key_F6, Qt::ShiftModifier);
            QTRY_COMPARE(QApplication::focusWidget()->accessibleName(), areas[i]);
        }
    }

    /// Esc closes what was opened last, wherever the focus is.
    void escClosesTheNewest_data() {
        QTest::addColumn<bool>("isWalkFirst");
        QTest::newRow("walk, then enlarged") << true;
        QTest::newRow("enlarged, then walk") << false;
    }
    void escClosesTheNewest() {
        QFETCH(bool, isWalkFirst);
        control<QTableView>(*window_, "W_q")->setFocus();
        for (const bool isWalk : {isWalkFirst, !isWalkFirst})
            isWalk ? key(Qt::Key_N) : key(Qt::Key_L, Qt::ControlModifier);
        key(Qt::Key_F, Qt::ControlModifier);
        QVERIFY(control<QLineEdit>(*window_, "Find token")->isVisible());
        key(Qt::Key_Escape);
        QVERIFY(!control<QLineEdit>(*window_, "Find token")->isVisible());
        QCOMPARE(QApplication::focusWidget(), control<QTableView>(*window_, "W_q"));
        key(Qt::Key_Escape);
        QCOMPARE(state().step.has_value(), isWalkFirst);
        QCOMPARE(state().maps.isEnlarged, !isWalkFirst);
        key(Qt::Key_Escape);
        QVERIFY(!state().step && !state().maps.isEnlarged);
    }

    void theBarThatIsOpenedAgainIsTheNewest() {
        key(Qt::Key_F, Qt::ControlModifier);
        window_->workbench().goToStep(state().stepAfter(1));
        key(Qt::Key_F, Qt::ControlModifier);
        key(Qt::Key_Escape);
        QVERIFY(!control<QLineEdit>(*window_, "Find token")->isVisible() && state().step);
        key(Qt::Key_Escape);
        QVERIFY(!state().step);
    }

    /// The key works wherever the focus is: it shows the overview, arrow keys work in it, and the key hides it again.
    void theOverviewHasItsKey() {
        control<QTableView>(*window_, "W_q")->setFocus();
        key(Qt::Key_L, Qt::ControlModifier | Qt::ShiftModifier);
        QVERIFY(state().maps.overview);
        QTRY_COMPARE(QApplication::focusWidget()->accessibleName(), QString("Overview of layers and heads"));
        window_->workbench().select(0, 0, 0);
        key(Qt::Key_Right);
        QCOMPARE(state().view.head, 1);
        key(Qt::Key_L, Qt::ControlModifier | Qt::ShiftModifier);
        QVERIFY(!state().maps.overview);
        QTRY_COMPARE(QApplication::focusWidget()->accessibleName(), QString("Scores, head 2"));
    }
};

QTEST_MAIN(KeysTest)
#include "tst_keys.moc"
