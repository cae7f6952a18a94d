// Pasting blocks and whole matrices that do not fit, and the menu of a cell.
#include "io/npy.h"
#include "io/npz.h"
#include "panels/parameters/MatrixEdits.h"
#include "panels/parameters/ParametersTable.h"
#include "paste/matrixFormats.h"
#include "paste/matrixText.h"
#include "support/blocks.h"
#include "ui/panels/parameters/parametersBench.h"

#include <QClipboard>
#include <QTemporaryDir>
#include <QTimer>

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

    /// Ctrl+V pastes at the selection, and asks if the block does not fit.
    void ctrlVAsksWhatDoesNotFit_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QPoint>("cell"); ///< column and row
        QTest::addColumn<QString>("answer");
        QTest::addColumn<QString>("asked");
        QTest::addColumn<QString>("expected");
        QTest::addColumn<QString>("notice"); ///< empty: nothing was done
        const QString three = "1 2\n3 4\n5 6", askedThree = "You are pasting 3 × 2 numbers, but Wq of head 1 is 2 × 3.";
        const QString before = "9 9 9; 9 9 9";
        QTest::newRow("transposed") << three << QPoint(0, 0) << "Transpose to 2 × 3" << askedThree << "1 3 5; 2 4 6"
                                    << "3 × 2 numbers pasted into W_q of head 1, transposed.";
        QTest::newRow("resized") << three << QPoint(0, 0) << "Set d to 3 and d_k to 2 (now 3)" << askedThree
                                 << "1 2; 3 4; 5 6"
                                 << "3 × 2 numbers pasted into W_q of head 1; d is now 3 and d_k is now 2.";
        QTest::newRow("what fits") << three << QPoint(0, 0) << "Paste only the top left 2 × 2 of it" << askedThree
                                   << "1 2 9; 3 4 9"
                                   << "Only 2 × 2 of 3 × 2 numbers pasted into W_q of head 1.";
        QTest::newRow("cancelled") << three << QPoint(0, 0) << "" << askedThree << before << "";
        QTest::newRow("at the edge")
            << "1\t2\n3\t4" << QPoint(2, 1) << "Paste only what fits: 1 × 1"
            << "You are pasting 2 × 2 numbers, but Wq of head 1 has room for 1 × 1 from row 2, column 3 on."
            << "9 9 9; 9 9 1"
            << "Only 1 × 1 of 2 × 2 numbers pasted into W_q of head 1.";
        QTest::newRow("a row as a column")
            << "1 2" << QPoint(2, 0) << "Transpose to 2 × 1"
            << "You are pasting 1 × 2 numbers, but Wq of head 1 has room for 2 × 1 from row 1, column 3 on."
            << "9 9 1; 9 9 2"
            << "1 × 2 numbers pasted into W_q of head 1, transposed.";
    }
    void ctrlVAsksWhatDoesNotFit() {
        QFETCH(QString, text);
        QFETCH(QPoint, cell);
        QFETCH(QString, answer);
        QFETCH(QString, asked);
        QFETCH(QString, expected);
        QFETCH(QString, notice);
        const Session before = t_->session();
        Asked said;
        this->answer(answer, &said);
        QApplication::clipboard()->setText(text);
        QTest::keySequence(focused("W_q", cell.y(), cell.x()), QKeySequence::Paste);
        QCOMPARE(said.question, QString("How are the numbers pasted?"));
        QCOMPARE(said.reason, asked);
        QCOMPARE(weight(0), matrixFrom(expected.toStdString()));
        QCOMPARE(this->notice(), notice);
        QCOMPARE(t_->history().count(), notice.isEmpty() ? 1 : 2);
        if (!notice.isEmpty()) t_->history().undo();
        QVERIFY(sameValues(t_->session(), before));
    }

    /// The button always pastes the whole matrix. The choices are sorted, the best first.
    void theButtonMeansTheWhole_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QStringList>("choices"); ///< empty: no question
        QTest::addColumn<QString>("answer");
        QTest::addColumn<QString>("expected");
        QTest::addColumn<QString>("notice");
        QTest::newRow("its shape") << "1 2 3\n4 5 6" << QStringList() << ""
                                   << "1 2 3; 4 5 6"
                                   << "2 × 3 numbers pasted into W_q of head 1.";
        QTest::newRow("its shape transposed") << "1 2\n3 4\n5 6"
                                              << QStringList{"Transpose to 2 × 3", "Set d to 3 and d_k to 2 (now 3)",
                                                             "Paste only the top left 2 × 2 of it"}
                                              << "Transpose to 2 × 3"
                                              << "1 3 5; 2 4 6"
                                              << "3 × 2 numbers pasted into W_q of head 1, transposed.";
        QTest::newRow("smaller") << "1 2\n3 4" << QStringList{"Set d_k to 2 (now 3)", "Replace only the top left 2 × 2"}
                                 << "Replace only the top left 2 × 2"
                                 << "1 2 9; 3 4 9"
                                 << "2 × 2 numbers pasted into W_q of head 1; its other numbers are as before.";
        QTest::newRow("as PyTorch has it, of another size")
            << "1 2\n3 4\n5 6\n7 8"
            << QStringList{"Transpose to 2 × 4 and set d_k to 4", "Set d to 4 and d_k to 2 (now 3)",
                           "Paste only the top left 2 × 2 of it"}
            << "Transpose to 2 × 4 and set d_k to 4"
            << "1 3 5 7; 2 4 6 8"
            << "4 × 2 numbers pasted into W_q of head 1, transposed; d_k is now 4.";
        QTest::newRow("one number") << "0.5"
                                    << QStringList{"Fill all 2 × 3 with 0.5", "Set d to 1 (now 2) and d_k to 1 (now 3)",
                                                   "Replace only the top left 1 × 1"}
                                    << "Fill all 2 × 3 with 0.5"
                                    << "0.5 0.5 0.5; 0.5 0.5 0.5"
                                    << "2 × 3 numbers of W_q of head 1 filled with 0.5.";
        QTest::newRow("cancelled") << "1 2\n3 4"
                                   << QStringList{"Set d_k to 2 (now 3)", "Replace only the top left 2 × 2"} << ""
                                   << "9 9 9; 9 9 9"
                                   << "";
    }
    void theButtonMeansTheWhole() {
        QFETCH(QString, text);
        QFETCH(QStringList, choices);
        QFETCH(QString, answer);
        QFETCH(QString, expected);
        QFETCH(QString, notice);
        Asked asked;
        if (!choices.isEmpty()) this->answer(answer, &asked);
        QApplication::clipboard()->setText(text);
        select(focused("W_q", 1, 1), 1, 1, 1, 2);
        pressPaste();
        QCOMPARE(asked.choices, choices);
        QCOMPARE(weight(0), matrixFrom(expected.toStdString()));
        QCOMPARE(this->notice(), notice);
        QCOMPARE(t_->history().count(), notice.isEmpty() ? 1 : 2);
    }

    /// No tokens are added for more rows of embeddings.
    void embeddingsOfAnotherShape_data() {
        QTest::addColumn<int>("rows");
        QTest::addColumn<int>("columns");
        QTest::addColumn<QStringList>("choices");
        QTest::addColumn<QString>("notice");
        QTest::newRow("wider") << 8 << 3 << QStringList{"Set d to 3", "Paste only the top left 8 × 2 of it"}
                               << "8 × 3 numbers pasted into X; d is now 3.";
        QTest::newRow("wider and shorter")
            << 6 << 3
            << QStringList{"Set d to 3 and replace only the first 6 rows", "Paste only the top left 6 × 2 of it"}
            << "Only the first 6 rows of X replaced; d is now 3.";
        QTest::newRow("wider and longer")
            << 9 << 3
            << QStringList{"Set d to 3 and replace only the first 8 rows", "Paste only the top left 8 × 2 of it"}
            << "Only the first 8 rows of X replaced; d is now 3.";
        QTest::newRow("wider, one row") << 1 << 3
                                        << QStringList{"Set d to 3 and replace only the first row",
                                                       "Paste only the top left 1 × 2 of it"}
                                        << "Only the first row of X replaced; d is now 3.";
        QTest::newRow("shorter") << 6 << 2 << QStringList{"Replace only the top left 6 × 2"}
                                 << "6 × 2 numbers pasted into X; its other numbers are as before.";
    }
    void embeddingsOfAnotherShape() {
        QFETCH(int, rows);
        QFETCH(int, columns);
        QFETCH(QStringList, choices);
        QFETCH(QString, notice);
        QApplication::clipboard()->setText(QString::fromStdString(*matrixAsText(Matrix::Constant(rows, columns, 5))));
        Asked asked;
        answer(choices.first(), &asked);
        testing::chooseOf(*t_->panel, testing::kEmbeddingsMenu, "Paste");
        QCOMPARE(asked.choices, choices);
        QCOMPARE(this->notice(), notice);
        const Matrix x = *matrixOf(t_->session(), {Parameter::X, 0, 0});
        QCOMPARE(x.cols(), Index(columns));
        QVERIFY(x.topRows(std::min(rows, 8)) == Matrix::Constant(std::min(rows, 8), columns, 5));
    }

    /// The token "are" has rows 3 and 7, but only one vector.
    void rowsOfEqualTokensAreNamed_data() {
        QTest::addColumn<QString>("rows"); ///< rows 3 and 7
        QTest::addColumn<QString>("notice");
        QTest::newRow("different")
            << "3 7"
            << "8 × 2 numbers pasted into X. Rows 3 and 7 of “\u2068are\u2069” are one vector; row "
               "7 was kept.";
        QTest::newRow("the same") << "7 7"
                                  << "8 × 2 numbers pasted into X.";
    }
    void rowsOfEqualTokensAreNamed() {
        QFETCH(QString, rows);
        QFETCH(QString, notice);
        Matrix x = Matrix::Zero(8, 2);
        x.row(2).setConstant(rows.section(' ', 0, 0).toFloat());
        x.row(6).setConstant(rows.section(' ', 1).toFloat());
        QApplication::clipboard()->setText(QString::fromStdString(*matrixAsText(x)));
        testing::chooseOf(*t_->panel, testing::kEmbeddingsMenu, "Paste");
        QCOMPARE(this->notice(), notice);
        QCOMPARE((*matrixOf(t_->session(), {Parameter::X, 0, 0}))(2, 0), 7.0F);
    }

    /// The message of an earlier refusal is gone when the question is shown.
    void whatWasRefusedIsForgotten() {
        QApplication::clipboard()->setText("four");
        pressPaste();
        QVERIFY(t_->bench.state().problem.startsWith("Nothing was pasted."));
        QString problem = "nothing was asked";
        QTimer::singleShot(0, t_->panel.get(), [&] {
            problem = t_->bench.state().problem;
            control<QPushButton>(*QApplication::activeModalWidget(), "Cancel")->click();
        });
        QApplication::clipboard()->setText("1 2");
        pressPaste();
        QCOMPARE(problem, QString());
    }

    void anEmptyClipboardIsNamed() {
        QApplication::clipboard()->clear();
        QTest::keySequence(focused("W_q", 0, 0), QKeySequence::Paste);
        QCOMPARE(t_->bench.state().problem,
                 QString("Nothing was pasted, because the clipboard has no text: copy the numbers first."));
    }

    void ofSeveralMatricesOneIsChosen_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("answer"); ///< empty: no question
        QTest::addColumn<QString>("expected");
        const QString named = "W_k = [[1, 2, 3], [4, 5, 6]]\nW_q = [[6, 5, 4], [3, 2, 1]]";
        QTest::newRow("named") << named << "W_q: 2 × 3"
                               << "6 5 4; 3 2 1";
        QTest::newRow("another") << named << "W_k: 2 × 3"
                                 << "1 2 3; 4 5 6";
        QTest::newRow("cancelled") << named << ""
                                   << "9 9 9; 9 9 9";
        QTest::newRow("without names") << "[[1, 2]]\n[[1, 2, 3], [4, 5, 6]]"
                                       << "Matrix 2: 2 × 3"
                                       << "1 2 3; 4 5 6";
    }
    void ofSeveralMatricesOneIsChosen() {
        QFETCH(QString, text);
        QFETCH(QString, answer);
        QFETCH(QString, expected);
        Asked asked;
        this->answer(answer, &asked);
        QApplication::clipboard()->setText(text);
        pressPaste();
        QCOMPARE(asked.question, QString("Which matrix goes into Wq of head 1?"));
        QCOMPARE(asked.reason, QString("The text holds 2 matrices."));
        QCOMPARE(weight(0), matrixFrom(expected.toStdString()));
    }

    /// The proposed matrix is the one with the name of the table, else the one with its shape; none if several are so.
    void theLikelyMatrixIsProposed_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("proposed");
        QTest::newRow("its name") << "W_k = [[1, 2, 3], [4, 5, 6]]\nW_q = [[1, 2], [3, 4]]"
                                  << "W_q: 2 × 2";
        QTest::newRow("its name in a state_dict")
            << "{'W_key.weight': [[1, 2, 3], [4, 5, 6]], 'W_query.weight': [[1, 2], [3, 4]]}"
            << "W_query.weight: 2 × 2";
        QTest::newRow("not its bias") << "{'W_query.bias': [[1, 2, 3]], 'W_query.weight': [[1, 2], [3, 4]]}"
                                      << "W_query.weight: 2 × 2";
        QTest::newRow("its shape") << "a = [[1, 2]]\nb = [[1, 2, 3], [4, 5, 6]]"
                                   << "b: 2 × 3";
        QTest::newRow("two of its shape") << "a = [[1, 2, 3], [4, 5, 6]]\nb = [[6, 5, 4], [3, 2, 1]]"
                                          << "";
        QTest::newRow("neither") << "a = [[1, 2]]\nb = [[3, 4]]"
                                 << "";
    }
    void theLikelyMatrixIsProposed() {
        QFETCH(QString, text);
        QFETCH(QString, proposed);
        QString current;
        QTimer::singleShot(0, t_->panel.get(), [&] {
            auto* dialog = QApplication::activeModalWidget();
            for (const auto* chosen : control<QListWidget>(*dialog, "Choices")->selectedItems())
                current = chosen->text();
            QCOMPARE(control<QPushButton>(*dialog, "Paste")->isEnabled(), !proposed.isEmpty());
            control<QPushButton>(*dialog, "Cancel")->click();
        });
        QApplication::clipboard()->setText(text);
        pressPaste();
        QCOMPARE(current, proposed);
        QCOMPARE(t_->history().count(), 1);
    }

    void aNotebooksCodeIsPasted() {
        QApplication::clipboard()->setText("import torch\nW = torch.tensor([\n  [1, 2, 3], # x1\n  [4, 5, 6]]) # x2\n");
        pressPaste();
        QCOMPARE(weight(0), matrixFrom("1 2 3; 4 5 6"));
        QCOMPARE(notice(), QString("2 × 3 numbers pasted into W_q of head 1. Other contents were ignored."));
    }

    void whatIsLeftOutIsSaid_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("said");
        QTest::newRow("a header and names") << "\tx\ty\tz\nMy\t1\t2\t3\nshoes\t4\t5\t6"
                                            << "The first row (x, y, …) was left out. The first column (My, shoes) was "
                                               "left out.";
        QTest::newRow("heads") << "head,row,\"1\",\"2\",\"3\"\n1,\"a\",1,2,3\n1,\"b\",4,5,6\n"
                               << "The first row (head, row, …) was left out. The first two columns (a, b) were left "
                                  "out.";
        QTest::newRow("comments") << "1 2 3 # 50%1\n# 7 8 9\n4 5 6"
                                  << "Comments with numbers (# 50%1, # 7 8 9) were left out.";
    }
    void whatIsLeftOutIsSaid() {
        QFETCH(QString, text);
        QFETCH(QString, said);
        QApplication::clipboard()->setText(text);
        pressPaste();
        QCOMPARE(weight(0), matrixFrom("1 2 3; 4 5 6"));
        QCOMPARE(notice(), "2 × 3 numbers pasted into W_q of head 1. " + said);
    }

    /// A square matrix fits in both orders. The dialog asks for a weight of nn.Linear; else a notice tells the order.
    void aSquareMatrix_data() {
        QTest::addColumn<int>("dk");
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("answer"); ///< empty: no question
        QTest::addColumn<QString>("expected");
        QTest::addColumn<QString>("notice");
        const QString linear = "OrderedDict([('W_query.weight', tensor([[1, 2], [3, 4]]))])", asItIs = "x W: in × out",
                      turned = "nn.Linear: out × in, transposed", done = "2 × 2 numbers pasted into W_q of head 1",
                      taken = " Taken as [in, out]; nn.Linear prints [out, in]: for that, use Paste transposed.";
        QTest::newRow("numbers") << 2 << "1 2\n3 4"
                                 << ""
                                 << "1 2; 3 4" << done + "." + taken;
        QTest::newRow("resized") << 1 << "1 2\n3 4"
                                 << "Set d_k to 2"
                                 << "1 2; 3 4" << done + "; d_k is now 2." + taken;
        QTest::newRow("transposed") << 2 << linear << turned << "1 3; 2 4" << done + ", transposed.";
        QTest::newRow("as it is") << 2 << linear << asItIs << "1 2; 3 4" << done + ".";
        QTest::newRow("printed") << 2 << "Parameter containing:\ntensor([[1, 2], [3, 4]], requires_grad=True)" << turned
                                 << "1 3; 2 4" << done + ", transposed.";
        QTest::newRow("printed with its name") << 2 << "W_query.weight\nParameter containing:\ntensor([[1, 2], [3, 4]])"
                                               << asItIs << "1 2; 3 4" << done + ".";
    }
    void aSquareMatrix() {
        QFETCH(QString, text);
        QFETCH(QString, answer);
        QFETCH(int, dk);
        start(newSession(1, 2, 1, dk, 2));
        Asked asked;
        if (!answer.isEmpty()) this->answer(answer, &asked);
        QApplication::clipboard()->setText(text);
        pressPaste();
        if (asked.choices.contains("x W: in × out"))
            QCOMPARE(asked.question, QString("Which way round are the numbers?"));
        QCOMPARE(asked.choices.size(), answer.isEmpty() ? 0 : 2);
        QFETCH(QString, expected);
        QCOMPARE(weight(0), matrixFrom(expected.toStdString()));
        QTEST(notice(), "notice");
    }

    void aFileIsPasted() {
        QTemporaryDir folder;
        const QString path = folder.filePath("w.csv");
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write("0,5\t1\t2\n3\t4\t5\n") > 0);
        file.close();
        pasteFile(path);
        QCOMPARE(weight(0), matrixFrom("0.5 1 2; 3 4 5"));
        QCOMPARE(notice(), QString("2 × 3 numbers pasted into W_q of head 1. Commas were read as decimal points."));
    }

    /// The dialog asks for one of the arrays by name, and says why others cannot be used.
    void anArchiveIsPasted() {
        QFile complex(QStringLiteral(HEADLIGHT_TEST_DATA "/arrays/complex.npy"));
        QVERIFY(complex.open(QIODevice::ReadOnly));
        const QTemporaryDir folder;
        const QString path = folder.filePath("two.npz");
        const auto of = [](const std::vector<float>& numbers) { return [=] { return npyOfFloats(numbers, {2, 3}); }; };
        QVERIFY(writeNpz(path.toStdString(), {{"a", 24, of({1, 2, 3, 4, 5, 6})},
                                              {"b", 24, of({6, 5, 4, 3, 2, 1})},
                                              {"c", 24, [bytes = complex.readAll()] { return bytes.toStdString(); }}})
                    .ok());
        Asked asked;
        answer("b: 2 × 3", &asked);
        pasteFile(path);
        QCOMPARE(asked.reason, QString("“two.npz” holds 2 matrices."));
        QCOMPARE(weight(0), matrixFrom("6 5 4; 3 2 1"));
        QCOMPARE(notice(), QString("2 × 3 numbers pasted into W_q of head 1. Ignored: c: its numbers are complex."));
    }

    /// The number of tokens is fixed, but the matrix can get wider.
    void oneVectorMakesAllWider() {
        QApplication::clipboard()->setText("1 2 3");
        answer("Set d to 3");
        QTest::keySequence(focused("Embeddings", 2, 0), QKeySequence::Paste);
        QCOMPARE(sizesOf(t_->session()).d, 3);
        QCOMPARE(Matrix(matrixOf(t_->session(), {Parameter::X, 0, 0})->row(2)), matrixFrom("1 2 3"));
        QCOMPARE(t_->history().count(), 2);
    }

    void withoutTokensThereIsNothingToPasteInto() {
        start(newSession(1, 2, 1, 3, 3));
        QApplication::clipboard()->setText("1 2");
        QVERIFY(!testing::entryOf(*t_->panel, testing::kEmbeddingsMenu, "Paste")->isEnabled());
        table("Embeddings")->setFocus();
        QTest::keySequence(table("Embeddings"), QKeySequence::Paste);
        QCOMPARE(t_->bench.state().problem,
                 QString("Nothing was pasted. There are no tokens yet: type a sentence first."));
    }

    void whatDoesNotFitTransposedIsNotOffered() {
        QApplication::clipboard()->setText("1 2 3\n4 5 6\n7 8 9");
        answer("Transpose to 3 × 3");
        QTest::ignoreMessage(QtWarningMsg, "There is no Transpose to 3 × 3.");
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

    void aKeyPastesTransposed() {
        QApplication::clipboard()->setText("1 2\n3 4");
        QTableView* view = focused("W_q", 0, 1);
        QTest::keyClick(view, Qt::Key_V, Qt::ControlModifier | Qt::ShiftModifier);
        QCOMPARE(weight(0), matrixFrom("9 1 3; 9 2 4"));
    }

    void theMenuCopies() {
        QVERIFY(t_->bench.apply("Begin", testing::givenEdit(withBlock(t_->session(), {Parameter::Wq, 0, 0}, 0, 0,
                                                                      matrixFrom("1 2 3; 4 5 6")))));
        QTableView* view = focused("W_q", 0, 1);
        choose(view, 1, 1, "Copy number");
        QCOMPARE(QApplication::clipboard()->text(), QString("5"));
        choose(view, 1, 1, "Copy matrix");
        QCOMPARE(QApplication::clipboard()->text(), QString("1\t2\t3\n4\t5\t6"));
        select(view, 0, 1, 1, 2);
        choose(view, 0, 1, "LaTeX");
        QCOMPARE(QApplication::clipboard()->text(), QString("\\begin{bmatrix}\n2 & 3 \\\\\n5 & 6\n\\end{bmatrix}"));
        choose(view, 0, 1, "Copy block");
        QCOMPARE(QApplication::clipboard()->text(), QString("2\t3\n5\t6"));
        QCOMPARE(t_->bench.state().notice, QString("Copied: W_q of head 1, 2 × 2"));
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

private:
    void select(QTableView* view, int top, int left, int bottom, int right) {
        view->selectionModel()->select({view->model()->index(top, left), view->model()->index(bottom, right)},
                                       QItemSelectionModel::ClearAndSelect);
    }
    void pasteFile(const QString& path) {
        const auto* weights = qobject_cast<ParametersTable*>(table("W_q of head 1"));
        MatrixEdits(t_->bench, t_->panel.get()).pasteFile(weights->whole(), path);
    }
};

QTEST_MAIN(ParametersPasteTest)
#include "tst_parametersPaste.moc"
