#include "session/drawNumbers.h"
#include "session/edits.h"
#include "support/blocks.h"
#include "support/changing.h"
#include "support/clipped.h"
#include "support/givenEdit.h"
#include "support/headTabs.h"
#include "table/MatrixTableModel.h"
#include "ui/panels/parameters/parametersBench.h"
#include "words/conventions.h"
#include "words/tokenText.h"

#include <QAccessible>
#include <QClipboard>
#include <QHeaderView>
#include <QScopeGuard>
#include <QScrollBar>
#include <QSignalSpy>

using namespace headlight;
using headlight::testing::matrixFrom;
using testing::clickHead;
using testing::control;
using testing::headTabs;
using testing::pickedHead;
using testing::sendMouse;
using testing::shoesSession;

namespace {

const QString kTable = QStringLiteral("W_q of all heads");

} // namespace

/// One W per projection: another view of the heads' matrices, in which all functions of a table work.
class ParametersAllHeadsTest : public QObject, private testing::ParametersBench {
    Q_OBJECT

private slots:
    void init() { start(shoesSession()); }
    void cleanup() { t_.reset(); }

    void allAreOneTable_data() {
        QTest::addColumn<int>("heads");
        for (const int heads : {2, 3, 12, 64}) QTest::addRow("%d", heads) << heads;
    }
    void allAreOneTable() {
        QFETCH(int, heads);
        start(shoesSession(heads));
        t_->bench.select(1, 0, 0);
        const Session before = t_->session();
        lookAtAll();
        QTableView* view = table(kTable);
        QCOMPARE(view->model()->columnCount(), heads * 3);
        for (int column = 0; column < heads * 3; ++column)
            for (int row = 0; row < 2; ++row)
                QCOMPARE(shown(kTable, row, column),
                         QString::fromStdString(fixedPoint(double(weight(column / 3)(row, column % 3)), 4)));
        QVERIFY(testing::atRest(*t_->panel));
        QCOMPARE(pickedHead(*t_->panel), QString("All heads as one W"));
        QVERIFY(t_->session() == before); // only the view changes
        QCOMPARE(t_->history().count(), 0);
        QCOMPARE(t_->bench.state().view.head, 1); // the selected head stays
    }

    /// Two heads of three columns and three heads of two have as many columns.
    void theLabelsAreOfThePinsHeads() {
        start(shoesSession(2));
        const auto edit = [this](const Result<Session>& made) {
            QVERIFY(t_->bench.apply("Edit", testing::givenEdit(made)));
        };
        edit(withPin(t_->session(), "A"));
        edit(withKeySize(t_->session(), 0, 2));
        edit(withHeadAdded(t_->session(), 0));
        lookAtAll();
        const auto labels = [this] {
            QString all;
            for (int column = 0; column < 6; ++column)
                all += table(kTable)->model()->headerData(column, Qt::Horizontal).toString();
            return all;
        };
        QCOMPARE(labels(), QString("q₁q₂q₁q₂q₁q₂"));
        t_->bench.look([](MapOptions& maps) {
            maps.counterpart = std::string("A");
            maps.compared = Compared::Other;
        });
        QCOMPARE(labels(), QString("q₁q₂q₃q₁q₂q₃"));
    }

    void theColumnsAreBracketedByHead_data() {
        QTest::addColumn<bool>("outByIn");
        QTest::newRow("[in, out]") << false;
        QTest::newRow("[out, in]") << true;
    }
    void theColumnsAreBracketedByHead() {
        QFETCH(bool, outByIn);
        const auto back = qScopeGuard([] { setConventions({}); });
        setConventions({false, outByIn});
        start(shoesSession());
        t_->bench.select(1, 0, 0);
        lookAtAll();
        QTableView* view = table(kTable);
        const Qt::Orientation along = outByIn ? Qt::Vertical : Qt::Horizontal;
        const auto said = [&](int section, int role) {
            return view->model()->headerData(section, along, role).toString();
        };
        QCOMPARE(said(4, Qt::DisplayRole), QString("q₂"));
        QCOMPARE(said(4, Qt::AccessibleTextRole), QString("Head 2: q₂"));
        QCOMPARE(said(8, Qt::AccessibleTextRole), QString("Head 3: q₃"));
        QVERIFY(view->model()
                    ->index(outByIn ? 4 : 0, outByIn ? 0 : 4)
                    .data(Qt::ToolTipRole)
                    .toString()
                    .contains("Head 2: q₂"));
        const Bands& bands = static_cast<MatrixTableModel*>(view->model())->bands();
        QCOMPARE(bands.orientation, along);
        QCOMPARE(bands.length, 3);
        QCOMPARE(bands.marked, 1);
        t_->bench.select(2, 0, 0);
        QCOMPARE(bands.marked, 2);
        QCOMPARE(table(kTable), view); // all columns are still shown
        QHeaderView* header = outByIn ? view->verticalHeader() : view->horizontalHeader();
        QAccessibleInterface* accessible = QAccessible::queryAccessibleInterface(view);
        QVERIFY(accessible);
        QStringList names;
        for (int child = 0; child < accessible->childCount(); ++child)
            names << accessible->child(child)->text(QAccessible::Name);
        QCOMPARE(names.count("Head 2: q₂"), 1);
        const int thick = outByIn ? header->width() : header->height();
        clickHead(*t_->panel, "Head 1");
        QVERIFY((outByIn ? header->width() : header->height()) < thick); // the space of the brackets is released
        QCOMPARE(said(1, Qt::AccessibleTextRole), QString("q₂"));
    }

