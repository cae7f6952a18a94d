#include "random/initialisers.h"

#include <QTest>

#include <cmath>
#include <set>

using namespace headlight;

// The literal values below were computed from the documented recipe by another program. Saved sessions depend on them:
// if such a test fails, the code is wrong.
class InitialisersTest : public QObject {
    Q_OBJECT

private slots:
    void namedSeedNeverChanges_data() {
        QTest::addColumn<quint64>("seed");
        QTest::addColumn<QString>("name");
        QTest::addColumn<quint64>("value");
        const auto row = [](const char* title, quint64 seed, const QString& name, quint64 value) {
            QTest::newRow(title) << seed << name << value;
        };
        row("nothing", 0, "", 0x5B21F68FFA77F14CULL);
        row("no name", 123, "", 0xFC0E555C39049EC2ULL);
        row("letter", 123, "a", 0xFB7C3EDDCDFDE359ULL);
        row("next seed", 124, "a", 0xC9E562D92FA2D0C8ULL);
        row("seed of 33 bits", (1ULL << 32) + 123, "a", 0xA4A711DD1C953C83ULL);
        row("largest seed", ~0ULL, "a", 0xE94AE6D888D92012ULL);
        row("weight", 123, "layer 0 head 0 W_q", 0x089C7E1972A271EBULL);
        row("next head", 123, "layer 0 head 1 W_q", 0x90F4699993528865ULL);
        row("UTF-8", 1, QString::fromUtf8("na\xC3\xAFve"), 0x484703F8DA53BDC0ULL);
    }
    void namedSeedNeverChanges() {
        QFETCH(quint64, seed);
        QFETCH(QString, name);
        QFETCH(quint64, value);
        QCOMPARE(quint64{namedSeed(seed, name.toStdString())}, value);
    }

    /// The seeds of all names of a large session differ, and so do their low 32 bits, which the generator uses.
    void namedSeedsDiffer() {
        std::set<std::uint64_t> whole, low;
        for (int head = 0; head < 64; ++head)
            for (const char* matrix : {"W_q", "W_k", "W_v", "b_q", "b_k", "b_v"}) {
                const auto seed = namedSeed(123, "layer 0 head " + std::to_string(head) + " " + matrix);
                whole.insert(seed);
                low.insert(seed & 0xFFFFFFFFU);
            }
        QCOMPARE(whole.size(), std::size_t{64 * 6});
        QCOMPARE(low.size(), std::size_t{64 * 6});
        QVERIFY(namedSeed(1, std::string_view("a\0", 2)) != namedSeed(1, "a"));
    }

    /// The tolerance is half a unit of the ninth digit and two roundings to float (2^-24 each) of numbers below 2:
    /// 3e-7.
    void tokenVectorNeverChanges_data() {
        QTest::addColumn<int>("seed");
        QTest::addColumn<QString>("token");
        QTest::addColumn<int>("d");
        QTest::addColumn<QList<double>>("first");
        QTest::newRow("shoes") << 123 << "shoes" << 3 << QList<double>{1.51234701, 0.0322881232, 0.905517589};
        QTest::newRow("big.") << 123 << "big." << 3 << QList<double>{1.46581251, -0.321240952, -0.188528659};
        QTest::newRow("Chinese") << 123 << QString::fromUtf8("\xE6\x9D\xB1\xE4\xBA\xAC") << 2
                                 << QList<double>{1.28390598, -0.687487837};
        QTest::newRow("another seed") << 7 << "shoes" << 2 << QList<double>{0.348661432, -0.889815926};
        QTest::newRow("sixteen") << 123 << "shoes" << 16 << QList<double>{1.51234701, 0.0322881232, 0.905517589};
    }
    void tokenVectorNeverChanges() {
        QFETCH(int, seed);
        QFETCH(QString, token);
        QFETCH(int, d);
        QFETCH(QList<double>, first);
        const Matrix x = drawTokenVector(static_cast<std::uint64_t>(seed), token.toStdString(), d);
        QCOMPARE(x.rows(), Index{1});
        QCOMPARE(x.cols(), Index{d});
        for (qsizetype i = 0; i < first.size(); ++i)
            QVERIFY2(std::abs(double{x(0, i)} - first[i]) < 3e-7, qPrintable(QString::number(double{x(0, i)}, 'g', 9)));
    }

    /// The tolerance of tokenVectorNeverChanges(), for numbers below 0.6.
    void weightsNeverChange() {
        const double expected[] = {-0.0211612994, -0.229916658, -0.315993702, 0.19715241, 0.208420729, 0.486769903};
        const Matrix w = drawWeights(123, "layer 0 head 0 W_q", 3, 2);
        QCOMPARE(w.rows(), Index{3});
        QCOMPARE(w.cols(), Index{2});
        for (Index i = 0; i < 6; ++i) QVERIFY(std::abs(double{w.data()[i]} - expected[i]) < 1e-7);
    }

    void orderDoesNotMatter() {
        const Matrix alone = drawTokenVector(123, "feet", 4);
        const Matrix other = drawTokenVector(123, "shoes", 4);
        QVERIFY(drawTokenVector(123, "feet", 4) == alone);
        QVERIFY(other != alone);
        QVERIFY(drawTokenVector(123, "Feet", 4) != alone);
        QVERIFY(drawTokenVector(124, "feet", 4) != alone);
    }

    /// A token with the name of a matrix has other numbers than the matrix.
    void tokensAndMatricesHaveNamesOfTheirOwn() {
        QVERIFY(drawTokenVector(123, "layer 0 head 0 W_q", 4) !=
                TorchGenerator(namedSeed(123, "layer 0 head 0 W_q")).randn(1, 4));
    }

    /// A larger d keeps the first numbers, also beyond 16, where torch.randn(d) would change them.
    void growingVectors() {
        const Matrix longest = drawTokenVector(5, "my", 40);
        for (Index d = 0; d < 40; ++d) QVERIFY(drawTokenVector(5, "my", d) == longest.leftCols(d));
    }

    void weightsKeepTheBoundOfLinear_data() {
        QTest::addColumn<int>("rows");
        QTest::addColumn<int>("cols");
        for (const auto& [rows, cols] : {std::pair{1, 400}, {4, 100}, {64, 64}, {257, 3}})
            QTest::addRow("%d x %d", rows, cols) << rows << cols;
    }
    void weightsKeepTheBoundOfLinear() {
        QFETCH(int, rows);
        QFETCH(int, cols);
        const Matrix w = drawWeights(11, "W", rows, cols);
        const auto bound = static_cast<float>(1 / std::sqrt(double(rows)));
        QVERIFY(w.minCoeff() >= -bound && w.maxCoeff() < bound);
        // The largest of 400 or more uniform numbers is below 0.95 of the bound with probability 0.975^400 = 4e-5.
        QVERIFY(w.minCoeff() < -0.95F * bound && w.maxCoeff() > 0.95F * bound);
    }
};

QTEST_APPLESS_MAIN(InitialisersTest)
#include "tst_initialisers.moc"
