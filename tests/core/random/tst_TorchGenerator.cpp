#include "random/Initialiser.h"
#include "random/TorchGenerator.h"

#include <nlohmann/json.hpp>

#include <QTest>

#include <cmath>
#include <fstream>
#include <functional>
#include <map>
#include <set>

using namespace headlight;
using Json = nlohmann::json;

namespace {

Json golden(const char* name) {
    std::ifstream file(std::string(HEADLIGHT_TEST_DATA "/golden/") + name);
    return Json::parse(file);
}

std::vector<double> flat(const Json& numbers) {
    if (!numbers.is_array()) return {numbers.get<double>()};
    std::vector<double> all;
    for (const Json& part : numbers)
        for (const double value : flat(part)) all.push_back(value);
    return all;
}

/// Everything that one call of PyTorch draws, in order.
using Drawn = std::vector<Matrix>;

std::vector<double> flat(const Drawn& drawn) {
    std::vector<double> all;
    for (const Matrix& m : drawn) all.insert(all.end(), m.data(), m.data() + m.size());
    return all;
}

// The tolerances. The files hold 7 decimals of a float, so half a unit is 0.5e-7; 1e-12 is for rounding the decimal to
// a double.
constexpr double kPrinted = 0.5e-7 + 1e-12;
// For randn of 16 or more: |x| = r |cos t|, r <= sqrt(-2 ln 2^-24) < 5.8. PyTorch's vectorised log, cos and sin are
// within 2 units in the last place (2^-23 relative for r, 2^-23 absolute for cos and sin), and the product is rounded
// once more (2^-24): 5.8 (2^-23 + 2^-23 + 2^-24) = 1.73e-6, and half a unit of the file.
constexpr double kVectorised = 1.73e-6 + kPrinted;

struct Call {
    std::function<Drawn(TorchGenerator&)> draw;
    double tolerance;
};

const std::map<std::string, Call>& calls() {
    static const std::map<std::string, Call> all = {
        {"torch.randn(5)", {[](TorchGenerator& g) { return Drawn{g.randn(1, 5)}; }, kPrinted}},
        {"torch.randn(15)", {[](TorchGenerator& g) { return Drawn{g.randn(5, 3)}; }, kPrinted}},
        {"torch.randn(16)", {[](TorchGenerator& g) { return Drawn{g.randn(4, 4)}; }, kVectorised}},
        {"torch.randn(17)", {[](TorchGenerator& g) { return Drawn{g.randn(17, 1)}; }, kVectorised}},
        {"torch.randn(24)", {[](TorchGenerator& g) { return Drawn{g.randn(1, 24)}; }, kVectorised}},
        {"torch.randn(35)", {[](TorchGenerator& g) { return Drawn{g.randn(7, 5)}; }, kVectorised}},
        {"torch.rand(4,3)", {[](TorchGenerator& g) { return Drawn{g.rand(4, 3)}; }, kPrinted}},
        {"nn.Linear(3,2)",
         {[](TorchGenerator& g) {
              return Drawn{draw(g, Initialiser::Linear, 2, 3, 3), draw(g, Initialiser::Linear, 1, 2, 3)};
          },
          kPrinted}},
        {"nn.Embedding(6,3)",
         {[](TorchGenerator& g) { return Drawn{draw(g, Initialiser::Embedding, 6, 3, 0)}; }, kVectorised}},
        {"nn.Embedding(8,2)",
         {[](TorchGenerator& g) { return Drawn{draw(g, Initialiser::Embedding, 8, 2, 0)}; }, kVectorised}},
        {"torch.rand(3,2); torch.randn(2,2); torch.randn(3,1); torch.rand(2)",
         {[](TorchGenerator& g) { // braces keep the order of evaluation
              return Drawn{g.rand(3, 2), g.randn(2, 2), g.randn(3, 1), g.rand(1, 2)};
          },
          kPrinted}},
        {"nn.Dropout(0.5)(ones(6,6))", {[](TorchGenerator& g) { return Drawn{g.dropoutMask(6, 6, 0.5)}; }, 0}},
    };
    return all;
}

void compare(const std::vector<double>& got, const std::vector<double>& want, double tolerance) {
    QCOMPARE(got.size(), want.size());
    for (std::size_t i = 0; i < want.size(); ++i)
        QVERIFY2(std::abs(got[i] - want[i]) <= tolerance,
                 qPrintable(QStringLiteral("number %1 is %2, not %3").arg(i).arg(got[i], 0, 'g', 9).arg(want[i])));
}

void compare(const Matrix& drawn, const Json& expected, double tolerance) {
    compare(flat(Drawn{drawn}), flat(expected), tolerance);
}

} // namespace

class TorchGeneratorTest : public QObject {
    Q_OBJECT

private slots:
    void pyTorchsNumbers_data() {
        QTest::addColumn<int>("entry");
        QTest::addColumn<double>("tolerance");
        const Json random = golden("torch.json").at("random");
        std::set<std::string> seen;
        for (std::size_t i = 0; i < random.size(); ++i) {
            const auto call = random[i].at("call").get<std::string>();
            QVERIFY2(calls().contains(call), call.c_str());
            seen.insert(call);
            QTest::addRow("seed %s, %s", random[i].at("seed").dump().c_str(), call.c_str())
                << static_cast<int>(i) << calls().at(call).tolerance;
        }
        QCOMPARE(seen.size(), calls().size());
    }
    void pyTorchsNumbers() {
        QFETCH(int, entry);
        QFETCH(double, tolerance);
        const Json expected = golden("torch.json").at("random").at(static_cast<std::size_t>(entry));
        std::vector<double> want;
        for (const char* part : {"values", "weight", "bias"})
            if (expected.contains(part))
                for (const double value : flat(expected[part])) want.push_back(value);
        TorchGenerator generator(expected.at("seed").get<std::uint64_t>());
        compare(flat(calls().at(expected.at("call").get<std::string>()).draw(generator)), want, tolerance);
    }