    /// The table scrolls to the selected head's columns.
    void theSelectedHeadIsSeen() {
        start(shoesSession(12));
        t_->bench.select(8, 0, 0);
        lookAtAll();
        QTableView* view = table(kTable);
        const auto isSeen = [&](int head) {
            const QRect first = view->visualRect(view->model()->index(0, head * 3));
            return view->viewport()->rect().contains(first);
        };
        QVERIFY(isSeen(8));
        t_->bench.select(2, 0, 0);
        QVERIFY(isSeen(2));
        QVERIFY(!isSeen(8));
        const int there = view->horizontalScrollBar()->value();
        type(kTable, 1, 7, "5");
        QTRY_COMPARE(shown(kTable, 1, 7), QString("5.0000"));
        QCOMPARE(view->horizontalScrollBar()->value(), there); // an edit does not scroll
    }

    void theRowsOfWoAreBracketedByHead() {
        start(*withOptional(shoesSession(), 0, Parameter::Wo, true));
        QTest::mouseClick(control<QPushButton>(*t_->panel, "W_o"), Qt::LeftButton);
        const int dv = sizesOf(t_->session()).dv;
        QCOMPARE(table("W_o")->model()->headerData(dv, Qt::Vertical, Qt::AccessibleTextRole).toString(),
                 QString("Head 2: z%1").arg(subscript(dv + 1)));
        QTest::mouseClick(control<QPushButton>(*t_->panel, "W_q"), Qt::LeftButton);
        QCOMPARE(table("W_q of head 1")->model()->headerData(0, Qt::Vertical, Qt::AccessibleTextRole).toString(),
                 QString("x₁"));
    }

    /// Each edit is one step, with this name.
    void anEditIsOneStep_data() {
        QTest::addColumn<QString>("edit");
        QTest::addColumn<bool>("outByIn");
        QTest::addColumn<QString>("step");
        const auto add = [](const char* edit, const char* step, const char* transposedStep) {
            QTest::addRow("%s", edit) << edit << false << step;
            QTest::addRow("%s, [out, in]", edit) << edit << true << transposedStep;
        };
        add("type", "Edit W_q[2, 2] of head 2", "Edit W_q[2, 2] of head 2");
        add("drag", "Edit W_q[2, 2] of head 2", "Edit W_q[2, 2] of head 2");
        add("paste", "Paste 2 × 2 into W_q of all heads", "Paste 2 × 2 into W_q of all heads");
        add("identity", "Set 2 × 9 of W_q of all heads to identity", "Set 9 × 2 of W_q of all heads to identity");
        add("draw", "Randomise 2 × 9 of W_q of all heads", "Randomise 9 × 2 of W_q of all heads");
    }
    void anEditIsOneStep() {
        QFETCH(QString, edit);
        QFETCH(bool, outByIn);
        QFETCH(QString, step);
        const auto back = qScopeGuard([] { setConventions({}); });
        setConventions({false, outByIn});
        start(shoesSession());
        lookAtAll();
        const Session before = t_->session();
        const int row = outByIn ? 4 : 1, column = outByIn ? 1 : 4; // W_q[2, 2] of head 2
        if (edit == "type") type(kTable, row, column, "7");
        if (edit == "drag") {
            QTableView* view = table(kTable);
            view->scrollTo(view->model()->index(row, column));
            const QPoint from = press(view, row, column);
            for (const int dx : {10, 20}) sendMouse(view->viewport(), QEvent::MouseMove, from + QPoint(dx, 0));
            sendMouse(view->viewport(), QEvent::MouseButtonRelease, from + QPoint(20, 0), Qt::NoButton);
        }
        if (edit == "paste") { // across the border of heads 1 and 2
            QApplication::clipboard()->setText(outByIn ? "1\t3\n2\t4" : "1\t2\n3\t4");
            QTest::keySequence(focused(kTable, outByIn ? 2 : 0, outByIn ? 0 : 2), QKeySequence::Paste);
            QCOMPARE(weight(0).col(2).eval(), matrixFrom("1; 3"));
            QCOMPARE(weight(1).col(0).eval(), matrixFrom("2; 4"));
        }
        if (edit == "identity") {
            choose(focused(kTable, 0, 0), 0, 0, "Set matrix to identity");
            QCOMPARE(weight(0), matrixFrom("1 0 0; 0 1 0"));
            QVERIFY(weight(2).isZero());
        }
        if (edit == "draw") choose(focused(kTable, 0, 0), 0, 0, "Randomise matrix");
        if (edit == "type" || edit == "drag") {
            const Matrix &now = weight(1), &was = *matrixOf(before, {Parameter::Wq, 0, 1});
            QVERIFY(now(1, 1) != was(1, 1));
            QCOMPARE((now.array() != was.array()).count(), Index(1));
            QVERIFY(matrixOf(t_->session(), {Parameter::Wq, 0, 0}) == matrixOf(before, {Parameter::Wq, 0, 0}));
        }
        QCOMPARE(t_->lastStep(), step);
        QCOMPARE(t_->history().count(), 1);
        t_->history().undo();
        QVERIFY(t_->session() == before);
    }

