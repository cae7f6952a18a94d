// No loop reads or writes beyond the end of its buffers: they are followed by a page that nobody may touch. (Address
// sanitizer does not see masked loads and stores.)
#include "kernels/PackedMatrix.h"
#include "support/targets.h"

#include <QTest>

#include <sys/mman.h>
#include <unistd.h>

using namespace headlight;
using namespace headlight::testing;
using kernels::Index;

namespace {

/// A buffer of `count` small, different values that ends at the end of a page.
template <class T>
class Guarded {
public:
    explicit Guarded(Index count) : page_(static_cast<std::size_t>(sysconf(_SC_PAGESIZE))) {
        const std::size_t bytes = static_cast<std::size_t>(count) * sizeof(T);
        size_ = (bytes + page_ - 1) / page_ * page_ + page_;
        start_ = static_cast<char*>(mmap(nullptr, size_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
        mprotect(start_ + size_ - page_, page_, PROT_NONE);
        data_ = reinterpret_cast<T*>(start_ + size_ - page_ - bytes);
        for (Index i = 0; i < count; ++i) data_[i] = static_cast<T>(i % 7);
    }
    ~Guarded() { munmap(start_, size_); }
    Guarded(const Guarded&) = delete;
    Guarded& operator=(const Guarded&) = delete;

    operator T*() { return data_; }

private:
    std::size_t page_, size_ = 0;
    char* start_ = nullptr;
    T* data_ = nullptr;
};
using Floats = Guarded<float>;

} // namespace

class KernelsBuffersTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase_data() { addTargets(); }
    void init() { useTarget(); }

    void products_data() {
        QTest::addColumn<int>("cols");
        for (const int cols : {1, 3, 4, 7, 8, 15, 17, 31, 33, 127, 129, 257}) QTest::addRow("%d columns", cols) << cols;
    }
    void products() {
        QFETCH(int, cols);
        constexpr Index kDepth = 5;
        Floats b(kDepth * cols), row(cols);
        Guarded<std::uint8_t> mask(kDepth);
        for (const bool isTransposed : {false, true}) {
            kernels::PackedMatrix packed;
            packed.resize(kDepth, cols);
            if (isTransposed)
                packed.packColumns(b, kDepth);
            else
                packed.packRows(b, cols);
            for (const Index rows : {1, 3, 13}) {
                Floats a(rows * kDepth), out(rows * cols);
                packed.multiply(a, kDepth, rows, out, cols);
            }
        }
        kernels::multiplySome(b, 0, kDepth, mask, b, cols, row);
        QVERIFY(true); // no page after the buffers was touched
    }

    void rows() {
        for (Index n = 1; n < 100; ++n) {
            Floats x(n), out(n), low(n), high(n), block(3 * n), weights(n), inverse(3);
            Guarded<std::int64_t> sums(n);
            Guarded<std::uint8_t> redo(n);
            const kernels::ExpScale scale = kernels::expScaleOf(0.3F);
            kernels::exponentials(x, n, out);
            kernels::rangeOf(x, n);
            kernels::sumOfExponentials(x, n, scale, 6);
            kernels::exchangeTerms(x, x, n, scale, high, low, high, sums, redo);
            kernels::softmaxWeights(x, n, scale, 6, 0.5F, out);
            kernels::exponentialsOfBins(x, n, scale, high, true, out);
            kernels::largestWeights(block, 3, inverse, n, weights);
        }
        QVERIFY(true);
    }

    /// Runs bins of 1 to 20 elements.
    void bins_data() {
        QTest::addColumn<int>("size");
        for (int size = 1; size <= 20; ++size) QTest::addRow("of %d", size) << size;
    }
    void bins() {
        QFETCH(int, size);
        for (Index n = 1; n < 130; ++n) {
            const kernels::Bins bins((n + size - 1) / size, n);
            Floats block(3 * n), scratch(static_cast<Index>(bins.scratchSize())), pixels(bins.count());
            Guarded<std::uint8_t> mask(n);
            kernels::largestPerBin(block, n, 3, bins, 1, scratch, pixels);
            for (std::uint8_t* allowed : {static_cast<std::uint8_t*>(nullptr), static_cast<std::uint8_t*>(mask)})
                kernels::binExtremes(block, bins, {0, n, allowed}, false, scratch, pixels);
        }
        QVERIFY(true);
    }
};

QTEST_APPLESS_MAIN(KernelsBuffersTest)
#include "tst_kernelsBuffers.moc"