    /// The numbers are printed with 4 decimals: half a unit of the last one, and the tolerance of the floats.
    void notebooksWeights() {
        constexpr double tolerance = 0.5e-4 + kVectorised;
        const Json cases = golden("notebooks.json").at("cases");
        const Json& scaled = cases.at("shoes_scaled");
        const Json& multihead = cases.at("shoes_multihead");

        TorchGenerator embedding(123);
        const Matrix table = embedding.randn(8, 2);
        const auto ids = scaled.at("ids").get<std::vector<int>>();
        Matrix x(static_cast<Index>(ids.size()), 2);
        for (Index i = 0; i < x.rows(); ++i) x.row(i) = table.row(ids[static_cast<std::size_t>(i)]);
        compare(x, scaled.at("X"), tolerance);

        TorchGenerator weights(123);
        compare(weights.rand(3, 2), scaled.at("W_q"), tolerance);
        compare(weights.rand(3, 2), scaled.at("W_k"), tolerance);
        compare(weights.rand(4, 2), scaled.at("W_v"), tolerance);
        compare(weights.rand(9, 2), multihead.at("W_q"), tolerance); // torch.rand(3, 3, 2): the heads below each other
    }

    void seedCounts() {
        const Matrix drawn = TorchGenerator(123).rand(3, 3);
        QVERIFY(drawn == TorchGenerator(123).rand(3, 3));
        QVERIFY(drawn != TorchGenerator(124).rand(3, 3));
        QVERIFY(drawn == TorchGenerator(123 + (1ULL << 32)).rand(3, 3)); // PyTorch uses the low 32 bits
        QVERIFY(TorchGenerator(~0ULL).rand(3, 3) == TorchGenerator(0xFFFFFFFFULL).rand(3, 3));
    }

    /// A generator that has drawn three small normals still keeps the fourth.
    void keptNormalSurvives() {
        TorchGenerator whole(9), parts(9);
        const Matrix four = whole.randn(1, 4);
        QVERIFY(parts.randn(1, 3) == four.leftCols(3));
        parts.dropoutMask(0, 5, 0.5); // draws nothing
        QCOMPARE(parts.randn(1, 1)(0, 0), four(0, 3));
        QVERIFY(whole.rand(2, 2) == parts.rand(2, 2));
    }

    void emptyMatricesDrawNothing() {
        TorchGenerator used(5), fresh(5);
        QCOMPARE(used.rand(0, 3).rows(), Index{0});
        QCOMPARE(used.randn(4, 0).rows(), Index{4});
        QCOMPARE(used.uniform(0, 0, 0, 1).size(), Index{0});
        QVERIFY(used.randn(5, 5) == fresh.randn(5, 5));
    }

    void uniformStaysInside() {
        const Matrix m = TorchGenerator(1).uniform(300, 300, -0.25, 0.5);
        QVERIFY(m.minCoeff() >= -0.25F && m.maxCoeff() < 0.5F);
        QVERIFY(m.minCoeff() < -0.2499F && m.maxCoeff() > 0.4999F);
    }

    /// 90,000 normals: the mean is within 5 / sqrt(n) = 0.017, the mean square within 5 sqrt(2 / n) = 0.024.
    void normalsAreNormal() {
        const Matrix m = TorchGenerator(2).randn(300, 300);
        QVERIFY(m.allFinite());
        QVERIFY(std::abs(m.cast<double>().mean()) < 0.017);
        QVERIFY(std::abs(m.cast<double>().squaredNorm() / 90000 - 1) < 0.024);
    }

    void dropoutScalesWhatItKeeps_data() {
        QTest::addColumn<double>("p");
        QTest::addColumn<float>("kept");
        QTest::newRow("none") << 0.0 << 1.0F;
        QTest::newRow("tenth") << 0.1 << 1.0F / 0.9F;
        QTest::newRow("half") << 0.5 << 2.0F;
        QTest::newRow("all") << 1.0 << 0.0F;
    }
    void dropoutScalesWhatItKeeps() {
        QFETCH(double, p);
        QFETCH(float, kept);
        TorchGenerator generator(3);
        const Matrix mask = generator.dropoutMask(100, 100, p);
        const auto dropped = (mask.array() == 0.0F).count();
        const auto whole = (mask.array() == kept).count();
        QCOMPARE(p == 1 ? dropped : dropped + whole, Index{10000});
        // Five standard deviations, sqrt(n p (1 - p)) <= 50; none at all for 0 and 1.
        QVERIFY(std::abs(static_cast<double>(dropped) - 10000 * p) <= 5 * 100 * std::sqrt(p * (1 - p)));
        if (p == 0 || p == 1) QVERIFY(generator.rand(2, 2) == TorchGenerator(3).rand(2, 2)); // drew nothing
    }
};

QTEST_APPLESS_MAIN(TorchGeneratorTest)
#include "tst_TorchGenerator.moc"
