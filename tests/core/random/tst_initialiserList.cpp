#include "random/Initialiser.h"

#include <nlohmann/json.hpp>

#include <QTest>

#include <cmath>
#include <fstream>
#include <set>

using namespace headlight;
using Json = nlohmann::json;

namespace {

Json orthogonalCases() {
    std::ifstream file(HEADLIGHT_TEST_DATA "/golden/orthogonal.json");
    return Json::parse(file).at("cases");
}

} // namespace

/// Tests the list of initialisers.
class InitialiserListTest : public QObject {
    Q_OBJECT

private slots:
    void everyOneIsDescribed_data() {
        QTest::addColumn<int>("which");
        for (const InitialiserInfo& info : initialisers()) QTest::newRow(info.id) << static_cast<int>(info.initialiser);
    }
    void everyOneIsDescribed() {
        QFETCH(int, which);
        const auto initialiser = static_cast<Initialiser>(which);
        const InitialiserInfo& info = infoOf(initialiser);
        QCOMPARE(info.initialiser, initialiser);
        QVERIFY(*info.title && *info.draws);
        QVERIFY(QString(info.python).contains("%2") && QString(info.vector).contains("%2"));
    }

    void everyOneDrawsItsShape_data() { everyOneIsDescribed_data(); }
    void everyOneDrawsItsShape() {
        QFETCH(int, which);
        const auto initialiser = static_cast<Initialiser>(which);
        for (const auto& [rows, cols] : {std::pair<Index, Index>{2, 3}, {3, 2}, {1, 1}, {5, 7}, {4, 4}}) {
            TorchGenerator drawing(123);
            const Matrix m = draw(drawing, initialiser, rows, cols, rows);
            QCOMPARE(m.rows(), rows);
            QCOMPARE(m.cols(), cols);
            QVERIFY(m.allFinite());
        }
    }

    void orthogonalIsPyTorchs_data() {
        QTest::addColumn<int>("at");
        const Json cases = orthogonalCases();
        for (std::size_t i = 0; i < cases.size(); ++i)
            QTest::addRow("seed %s, %s", cases[i].at("seed").dump().c_str(), cases[i].at("shape").dump().c_str())
                << static_cast<int>(i);
    }
    void orthogonalIsPyTorchs() {
        QFETCH(int, at);
        const Json expected = orthogonalCases().at(static_cast<std::size_t>(at));
        TorchGenerator generator(expected.at("seed").get<std::uint64_t>());
        const Matrix m = draw(generator, Initialiser::Orthogonal, expected.at("shape")[0].get<Index>(),
                              expected.at("shape")[1].get<Index>(), 1);
        const Json& values = expected.at("values");
        for (Index r = 0; r < m.rows(); ++r)
            for (Index c = 0; c < m.cols(); ++c) {
                const double want =
                    values.at(static_cast<std::size_t>(r)).at(static_cast<std::size_t>(c)).get<double>();
                QVERIFY2(
                    std::abs(double{m(r, c)} - want) < 1e-6,
                    qPrintable(QStringLiteral("[%1, %2] is %3, not %4").arg(r).arg(c).arg(double{m(r, c)}).arg(want)));
            }
    }

    /// The vectors along the shorter side have length 1 and are at right angles; the diagonal of R is not negative. The
    /// tolerance n 2^-24 is that of n numbers up to 1, each rounded to 2^-25.
    void orthogonalProperties_data() {
        QTest::addColumn<int>("rows");
        QTest::addColumn<int>("cols");
        for (const auto& [rows, cols] : {std::pair{1, 1}, {1, 9}, {9, 1}, {12, 12}, {40, 7}, {7, 40}, {64, 64}})
            QTest::addRow("%d x %d", rows, cols) << rows << cols;
    }
    void orthogonalProperties() {
        QFETCH(int, rows);
        QFETCH(int, cols);
        TorchGenerator generator(7);
        const Matrix drawn = generator.randn(rows, cols);
        const Eigen::MatrixXd q = orthogonalised(drawn).cast<double>(), a = drawn.cast<double>();
        const Eigen::MatrixXd gram = rows < cols ? Eigen::MatrixXd(q * q.transpose())
                                                 : Eigen::MatrixXd(q.transpose() * q);
        const double tolerance = std::max(rows, cols) * 0x1p-24;
        QVERIFY((gram - Eigen::MatrixXd::Identity(gram.rows(), gram.cols())).cwiseAbs().maxCoeff() <= tolerance);
        const Eigen::MatrixXd r = rows < cols ? Eigen::MatrixXd(q * a.transpose()) : Eigen::MatrixXd(q.transpose() * a);
        for (Index i = 0; i < r.rows(); ++i) QVERIFY(r(i, i) > 0);
    }

    /// The example by hand: the first column is (3, 4) / 5, the second at a right angle on the side of (0, 5).
    void orthogonalByHand() {
        Matrix drawn(2, 2);
        drawn << 3, 0, 4, 5;
        Matrix q(2, 2);
        q << 0.6F, -0.8F, 0.8F, 0.6F;
        QVERIFY((orthogonalised(drawn) - q).cwiseAbs().maxCoeff() < 1e-7F);
        QVERIFY(orthogonalised(Matrix::Zero(2, 2)).isZero()); // as in PyTorch: the sign of 0 is 0
    }
};

QTEST_APPLESS_MAIN(InitialiserListTest)
#include "tst_initialiserList.moc"
