#include <QApplication>
#include <QClipboard>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QScopeGuard>
#include <QShortcut>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTableView>

#include "io/matrixText.h"
#include "panels/ParametersPanel.h"
#include "style/resources.h"
#include "support/bench.h"
#include "support/blocks.h"
#include "support/controls.h"

using namespace headlight;
using headlight::testing::matrixFrom;
using test::control;
using test::PaintCount;
using test::sendMouse;
using test::shoesSession;

namespace {

constexpr QSize kSize{290, 640};

} // namespace

class ParametersPanelTest : public QObject {
    Q_OBJECT

private slots:
    void init() { start(shoesSession()); }
    void cleanup() { t_.reset(); }

    void showsBothTables() {
        QCOMPARE(table("W_q")->model()->rowCount(), 2);
        QCOMPARE(table("W_q")->model()->columnCount(), 3);
        QCOMPARE(table("Embeddings")->model()->rowCount(), 8);
        QCOMPARE(shown("W_q", 1, 2), QString::fromStdString(fixedPoint(double(weight(0)(1, 2)), 4)));
        QCOMPARE(table("Embeddings")->model()->headerData(1, Qt::Vertical).toString(), QString("shoes"));
        QCOMPARE(table("W_q")->model()->headerData(2, Qt::Horizontal).toString(), QString("q₃"));
    }

    void typingIntoACellIsOneStep_data() {
        QTest::addColumn<QString>("tab");
        QTest::addColumn<QString>("tableName");
        QTest::addColumn<int>("head");
        QTest::addColumn<QString>("step");
        QTest::newRow("W_q") << "W_q" << "W_q" << 1 << "Edit W_q[2, 1] of head 2";
        QTest::newRow("W_v") << "W_v" << "W_v" << 2 << "Edit W_v[2, 1] of head 3";
        QTest::newRow("X") << "W_q" << "Embeddings" << 0 << "Edit X[2, 1]";
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
        type("W_q", 0, 0, "abc");
        auto* editor = qobject_cast<QLineEdit*>(QApplication::focusWidget());
        QVERIFY(editor);
        QCOMPARE(editor->text(), QString("abc"));
        QVERIFY(editor->property("invalid").toBool());
        QVERIFY(t_->bench.state().problem.contains("abc"));
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
        QTest::addColumn<QString>("left"); ///< in the editor
        const int ctrl = Qt::ControlModifier, shift = Qt::ShiftModifier;
        const QString old, typed = "5"; // old: what the cell held
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
        QVERIFY(t_->bench.apply("Begin", withCell(first, {MatrixKind::Wq, 0, 0}, 1, 1, 0.5F)));
        QShortcut undo(QKeySequence::Undo, t_->panel.get(), [this] { t_->history().undo(); }); // as the window's menu
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
        QTest::keyClick(view, Qt::Key_Z, Qt::ControlModifier); // the window's again
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
        QVERIFY(t_->bench.apply("Elsewhere", withCell(t_->session(), {MatrixKind::Wq, 0, 0}, 0, 0, 9)));
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
        QVERIFY(t_->bench.apply("Begin", withCell(t_->session(), {MatrixKind::Wq, 0, 0}, 1, 1, 0.5F)));
        const Session before = t_->session();
        QTableView* view = table("W_q");
        const QPoint from = press(view, 1, 1, held);
        int steps = 0;
        connect(&t_->bench.document(), &Document::changed, this, [&steps] { ++steps; });
        for (int dx = 1; dx <= 20; ++dx) sendMouse(view->viewport(), QEvent::MouseMove, from + QPoint(dx, 0), Qt::LeftButton, held);
        QVERIFY(weight(0)(1, 1) == expected);
        QCOMPARE(shown("W_q", 1, 1), QString::number(double(expected), 'f', 4));
        QVERIFY2(steps >= 15, "the maps move while the hand moves");
        sendMouse(view->viewport(), QEvent::MouseButtonRelease, from + QPoint(20, 0), Qt::NoButton, held);
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
        QVERIFY(t_->bench.apply("Begin", withCell(t_->session(), {MatrixKind::Wq, 0, 0}, 0, 0, 0.5F)));
        QTableView* view = focused("W_q", 0, 0);
        QTest::keyClick(view, Qt::Key_Up, Qt::ControlModifier);
        QTest::keyClick(view, Qt::Key_Up, Qt::ControlModifier);
        QTest::keyClick(view, Qt::Key_Down, Qt::ControlModifier | Qt::ShiftModifier);
        QVERIFY(weight(0)(0, 0) == 0.519F);
        QCOMPARE(view->currentIndex().row(), 0);
        QCOMPARE(t_->history().count(), 4);
    }

