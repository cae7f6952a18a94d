// What is done to blocks and whole matrices: pasted where it does not fit, and from the menu of a cell.
#include "support/blocks.h"
#include "ui/panels/parameters/parametersBench.h"

#include <QClipboard>
#include <QLineEdit>

using namespace headlight;
using headlight::testing::matrixFrom;
using testing::control;
using testing::shoesSession;

class ParametersPasteTest : public QObject, private testing::ParametersBench {
    Q_OBJECT

private slots:
    void init() {
        start(shoesSession());
        fillWithNines();
    }
    void cleanup() { t_.reset(); }

    void whatDoesNotFitIsAskedAbout_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QPoint>("cell"); ///< column and row
        QTest::addColumn<QString>("answer");
        QTest::addColumn<QString>("asked");
        QTest::addColumn<QString>("expected");
        QTest::addColumn<int>("steps");
        const QString three = "1 2\n3 4\n5 6",
                      askedThree = "The pasted block is 3 × 2. Here is room for 2 × 3 in W_q of head 1.";
        const QString before = "9 9 9; 9 9 9";
        QTest::newRow("what fits") << three << QPoint(0, 0) << "Paste what fits: 2 × 2" << askedThree << "1 2 9; 3 4 9"
                                   << 1;
        QTest::newRow("transposed") << three << QPoint(0, 0) << "Paste transposed" << askedThree << "1 3 5; 2 4 6" << 1;
        QTest::newRow("resized") << three << QPoint(0, 0) << "Resize the session: d = 3, d_k = 2 (now 3)" << askedThree
                                 << "1 2; 3 4; 5 6" << 1;
        QTest::newRow("cancelled") << three << QPoint(0, 0) << "Cancel" << askedThree << before << 0;
        QTest::newRow("Esc") << three << QPoint(0, 0) << "" << askedThree << before << 0;
        QTest::newRow("at the edge") << "1\t2\n3\t4" << QPoint(2, 1) << "Paste what fits: 1 × 1"
                                     << "The pasted block is 2 × 2. Here is room for 1 × 1 in W_q of head 1."
                                     << "9 9 9; 9 9 1" << 1;
        QTest::newRow("a row as a column") << "1 2" << QPoint(2, 0) << "Paste transposed"
                                           << "The pasted block is 1 × 2. Here is room for 2 × 1 in W_q of head 1."
                                           << "9 9 1; 9 9 2" << 1;
    }
    void whatDoesNotFitIsAskedAbout() {
        QFETCH(QString, text);
        QFETCH(QPoint, cell);
        QFETCH(QString, answer);
        QFETCH(QString, asked);
        QFETCH(QString, expected);
        QFETCH(int, steps);
        const Session before = t_->session();
        QString said;
        this->answer(answer, &said);
        QApplication::clipboard()->setText(text);
        QTest::keySequence(focused("W_q", cell.y(), cell.x()), QKeySequence::Paste);
        QCOMPARE(said, asked);
        QCOMPARE(weight(0), matrixFrom(expected.toStdString()));
        QCOMPARE(t_->history().count(), 1 + steps);
        if (steps) t_->history().undo();
        QVERIFY(sameValues(t_->session(), before));
    }

    /// Tokens cannot be resized; what is too narrow can.
    void oneVectorMakesAllWider() {
        QApplication::clipboard()->setText("1 2 3");
        answer("Resize the session: d = 3");
        QTest::keySequence(focused("Embeddings", 2, 0), QKeySequence::Paste);
        QCOMPARE(sizesOf(t_->session()).d, 3);
        QCOMPARE(Matrix(matrixOf(t_->session(), {Parameter::X, 0, 0})->row(2)), matrixFrom("1 2 3"));
        QCOMPARE(t_->history().count(), 2);
    }

    void whatDoesNotFitTransposedIsNotOffered() {
        QApplication::clipboard()->setText("1 2 3\n4 5 6\n7 8 9");
        answer("Paste transposed");
        QTest::ignoreMessage(QtWarningMsg, "There is no Paste transposed.");
        QTest::keySequence(focused("W_q", 0, 0), QKeySequence::Paste);
        QCOMPARE(t_->history().count(), 1);
    }

    void theMenuOfACell_data() {
        QTest::addColumn<QString>("entry");
        QTest::addColumn<bool>("ofABlock");
        QTest::addColumn<QString>("expected");
        QTest::addColumn<QString>("step");
        QTest::newRow("zero") << "Set matrix to zero" << false << "0 0 0; 0 0 0"
                              << "Clear 2 × 3 in W_q of head 1";
        QTest::newRow("zero block") << "Set block to zero" << true << "9 0 0; 9 0 0"
                                    << "Clear 2 × 2 in W_q of head 1";
        QTest::newRow("identity") << "Set matrix to identity" << false << "1 0 0; 0 1 0"
                                  << "Set 2 × 3 of W_q of head 1 to identity";
        QTest::newRow("identity block") << "Set block to identity" << true << "9 1 0; 9 0 1"
                                        << "Set 2 × 2 of W_q of head 1 to identity";
        QTest::newRow("paste") << "Paste" << false << "9 1 2; 9 3 4"
                               << "Paste 2 × 2 into W_q of head 1";
        QTest::newRow("paste transposed") << "Paste transposed" << false << "9 1 3; 9 2 4"
                                          << "Paste 2 × 2 into W_q of head 1";
    }
    void theMenuOfACell() {
        QFETCH(QString, entry);
        QFETCH(bool, ofABlock);
        QFETCH(QString, expected);
        QFETCH(QString, step);
        QApplication::clipboard()->setText("1 2\n3 4");
        QTableView* view = focused("W_q", 0, 1);
        if (ofABlock) select(view, 0, 1, 1, 2);
        choose(view, 0, 1, entry);
        QCOMPARE(weight(0), matrixFrom(expected.toStdString()));
        QCOMPARE(t_->lastStep(), step);
        QCOMPARE(t_->history().count(), 2);
    }

    void theMenuCopies() {
        QVERIFY(t_->bench.apply("Begin", testing::giving(withBlock(t_->session(), {Parameter::Wq, 0, 0}, 0, 0,
                                                                   matrixFrom("1 2 3; 4 5 6")))));
        QTableView* view = focused("W_q", 0, 1);
        choose(view, 1, 1, "Copy number");
        QCOMPARE(QApplication::clipboard()->text(), QString("5"));
        choose(view, 1, 1, "Copy matrix");
        QCOMPARE(QApplication::clipboard()->text(), QString("1\t2\t3\n4\t5\t6\n"));
        select(view, 0, 1, 1, 2);
        choose(view, 0, 1, "Copy block");
        QCOMPARE(QApplication::clipboard()->text(), QString("2\t3\n5\t6\n"));
    }

    void drawnAnewIsOneStep() {
        QTableView* view = focused("W_q", 0, 0);
        choose(view, 0, 0, "Randomise matrix");
        const Matrix first = weight(0);
        QVERIFY((first.array() != 9).all() && (first.array().abs() < 1).all());
        QCOMPARE(t_->lastStep(), QString("Randomise 2 × 3 of W_q of head 1"));
        select(view, 1, 0, 1, 1);
        choose(view, 1, 0, "Randomise block");
        QVERIFY(weight(0).row(0) == first.row(0) && weight(0)(1, 2) == first(1, 2));
        QVERIFY(weight(0)(1, 0) != first(1, 0) && weight(0)(1, 1) != first(1, 1));
        QCOMPARE(t_->history().count(), 3);
    }

    void fillAsksForANumber() {
        QTimer::singleShot(0, t_->panel.get(), [] {
            QTimer::singleShot(0, qApp, [] { // behind the menu's end comes the question
                auto* dialog = QApplication::activeModalWidget();
                auto* field = control<QLineEdit>(*dialog, "Number to fill with");
                QTest::keyClicks(field, "1/x");
                QTest::keyClick(field, Qt::Key_Return);
                QVERIFY(control<QLabel>(*dialog, "Problem")->text().contains("1/x"));
                field->selectAll();
                QTest::keyClicks(field, "1/4");
                QTest::keyClick(field, Qt::Key_Return);
            });
        });
        choose(focused("W_q", 0, 0), 0, 0, "Fill matrix with…");
        QCOMPARE(weight(0), Matrix(Matrix::Constant(2, 3, 0.25F)));
        QCOMPARE(t_->lastStep(), QString("Fill 2 × 3 of W_q of head 1"));
    }

private:
    void select(QTableView* view, int top, int left, int bottom, int right) {
        view->selectionModel()->select({view->model()->index(top, left), view->model()->index(bottom, right)},
                                       QItemSelectionModel::ClearAndSelect);
    }
};

QTEST_MAIN(ParametersPasteTest)
#include "tst_parametersPaste.moc"
