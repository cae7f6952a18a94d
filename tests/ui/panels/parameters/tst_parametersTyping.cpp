// Numbers typed into a table one after the other, only by keyboard, and invalid input.
#include "support/blocks.h"
#include "ui/panels/parameters/parametersBench.h"

#include <QClipboard>
#include <QLineEdit>
#include <QToolButton>

using namespace headlight;
using headlight::testing::matrixFrom;
using testing::control;
using testing::shoesSession;

namespace {

void key(Qt::Key key, Qt::KeyboardModifiers modifiers = Qt::NoModifier) {
    QTest::keyClick(QApplication::focusWidget(), key, modifiers);
}

} // namespace

class ParametersTypingTest : public QObject, private testing::ParametersBench {
    Q_OBJECT

private slots:
    void init() { start(shoesSession()); }
    void cleanup() { t_.reset(); }

    /// The typed number becomes the selected entry, so that the inspector and the frames stay with it.
    void theTypedNumberIsSelected() {
        type("W_q", 0, 1, "5");
        QVERIFY((t_->bench.state().entry == ParameterCell{Parameter::Wq, 0, 0, 0, 1}));
        QCOMPARE(table("W_q")->currentIndex(), table("W_q")->model()->index(1, 1));
    }

    /// Tables of another state cannot be edited, look different, and say why.
    void nothingIsTypedIntoAnotherState() {
        type("W_q", 0, 1, "5");
        focused("W_q", 0, 0);
        const auto picture = [&] { return table("W_q")->viewport()->grab().toImage(); };
        const QImage present = picture();
        const auto show = [&](Compared compared) {
            t_->bench.look([compared](MapOptions& maps) { maps.compared = compared; });
        };
        show(Compared::Other);
        QVERIFY(picture().pixelColor(8, 4) != present.pixelColor(8, 4));
        QTableView* view = table("W_q");
        const QPoint at(8, 8), far = at + QPoint(60, 0);
        const std::pair<const char*, std::function<void()>> edits[] = {
            {"double click", [&] { QTest::mouseDClick(view->viewport(), Qt::LeftButton, {}, at); }},
            {"letter", [&] { QTest::keyClick(view, Qt::Key_7); }},
            {"F2", [&] { QTest::keyClick(view, Qt::Key_F2); }},
            {"Enter", [&] { QTest::keyClick(view, Qt::Key_Return); }},
            {"Delete", [&] { QTest::keyClick(view, Qt::Key_Delete); }},
            {"Ctrl+Up", [&] { QTest::keyClick(view, Qt::Key_Up, Qt::ControlModifier); }},
            {"Ctrl+V", [&] { QTest::keyClick(view, Qt::Key_V, Qt::ControlModifier); }},
            {"elsewhere", [&] { QTest::mouseClick(t_->panel.get(), Qt::LeftButton, {}, QPoint(3, 3)); }},
            {"drag", [&] {
                 testing::sendMouse(view->viewport(), QEvent::MouseButtonPress, at, Qt::LeftButton);
                 testing::sendMouse(view->viewport(), QEvent::MouseMove, far, Qt::LeftButton);
                 testing::sendMouse(view->viewport(), QEvent::MouseButtonRelease, far, Qt::LeftButton);
             }}};
        QApplication::clipboard()->setText("5");
        for (const auto& [name, edit] : edits) {
            t_->bench.messages().tell({});
            view->setFocus();
            edit();
            QVERIFY2(t_->bench.state().notice == "The tables show before, which cannot be edited; press D for the "
                                                 "present",
                     name);
            QVERIFY2(!qobject_cast<QLineEdit*>(QApplication::focusWidget()), name);
            QVERIFY2(view->currentIndex().row() == 0 && t_->history().count() == 1, name);
        }
        t_->bench.look([](MapOptions& maps) { maps.counterpart = 2; });
        QVERIFY2(t_->bench.state().notice.isEmpty(), "it names another state");
        QTest::keyClick(view, Qt::Key_7);
        QVERIFY(t_->bench.state().notice.startsWith("The tables show head 3,"));
        show(Compared::Difference); // a difference has the tables of the present state
        QVERIFY2(t_->bench.state().notice.isEmpty(), "it is true no longer");
        QTest::keyClick(table("W_q"), Qt::Key_7);
        QVERIFY(qobject_cast<QLineEdit*>(QApplication::focusWidget()));
    }

    /// Copying takes the numbers that are shown.
    void anotherStateIsCopied() {
        const QString before = table("W_q")->model()->index(0, 1).data(Qt::EditRole).toString();
        type("W_q", 0, 1, "5");
        t_->bench.look([](MapOptions& maps) { maps.compared = Compared::Other; });
        QTableView* view = focused("W_q", 0, 1);
        QTest::mouseClick(view->viewport(), Qt::LeftButton, {}, centre(view, 0, 1));
        QCOMPARE(t_->bench.state().notice, QString());
        QTest::keyClick(view, Qt::Key_C, Qt::ControlModifier);
        QCOMPARE(QApplication::clipboard()->text(), before);
        for (const auto& copy : std::initializer_list<std::function<void()>>{
                 [&] { testing::chooseOf(*t_->panel, testing::kWeightsMenu, "Copy matrix"); },
                 [&] { choose(view, 0, 1, "Copy matrix"); }}) {
            QApplication::clipboard()->clear();
            copy();
            QCOMPARE(QApplication::clipboard()->text().split(u'\n').value(0).section(u'\t', 1, 1), before);
        }
        QTest::ignoreMessage(QtWarningMsg, "There is no Set matrix to zero to choose.");
        choose(view, 0, 1, "Set matrix to zero");
    }

