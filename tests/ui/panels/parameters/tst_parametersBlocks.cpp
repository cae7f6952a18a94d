// Blocks of cells: copied, pasted, filled and cleared.
#include "paste/matrixFormats.h"
#include "paste/matrixText.h"
#include "session/reshape.h"
#include "support/blocks.h"
#include "support/jobs.h"
#include "ui/panels/parameters/parametersBench.h"

#include <QClipboard>

using namespace headlight;
using headlight::testing::matrixFrom;
using testing::control;
using testing::sendMouse;
using testing::shoesSession;

class ParametersBlocksTest : public QObject, private testing::ParametersBench {
    Q_OBJECT

private slots:
    void init() { start(shoesSession()); }
    void cleanup() { t_.reset(); }

    /// Reading many numbers is a job, too, and done once.
    void aLargePasteIsAJob() {
        testing::NamingJobs jobs(t_->bench);
        QTableView* view = focused("W_q", 0, 0);
        QApplication::clipboard()->setText("1\t2\n3\t4");
        QTest::keySequence(view, QKeySequence::Paste);
        QCOMPARE(weight(0)(1, 1), 4.0F);
        QCOMPARE(jobs.names, QStringList());
        QApplication::clipboard()->setText(QString::fromStdString(*matrixAsText(Matrix::Constant(1000, 400, 7))));
        answer("Set d to 1000 and d_k to 400");
        QTest::keySequence(view, QKeySequence::Paste);
        const QStringList expected{"Reading the numbers", "Paste 1000 × 400 into W_q of head 1"};
        QCOMPARE(jobs.names, expected);
        QCOMPARE(weight(0)(1, 1), 7.0F);
        pressPaste();
        QCOMPARE(jobs.names, expected + expected);
    }

    /// A large copy is a job, by key and by button.
    void aLargeCopyIsAJob() {
        QVERIFY(t_->bench.apply("Grow", [](const Session& s, const Watch& watch) {
            return withSizes(s, 0, {{Side::D, 640}, {Side::Dk, 480}}, watch);
        }));
        testing::NamingJobs jobs(t_->bench);
        QTableView* view = focused("W_q", 0, 0);
        QTest::keySequence(view, QKeySequence::Copy);
        QCOMPARE(jobs.names, QStringList());
        view->selectAll();
        QTest::keySequence(view, QKeySequence::Copy);
        testing::chooseOf(*t_->panel, testing::kWeightsMenu, "Copy matrix");
        QCOMPARE(jobs.names, (QStringList{"Copying numbers", "Copying numbers"}));
        QCOMPARE(matricesFromText(QApplication::clipboard()->text().toStdString())->matrices.front().numbers,
                 weight(0));
        QApplication::clipboard()->setText("before");
        testing::StoppingJobs stopping(t_->bench);
        QTest::keySequence(view, QKeySequence::Copy);
        QCOMPARE(QApplication::clipboard()->text(), QString("before"));
        QCOMPARE(t_->bench.state().problem, QString());
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
        QTest::newRow("whole, wherever the cell is") << "1\t2\t3\n4\t5\t6\n" << 1 << 1 << "1 2 3; 4 5 6";
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
        QVERIFY2(t_->lastStep().startsWith("Paste ") && t_->lastStep().endsWith("into W_q of head 1"),
                 qPrintable(t_->lastStep()));
        QVERIFY(t_->bench.state().problem.isEmpty());
    }

    void oneNumberFillsTheSelectedBlock() {
        fillWithNines();
        QTableView* view = focused("W_q", 0, 1);
        view->selectionModel()->select({view->model()->index(0, 1), view->model()->index(1, 2)},
                                       QItemSelectionModel::ClearAndSelect);
        QApplication::clipboard()->setText("-0.5\n");
        QTest::keySequence(view, QKeySequence::Paste);
        QCOMPARE(weight(0), matrixFrom("9 -0.5 -0.5; 9 -0.5 -0.5"));
        QCOMPARE(notice(), QString("2 × 2 numbers of W_q of head 1 filled with -0.5."));
        QCOMPARE(t_->lastStep(), QString("Fill 2 × 2 of W_q of head 1"));
        QCOMPARE(t_->history().count(), 2);
        view->setCurrentIndex(view->model()->index(0, 0)); // a single cell is no block
        QTest::keySequence(view, QKeySequence::Paste);
        QCOMPARE(weight(0), matrixFrom("-0.5 -0.5 -0.5; 9 -0.5 -0.5"));
    }

    void pastedNonsenseIsRefused() {
        const Session before = t_->session();
        QApplication::clipboard()->setText("1 2\n3 four");
        QTest::keySequence(focused("W_q", 0, 0), QKeySequence::Paste);
        QVERIFY(t_->session() == before);
        QCOMPARE(t_->bench.state().problem, QString("Nothing was pasted. Line 2, column 3: \"four\" is not a number."));
        QVERIFY(notice().isEmpty());
    }

    void copies() {
        testing::chooseOf(*t_->panel, testing::kWeightsMenu, "Copy matrix");
        QCOMPARE(copied(), weight(0));
        QTableView* view = focused("W_q", 0, 1);
        QTest::keyClick(view, Qt::Key_Down, Qt::ShiftModifier);
        QTest::keySequence(view, QKeySequence::Copy);
        QCOMPARE(copied(), Matrix(weight(0).middleCols(1, 1)));
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

private:
    static Matrix copied() {
        return matricesFromText(QApplication::clipboard()->text().toStdString())->matrices[0].numbers;
    }
};

QTEST_MAIN(ParametersBlocksTest)
#include "tst_parametersBlocks.moc"
