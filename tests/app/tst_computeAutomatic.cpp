// The automatic choice: a GPU is used for sessions for which it is faster than the CPU.
#include "app/computeBench.h"

#include <chrono>
#include <thread>

using namespace headlight;
using namespace headlight::testing;
using std::chrono::milliseconds;

namespace {

/// Is five times as slow as the CPU, however busy the computer is; or, if it ever wins, only slow for small sessions.
class SlowLayer : public BackendLayer {
public:
    SlowLayer(std::unique_ptr<BackendLayer> layer, bool everWins) : layer_(std::move(layer)), everWins_(everWins) {}
    Result<Ran> run(const LayerUpdate& update, std::span<const Read> reads, std::span<Answer> answers,
                    const Watch& watch) override {
        using Clock = std::chrono::steady_clock;
        const auto start = Clock::now();
        auto ran = layer_->run(innerUpdate(update, &SlowLayer::layer_), reads, answers, watch);
        const auto took = Clock::now() - start;
        const bool isSmall = update.queries.rows && update.queries.rows->rows() <= 64;
        const auto end = start + (!everWins_ ? 5 * took : isSmall ? took + milliseconds(300) : took);
        while (Clock::now() < end) std::this_thread::yield();
        return ran;
    }

private:
    std::unique_ptr<BackendLayer> layer_;
    bool everWins_;
};

class SlowBackend : public RecordingBackend {
public:
    SlowBackend(std::shared_ptr<std::atomic<int>> alive, bool everWins)
        : RecordingBackend(std::make_shared<Updates>()), alive_(std::move(alive)), everWins_(everWins) {
        ++*alive_;
    }
    ~SlowBackend() override { --*alive_; }
    std::unique_ptr<BackendLayer> makeLayer() override {
        return std::make_unique<SlowLayer>(RecordingBackend::makeLayer(), everWins_);
    }

private:
    std::shared_ptr<std::atomic<int>> alive_;
    bool everWins_;
};

} // namespace

class ComputeAutomaticTest : public QObject, private ComputeBench {
    Q_OBJECT

private slots:
    void init() { start(); }
    void cleanup() { end(); }

    /// Devices are looked for when the session becomes large. Below the measured size the CPU computes.
    void automatic() {
        offer("pg", &makeRecording);
        window_->compute().start();
        QVERIFY(edit(7));
        QTRY_VERIFY(settled(*window_));
        QCOMPARE(looked_.load(), 0);
        const OpenClDevice device = *listWith("g")[2].device;
        constexpr double kBetween = 1e6; // between the work of the example and that of the large session
        Settings().setMinWork(device, kBetween);
        makeLarge();
        QTRY_COMPARE(state().backendId, kGood);
        window_->workbench().undo();
        QTRY_VERIFY(settled(*window_));
        QCOMPARE(state().backendId, std::string(kDefaultBackend));
        window_->workbench().redo();
        QTRY_COMPARE(state().backendId, kGood);
        QCOMPARE(chosen(), QStringList{"Automatic"});
        QCOMPARE(Settings().minWork(device).value(), kBetween);
    }

    /// A device that is never faster is released, and measured again when Automatic is chosen again.
    void aDeviceIsMeasured_data() {
        QTest::addColumn<bool>("everWins");
        QTest::newRow("it never wins") << false;
        QTest::newRow("it wins from some size on") << true;
    }
    void aDeviceIsMeasured() {
        QFETCH(bool, everWins);
        const auto made = std::make_shared<std::atomic<int>>(0), alive = std::make_shared<std::atomic<int>>(0);
        offer("g", [made, alive, everWins]() -> Result<std::unique_ptr<Backend>> {
            ++*made;
            return std::unique_ptr<Backend>(std::make_unique<SlowBackend>(alive, everWins));
        });
        window_->compute().start();
        makeLarge();
        constexpr int kMakes = 3; // one for the session, and two that are measured
        const OpenClDevice device = *listWith("g")[2].device;
        const auto isMeasured = [&] { return made->load() == kMakes && alive->load() == (everWins ? 1 : 0); };
        QVERIFY(QTest::qWaitFor(isMeasured, testing::patience())); // measuring computes 512 tokens four times
        if (everWins) QTRY_VERIFY(Settings().minWork(device));
        QCOMPARE(Settings().minWork(device).has_value(), everWins);
        QCOMPARE(chosen(), QStringList{"Automatic"});
        choose("CPU");
        choose("Automatic");
        QTRY_COMPARE(made->load(), everWins ? kMakes + 1 : 2 * kMakes);
        QVERIFY(QTest::qWaitFor([&] { return alive->load() == (everWins ? 1 : 0); }, testing::patience()));
    }

    /// A measurement is remembered for the same device and driver, until the user looks for devices again.
    void whatWasMeasuredIsRemembered() {
        OpenClDevice device = *listWith("g")[2].device;
        device.name = "A/B \\ [%1] é";
        QVERIFY(!Settings().minWork(device));
        for (const double work : {0.0, 1234567890123.5}) {
            Settings().setMinWork(device, work);
            QCOMPARE(Settings().minWork(device).value(), work);
        }
        const OpenClDevice kept = device;
        device.driver = "2.0";
        QVERIFY(!Settings().minWork(device));
        Settings().setMinWork(device, HUGE_VAL); // the value that earlier versions wrote
        QVERIFY(!Settings().minWork(device));
        QVERIFY(Settings().minWork(kept));
        openMenu();
        entry("Look for devices again")->trigger();
        QVERIFY(!Settings().minWork(kept));
    }

    void automaticWithoutAGpu_data() {
        QTest::addColumn<QString>("devices");
        for (const char* devices : {"", "p", "f", "o"}) QTest::addRow("devices: %s", devices) << devices;
    }
    void automaticWithoutAGpu() {
        QFETCH(QString, devices);
        offer(devices);
        window_->compute().start();
        makeLarge();
        QTRY_COMPARE(looked_.load(), 1);
        QTRY_VERIFY(shown().size() == 5 || shown().contains("Look for devices again"));
        QTRY_VERIFY(settled(*window_));
        QCOMPARE(state().backendId, std::string(kDefaultBackend));
        QCOMPARE(state().problem, QString());
        QCOMPARE(chosen(), QStringList{"Automatic"});
    }
};

QTEST_MAIN(ComputeAutomaticTest)
#include "tst_computeAutomatic.moc"