    void copyTakesTheWhole() {
        lookAtAll();
        testing::chooseOf(*t_->panel, testing::kWeightsMenu, "Copy matrix");
        QCOMPARE(QApplication::clipboard()->text().section('\n', 0, 0).split('\t').size(), 9);
    }

    /// Pasting works for other shapes, and resizes the matrix of each head.
    void pastingMoreColumnsResizesEachHead() {
        lookAtAll();
        QApplication::clipboard()->setText(
            "1\t2\t3\t4\t5\t6\t7\t8\t9\t10\t11\t12\n1\t2\t3\t4\t5\t6\t7\t8\t9\t10\t11\t12");
        answer("Set d_k to 4");
        QTest::keySequence(focused(kTable, 0, 0), QKeySequence::Paste);
        QCOMPARE(weight(1), matrixFrom("5 6 7 8; 5 6 7 8"));
        QCOMPARE(t_->history().count(), 1);
    }

    void changedNumbersAreMarked() {
        lookAtAll();
        const auto* model = static_cast<MatrixTableModel*>(table(kTable)->model());
        QVERIFY(!model->changedFrom(1, 4));
        const float was = weight(1)(1, 1);
        type(kTable, 1, 4, "7");
        QTRY_COMPARE(shown(kTable, 1, 4), QString("7.0000"));
        QVERIFY(model->changedFrom(1, 4) == was);
        QVERIFY(!model->changedFrom(1, 1));
        DrawRequest request{DrawRequest::Which::Parameter, {Parameter::Wq, 0, kAllHeads}};
        QVERIFY(t_->bench.apply("Draw", testing::givenEdit(withDrawn(t_->session(), request))));
        QVERIFY(!model->changedFrom(1, 4));
    }

    void aHeadThatIsPickedIsAloneAgain() {
        lookAtAll();
        clickHead(*t_->panel, "Head 1"); // the selected one
        QCOMPARE(table("W_q of head 1")->model()->columnCount(), 3);
        QCOMPARE(pickedHead(*t_->panel), QString("Head 1"));
    }

    /// With one head there is one W anyway. A bias that only some heads have is shown for each head.
    void whereThereIsNoWholeItIsTheSelectedHeads() {
        Session s = *withOptional(shoesSession(), 0, Parameter::Bq, true);
        testing::changing(s)->allHeads[2][Parameter::Bq] = {};
        start(s);
        lookAtAll();
        QTest::mouseClick(control<QPushButton>(*t_->panel, "b_q"), Qt::LeftButton);
        QCOMPARE(table("b_q of head 1")->model()->columnCount(), 3);
        start(shoesSession(2));
        lookAtAll();
        testing::chooseOf(*t_->panel, testing::kWeightsMenu, "Remove head");
        QCOMPARE(table("W_q of head 1")->model()->columnCount(), 3);
        QVERIFY(!headTabs(*t_->panel).isTabVisible(0));
        t_->history().undo();
        QVERIFY(table(kTable));
    }

    void drawingAsksForAll() {
        lookAtAll();
        QSignalSpy asked(t_->panel.get(), &ParametersPanel::drawWanted);
        choose(focused(kTable, 0, 0), 0, 0, "Randomise weights…");
        QCOMPARE(asked.count(), 1);
        QCOMPARE(asked[0][0].value<ParameterRef>(), (ParameterRef{Parameter::Wq, 0, kAllHeads}));
    }

private:
    void lookAtAll() {
        QTabBar& tabs = headTabs(*t_->panel);
        tabs.setFocus();
        QTest::keyClick(&tabs, Qt::Key_Home);
    }
};

QTEST_MAIN(ParametersAllHeadsTest)
#include "tst_parametersAllHeads.moc"
