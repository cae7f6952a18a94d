// Instructions of each kernel, counted by valgrind, as a clock would not tell on a busy machine. A kernel that is fast
// on the processor where it was written may be slow on the next one.

#include "support/kernelCases.h"

#include <QProcess>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

#include <map>

using namespace headlight;
using namespace headlight::testing;

namespace {

using Costs = std::map<QString, double>; ///< instructions for each number, of each kernel

/// The costs with GCC 12 and Highway 1.0, on Debian 12.
struct Recorded {
    double avx2, sse4, ssse3;
};
const std::map<QString, Recorded> kRecorded = {
    {"multiply", {0.276, 1.02, 1.02}},
    {"multiply, one row", {0.231, 0.946, 0.946}},
    {"multiplySome", {0.791, 2.34, 2.34}},
    {"exponentials", {3.5, 10.2, 11.8}},
    {"rangeOf", {1, 3, 3}},
    {"sumOfExponentials", {4.5, 11.8, 11.8}},
    {"sumOfExponentials, halved", {4.63, 12, 12}},
    {"exchangeTerms", {17.8, 40.6, 40.6}},
    {"softmaxWeights", {3.63, 10, 10}},
    {"softmaxWeights, halved", {3.63, 10.3, 10.3}},
    {"largestPerBin", {2.49, 5.55, 10.1}},
    {"binExtremes, 1.7 to a bin", {4.19, 11.2, 25}},
    {"binExtremes, 3.4 to a bin", {4.1, 11.3, 25.5}},
    {"binExtremes, 9 to a bin", {5.46, 14.5, 28.7}},
    {"exponentialsOfBins", {4.13, 11.5, 11.5}},
    {"largestWeights", {1.14, 3.06, 3.13}},
};

Costs costsOf(const QString& target) {
    const QTemporaryDir folder;
    QFile file(folder.filePath("costs"));
    QProcess valgrind;
    valgrind.setProcessChannelMode(QProcess::MergedChannels);
    valgrind.start("valgrind", {"--tool=callgrind", "--collect-atstart=no", "--combine-dumps=yes",
                                "--callgrind-out-file=" + file.fileName(), HEADLIGHT_KERNEL_COSTS, target});
    if (!valgrind.waitForFinished(-1) || valgrind.exitCode() != 0 || !file.open(QIODevice::ReadOnly))
        qFatal("valgrind failed: %s", valgrind.readAll().constData());
    std::map<QString, std::map<int, double>> counts; // of each kernel and length
    const QRegularExpression part("Client Request: (.*): (\\d+)\n+positions: line\nevents: Ir\nsummary: (\\d+)");
    auto parts = part.globalMatch(QString::fromUtf8(file.readAll()));
    while (parts.hasNext()) {
        const auto found = parts.next();
        counts[found.captured(1)][found.captured(2).toInt()] = found.captured(3).toDouble();
    }
    Costs costs;
    for (const KernelCase& kernel : kernelCases()) {
        const auto& count = counts.at(kernel.name);
        costs[kernel.name] = (count.at(2048) - count.at(1024)) / 1024 / static_cast<double>(kernel.steps);
    }
    return costs;
}

class TestKernelCosts : public QObject {
    Q_OBJECT

    std::map<QString, Costs> costs_; ///< of each target

private slots:
    void initTestCase() {
#if !defined(NDEBUG) || defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
        QSKIP("The instructions of a Release build are counted.");
#endif
        if (QStandardPaths::findExecutable("valgrind").isEmpty() || *HEADLIGHT_KERNEL_COSTS == 0)
            QSKIP("valgrind or its header is not installed.");
        const std::vector<std::string> targets = kernels::targets();
        for (const char* target : {"AVX2", "SSE4", "SSSE3"})
            if (std::ranges::count(targets, target) == 0)
                QSKIP(qPrintable(QString("%1 is not among the instruction sets of this machine.").arg(target)));
        for (const char* target : {"AVX2", "SSE4", "SSSE3"}) costs_[target] = costsOf(target);
    }

    // A register of AVX2 holds twice the numbers of one of SSE4, which has all that SSSE3 has.
    void widerRegistersTakeFewerInstructions_data() {
        QTest::addColumn<QString>("kernel");
        for (const auto& kernel : kRecorded) QTest::newRow(qPrintable(kernel.first)) << kernel.first;
    }
    void widerRegistersTakeFewerInstructions() {
        QFETCH(QString, kernel);
        const double avx2 = costs_["AVX2"].at(kernel), sse4 = costs_["SSE4"].at(kernel),
                     ssse3 = costs_["SSSE3"].at(kernel);
        const auto said = [&] { return qPrintable(QString("%1 %2 %3").arg(avx2).arg(sse4).arg(ssse3)); };
        QVERIFY2(avx2 <= 0.75 * sse4, said());
        QVERIFY2(sse4 <= 1.05 * ssse3, said());
    }

    void everyKernelIsRecorded() { QCOMPARE(costs_["AVX2"].size(), kRecorded.size()); }

    void noKernelTakesAFifthMoreThanRecorded_data() { widerRegistersTakeFewerInstructions_data(); }
    void noKernelTakesAFifthMoreThanRecorded() {
        if (__GNUC__ != 12 || QSysInfo::productVersion() != "12") QSKIP("Another compiler makes other instructions.");
        QFETCH(QString, kernel);
        const Recorded& recorded = kRecorded.at(kernel);
        const std::pair<const char*, double> limits[] = {
            {"AVX2", recorded.avx2}, {"SSE4", recorded.sse4}, {"SSSE3", recorded.ssse3}};
        for (const auto& [target, limit] : limits) {
            const double cost = costs_[target].at(kernel);
            QVERIFY2(cost <= 1.2 * limit, qPrintable(QString("%1: %2 instead of %3").arg(target).arg(cost).arg(limit)));
        }
    }
};

} // namespace

QTEST_APPLESS_MAIN(TestKernelCosts)
#include "tst_kernelCosts.moc"
