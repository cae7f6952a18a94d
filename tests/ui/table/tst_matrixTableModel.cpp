#include "support/blocks.h"
#include "table/MatrixTableModel.h"
#include "words/parameterWords.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTest>

#include <limits>

using namespace headlight;
using headlight::testing::matrixFrom;

class MatrixTableModelTest : public QObject {
    Q_OBJECT

private slots:
    void rowsOfOneGroupAreShared() {
        MatrixTableModel model;
        QVERIFY(!model.isShared(0));
        model.setRowGroups({4, 7, 4});
        QVERIFY(model.isShared(0) && !model.isShared(1) && model.isShared(2));
        QVERIFY(!model.isShared(-1) && !model.isShared(3));
        model.setRowGroups({4, 7});
        QVERIFY(!model.isShared(0));
    }

    void init() {
        model_ = std::make_unique<MatrixTableModel>();
        tester_ = std::make_unique<QAbstractItemModelTester>(model_.get(),
                                                             QAbstractItemModelTester::FailureReportingMode::QtTest);
    }
    void cleanup() {
        tester_.reset();
        model_.reset();
    }

    /// A cell can be tinted by another matrix. A cell beyond it has no tint.
    void isTintedByOthers() {
        model_->setRows(matrixFrom("1 2 3; 4 5 9"), {}, {});
        QCOMPARE(model_->tintAt(1, 1), std::optional(5.0F));
        QCOMPARE(model_->tintScale(), 9.0F);
        QSignalSpy changed(model_.get(), &QAbstractItemModel::dataChanged);
        const CellTints tints{matrixFrom("-1 0.5"), 2, "moves it by %2"};
        model_->setTints(tints);
        model_->setTints(tints);
        QCOMPARE(changed.count(), 1);
        QCOMPARE(model_->tintAt(0, 1), std::optional(0.5F));
        QVERIFY(!model_->tintAt(1, 1) && !model_->tintAt(0, 2));
        QCOMPARE(model_->tintScale(), 2.0F);
        QVERIFY(model_->index(0, 1).data(Qt::ToolTipRole).toString().contains("moves it by 0.5"));
        QVERIFY(!model_->index(1, 1).data(Qt::ToolTipRole).toString().contains("moves it"));
        model_->setTints({});
        QCOMPARE(model_->tintAt(1, 1), std::optional(5.0F));
    }

    void tellsWhatDiffersAtOnce_data() {
        QTest::addColumn<QString>("after");
        QTest::addColumn<QRect>("told"); // column, row, width, height; empty: nothing changed
        QTest::newRow("nothing") << "1 2 3; 4 5 9" << QRect();
        QTest::newRow("one cell") << "1 2 3; 4 6 9" << QRect(1, 1, 1, 1);
        QTest::newRow("two corners") << "9 2 3; 4 5 8" << QRect(0, 0, 3, 2);
        QTest::newRow("the first minus sign: all decimals") << "1 2 3; 4 -5 9" << QRect(0, 0, 3, 2);
        QTest::newRow("a column") << "1 2 9; 4 5 0" << QRect(2, 0, 1, 2);
        QTest::newRow("a new largest: every tint") << "1 2 3; 4 5 10" << QRect(0, 0, 3, 2);
    }
    void tellsWhatDiffersAtOnce() {
        QFETCH(QString, after);
        QFETCH(QRect, told);
        model_->setRows(matrixFrom("1 2 3; 4 5 9"), {}, {});
        QSignalSpy changed(model_.get(), &QAbstractItemModel::dataChanged);
        model_->setRows(matrixFrom(after.toStdString()), {}, {});
        QCOMPARE(changed.count(), told.isEmpty() ? 0 : 1);
        if (told.isEmpty()) return;
        QCOMPARE(changed[0][0].toModelIndex(), model_->index(told.top(), told.left()));
        QCOMPARE(changed[0][1].toModelIndex(), model_->index(told.bottom(), told.right()));
    }

