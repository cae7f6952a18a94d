#include "base/numberText.h"
#include "paste/matrixFormats.h"
#include "paste/matrixText.h"
#include "support/blocks.h"

#include <QTest>

#include <algorithm>
#include <cstring>
#include <limits>

using namespace headlight;
using namespace headlight::testing;

namespace {

const MatrixFormat& formatOf(const std::string& id) {
    return *std::ranges::find(matrixFormats(), id, [](const MatrixFormat& f) { return std::string(f.id); });
}

} // namespace

class MatrixFormatsTest : public QObject {
    Q_OBJECT

private slots:
    void aMatrixIsWrittenAsOthersReadIt_data() {
        QTest::addColumn<QString>("format");
        QTest::addColumn<QString>("text");
        const auto row = [](const char* format, const char* text) {
            QTest::newRow(format) << QString(format) << QString::fromUtf8(text);
        };
        row("tsv", "0.5\t-1\n2\t1e-05");
        row("csv", "0.5,-1\n2,1e-05");
        row("numpy", "np.array([[0.5, -1],\n          [2, 1e-05]], dtype=np.float32)");
        row("pytorch", "torch.tensor([[0.5, -1],\n              [2, 1e-05]])");
        row("latex", "\\begin{bmatrix}\n0.5 & -1 \\\\\n2 & 1 \\times 10^{-5}\n\\end{bmatrix}");
        row("markdown", "| 1 | 2 |\n|---:|---:|\n| 0.5 | -1 |\n| 2 | 1e-05 |");
    }
    void aMatrixIsWrittenAsOthersReadIt() {
        QFETCH(QString, format);
        QFETCH(QString, text);
        const auto written = matrixAsText(matrixFrom("0.5 -1; 2 1e-5"), formatOf(format.toStdString()));
        QCOMPARE(QString::fromStdString(*written), text);
    }

    /// amsmath takes ten columns unless it is told of more.
    void aWideMatrixIsOneForLatex() {
        const Matrix wide = Matrix::Random(2, 11);
        const std::string text = *matrixAsText(wide, formatOf("latex"));
        QVERIFY(text.starts_with("\\setcounter{MaxMatrixCols}{11}\n\\begin{bmatrix}\n"));
        QVERIFY(matrixAsText(Matrix::Zero(2, 10), formatOf("latex"))->starts_with("\\begin{bmatrix}"));
        const auto read = matricesFromText(text);
        QVERIFY2(read.ok(), read ? "" : read.text().c_str());
        QVERIFY(read->matrices.size() == 1 && read->matrices[0].numbers == wide && !read->hasOtherText);
    }

    void decimalsAreThoseWanted() {
        QCOMPARE(*matrixAsText(matrixFrom("0.126 -0.0001"), formatOf("csv"), 2), std::string("0.13,0.00"));
        QCOMPARE(*matrixAsText(matrixFrom("1e-5"), formatOf("latex"), 3),
                 "\\begin{bmatrix}\n" + fixedPoint(1e-5, 3) + "\n\\end{bmatrix}");
    }

    void whatIsNoNumberHasTheNameThatIsUsedThere_data() {
        QTest::addColumn<QString>("text");
        QTest::newRow("tsv") << "nan\t-inf";
        QTest::newRow("numpy") << "np.array([[np.nan, -np.inf]], dtype=np.float32)";
        QTest::newRow("pytorch") << "torch.tensor([[float('nan'), -float('inf')]])";
        QTest::newRow("latex") << "\\begin{bmatrix}\n\\mathrm{NaN} & -\\infty\n\\end{bmatrix}";
    }
    void whatIsNoNumberHasTheNameThatIsUsedThere() {
        QFETCH(QString, text);
        const auto written = matrixAsText(matrixFrom("nan -inf"), formatOf(QTest::currentDataTag()));
        QCOMPARE(QString::fromStdString(*written), text);
    }

    void whatIsCopiedIsPastedToTheBit() {
        Matrix m = Matrix::Random(7, 5) * 1e-3F;
        m(0, 0) = -0.0F, m(1, 1) = std::numeric_limits<float>::max(),
             m(2, 2) = std::numeric_limits<float>::denorm_min();
        for (const MatrixFormat& format : matrixFormats()) {
            const auto read = matricesFromText(*matrixAsText(m, format));
            QVERIFY2(read.ok(), read ? "" : read.text().c_str());
            const Matrix& back = read->matrices[0].numbers;
            QCOMPARE(back.rows(), m.rows());
            QCOMPARE(back.cols(), m.cols());
            QCOMPARE(std::memcmp(back.data(), m.data(), sizeof(float) * static_cast<std::size_t>(m.size())), 0);
        }
    }

    void writingIsCancelled() {
        QVERIFY(!matrixAsText(Matrix::Zero(4, 1), formatOf("csv"), {}, [](double done) { return done < 0.5; }).ok());
    }
};

QTEST_APPLESS_MAIN(MatrixFormatsTest)
#include "tst_matrixFormats.moc"
