// Compares the hot loops with the plainest loops of the same meaning, on every target. Results are equal where
// kernels.h promises it.
#include "kernels/PackedMatrix.h"
#include "support/blocks.h"
#include "support/frames.h"
#include "support/targets.h"

#include <QTest>

#include <bit>
#include <cmath>
#include <cstring>

using namespace headlight;
using namespace headlight::testing;

namespace {

constexpr float kInf = std::numeric_limits<float>::infinity();
constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();
constexpr float kCanary = 1234.5F;

float exponential(float x) {
    float e = 0;
    kernels::exponentials(&x, 1, &e);
    return e;
}

kernels::PackedMatrix packedRows(const Matrix& b) {
    kernels::PackedMatrix packed;
    packed.resize(b.rows(), b.cols());
    packed.packRows(b.data(), b.cols());
    return packed;
}

kernels::PackedMatrix packedColumns(const Matrix& transposed) {
    kernels::PackedMatrix packed;
    packed.resize(transposed.cols(), transposed.rows());
    packed.packColumns(transposed.data(), transposed.cols());
    return packed;
}

/// True if the target rounds a b + c once; otherwise the last bit of (1 + 2^-12)^2 - 1 is lost.
bool isFused() {
    const float x = 1 + 0x1p-12F, a[] = {-1, x};
    float out = 0;
    packedRows(matrixFrom("1; " + shortest(x))).multiply(a, 2, 1, &out, 1);
    return out == 0x1p-11F + 0x1p-24F;
}

/// Sums over k in turn: by fma() if `fused`, otherwise by a product and a sum. `counts` says which k count; null: all.
float naiveCell(const Matrix& a, Index row, const Matrix& b, Index col, bool fused,
                const std::uint8_t* counts = nullptr) {
    float sum = 0;
    for (Index k = 0; k < a.cols(); ++k)
        if (!counts || counts[k]) sum = fused ? std::fma(a(row, k), b(k, col), sum) : sum + a(row, k) * b(k, col);
    return sum;
}

std::int64_t naiveTerms(const std::vector<float>& scores, float factor, float top) {
    std::int64_t sum = 0;
    for (const float s : scores)
        sum += std::llrint(std::ldexp(static_cast<double>(exponential((s - top) * factor)), kernels::kTermBits));
    return sum;
}

std::vector<float> randomRow(std::mt19937& random, Index n, float size) {
    const Matrix m = randomMatrix(random, 1, n, size);
    return {m.data(), m.data() + n};
}

} // namespace

class KernelsTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase_data() { addTargets(); }
    void init() { useTarget(); }

    void targetsAreNamed() {
        QFETCH_GLOBAL(QString, target);
        const bool hasFused = !target.startsWith(u"SS") && target != u"SCALAR" && target != u"EMU128";
        QCOMPARE(isFused(), hasFused);
    }

    void productEqualsPlainLoop_data() {
        QTest::addColumn<int>("rows");
        QTest::addColumn<int>("depth");
        QTest::addColumn<int>("cols");
        for (const int rows : {0, 1, 2, 3, 4, 6, 23, 49})
            for (const int depth : {0, 1, 3, 64})
                for (const int cols : {0, 1, 4, 7, 8, 9, 31, 33, 65, 143})
                    QTest::addRow("%d x %d x %d", rows, depth, cols) << rows << depth << cols;
    }
    void productEqualsPlainLoop() {
        QFETCH(int, rows);
        QFETCH(int, depth);
        QFETCH(int, cols);
        std::mt19937 random(static_cast<unsigned>(rows * 10007 + depth * 101 + cols));
        const Matrix a = randomMatrix(random, rows, depth), b = randomMatrix(random, depth, cols);
        const Matrix bt = b.transpose();
        const kernels::PackedMatrix packed = packedRows(b), transposed = packedColumns(bt);
        kernels::PackedMatrix byColumn;
        byColumn.resize(depth, cols / 2);
        for (Index col = 0; col < cols; ++col) {
            if (col == cols / 2) byColumn.resize(depth, cols); // what was packed stays
            byColumn.packColumn(col, bt.data() + col * depth);
        }
        const bool fused = isFused();

        const Index ld = cols + 3;
        Matrix out = Matrix::Constant(rows, ld, kCanary), fromTransposed = out, single = out;
        packed.multiply(a.data(), depth, rows, out.data(), ld);
        transposed.multiply(a.data(), depth, rows, fromTransposed.data(), ld);
        for (Index row = 0; row < rows; ++row)
            byColumn.multiply(a.data() + row * depth, depth, 1, single.data() + row * ld, 0);
        for (Index row = 0; row < rows; ++row)
            for (Index col = 0; col < ld; ++col) {
                const float expected = col < cols ? naiveCell(a, row, b, col, fused) : kCanary;
                QVERIFY(sameBits(out(row, col), expected));
                QVERIFY(sameBits(fromTransposed(row, col), expected));
                QVERIFY(sameBits(single(row, col), expected));
            }
    }

    /// Some columns, packed anew, give the same results as among all columns.
    void someColumnsEqualAll() {
        std::mt19937 random(8);
        constexpr Index kRows = 9, kDepth = 37, kCols = 41;
        const Matrix a = randomMatrix(random, kRows, kDepth), bt = randomMatrix(random, kCols, kDepth);
        Matrix whole(kRows, kCols);
        packedColumns(bt).multiply(a.data(), kDepth, kRows, whole.data(), kCols);
        for (Index count = 1; count <= 8; ++count) {
            kernels::PackedMatrix packed;
            packed.resize(kDepth, count);
            std::vector<Index> cols;
            for (Index i = 0; i < count; ++i) {
                cols.push_back(static_cast<Index>(random() % kCols));
                packed.packColumn(i, bt.data() + cols.back() * kDepth);
            }
            Matrix some(kRows, count);
            packed.multiply(a.data(), kDepth, kRows, some.data(), count);
            for (Index row = 0; row < kRows; ++row)
                for (Index i = 0; i < count; ++i)
                    QVERIFY(sameBits(some(row, i), whole(row, cols[static_cast<std::size_t>(i)])));
        }
    }

    /// A sum over some k is the sum over all k with 0 for the rest. Values that are left out may be anything.
    void someOfTheSumEqualsAll_data() {
        QTest::addColumn<int>("cols");
        QTest::addColumn<bool>("isMasked");
        for (const int cols : {1, 3, 4, 7, 8, 9, 16, 33})
            for (const bool isMasked : {false, true})
                QTest::addRow("%d columns%s", cols, isMasked ? ", masked" : "") << cols << isMasked;
    }
    void someOfTheSumEqualsAll() {
        QFETCH(int, cols);
        QFETCH(bool, isMasked);
        std::mt19937 random(static_cast<unsigned>(cols));
        for (int round = 0; round < 50; ++round) {
            const Index depth = 1 + static_cast<Index>(random() % 40);
            Matrix a = randomMatrix(random, 1, depth), b = randomMatrix(random, depth, cols);
            const Index begin = static_cast<Index>(random() % static_cast<unsigned>(depth));
            const Index end = begin + static_cast<Index>(random() % static_cast<unsigned>(depth - begin + 1));
            std::vector<std::uint8_t> mask, counts;
            for (Index k = 0; k < depth; ++k) {
                mask.push_back(isMasked ? random() % 3 != 0 : 1);
                counts.push_back(begin <= k && k < end && mask.back());
                if (!counts.back()) a(0, k) = 0;
            }
            Matrix all(1, cols), some = Matrix::Constant(1, cols + 1, kCanary);
            packedRows(b).multiply(a.data(), depth, 1, all.data(), cols);
            for (Index k = 0; k < depth; ++k) // from here on it does not count
                if (!counts[static_cast<std::size_t>(k)]) a(0, k) = b(k, k % cols) = kNaN;
            kernels::multiplySome(a.data(), begin, end, isMasked ? mask.data() : nullptr, b.data(), cols, some.data());
            for (Index col = 0; col < cols; ++col) {
                QVERIFY(sameBits(some(0, col), all(0, col)));
                QVERIFY(sameBits(some(0, col), naiveCell(a, 0, b, col, isFused(), counts.data())));
            }
            QCOMPARE(some(0, cols), kCanary);
        }
    }

    void exponentialEdges_data() {
        QTest::addColumn<float>("x");
        QTest::addColumn<float>("e");
        QTest::newRow("0") << 0.0F << 1.0F;
        QTest::newRow("-0") << -0.0F << 1.0F;
        QTest::newRow("-inf") << -kInf << 0.0F;
        QTest::newRow("+inf") << kInf << kInf;
        QTest::newRow("NaN") << kNaN << kNaN;
        QTest::newRow("-NaN with payload") << std::bit_cast<float>(0xFFC12345U) << kNaN;
        QTest::newRow("just too small") << -87.34F << 0.0F;
        QTest::newRow("very small") << -1e30F << 0.0F;
        QTest::newRow("most negative") << -std::numeric_limits<float>::max() << 0.0F;
        QTest::newRow("just too large") << 88.73F << kInf;
        QTest::newRow("most positive") << std::numeric_limits<float>::max() << kInf;
    }
    void exponentialEdges() {
        QFETCH(float, x);
        QFETCH(float, e);
        // Each value is computed alone and in every lane of a register.
        QVERIFY(sameBits(exponential(x), e));
        const std::vector<float> many(19, x);
        std::vector<float> out(19);
        kernels::exponentials(many.data(), 19, out.data());
        for (const float value : out) QVERIFY(sameBits(value, e));
    }

    void exponentialIsExactAndMonotone_data() {
        QTest::addColumn<float>("sign");
        QTest::addColumn<float>("largest");
        QTest::newRow("below 0") << -1.0F << 88.0F;
        QTest::newRow("above 0") << 1.0F << 89.0F;
    }
    /// Tests that it is monotone, on every float but those nearer to 0 than 2^-26, which all give 1, and off by less
    /// than 1 ulp, on every 16th. A build without optimisation tests only one block of 61.
    void exponentialIsExactAndMonotone() {
        QFETCH(float, sign);
        QFETCH(float, largest);
#ifdef NDEBUG
        constexpr std::uint32_t kBlocks = 1;
#else
        constexpr std::uint32_t kBlocks = 61;
#endif
        constexpr std::uint32_t kBlock = 4096;
        std::vector<float> x(kBlock + 1), e(kBlock + 1); // the next block begins with the last of this one
        const auto last = std::bit_cast<std::uint32_t>(sign * largest);
        for (auto from = std::bit_cast<std::uint32_t>(sign * 0x1p-26F); from < last; from += kBlocks * kBlock) {
            for (std::uint32_t i = 0; i <= kBlock; ++i) x[i] = std::bit_cast<float>(from + i);
            kernels::exponentials(x.data(), kBlock + 1, e.data());
            int wrong = 0;
            for (std::size_t i = 0; i < kBlock; ++i) wrong += sign * e[i + 1] < sign * e[i];
            if (wrong) QFAIL(("not monotone near " + shortest(x[0])).c_str());
            for (std::size_t i = from / kBlock % 16; i < kBlock; i += 16) {
                if (x[i] < -87.33F || x[i] > 88.72F) continue; // 0 below the normal numbers of float32; infinite above
                const double truth = std::exp(static_cast<double>(x[i]));
                const double ulp = std::ldexp(1.0, std::ilogb(truth) - 23);
                if (!(std::abs(static_cast<double>(e[i]) - truth) < ulp)) QFAIL(("off at " + shortest(x[i])).c_str());
            }
        }
        for (float near = 0x1p-26F; near > 0; near *= 0.37F) QCOMPARE(exponential(sign * near), 1.0F);
    }

    void rangeOfValues_data() {
        QTest::addColumn<QString>("values");
        QTest::addColumn<float>("low");
        QTest::addColumn<float>("high");
        QTest::addColumn<bool>("finite");
        QTest::newRow("one") << "3" << 3.0F << 3.0F << true;
        QTest::newRow("five") << "3 -1 4 1 -5" << -5.0F << 4.0F << true;
        QTest::newRow("nan first") << "nan 1 2 3 4 5" << 1.0F << 5.0F << false;
        QTest::newRow("nan in the tail") << "1 2 3 4 5 nan" << 1.0F << 5.0F << false;
        QTest::newRow("infinities") << "1 inf 3 -inf 5 2" << 1.0F << 5.0F << false;
        QTest::newRow("none finite") << "nan inf" << kInf << -kInf << false;
    }
    void rangeOfValues() {
        QFETCH(QString, values);
        const Matrix m = matrixFrom(values.toStdString());
        const kernels::RowRange range = kernels::rangeOf(m.data(), m.size());
        QTEST(range.low, "low");
        QTEST(range.high, "high");
        QTEST(range.finite, "finite");
    }

    void sumOfExponentials_data() {
        QTest::addColumn<int>("n");
        for (const int n : {1, 2, 3, 4, 5, 7, 8, 63, 64, 65, 257, 8192}) QTest::addRow("%d", n) << n;
    }
    void sumOfExponentials() {
        QFETCH(int, n);
        std::mt19937 random(static_cast<unsigned>(n));
        for (const float size : {1e-3F, 1.0F, 100.0F}) {
            std::vector<float> scores = randomRow(random, n, size);
            const float factor = 0.7F;
            const float top = kernels::rangeOf(scores.data(), n).high;
            if (n > 3) scores[1] = -kInf;
            const std::int64_t sum = kernels::sumOfExponentials(scores.data(), n, kernels::expScaleOf(factor), top);
            QCOMPARE(sum, naiveTerms(scores, factor, top));
            // kernels.h: rounding the terms costs at most n 2^-47; the exponentials themselves 1 ulp (2^-23 relative).
            double truth = 0;
            for (const float s : scores) truth += std::exp(static_cast<double>((s - top) * factor));
            const double l = std::ldexp(static_cast<double>(sum), -kernels::kTermBits);
            QVERIFY(std::abs(l - truth) <= n * 0x1p-47 + truth * 0x1p-23);
        }
        const std::vector<float> same(static_cast<std::size_t>(n), 2.0F);
        QCOMPARE(kernels::sumOfExponentials(same.data(), n, kernels::expScaleOf(1), 2),
                 std::int64_t{n} << kernels::kTermBits);
    }

    /// Exchanging one element of each row gives the sum of the new row, whatever edits came before.
    void exchangeEqualsSummingAfresh() {
        std::mt19937 random(3);
        constexpr Index kRows = 37, kCols = 50;
        Matrix rows = randomMatrix(random, kRows, kCols, 3);
        const kernels::ExpScale scale = kernels::expScaleOf(0.4F);
        std::vector<float> low, high, before, after;
        std::vector<std::int64_t> sums;
        for (Index r = 0; r < kRows; ++r) {
            const kernels::RowRange range = kernels::rangeOf(&rows(r, 0), kCols);
            low.push_back(range.low);
            high.push_back(range.high);
            sums.push_back(kernels::sumOfExponentials(&rows(r, 0), kCols, scale, range.high));
        }
        for (int step = 0; step < 500; ++step) {
            const Index col = static_cast<Index>(random() % kCols);
            before.clear();
            after = randomRow(random, kRows, 3.2F);
            for (Index r = 0; r < kRows; ++r) before.push_back(rows(r, col));
            std::vector<std::uint8_t> redo(kRows, 0);
            std::vector<std::int64_t> exchanged = sums;
            kernels::exchangeTerms(before.data(), after.data(), kRows, scale, high.data(), low.data(), high.data(),
                                   exchanged.data(), redo.data());
            for (std::size_t r = 0; r < kRows; ++r) {
                const auto row = static_cast<Index>(r);
                const auto within = [&](float score) { return low[r] < score && score < high[r]; };
                const bool inside = within(before[r]) && within(after[r]);
                QCOMPARE(redo[r] == 0, inside);
                if (!inside) continue;
                rows(row, col) = after[r];
                sums[r] = exchanged[r];
                QCOMPARE(sums[r], kernels::sumOfExponentials(&rows(row, 0), kCols, scale, high[r]));
            }
        }
    }

    void binsCoverEverythingOnce() {
        for (Index length = 1; length < 70; ++length)
            for (Index bins = 1; bins <= length; ++bins) {
                QCOMPARE(kernels::binBegin(0, bins, length), Index{0});
                QCOMPARE(kernels::binBegin(bins, bins, length), length);
                const kernels::Bins all(bins, length);
                QCOMPARE(all.count(), bins);
                QCOMPARE(all.length(), length);
                for (Index bin = 0; bin <= bins; ++bin) QCOMPARE(all.begin(bin), kernels::binBegin(bin, bins, length));
                for (Index i = 0; i < length; ++i) {
                    const Index bin = kernels::binOf(i, bins, length);
                    QVERIFY(kernels::binBegin(bin, bins, length) <= i && i < kernels::binBegin(bin + 1, bins, length));
                }
            }
    }

    void largestOfBlock_data() {
        QTest::addColumn<QString>("values");
        QTest::addColumn<float>("largest");
        QTest::newRow("positive") << "1 2; 3 -2" << 3.0F;
        QTest::newRow("negative") << "1 2; 3 -4" << -4.0F;
        QTest::newRow("tie") << "-4 2; 3 4" << 4.0F;
        QTest::newRow("NaN wins") << "1 nan; inf 3" << kNaN;
        QTest::newRow("infinity") << "1 -inf; 3 4" << -kInf;
        QTest::newRow("zeros") << "-0 -0; -0 0" << 0.0F;
    }
    void largestOfBlock() {
        QFETCH(QString, values);
        QFETCH(float, largest);
        const Matrix m = matrixFrom(values.toStdString());
        QVERIFY(sameBits(kernels::largest(m.data(), 2, 2, 2, 1), largest));
        const kernels::Bins both(1, 2);
        std::vector<float> scratch(both.scratchSize());
        float out = kCanary;
        kernels::largestPerBin(m.data(), 2, 2, both, 1, scratch.data(), &out);
        QVERIFY(sameBits(out, largest));
    }

    /// Extremes are those of the values that are allowed and not NaN, in the whole row or in some of its bins.
    void binExtremesArePlainExtremes() {
        std::mt19937 random(6);
        for (int round = 0; round < 500; ++round) {
            const Index n = 1 + static_cast<Index>(random() % 90), from = static_cast<Index>(random() % 4) * n / 4;
            const Index count = 1 + static_cast<Index>(random() % static_cast<unsigned>(n));
            const kernels::Bins bins(count, n);
            const Index to = n - static_cast<Index>(random() % 4) * (n - from) / 4;
            const bool isNegated = round % 2 == 0, isMasked = round % 3 == 0;
            std::vector<float> row = randomRow(random, n, 1), scratch(bins.scratchSize());
            if (round % 5 == 0) row[random() % row.size()] = kNaN;
            if (round % 7 == 0) row[random() % row.size()] = random() % 2 ? kInf : -kInf;
            std::vector<std::uint8_t> mask;
            for (Index i = 0; i < n; ++i) mask.push_back(!isMasked || random() % 3 != 0);
            const kernels::Allowed allowed{from, to, isMasked ? mask.data() : nullptr};
            std::vector<float> out(static_cast<std::size_t>(count));
            kernels::binExtremes(row.data(), bins, allowed, isNegated, scratch.data(), out.data());
            for (Index bin = 0; bin < count; ++bin) {
                float best = isNegated ? kInf : -kInf;
                bool any = false;
                for (Index i = bins.begin(bin); i < bins.begin(bin + 1); ++i) {
                    const auto at = static_cast<std::size_t>(i);
                    if (i < from || i >= to || !mask[at]) continue;
                    any = true;
                    if (isNegated ? row[at] < best : row[at] > best) best = row[at];
                }
                QVERIFY(sameBits(out[static_cast<std::size_t>(bin)], any ? best : kNaN));
                QVERIFY(sameBits(kernels::binExtreme(row.data(), bins, bin, allowed, isNegated), any ? best : kNaN));
            }
        }
    }

    void largestPerBinEqualsLargest() {
        std::mt19937 random(5);
        for (int round = 0; round < 200; ++round) {
            const Index rows = 1 + static_cast<Index>(random() % 9), cols = 1 + static_cast<Index>(random() % 70);
            const Index count = 1 + static_cast<Index>(random() % static_cast<unsigned>(cols));
            const kernels::Bins bins(count, cols);
            Matrix m = randomMatrix(random, rows, cols);
            if (round % 3 == 0) m(0, static_cast<Index>(random() % static_cast<unsigned>(cols))) = kNaN;
            std::vector<float> scratch(bins.scratchSize()), out(static_cast<std::size_t>(count));
            kernels::largestPerBin(m.data(), cols, rows, bins, -0.3F, scratch.data(), out.data());
            for (Index b = 0; b < count; ++b) {
                const Index begin = bins.begin(b), end = bins.begin(b + 1);
                QVERIFY(sameBits(out[static_cast<std::size_t>(b)],
                                 kernels::largest(m.data() + begin, cols, rows, end - begin, -0.3F)));
            }
        }
    }

    /// The weight of the bin's best score is the largest weight of the bin.
    void largestWeightsOfRows() {
        std::mt19937 random(8);
        for (Index n = 1; n < 70; n += 3) {
            constexpr Index kRows = 3;
            const float inverse[kRows] = {0.5F, 1, 0.25F};
            const kernels::ExpScale scale = kernels::expScaleOf(0.3F);
            std::vector<float> bins = randomRow(random, kRows * n, 1), e(bins.size()), out(static_cast<std::size_t>(n));
            for (float& bin : bins) bin = -std::abs(bin);
            bins[0] = kNaN;
            const std::vector<float> tops(bins.size(), 1.0F);
            for (const bool isOfEach : {true, false})
                kernels::exponentialsOfBins(bins.data(), kRows * n, scale, tops.data(), isOfEach, e.data());
            QCOMPARE(e[0], 0.0F);
            e.back() = kInf;
            kernels::largestWeights(e.data(), kRows, inverse, n, out.data());
            for (Index col = 0; col < n; ++col) {
                float largest = 0;
                for (Index r = 0; r < kRows; ++r)
                    if (r + col > 0) {
                        float weight = 0;
                        kernels::softmaxWeights(&bins[static_cast<std::size_t>(r * n + col)], 1, scale, 1, inverse[r],
                                                &weight);
                        largest = std::max(largest, weight);
                    }
                QVERIFY(sameBits(out[static_cast<std::size_t>(col)], col == n - 1 ? kNaN : largest));
            }
        }
    }
};

QTEST_APPLESS_MAIN(KernelsTest)
#include "tst_kernels.moc"