    /// While a number is dragged, the scale of the tints only widens.
    void theScaleSettlesAfterADrag() {
        model_->setRows(matrixFrom("1 2; 3 4"), {}, {});
        model_->setHeld(true);
        const auto largestWith = [&](const char* rows) {
            model_->setRows(matrixFrom(rows), {}, {});
            return model_->largest();
        };
        QCOMPARE(largestWith("1 2; 3 1"), 4.F);
        QCOMPARE(largestWith("1 2; 3 -7"), 7.F);
        QCOMPARE(largestWith("1 2; 3 1"), 7.F);
        QSignalSpy changed(model_.get(), &QAbstractItemModel::dataChanged);
        model_->setHeld(false);
        QCOMPARE(model_->largest(), 3.F);
        QCOMPARE(changed.count(), 1); // for all tints
        model_->setHeld(false);
        QCOMPARE(changed.count(), 1);
        QCOMPARE(largestWith("1 2; 0.5 1"), 2.F);
    }

    void theSameBlockIsNoNews() {
        const FrozenMatrix matrix = matrixFrom("1 nan; 3 4");
        model_->setRows(matrix, {"a", "b"}, {"c", "d"});
        QSignalSpy changed(model_.get(), &QAbstractItemModel::dataChanged);
        QSignalSpy headers(model_.get(), &QAbstractItemModel::headerDataChanged);
        model_->setRows(matrix, {"a", "b"}, {"c", "d"});
        model_->setRows(Matrix(*matrix), {"a", "b"}, {"c", "d"});
        QCOMPARE(changed.count() + headers.count(), 0);
        model_->setRows(matrix, {"a", "x"}, {"c", "d"});
        QCOMPARE(changed.count(), 0);
        QCOMPARE(headers.count(), 1);
    }

    void anotherShapeKeepsPlaces_data() {
        QTest::addColumn<QString>("after");
        QTest::addColumn<bool>("stays");
        QTest::newRow("grows") << "1 2 3; 4 5 6; 7 8 9" << true;
        QTest::newRow("grows and shrinks") << "1 2; 4 5; 6 7" << true;
        QTest::newRow("loses the row") << "1 2 3" << false;
        QTest::newRow("loses the column") << "1; 2; 3" << false;
    }
    void anotherShapeKeepsPlaces() {
        QFETCH(QString, after);
        QFETCH(bool, stays);
        model_->setRows(matrixFrom("1 2 3; 4 5 6"), {}, {});
        const QPersistentModelIndex place = model_->index(1, 1);
        QSignalSpy reset(model_.get(), &QAbstractItemModel::modelReset);
        const Matrix now = matrixFrom(after.toStdString());
        model_->setRows(now, {}, {});
        QCOMPARE(model_->rowCount(), int(now.rows()));
        QCOMPARE(model_->columnCount(), int(now.cols()));
        QCOMPARE(place.isValid(), stays);
        QCOMPARE(reset.count(), 0);
        if (stays) QCOMPARE(place.data(MatrixTableModel::ValueRole).toFloat(), now(1, 1));
    }

    void numbersAsText_data() {
        QTest::addColumn<float>("value");
        QTest::addColumn<QString>("shown");
        QTest::addColumn<QString>("edited");
        QTest::newRow("four decimals") << 1.27791F << "1.2779"
                                       << "1.27791";
        QTest::newRow("whole") << 2.0F << "2.0000"
                               << "2";
        QTest::newRow("no minus zero") << -0.00001F << "0.0000"
                                       << "-1e-05";
        QTest::newRow("nan") << std::numeric_limits<float>::quiet_NaN() << "NaN"
                             << "NaN";
    }
    void numbersAsText() {
        QFETCH(float, value);
        QFETCH(QString, shown);
        QFETCH(QString, edited);
        model_->setRows(Matrix(Matrix::Constant(1, 1, value)), {}, {});
        QCOMPARE(model_->index(0, 0).data().toString(), shown);
        QCOMPARE(model_->index(0, 0).data(Qt::EditRole).toString(), edited);
        QVERIFY(model_->index(0, 0).data(Qt::ToolTipRole).toString().contains(withMinusSigns(edited)));
    }

