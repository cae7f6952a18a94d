// A number that is typed into a cell, or dragged.
#include "support/blocks.h"
#include "support/givenEdit.h"
#include "ui/panels/parameters/parametersBench.h"

#include <QLineEdit>
#include <QShortcut>

using namespace headlight;
using testing::control;
using testing::sendMouse;
using testing::shoesSession;

class ParametersTableTest : public QObject, private testing::ParametersBench {
    Q_OBJECT

private slots:
    void init() { start(shoesSession()); }
    void cleanup() { t_.reset(); }

    void typingIntoACellIsOneStep_data() {
        QTest::addColumn<QString>("tab");
        QTest::addColumn<QString>("tableName");
        QTest::addColumn<int>("head");
        QTest::addColumn<QString>("step");
        QTest::newRow("W_q") << "W_q"
                             << "W_q" << 1 << "Edit W_q[2, 1] of head 2";
        QTest::newRow("W_v") << "W_v"
                             << "W_v" << 2 << "Edit W_v[2, 1] of head 3";
        QTest::newRow("X") << "W_q"
                           << "Embeddings" << 0 << "Edit X[shoes, 1]";
    }
    void typingIntoACellIsOneStep() {
        QFETCH(QString, tab);
        QFETCH(QString, tableName);
        QFETCH(int, head);
        QFETCH(QString, step);
        t_->bench.select(head, 0, 0);
        QTest::mouseClick(control<QPushButton>(*t_->panel, tab), Qt::LeftButton);
        const Session before = t_->session();
        type(tableName, 1, 0, "1/4");
        QTRY_COMPARE(shown(tableName, 1, 0), QString("0.2500"));
        QCOMPARE(t_->lastStep(), step);
        QCOMPARE(t_->history().count(), 1);
        QCOMPARE(table(tableName)->currentIndex().row(), tableName == "Embeddings" ? 2 : 1); // down, if there is a row
        t_->history().undo();
        QVERIFY(t_->session() == before);
    }

    void nonsenseStaysInTheEditor() {
        const Session before = t_->session();
        type("W_q", 0, 0, "1bc");
        auto* editor = qobject_cast<QLineEdit*>(QApplication::focusWidget());
        QVERIFY(editor);
        QCOMPARE(editor->text(), QString("1bc"));
        QVERIFY(editor->property("invalid").toBool());
        QVERIFY(t_->bench.state().problem.contains("1bc"));
        QVERIFY(t_->session() == before);
        QTest::keyClick(editor, Qt::Key_Escape);
        QVERIFY(t_->bench.state().problem.isEmpty());
        QTRY_VERIFY(!table("W_q")->viewport()->findChild<QLineEdit*>());
        QVERIFY(t_->session() == before);
        QCOMPARE(t_->history().count(), 0);
    }

    void tabCommitsAndMovesRight() {
        QTableView* view = focused("W_q", 0, 0);
        QTest::keyClicks(view, "7");
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
        QTRY_COMPARE(view->currentIndex(), view->model()->index(0, 1));
        QVERIFY(weight(0)(0, 0) == 7.0F);
    }

    void enterOpensTheCellAndLeavesAnUntouchedNumberAlone() {
        QTableView* view = focused("W_q", 0, 0);
        QTest::keyClick(view, Qt::Key_Return);
        auto* editor = qobject_cast<QLineEdit*>(QApplication::focusWidget());
        QVERIFY(editor);
        QCOMPARE(editor->text(), QString::fromStdString(shortest(weight(0)(0, 0))));
        QTest::keyClick(editor, Qt::Key_Return);
        QTRY_COMPARE(view->currentIndex().row(), 1);
        QCOMPARE(t_->history().count(), 0);
    }

