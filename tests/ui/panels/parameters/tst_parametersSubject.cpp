// A menu, a dialog or an open cell edits the matrix for which it was opened, even if another one is shown when it is
// answered.
#include "support/blocks.h"
#include "table/MatrixView.h"
#include "ui/panels/parameters/parametersBench.h"

#include <QClipboard>
#include <QLineEdit>
#include <QSignalSpy>

using namespace headlight;
using testing::control;
using testing::matrixFrom;
using testing::shoesSession;

class ParametersSubjectTest : public QObject, private testing::ParametersBench {
    Q_OBJECT

private slots:
    void init() { start(shoesSession()); }
    void cleanup() { t_.reset(); }

    void aMenu_data() {
        QTest::addColumn<QString>("entry");
        QTest::addColumn<QString>("step");
        QTest::addColumn<QString>("expected"); ///< empty: any other numbers
        QTest::newRow("zero") << "Set matrix to zero"
                              << "Clear 2 × 3 in W_q of head 1"
                              << "0 0 0; 0 0 0";
        QTest::newRow("identity") << "Set matrix to identity"
                                  << "Set 2 × 3 of W_q of head 1 to identity"
                                  << "1 0 0; 0 1 0";
        QTest::newRow("randomise") << "Randomise matrix"
                                   << "Randomise 2 × 3 of W_q of head 1"
                                   << "";
        QTest::newRow("paste") << "Paste"
                               << "Paste 2 × 3 into W_q of head 1"
                               << "1 2 3; 4 5 6";
    }
    void aMenu() {
        QFETCH(QString, entry);
        QFETCH(QString, step);
        QFETCH(QString, expected);
        QApplication::clipboard()->setText("1 2 3\n4 5 6");
        const Matrix first = weight(0);
        const Session before = t_->session();
        meanwhile();
        choose(table("W_q of head 1"), 0, 0, entry);
        QCOMPARE(table("W_v of head 2")->model()->columnCount(), 4);
        QCOMPARE(t_->lastStep(), step);
        if (expected.isEmpty()) QVERIFY(weight(0) != first);
        if (!expected.isEmpty()) QCOMPARE(weight(0), matrixFrom(expected.toStdString()));
        othersAreAsIn(before);
    }

    void theSelectedBlock() {
        fillWithNines();
        auto* view = focused("W_q of head 1", 0, 1);
        view->selectionModel()->select({view->model()->index(0, 1), view->model()->index(1, 2)},
                                       QItemSelectionModel::ClearAndSelect);
        meanwhile();
        choose(view, 0, 1, "Set block to zero");
        QCOMPARE(weight(0), matrixFrom("9 0 0; 9 0 0"));
    }

    void copying() {
        fillWithNines();
        meanwhile();
        choose(table("W_q of head 1"), 0, 0, "Copy matrix");
        QCOMPARE(QApplication::clipboard()->text().simplified(), QString("9 9 9 9 9 9"));
        QCOMPARE(notice(), QString("Copied: W_q of head 1, 2 × 3"));
    }

    void drawing() {
        QSignalSpy wanted(t_->panel.get(), &ParametersPanel::drawWanted);
        meanwhile();
        choose(table("W_q of head 1"), 0, 0, "Randomise weights…");
        QCOMPARE(wanted.size(), 1);
        QVERIFY((wanted[0][0].value<ParameterRef>() == ParameterRef{Parameter::Wq, 0, 0}));
    }

    void aNumberThatIsTyped_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<bool>("isNumber");
        QTest::newRow("a number") << "5" << true;
        QTest::newRow("nonsense") << "x" << false;
    }
    void aNumberThatIsTyped() {
        QFETCH(QString, text);
        QFETCH(bool, isNumber);
        const Session before = t_->session();
        auto* view = qobject_cast<MatrixView*>(focused("W_q of head 1", 0, 0));
        QTest::keyClick(view, Qt::Key_Return);
        QVERIFY(view->isEdited());
        QTest::keyClicks(QApplication::focusWidget(), text);
        showAnother();
        QVERIFY(!view->isEdited());
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return); // opens the cell of the other table
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return);
        QCOMPARE(t_->history().count(), isNumber ? 1 : 0);
        if (isNumber) QCOMPARE(t_->lastStep(), QString("Edit W_q[1, 1] of head 1"));
        if (isNumber) QVERIFY(weight(0)(0, 0) == 5.0F);
        othersAreAsIn(before);
    }

    void theDialogToFill() {
        const Session before = t_->session();
        QTimer::singleShot(0, t_->panel.get(), [this] { // within the menu; the next one within the dialog
            QTimer::singleShot(0, t_->panel.get(), [this] {
                showAnother();
                QWidget* dialog = QApplication::activeModalWidget();
                if (!dialog) qFatal("nothing was asked");
                control<QLineEdit>(*dialog, "Number to fill with")->setText("7");
                QTest::keyClick(dialog, Qt::Key_Return);
            });
        });
        choose(table("W_q of head 1"), 0, 0, "Fill matrix with…");
        QCOMPARE(t_->lastStep(), QString("Fill 2 × 3 of W_q of head 1"));
        QCOMPARE(weight(0), matrixFrom("7 7 7; 7 7 7"));
        othersAreAsIn(before);
    }

    void theDialogToPaste() {
        const Session before = t_->session();
        QApplication::clipboard()->setText("1 2\n3 4\n5 6");
        meanwhile();
        answer("Transpose to 2 × 3");
        QTest::keySequence(focused("W_q of head 1", 0, 0), QKeySequence::Paste);
        QCOMPARE(t_->lastStep(), QString("Paste 2 × 3 into W_q of head 1"));
        QCOMPARE(weight(0), matrixFrom("1 3 5; 2 4 6"));
        QCOMPARE(notice(), QString("3 × 2 numbers pasted into W_q of head 1, transposed."));
        othersAreAsIn(before);
    }

private:
    void showAnother() {
        t_->bench.look([](Look& look) { look.parameter = Parameter::Wv; });
        t_->bench.select(1, 0, 0);
    }
    /// Shows another matrix while the next menu or dialog waits for an answer.
    void meanwhile() {
        QTimer::singleShot(0, t_->panel.get(), [this] { showAnother(); });
    }
    void othersAreAsIn(const Session& before) {
        const auto &now = t_->session().layers[0].allHeads, &then = before.layers[0].allHeads;
        for (std::size_t head = 0; head < now.size(); ++head)
            for (const Parameter one : {Parameter::Wq, Parameter::Wk, Parameter::Wv})
                if (head > 0 || one != Parameter::Wq) QVERIFY(*now[head][one] == *then[head][one]);
    }
};

QTEST_MAIN(ParametersSubjectTest)
#include "tst_parametersSubject.moc"