    void pastes_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<int>("row");
        QTest::addColumn<int>("column");
        QTest::addColumn<QString>("expected");
        QTest::newRow("tabs") << "1\t2\t3\n4\t5\t6\n" << 0 << 0 << "1 2 3; 4 5 6";
        QTest::newRow("commas") << "1,2\n4,5" << 0 << 1 << "9 1 2; 9 4 5";
        QTest::newRow("NumPy") << "[[1. 2. 3.]\n [4. 5. 6.]]" << 0 << 0 << "1 2 3; 4 5 6";
        QTest::newRow("PyTorch") << "tensor([[1., 2., 3.],\n        [4., 5., 6.]])" << 0 << 0 << "1 2 3; 4 5 6";
        QTest::newRow("cut at the edge") << "1\t2\n3\t4" << 1 << 2 << "9 9 9; 9 9 1";
    }
    void pastes() {
        QFETCH(QString, text);
        QFETCH(int, row);
        QFETCH(int, column);
        QFETCH(QString, expected);
        fillWithNines();
        QApplication::clipboard()->setText(text);
        QTest::keySequence(focused("W_q", row, column), QKeySequence::Paste);
        QCOMPARE(weight(0), matrixFrom(expected.toStdString()));
        QVERIFY2(t_->lastStep().startsWith("Paste ") && t_->lastStep().endsWith("into W_q of head 1"), qPrintable(t_->lastStep()));
        QCOMPARE(t_->bench.state().problem.isEmpty(), !QString(QTest::currentDataTag()).startsWith("cut"));
    }

    void thePasteButtonFillsTheWholeMatrix() {
        fillWithNines();
        focused("W_q", 1, 1);
        QApplication::clipboard()->setText("1 2 3\n4 5 6");
        QTest::mouseClick(control<QPushButton>(*t_->panel, "Paste"), Qt::LeftButton);
        QCOMPARE(weight(0), matrixFrom("1 2 3; 4 5 6"));
        QCOMPARE(t_->lastStep(), QString("Paste 2 × 3 into W_q of head 1"));
    }

    void oneNumberFillsTheSelectedBlock_data() {
        QTest::addColumn<bool>("byButton");
        QTest::newRow("Ctrl+V") << false;
        QTest::newRow("the button") << true;
    }
    void oneNumberFillsTheSelectedBlock() {
        QFETCH(bool, byButton);
        fillWithNines();
        QTableView* view = focused("W_q", 0, 1);
        view->selectionModel()->select({view->model()->index(0, 1), view->model()->index(1, 2)},
                                       QItemSelectionModel::ClearAndSelect);
        QApplication::clipboard()->setText("-0.5\n");
        if (byButton)
            QTest::mouseClick(control<QPushButton>(*t_->panel, "Paste"), Qt::LeftButton);
        else
            QTest::keySequence(view, QKeySequence::Paste);
        QCOMPARE(weight(0), matrixFrom("9 -0.5 -0.5; 9 -0.5 -0.5"));
        QCOMPARE(t_->lastStep(), QString("Fill 2 × 2 of W_q of head 1"));
        QCOMPARE(t_->history().count(), 2);
        view->setCurrentIndex(view->model()->index(0, 0)); // one cell is no block
        QTest::keySequence(view, QKeySequence::Paste);
        QCOMPARE(weight(0), matrixFrom("-0.5 -0.5 -0.5; 9 -0.5 -0.5"));
    }

    void pastedNonsenseIsRefused() {
        const Session before = t_->session();
        QApplication::clipboard()->setText("1 2\n3 four");
        QTest::keySequence(focused("W_q", 0, 0), QKeySequence::Paste);
        QVERIFY(t_->session() == before);
        QVERIFY(!t_->bench.state().problem.isEmpty());
    }

    void copies() {
        QTest::mouseClick(control<QPushButton>(*t_->panel, "Copy"), Qt::LeftButton);
        QCOMPARE(*matrixFromText(QApplication::clipboard()->text().toStdString()), weight(0));
        QTableView* view = focused("W_q", 0, 1);
        QTest::keyClick(view, Qt::Key_Down, Qt::ShiftModifier);
        QTest::keySequence(view, QKeySequence::Copy);
        QCOMPARE(*matrixFromText(QApplication::clipboard()->text().toStdString()), Matrix(weight(0).middleCols(1, 1)));
        view->setCurrentIndex(view->model()->index(1, 2));
        QTest::keySequence(view, QKeySequence::Copy);
        QCOMPARE(QApplication::clipboard()->text().toStdString(), shortest(weight(0)(1, 2)));
    }

    void shiftClickSelectsABlockAndDeleteClearsIt() {
        fillWithNines();
        QTableView* view = table("W_q");
        press(view, 0, 1);
        sendMouse(view->viewport(), QEvent::MouseButtonRelease, centre(view, 0, 1), Qt::NoButton);
        press(view, 1, 2, Qt::ShiftModifier);
        sendMouse(view->viewport(), QEvent::MouseButtonRelease, centre(view, 1, 2), Qt::NoButton, Qt::ShiftModifier);
        QCOMPARE(view->selectionModel()->selectedIndexes().size(), 4);
        view->setFocus();
        QTest::keyClick(view, Qt::Key_Delete);
        QCOMPARE(weight(0), matrixFrom("9 0 0; 9 0 0"));
        QCOMPARE(t_->lastStep(), QString("Clear 2 × 2 in W_q of head 1"));
    }

    void headsComeAndGo() {
        const auto click = [this](const char* name) { QTest::mouseClick(control<QPushButton>(*t_->panel, name), Qt::LeftButton); };
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

    void followsTheSelectedHead() {
        t_->bench.select(2, 0, 0);
        QVERIFY(control<QPushButton>(*t_->panel, "Head 3")->isChecked());
        QCOMPARE(shown("W_q", 0, 0), QString::fromStdString(fixedPoint(double(weight(2)(0, 0)), 4)));
    }

    void theSelectedHeadIsAlwaysWhollyThere() {
        const auto checkStrip = [this](int selected) {
            const int heads = sizesOf(t_->session()).heads;
            for (int head = 1; head <= heads; ++head) {
                auto* segment = control<QPushButton>(*t_->panel, QString("Head %1").arg(head));
                QCOMPARE(segment->isChecked(), head == selected);
                if (head == selected) QVERIFY2(segment->isVisible(), qPrintable(QString("%1 of %2").arg(head).arg(heads)));
                if (!segment->isVisible()) continue;
                QCOMPARE(segment->visibleRegion(), QRegion(segment->rect())); // no button is cut
                QVERIFY(segment->width() >= segment->sizeHint().width());
            }
        };
        checkStrip(1);
        for (int head = 4; head <= 16; ++head) {
            QTest::mouseClick(control<QPushButton>(*t_->panel, "Add head"), Qt::LeftButton);
            checkStrip(head);
        }
        for (int head = 15; head >= 1; --head) {
            QTest::mouseClick(control<QPushButton>(*t_->panel, "Previous head"), Qt::LeftButton);
            checkStrip(head);
        }
        t_->bench.select(11, 0, 0);
        checkStrip(12);
        t_->panel->resize(240, 640);
        QApplication::processEvents();
        checkStrip(12);
        t_->history().undo(); // fewer heads
        for (int i = 0; i < 6; ++i) t_->history().undo();
        checkStrip(t_->bench.state().view.head + 1);
        t_->panel->resize(500, 640);
        QApplication::processEvents();
        checkStrip(t_->bench.state().view.head + 1);
        QVERIFY(control<QPushButton>(*t_->panel, "Head 1")->isVisible()); // now there is room for all
        QVERIFY(!control<QPushButton>(*t_->panel, "Next head")->isVisible());
    }

    void sixtyFourHeadsHaveRoom() {
        start(shoesSession(64));
        t_->bench.select(40, 0, 0);
        QCOMPARE(t_->panel->width(), kSize.width());
        auto* segment = control<QPushButton>(*t_->panel, "Head 41");
        QTRY_VERIFY(segment->visibleRegion().boundingRect().contains(segment->rect().center()));
        QTest::mouseClick(control<QPushButton>(*t_->panel, "Next head"), Qt::LeftButton);
        QCOMPARE(t_->bench.state().view.head, 41);
        QVERIFY(!control<QPushButton>(*t_->panel, "Add head")->isEnabled());
    }

    void sizesChange_data() {
        QTest::addColumn<QString>("field");
        QTest::addColumn<int>("value");
        QTest::addColumn<QString>("step");
        QTest::newRow("d") << "d" << 5 << "Change d to 5";
        QTest::newRow("d_k") << "d_k" << 7 << "Change d_k to 7";
        QTest::newRow("d_v") << "d_v" << 1 << "Change d_v to 1";
        QTest::newRow("more heads") << "Heads" << 12 << "Change the number of heads to 12";
        QTest::newRow("fewer heads") << "Heads" << 1 << "Change the number of heads to 1";
    }
    void sizesChange() {
        QFETCH(QString, field);
        QFETCH(int, value);
        QFETCH(QString, step);
        auto* box = control<QSpinBox>(*t_->panel, field);
        box->setFocus();
        box->selectAll();
        QTest::keyClicks(box, QString::number(value));
        QCOMPARE(t_->history().count(), 0); // not while typing
        QTest::keyClick(box, Qt::Key_Return);
        QCOMPARE(t_->history().count(), 1);
        QCOMPARE(t_->lastStep(), step);
        const Sizes sizes = sizesOf(t_->session());
        const QMap<QString, int> now{{"d", sizes.d}, {"d_k", sizes.dk}, {"d_v", sizes.dv}, {"Heads", sizes.heads}};
        QCOMPARE(now[field], value);
        t_->history().undo();
        QCOMPARE(t_->history().count(), 1); // the field followed and asked for nothing
        QCOMPARE(box->value(), field == "d" ? 2 : field == "d_v" ? 4 : 3);
    }

    void sizesThatCannotBeAreRefused_data() {
        QTest::addColumn<QString>("field");
        QTest::addColumn<QString>("typed");
        QTest::addColumn<QString>("message");
        QTest::newRow("99 heads") << "Heads" << "99" << "Heads must be a whole number from 1 to 64, not 99.";
        QTest::newRow("no heads") << "Heads" << "0" << "Heads must be a whole number from 1 to 64, not 0.";
        QTest::newRow("d of 0") << "d" << "0" << "d must be a whole number from 1 to 1024, not 0.";
        QTest::newRow("d of 5000") << "d" << "5000" << "d must be a whole number from 1 to 1024, not 5000.";
        QTest::newRow("d_k") << "d_k" << "-3" << "d_k must be a whole number from 1 to 1024, not -3.";
        QTest::newRow("d_v") << "d_v" << "2.5" << "d_v must be a whole number from 1 to 1024, not “2.5”.";
        QTest::newRow("a word") << "d" << "two" << "d must be a whole number from 1 to 1024, not “two”.";
        QTest::newRow("nothing") << "d" << "" << "";
    }
    void sizesThatCannotBeAreRefused() {
        QFETCH(QString, field);
        QFETCH(QString, typed);
        QFETCH(QString, message);
        const Session before = t_->session();
        auto* box = control<QSpinBox>(*t_->panel, field);
        const int old = box->value();
        for (const bool byEnter : {true, false}) {
            t_->bench.report({});
            box->setFocus();
            box->selectAll();
            QTest::keyClick(box, Qt::Key_Delete);
            QTest::keyClicks(box, typed);
            QCOMPARE(box->text(), typed); // no key was swallowed
            if (byEnter)
                QTest::keyClick(box, Qt::Key_Return);
            else
                table("W_q")->setFocus();
            QCOMPARE(t_->bench.state().problem, message);
            QCOMPARE(box->text(), QString::number(old));
            QVERIFY(t_->session() == before);
            QCOMPARE(t_->history().count(), 0);
        }
    }

    void anArrowAfterNonsenseStepsFromTheOldSize() {
        auto* box = control<QSpinBox>(*t_->panel, "d_k");
        box->setFocus();
        box->selectAll();
        QTest::keyClicks(box, "5000");
        QTest::keyClick(box, Qt::Key_Up);
        QCOMPARE(box->text(), QString("4"));
        QCOMPARE(t_->lastStep(), QString("Change d_k to 4"));
        QCOMPARE(t_->history().count(), 1);
        QVERIFY(t_->bench.state().problem.isEmpty());
    }

    void numbersAreNotCut_data() {
        QTest::addColumn<int>("d");
        QTest::addColumn<int>("tokens");
        QTest::newRow("the example") << 2 << 8;
        QTest::newRow("many tokens") << 2 << 2000;
        QTest::newRow("large") << 1024 << 12;
    }
    void numbersAreNotCut() {
        QFETCH(int, d);
        QFETCH(int, tokens);
        loadResources();
        applyTheme(*qApp, lightTheme());
        const auto plain = qScopeGuard([] { qApp->setStyleSheet({}); });
        std::string sentence;
        for (int i = 0; i < tokens; ++i) sentence += "w" + std::to_string(i) + " ";
        Session session = *withKeySize(*withEmbeddingSize(shoesSession(3), d), 0, 1024);
        session = *withValueSize(session, 0, 1024);
        start(*withSentence(session, sentence));
        QApplication::processEvents();
        for (const char* name : {"d", "d_k", "d_v", "Heads"}) {
            auto* line = control<QSpinBox>(*t_->panel, name)->findChild<QLineEdit*>();
            constexpr int kLineMargins = 2 * 2 + 1; // QLineEdit's own, and the cursor
            QVERIFY2(line->width() >= line->fontMetrics().horizontalAdvance(line->text()) + kLineMargins, name);
        }
        int captions = 0;
        for (auto* label : t_->panel->findChildren<QLabel*>()) {
            if (!label->text().contains(QChar(0xd7)) || !label->isVisible()) continue; // ×
            ++captions;
            QVERIFY2(label->width() >= label->sizeHint().width(), qPrintable(label->text()));
        }
        QCOMPARE(captions, 2);
    }

    void equalTokensShareTheirRow() {
        type("Embeddings", 2, 1, "-3");
        QTRY_COMPARE(shown("Embeddings", 2, 1), QString("-3.0000"));
        QCOMPARE(shown("Embeddings", 6, 1), QString("-3.0000"));
        table("Embeddings")->setCurrentIndex(table("Embeddings")->model()->index(6, 0));
        QCOMPARE(control<QLabel>(*t_->panel, "Hint")->text(), QString::fromUtf16(u"“\u2068are\u2069” at 3 and 7: one shared vector"));
    }

    void withoutWeightsThereIsAWayToHaveThem() {
        start(*withoutTrainableWeights(shoesSession(), 0));
        QVERIFY(!control<QTableView>(*t_->panel, "W_q")->isVisible());
        QVERIFY(!control<QSpinBox>(*t_->panel, "d_k")->isEnabled());
        QTest::mouseClick(control<QPushButton>(*t_->panel, "Use trainable weights"), Qt::LeftButton);
        QVERIFY(control<QTableView>(*t_->panel, "W_q")->isVisible());
        QVERIFY(!isSimplified(t_->session().layers[0]));
        QCOMPARE(t_->lastStep(), QString("Use trainable weights"));
    }

    void theOutputMatrixHasATabIfThereIsOne() {
        QVERIFY(!control<QPushButton>(*t_->panel, "W_o")->isVisible());
        Session session = shoesSession();
        session.layers[0].wo = Matrix(Matrix::Ones(12, 5));
        start(session);
        QTest::mouseClick(control<QPushButton>(*t_->panel, "W_o"), Qt::LeftButton);
        type("W_o", 3, 4, "2");
        QTRY_COMPARE((*t_->session().layers[0].wo)(3, 4), 2.0F);
        QCOMPARE(t_->lastStep(), QString("Edit W_o[4, 5]"));
    }

    void presentingTheSameTwiceDoesNothing() {
        QTRY_VERIFY(t_->bench.state().frame);
        for (int i = 0; i < 5; ++i) QApplication::processEvents(); // the first paints are through
        QSignalSpy weights(table("W_q")->model(), &QAbstractItemModel::dataChanged);
        QSignalSpy embeddings(table("Embeddings")->model(), &QAbstractItemModel::dataChanged);
        PaintCount paints(table("Embeddings")->viewport()), panel(t_->panel.get());
        t_->panel->present(t_->bench.state());
        QApplication::processEvents();
        QCOMPARE(weights.count() + embeddings.count() + paints.count + panel.count, 0);
        QVERIFY(t_->bench.apply("Edit", withCell(t_->session(), {MatrixKind::X, 0, 0}, 1, 1, 0.0625F)));
        QCOMPARE(weights.count(), 0);
        QCOMPARE(embeddings.count(), 1);
    }

    void aLargeSessionIsPresented() {
        Session session = *withEmbeddingSize(shoesSession(1), 1024);
        std::string sentence;
        for (int i = 0; i < 2000; ++i) sentence += "w" + std::to_string(i) + " ";
        start(*withSentence(session, sentence));
        QCOMPARE(table("Embeddings")->model()->rowCount(), 2000);
        QCOMPARE(table("W_q")->model()->rowCount(), 1024);
        for (const char* name : {"W_q", "Embeddings"}) {
            QVERIFY(table(name)->height() >= 70);
            QVERIFY(table(name)->geometry().bottom() < t_->panel->height());
        }
    }

private:
    void start(const Session& session) {
        t_.reset();
        t_ = std::make_unique<test::PanelBench<ParametersPanel>>(session, kSize);
        QVERIFY(QTest::qWaitForWindowActive(t_->panel.get()));
    }
    QTableView* table(const QString& name) { return control<QTableView>(*t_->panel, name); }
    QTableView* focused(const QString& name, int row, int column) {
        QTableView* view = table(name);
        view->setFocus();
        view->setCurrentIndex(view->model()->index(row, column));
        return view;
    }
    QString shown(const QString& name, int row, int column) { return table(name)->model()->index(row, column).data().toString(); }
    Matrix weight(int head) { return *t_->session().layers[0].heads[std::size_t(head)].wq; }
    QPoint centre(QTableView* view, int row, int column) {
        return view->visualRect(view->model()->index(row, column)).center();
    }
    QPoint press(QTableView* view, int row, int column, Qt::KeyboardModifiers modifiers = Qt::NoModifier) {
        const QPoint at = centre(view, row, column);
        sendMouse(view->viewport(), QEvent::MouseButtonPress, at, Qt::LeftButton, modifiers);
        return at;
    }
    void type(const QString& name, int row, int column, const QString& text) {
        QTest::keyClicks(focused(name, row, column), text.left(1)); // opens the editor
        QTest::keyClicks(QApplication::focusWidget(), text.mid(1));
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return);
    }
    void fillWithNines() {
        const MatrixRef ref{MatrixKind::Wq, 0, 0};
        QVERIFY(t_->bench.apply("Nines", withBlock(t_->session(), ref, 0, 0, Matrix::Constant(2, 3, 9))));
    }

    std::unique_ptr<test::PanelBench<ParametersPanel>> t_;
};

QTEST_MAIN(ParametersPanelTest)
#include "tst_parametersPanel.moc"
