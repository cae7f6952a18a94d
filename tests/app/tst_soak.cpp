// Edits for a long time: once the history is full, nothing grows any more. HEADLIGHT_SOAK=1200 takes 1200 s and checks
// memory. Without it the test is short, caches still fill, and only file handles and threads are counted.
#include "Recovery.h"
#include "app/windowBench.h"
#include "session/edits.h"
#include "support/RandomNumbers.h"

#include <malloc.h>

#include <QDir>
#include <QElapsedTimer>
#include <QImage>

#include <algorithm>
#include <array>

using namespace headlight;

namespace {

/// Counts the entries of a folder of /proc, without the event handle that each thread of Qt has: threads are counted by
/// themselves, and those of Qt's own pool end when they are idle.
int entriesOf(const char* folder) {
    const auto entries = QDir(folder).entryInfoList(QDir::NoDotAndDotDot | QDir::AllEntries | QDir::System);
    return static_cast<int>(std::ranges::count_if(
        entries, [](const QFileInfo& entry) { return !entry.symLinkTarget().endsWith("anon_inode:[eventfd]"); }));
}

/// Starts the pool of threads with which Qt draws large images, as a large map may do at any time.
void startThePoolForImages() {
    QImage large(4096, 4096, QImage::Format_RGB32);
    large.fill(Qt::white);
    large.convertTo(QImage::Format_RGBA8888);
}

double usedMb() {
    const auto info = ::mallinfo2();
    return static_cast<double>(info.uordblks + info.hblkhd) / (1 << 20);
}

double residentMb() {
    QFile file("/proc/self/statm");
    if (!file.open(QIODevice::ReadOnly)) return 0;
    return file.readAll().split(' ').value(1).toDouble() * 4096 / (1 << 20);
}

} // namespace

class SoakTest : public QObject, private testing::WindowBench {
    Q_OBJECT

private slots:
    void handlesStayAndInALongRunMemory() {
        prepare();
        const double seconds = std::max(4.0, qEnvironmentVariableIntValue("HEADLIGHT_SOAK") * 1.0);
        const bool isLong = qEnvironmentVariableIsSet("HEADLIGHT_SOAK");
        window_ = std::make_unique<MainWindow>(folder_.filePath("journals").toStdString());
        window_->resize(1280, 800);
        window_->show();
        window_->files().openExample(firstExample());
        startThePoolForImages();
        QTRY_VERIFY(testing::settled(*window_));
        Workbench& bench = window_->workbench();
        bench.document().history().setBound(History::kMegabyte / 16);
        std::vector<double> used, resident;
        int handles = 0, threads = 0;
        QElapsedTimer clock;
        clock.start();
        const double slice = seconds / 8;
        const auto isOver = [&] {
            const bool isFull = bench.document().history().hasTrimmed() && used.size() >= 2;
            return isFull && static_cast<double>(clock.elapsed()) >= seconds * 1000;
        };
        for (int edits = 0; !isOver();) {
            edit(bench, edits++);
            QCoreApplication::processEvents();
            QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete); // as an event loop does
            constexpr int kEveryKind = 300; // after these each kind of edit has occurred, and its files are open
            if (edits < kEveryKind) continue;
            if (static_cast<double>(clock.elapsed()) / 1000 < slice * static_cast<double>(used.size() + 1)) continue;
            atRest(bench);
            QTRY_VERIFY(testing::settled(*window_));
            used.push_back(usedMb());
            resident.push_back(residentMb());
            if (used.size() == 1) handles = held("/proc/self/fd"), threads = held("/proc/self/task"); // with all pools
            if (isLong)
                qInfo("soak: %d edits, history %d steps %.2f MB: %.1f MB used, %.1f MB resident", edits,
                      bench.document().history().count(),
                      static_cast<double>(bench.document().history().bytes()) / (1 << 20), used.back(),
                      resident.back());
        }
        QCOMPARE(held("/proc/self/fd"), handles);
        QVERIFY(held("/proc/self/task") <= threads); // threads of a pool end when they are idle
        if (!isLong) return;
        const double half = resident[resident.size() / 2];
        qInfo("soak: %.0f s, from %.1f to %.1f MB resident and %.1f to %.1f MB in use in the second half", seconds,
              half, resident.back(), used[used.size() / 2], used.back());
        QVERIFY(resident.back() <= 1.01 * half);
        QVERIFY(used.back() <= used[used.size() / 2] + 0.5); // MB: about two bytes for each edit
    }

private:
    /// Counts the entries of a folder of /proc without a history, whose stretches have journals.
    int held(const char* folder) {
        window_->workbench().files().newDocument();
        const auto isOnDisk = [this] { return window_->recovery()->journals().sync(); }; // a slow disk needs several
        if (!QTest::qWaitFor(isOnDisk, testing::patience())) qFatal("The journals are not on the disk.");
        return entriesOf(folder);
    }
    /// Shows the same session in the same way each time.
    void atRest(Workbench& bench) {
        const Example& example = firstExample(); // no question is asked, whatever is open
        QVERIFY(bench.files().openExample(QLatin1String(example.resource), example.shownTitle()).ok());
        showMaps(0);
        bench.look([](MapOptions& maps) { maps.isEnlarged = false; });
        bench.set(&ViewState::theme, &lightTheme());
        bench.light({});
        bench.messages().report({});
    }
    void showMaps(int which) {
        const std::array sets{"Scores and weights", "Weights only", "Q, K and V", "Everything"};
        testing::menuAction(*window_, sets.at(static_cast<std::size_t>(which)))->trigger();
    }
    void edit(Workbench& bench, int n) {
        const Session& session = bench.state().session;
        const Sizes sizes = sizesOf(session, 0);
        const auto apply = [&](auto make) {
            bench.apply(QString("Edit %1").arg(n),
                        [make](const Session& s, const Watch&) { return Result<Session>(make(s)); });
        };
        const float value = static_cast<float>(random_.pick(-300, 300)) / 100;
        const int row = random_.pick(0, static_cast<int>(sizes.d) - 1), kind = random_.pick(0, 99);
        const int words = random_.pick(1, 14);
        if (kind < 60)
            return apply([=](const Session& s) { return withCell(s, {Parameter::Wq, 0, 0}, row, 0, value); });
        if (kind < 66)
            return apply([=](const Session& s) {
                return withSentence(s, QString("my shoes are %1 ").arg(n % 50).repeated(words).trimmed().toStdString());
            });
        if (kind < 69 && sizes.heads < 6) return apply([](const Session& s) { return withHeadAdded(s, 0); });
        if (kind < 72 && sizes.heads > 1) return apply([](const Session& s) { return withHeadRemoved(s, 0, 0); });
        if (kind < 76) return bench.undo();
        if (kind < 79) return bench.redo();
        if (kind < 90) return bench.select(random_.pick(0, 5), random_.pick(0, 9), random_.pick(0, 9));
        if (kind < 93) return bench.light({CellRef{Stage::Weights, 0, 0, random_.pick(0, 9), random_.pick(0, 9)}});
        if (kind < 95) return bench.look([=](MapOptions& maps) { maps.isEnlarged = n % 3 > 0; });
        if (kind < 97) return showMaps(random_.pick(0, 3));
        if (kind < 98) return bench.set(&ViewState::theme, themes()[static_cast<std::size_t>(n) % themes().size()]);
        bench.messages().report(n % 2 ? QString("a message") : QString());
    }

    testing::RandomNumbers random_{5};
};

QTEST_MAIN(SoakTest)
#include "tst_soak.moc"