    void keysOfOthersDoNoHarmWhileTyping_data() {
        QTest::addColumn<int>("key");
        QTest::addColumn<int>("modifiers");
        QTest::addColumn<QString>("left"); ///< text in the editor
        const int ctrl = Qt::ControlModifier, shift = Qt::ShiftModifier;
        const QString old, typed = "5"; // the value that the cell had
        QTest::newRow("undo is the editor's own") << int(Qt::Key_Z) << ctrl << old;
        QTest::newRow("redo") << int(Qt::Key_Z) << (ctrl | shift) << typed;
        QTest::newRow("the other redo") << int(Qt::Key_Y) << ctrl << typed;
        QTest::newRow("copy") << int(Qt::Key_C) << ctrl << typed;
        QTest::newRow("Shift") << int(Qt::Key_Shift) << shift << typed;
        QTest::newRow("Alt") << int(Qt::Key_Alt) << int(Qt::AltModifier) << typed;
        QTest::newRow("Control") << int(Qt::Key_Control) << ctrl << typed;
        QTest::newRow("F5") << int(Qt::Key_F5) << 0 << typed;
        QTest::newRow("page down") << int(Qt::Key_PageDown) << 0 << typed;
        QTest::newRow("Ctrl+F9") << int(Qt::Key_F9) << ctrl << typed;
    }
    void keysOfOthersDoNoHarmWhileTyping() {
        QFETCH(int, key);
        QFETCH(int, modifiers);
        QFETCH(QString, left);
        if (left.isEmpty()) left = QString::fromStdString(shortest(weight(0)(0, 0)));
        const Session first = t_->session();
        QVERIFY(t_->bench.apply("Begin", testing::givenEdit(withCell(first, {Parameter::Wq, 0, 0}, 1, 1, 0.5F))));
        QShortcut undo(QKeySequence::Undo, t_->panel.get(), [this] { t_->history().undo(); }); // as in the window
        QShortcut redo(QKeySequence::Redo, t_->panel.get(), [this] { t_->history().redo(); });
        QShortcut otherRedo(QKeySequence(Qt::CTRL | Qt::Key_Y), t_->panel.get(), [this] { t_->history().redo(); });
        const Session before = t_->session();
        QTableView* view = focused("W_q", 0, 0);
        QTest::keyClicks(view, "5");
        auto* editor = qobject_cast<QLineEdit*>(QApplication::focusWidget());
        QVERIFY(editor);
        QTest::keyClick(editor, Qt::Key(key), Qt::KeyboardModifiers::fromInt(modifiers));
        QCOMPARE(editor->text(), left);
        QVERIFY(t_->session() == before);
        QCOMPARE(t_->history().index(), 1);
        QTest::keyClick(editor, Qt::Key_Escape);
        QTRY_VERIFY(!view->viewport()->findChild<QLineEdit*>());
        QVERIFY(t_->session() == before);
        QTest::keyClick(view, Qt::Key_Z, Qt::ControlModifier); // the window's shortcut again
        QVERIFY(t_->session() == first);
    }

    void undoWhileTypingComesBackWithRedo() {
        QTableView* view = focused("W_q", 0, 0);
        QTest::keyClicks(view, "5");
        auto* editor = qobject_cast<QLineEdit*>(QApplication::focusWidget());
        QVERIFY(editor);
        QTest::keyClick(editor, Qt::Key_Z, Qt::ControlModifier);
        QTest::keyClick(editor, Qt::Key_Y, Qt::ControlModifier);
        QCOMPARE(editor->text(), QString("5"));
        QTest::keyClick(editor, Qt::Key_Return);
        QTRY_VERIFY(weight(0)(0, 0) == 5.0F);
        QCOMPARE(t_->history().count(), 1);
    }

    void exponentsAreTypedWithShift() {
        QTableView* view = focused("W_q", 0, 0);
        QTest::keyClicks(view, "1");
        QWidget* editor = QApplication::focusWidget();
        QTest::keyPress(editor, Qt::Key_Shift, Qt::ShiftModifier);
        QTest::keyClick(editor, Qt::Key_E, Qt::ShiftModifier);
        QTest::keyRelease(editor, Qt::Key_Shift);
        QTest::keyClicks(editor, "5");
        QTest::keyClick(editor, Qt::Key_Return);
        QTRY_VERIFY(weight(0)(0, 0) == 100000.0F);
    }

    void anOpenEditorSurvivesOtherNews() {
        focused("W_q", 0, 0);
        QTest::keyClicks(table("W_q"), "4");
        QVERIFY(
            t_->bench.apply("Elsewhere", testing::givenEdit(withCell(t_->session(), {Parameter::Wq, 0, 0}, 0, 0, 9))));
        auto* editor = qobject_cast<QLineEdit*>(QApplication::focusWidget());
        QVERIFY(editor);
        QCOMPARE(editor->text(), QString("4"));
        QTest::keyClick(editor, Qt::Key_Return);
        QTRY_VERIFY(weight(0)(0, 0) == 4.0F);
    }

    void aScrubIsOneStep_data() {
        QTest::addColumn<int>("modifiers");
        QTest::addColumn<float>("expected");
        QTest::newRow("plain") << int(Qt::NoModifier) << 0.7F;
        QTest::newRow("shift is finer") << int(Qt::ShiftModifier) << 0.52F;
        QTest::newRow("control is coarser") << int(Qt::ControlModifier) << 2.5F;
    }
    void aScrubIsOneStep() {
        QFETCH(int, modifiers);
        QFETCH(float, expected);
        const auto held = Qt::KeyboardModifiers::fromInt(modifiers);
        QVERIFY(
            t_->bench.apply("Begin", testing::givenEdit(withCell(t_->session(), {Parameter::Wq, 0, 0}, 1, 1, 0.5F))));
        const Session before = t_->session();
        QTableView* view = table("W_q");
        const QPoint from = press(view, 1, 1, held);
        int steps = 0;
        connect(&t_->bench.document().history(), &History::changed, this, [&steps] { ++steps; });
        for (int dx = 1; dx <= 20; ++dx)
            sendMouse(view->viewport(), QEvent::MouseMove, from + QPoint(dx, 0), Qt::LeftButton, held);
        QVERIFY(weight(0)(1, 1) == expected);
        QCOMPARE(shown("W_q", 1, 1), QString::number(double(expected), 'f', 4));
        QVERIFY2(steps >= 15, "the maps move while the hand moves");
        QVERIFY(t_->bench.state().isDragging);
        sendMouse(view->viewport(), QEvent::MouseButtonRelease, from + QPoint(20, 0), Qt::NoButton, held);
        QVERIFY(!t_->bench.state().isDragging);
        QCOMPARE(t_->history().count(), 2);
        QCOMPARE(t_->lastStep(), QString("Edit W_q[2, 2] of head 1"));
        t_->history().undo();
        QVERIFY(t_->session() == before);
    }

