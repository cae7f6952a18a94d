#include "panels/parameters/shownMatrix.h"

#include <QTest>

using namespace headlight;

namespace {

Matrix seen(const RowSource& rows) {
    Matrix all(rows.rows(), rows.columns());
    for (int r = 0; r < rows.rows(); ++r)
        for (int c = 0; c < rows.columns(); ++c) all(r, c) = rows.row(r)[c];
    return all;
}

/// Returns a matrix whose numbers tell their places: 203 is in row 2, column 3.
Matrix counted(int rows, int cols) {
    Matrix matrix(rows, cols);
    for (int r = 0; r < rows; ++r)
        for (int c = 0; c < cols; ++c) matrix(r, c) = static_cast<float>(100 * r + c);
    return matrix;
}

} // namespace

class ShownMatrixTest : public QObject {
    Q_OBJECT

private slots:
    void rowsStandAsColumns() {
        const Matrix matrix = counted(5, 3);
        QVERIFY(seen(asColumns(RowSource(matrix))) == matrix.transpose());
    }

    /// An update of the former columns gives the same as a new transposition.
    void whatChangedIsTransposed() {
        Matrix matrix = counted(7, 4);
        RowSource before(matrix), columns = asColumns(before);
        for (const auto& [r, c] : {std::pair{0, 0}, std::pair{6, 3}, std::pair{3, 1}}) {
            matrix(r, c) = -1;
            const RowSource now{Matrix(matrix)};
            columns = asColumns(now, before, columns);
            QVERIFY(seen(columns) == matrix.transpose());
            before = now;
        }
    }

    void whatHasAnotherShapeIsTransposedWhole() {
        const RowSource before{counted(7, 4)}, columns = asColumns(before);
        for (const auto& [rows, cols] : {std::pair{4, 7}, std::pair{7, 5}, std::pair{8, 4}, std::pair{1, 1}}) {
            const Matrix matrix = counted(rows, cols) * 2;
            QVERIFY(seen(asColumns(RowSource(matrix), before, columns)) == matrix.transpose());
            QVERIFY(seen(asColumns(RowSource(matrix), before, before)) == matrix.transpose());
        }
    }
};

QTEST_APPLESS_MAIN(ShownMatrixTest)
#include "tst_shownMatrix.moc"