    void asksAndNeverEdits_data() {
        QTest::addColumn<QString>("typed");
        QTest::addColumn<bool>("accepted");
        QTest::addColumn<float>("value");
        QTest::newRow("exponent") << "1e-3" << true << 1e-3F;
        QTest::newRow("negative") << "-0.5" << true << -0.5F;
        QTest::newRow("fraction") << "1/3" << true << 1.0F / 3.0F;
        QTest::newRow("minus infinity") << "-inf" << true << -INFINITY; // which W_q refuses later
        QTest::newRow("infinity") << "inf" << false << 0.0F;
        QTest::newRow("letters") << "abc" << false << 0.0F;
        QTest::newRow("nothing") << "" << false << 0.0F;
        QTest::newRow("too large") << "1e99" << false << 0.0F;
    }
    void asksAndNeverEdits() {
        QFETCH(QString, typed);
        QFETCH(bool, accepted);
        QFETCH(float, value);
        model_->setRows(matrixFrom("1 2; 3 4"), {}, {});
        QSignalSpy edited(model_.get(), &MatrixTableModel::cellEdited);
        QSignalSpy refused(model_.get(), &MatrixTableModel::refused);
        QCOMPARE(model_->setData(model_->index(1, 0), typed, Qt::EditRole), accepted);
        QCOMPARE(edited.count(), accepted ? 1 : 0);
        QCOMPARE(refused.count(), accepted ? 0 : 1);
        QCOMPARE(model_->valueAt(1, 0), 3.0F);
        if (!accepted) return;
        QCOMPARE(edited[0][0].toInt(), 1);
        QCOMPARE(edited[0][1].toInt(), 0);
        QVERIFY(edited[0][2].toFloat() == value);
    }

    void largestLeavesOutWhatIsNotFinite() {
        model_->setRows(matrixFrom("1 nan; -3 inf"), {}, {});
        QCOMPARE(model_->largest(), 3.0F);
    }

    /// The rows of tokens are those of their embeddings in the table, not copies.
    void tokensShareTheRowsOfTheirEmbeddings() {
        const EmbeddingTable table(matrixFrom("1 2; 3 4; 5 6"));
        const Frozen<Tokens> tokens = Tokens{{"a", "c", "b", "c"}, {0, 2, 1, 2}};
        const RowSource rows(table, tokens);
        QVERIFY(rows.row(1) == table.row(2).data() && rows.row(3) == rows.row(1));
        model_->setRows(rows, {}, {});
        QCOMPARE(model_->rowCount(), 4);
        QCOMPARE(model_->valueAt(3, 1), 6.0F);
        QCOMPARE(model_->largest(), 6.0F);
        QSignalSpy changed(model_.get(), &QAbstractItemModel::dataChanged);
        const EmbeddingTable other = table.with({{2, FrozenMatrix(matrixFrom("0 6"))}}, 3);
        QVERIFY(RowSource(other, tokens) != rows);
        model_->setRows(RowSource(other, tokens), {}, {});
        QCOMPARE(changed.count(), 1);
        QCOMPARE(changed[0][0].toModelIndex(), model_->index(1, 0));
        QCOMPARE(changed[0][1].toModelIndex(), model_->index(3, 0));
        model_->setRows(RowSource(table.with({{2, FrozenMatrix(matrixFrom("0 0"))}}, 3), tokens), {}, {});
        QCOMPARE(model_->largest(), 4.0F);
        QCOMPARE(model_->valueAt(1, 1), 0.0F);
        model_->setRows(RowSource(table, Frozen<Tokens>(Tokens{{"b"}, {1}})), {}, {});
        QCOMPARE(model_->rowCount(), 1);
        QCOMPARE(model_->valueAt(0, 0), 3.0F);
    }

    void aLargeOneIsComparedWithinAFrame() {
        Matrix large = Matrix::Random(2000, 1024);
        model_->setRows(Matrix(large), {}, {});
        large(1999, 1023) *= 0.5F;
        QSignalSpy changed(model_.get(), &QAbstractItemModel::dataChanged);
        model_->setRows(Matrix(large), {}, {});
        QCOMPARE(changed.count(), 1);
        QCOMPARE(changed[0][0].toModelIndex(), model_->index(1999, 1023));
    }

private:
    std::unique_ptr<MatrixTableModel> model_;
    std::unique_ptr<QAbstractItemModelTester> tester_;
};

QTEST_GUILESS_MAIN(MatrixTableModelTest)
#include "tst_matrixTableModel.moc"
