// OpenCL drivers whose calls never return.
#include "app/computeBench.h"
#include "base/LeavableThread.h"

#include <chrono>
#include <future>

using namespace headlight;
using namespace headlight::testing;
using std::chrono::milliseconds;

namespace {

using HangAt = std::function<void(const QString& where)>;

class HangingLayer : public BackendLayer {
public:
    HangingLayer(std::unique_ptr<BackendLayer> layer, HangAt hangAt)
        : layer_(std::move(layer)), hangAt_(std::move(hangAt)) {}
    Result<Ran> run(const LayerUpdate& update, std::span<const Read> reads, std::span<Answer> answers,
                    const Watch& watch) override {
        hangAt_("computing");
        return layer_->run(innerUpdate(update, &HangingLayer::layer_), reads, answers, watch);
    }

private:
    std::unique_ptr<BackendLayer> layer_;
    HangAt hangAt_;
};

class HangingBackend : public RecordingBackend {
public:
    explicit HangingBackend(HangAt hangAt)
        : RecordingBackend(std::make_shared<Updates>()), hangAt_(std::move(hangAt)) {}
    ~HangingBackend() override { hangAt_("destroying"); }
    std::unique_ptr<BackendLayer> makeLayer() override {
        return std::make_unique<HangingLayer>(RecordingBackend::makeLayer(), hangAt_);
    }

private:
    HangAt hangAt_;
};

} // namespace

class ComputeHangsTest : public QObject, private ComputeBench {
    Q_OBJECT

private slots:
    void init() { start(); }
    void cleanup() { end(); }

    /// The thread is left behind. The next choice gets its own thread, and the late answer of the first is dropped.
    void aDriverThatHangs_data() {
        QTest::addColumn<bool>("looks"); ///< true: it hangs while devices are looked for
        QTest::addColumn<int>("makes");  ///< otherwise the number of backends that are made before it hangs
        QTest::addColumn<bool>("isAutomatic");
        QTest::addColumn<QString>("who");
        QTest::newRow("looking for it") << true << 0 << false << "Good GPU";
        QTest::newRow("making it") << false << 0 << false << "Good GPU";
        QTest::newRow("making one for the automatic choice") << false << 0 << true << "The GPU";
        QTest::newRow("measuring it") << false << 2 << true << "The GPU";
    }
    void aDriverThatHangs() {
        QFETCH(bool, looks);
        QFETCH(int, makes);
        QFETCH(bool, isAutomatic);
        QFETCH(QString, who);
        const int before = threadsLeftBehind();
        std::promise<void> end; // its destructor ends the wait if the test fails early
        const auto made = std::make_shared<std::atomic<int>>(0);
        const auto hang = [made, makes, ended = end.get_future().share()] {
            if (++*made > makes) ended.wait();
            return makeBackend(kDefaultBackend);
        };
        window_->compute().setPatience(milliseconds(200), milliseconds(60'000));
        window_->compute().setLook([looks, hang] {
            if (looks) static_cast<void>(hang());
            return listWith("g", hang);
        });
        window_->compute().start(isAutomatic ? kAutomaticBackend : kGood);
        if (isAutomatic) makeLarge();
        QTRY_COMPARE(state().problem, who + " did not answer for 0.2 s. Headlight computes on the CPU.");
        QTRY_COMPARE(made->load(), makes + 1);
        QCOMPARE(chosen(), QStringList{isAutomatic ? "Automatic" : "CPU"});
        QCOMPARE(threadsLeftBehind() - before, 1);

        window_->compute().setPatience(milliseconds(60'000), milliseconds(60'000));
        offer("g", &makeRecording);
        choose("Good GPU");
        QTRY_COMPARE(state().backend, QString("A backend that keeps a diary"));
        end.set_value();
        QTRY_COMPARE(threadsLeftBehind() - before, 0);
        QVERIFY(edit(7));
        QTRY_VERIFY(settled(*window_));
        QCOMPARE(state().backend, QString("A backend that keeps a diary"));
        QCOMPARE(chosen(), QStringList{"Good GPU"});
    }

    void aSearchThatHangs() {
        const int before = threadsLeftBehind();
        std::promise<void> end;
        window_->compute().setPatience(milliseconds(60'000), milliseconds(200));
        window_->compute().setLook([ended = end.get_future().share()] {
            ended.wait();
            return listWith("p");
        });
        openMenu();
        const QString why = "The OpenCL drivers did not answer for 0.2 s.";
        QCOMPARE(state().problem, why + " Their devices cannot be used.");
        QVERIFY(shown().contains("[No OpenCL device " + why + ']'));
        QCOMPARE(threadsLeftBehind() - before, 1);

        window_->compute().setPatience(milliseconds(60'000), milliseconds(60'000));
        offer("g");
        entry("Look for devices again")->trigger();
        QTRY_VERIFY(shown().contains("Good GPU"));
        end.set_value();
        QTRY_COMPARE(threadsLeftBehind() - before, 0);
        QCoreApplication::processEvents();
        QVERIFY(shown().contains("Good GPU"));
    }

    /// Closing the window does not wait for a driver, whether it computes, or is made, looked for or destroyed.
    void leavingDoesNotWait_data() {
        QTest::addColumn<QString>("where");
        for (const char* where : {"looking", "making", "computing", "destroying"}) QTest::newRow(where) << where;
    }
    void leavingDoesNotWait() {
        QFETCH(QString, where);
        const int before = threadsLeftBehind();
        std::promise<void> end;
        const auto hangs = std::make_shared<std::atomic<int>>(0);
        const auto hangAt = [where, hangs, ended = end.get_future().share()](const QString& here) {
            if (here != where) return;
            ++*hangs;
            ended.wait();
        };
        window_->compute().setLook([hangAt] {
            hangAt("looking");
            return listWith("g", [hangAt]() -> Result<std::unique_ptr<Backend>> {
                hangAt("making");
                return std::unique_ptr<Backend>(std::make_unique<HangingBackend>(hangAt));
            });
        });
        window_->compute().start(kGood);
        if (where == "destroying")
            QTRY_COMPARE(state().backendId, kGood);
        else
            QTRY_COMPARE(hangs->load(), 1);
        window_.reset();
        QTRY_COMPARE(hangs->load(), 1);
        QVERIFY(threadsLeftBehind() > before); // so the program must end by _Exit()
        end.set_value();
        QTRY_COMPARE(threadsLeftBehind() - before, 0);
    }
};

QTEST_MAIN(ComputeHangsTest)
#include "tst_computeHangs.moc"