    void escapeGivesTheOldValueBack() {
        const Session before = t_->session();
        QTableView* view = focused("Embeddings", 1, 0);
        const QPoint from = press(view, 1, 0);
        sendMouse(view->viewport(), QEvent::MouseMove, from + QPoint(40, 0));
        QVERIFY(!sameValues(t_->session(), before));
        QTest::keyClick(view, Qt::Key_Escape);
        QVERIFY(sameValues(t_->session(), before));
        QVERIFY(!t_->bench.state().isDragging);
        sendMouse(view->viewport(), QEvent::MouseMove, from + QPoint(60, 0));
        sendMouse(view->viewport(), QEvent::MouseButtonRelease, from + QPoint(60, 0), Qt::NoButton);
        QVERIFY(sameValues(t_->session(), before));
        QCOMPARE(t_->history().count(), 0);
    }

    void aDragDoesNotGoOnInAnotherMatrix() {
        QTableView* view = table("W_q");
        const QPoint from = press(view, 1, 1);
        sendMouse(view->viewport(), QEvent::MouseMove, from + QPoint(10, 0));
        t_->bench.select(1, 0, 0);
        const Session before = t_->session();
        sendMouse(view->viewport(), QEvent::MouseMove, from + QPoint(30, 0));
        sendMouse(view->viewport(), QEvent::MouseButtonRelease, from + QPoint(30, 0), Qt::NoButton);
        QVERIFY(t_->session() == before);
    }

    /// A menu or a dialog takes the focus and the release. After it neither a move nor Esc belongs to the drag.
    void aDragEndsWithItsButtonAndItsFocus_data() {
        QTest::addColumn<bool>("losesFocus");
        QTest::newRow("the release is swallowed") << false;
        QTest::newRow("the focus goes") << true;
    }
    void aDragEndsWithItsButtonAndItsFocus() {
        QFETCH(bool, losesFocus);
        QTableView* view = focused("W_q", 1, 1);
        const QPoint from = press(view, 1, 1);
        sendMouse(view->viewport(), QEvent::MouseMove, from + QPoint(10, 0));
        const Session after = t_->session();
        if (losesFocus)
            view->clearFocus();
        else
            sendMouse(view->viewport(), QEvent::MouseMove, from + QPoint(20, 0), Qt::NoButton);
        sendMouse(view->viewport(), QEvent::MouseMove, from + QPoint(60, 0),
                  losesFocus ? Qt::LeftButton : Qt::NoButton);
        QVERIFY(t_->session() == after);
        view->setFocus();
        QTest::keyClick(view, Qt::Key_Escape);
        QVERIFY(t_->session() == after);
    }

    void aDragEndsWithItsDocument() {
        QTableView* view = focused("W_q", 1, 1);
        const QPoint from = press(view, 1, 1);
        sendMouse(view->viewport(), QEvent::MouseMove, from + QPoint(10, 0));
        t_->bench.files().newDocument();
        const Session fresh = t_->session();
        sendMouse(view->viewport(), QEvent::MouseMove, from + QPoint(60, 0));
        QTest::keyClick(view, Qt::Key_Escape);
        QVERIFY(t_->session() == fresh);
    }

    void aClickOrASmallTremorChangesNothing() {
        QTableView* view = table("W_q");
        const QPoint from = press(view, 0, 1);
        sendMouse(view->viewport(), QEvent::MouseMove, from + QPoint(3, 0));
        sendMouse(view->viewport(), QEvent::MouseMove, from + QPoint(1, 30));
        sendMouse(view->viewport(), QEvent::MouseButtonRelease, from, Qt::NoButton);
        QCOMPARE(t_->history().count(), 0);
        QCOMPARE(view->currentIndex(), view->model()->index(0, 1));
    }

    void controlUpAndDownStep() {
        QVERIFY(
            t_->bench.apply("Begin", testing::givenEdit(withCell(t_->session(), {Parameter::Wq, 0, 0}, 0, 0, 0.5F))));
        QTableView* view = focused("W_q", 0, 0);
        QTest::keyClick(view, Qt::Key_Up, Qt::ControlModifier);
        QTest::keyClick(view, Qt::Key_Up, Qt::ControlModifier);
        QTest::keyClick(view, Qt::Key_Down, Qt::ControlModifier | Qt::ShiftModifier);
        QVERIFY(weight(0)(0, 0) == 0.519F);
        QCOMPARE(view->currentIndex().row(), 0);
        QCOMPARE(t_->history().count(), 4);
    }
};

QTEST_MAIN(ParametersTableTest)
#include "tst_parametersTable.moc"