    void sixNumbersWithTab() {
        QTableView* view = focused("W_q", 0, 0);
        for (int n = 1; n <= 6; ++n) {
            QTest::keyClick(QApplication::focusWidget(), Qt::Key('0' + n));
            key(Qt::Key_Tab);
        }
        QCOMPARE(weight(0), matrixFrom("1 2 3; 4 5 6"));
        QCOMPARE(t_->history().count(), 6);
        QVERIFY2(!view->hasFocus(), "behind the last cell Tab leaves the table");
        key(Qt::Key_Backtab, Qt::ShiftModifier);
        QVERIFY(view->hasFocus());
        QTest::keyClick(view, Qt::Key_9);
        key(Qt::Key_Backtab, Qt::ShiftModifier);
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_8);
        key(Qt::Key_Backtab, Qt::ShiftModifier);
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_7);
        key(Qt::Key_Backtab, Qt::ShiftModifier);
        QCOMPARE(view->currentIndex(), view->model()->index(0, 2));
        QCOMPARE(weight(0), matrixFrom("1 2 3; 7 8 9"));
    }

    void tabLeavesTheTable() {
        for (const bool isBack : {false, true}) {
            QTableView* view = focused("W_q", 0, 1);
            key(isBack ? Qt::Key_Backtab : Qt::Key_Tab, isBack ? Qt::ShiftModifier : Qt::NoModifier);
            QVERIFY(!view->hasFocus());
            QCOMPARE(view->currentIndex(), view->model()->index(0, 1));
        }
        QCOMPARE(t_->history().count(), 0);
    }

    void aTableWithoutCellsHoldsNobodyBack() {
        start(newSession(1, 2, 1, 2, 2));
        QTableView* view = table("Embeddings");
        view->setFocus();
        key(Qt::Key_Tab);
        QVERIFY(!view->hasFocus());
    }

    /// An invalid number stays in its editor when another cell or table is clicked.
    void nonsenseStaysWhereItWasTyped_data() {
        QTest::addColumn<QString>("elsewhere");
        QTest::newRow("another cell") << "W_q";
        QTest::newRow("another table") << "Embeddings";
    }
    void nonsenseStaysWhereItWasTyped() {
        QFETCH(QString, elsewhere);
        const Session before = t_->session();
        QTableView* view = focused("W_q", 0, 0);
        QTest::keyClicks(view, "1");
        QTest::keyClicks(QApplication::focusWidget(), "bc");
        QTableView* other = table(elsewhere);
        QTest::mouseClick(other->viewport(), Qt::LeftButton, Qt::NoModifier, centre(other, 1, 1));
        auto* editor = view->viewport()->findChild<QLineEdit*>();
        QVERIFY(editor && editor->isVisible());
        QCOMPARE(editor->text(), QString("1bc"));
        QVERIFY(editor->property("invalid").toBool());
        QVERIFY2(t_->bench.state().problem.contains("1bc"), qPrintable(t_->bench.state().problem));
        QVERIFY(t_->session() == before);
        QCOMPARE(editor->hasFocus(), other == view); // the table keeps the focus for it
        if (other != view) QVERIFY(other->hasFocus());
        view->setFocus();
        QVERIFY(editor->hasFocus());
        QTest::keyClick(editor, Qt::Key_Backspace);
        editor->selectAll();
        QTest::keyClicks(editor, "4");
        QTest::mouseClick(other->viewport(), Qt::LeftButton, Qt::NoModifier, centre(other, 1, 1));
        QTRY_VERIFY(!view->viewport()->findChild<QLineEdit*>());
        QCOMPARE(weight(0)(0, 0), 4.0F);
        QCOMPARE(other->currentIndex(), other->model()->index(1, 1));
    }

    /// A click on a button commits the typed number.
    void aButtonTakesWhatIsTyped() {
        QTableView* view = focused("W_q", 0, 0);
        QTest::keyClicks(view, "4");
        QTest::mouseClick(control<QPushButton>(*t_->panel, "W_k"), Qt::LeftButton);
        QTRY_VERIFY(!view->viewport()->findChild<QLineEdit*>());
        QCOMPARE(weight(0)(0, 0), 4.0F);
    }

    void nonsenseGoesWithItsMatrix_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("to");
        QTest::newRow("another head") << "W_q"
                                      << "a head";
        QTest::newRow("another document") << "W_q"
                                          << "a document";
        QTest::newRow("the embeddings of queries") << "Embeddings of the second sentence"
                                                   << "X";
    }
    void nonsenseGoesWithItsMatrix() {
        QFETCH(QString, name);
        QFETCH(QString, to);
        QTest::failOnWarning(QRegularExpression("closeEditor"));
        QVERIFY(t_->bench.apply("Cross", testing::givenEdit(withSecondSentence(t_->session(), true))));
        QTest::mouseClick(control<QPushButton>(*t_->panel, "Embeddings of keys and values"), Qt::LeftButton);
        QTableView* view = focused(name, 0, 0);
        QTest::keyClicks(view, "-");
        t_->panel->setFocus();
        QVERIFY(view->viewport()->findChild<QLineEdit*>());
        t_->bench.messages().report({}); // so that the next message is presented
        if (to == "a document")
            t_->bench.files().newDocument();
        else if (to == "a head")
            t_->bench.select(1, 0, 0);
        else
            QTest::mouseClick(control<QPushButton>(*t_->panel, "Embeddings of queries"), Qt::LeftButton);
        QTRY_VERIFY(!view->viewport()->findChild<QLineEdit*>());
        QTest::keyClicks(focused(to == "X" ? "Embeddings" : "W_q", 0, 0), "3");
        QVERIFY(view->viewport()->findChild<QLineEdit*>()); // another number can be typed
    }
};

QTEST_MAIN(ParametersTypingTest)
#include "tst_parametersTyping.moc"
