// Too little memory in the window: each allocation on the threads beside it may fail, which is reported. Large
// operations check the memory before they begin.
#include "base/memory.h"
#include "dialogs/JobRunner.h"
#include "export/render.h"
#include "support/frames.h"
#include "support/icuMemory.h"
#include "support/jobs.h"
#include "support/memoryTests.h"
#include "support/patience.h"
#include "ui/document/workbenchBench.h"

#include <QSignalSpy>
#include <QTemporaryDir>

using namespace headlight;
using testing::memory::Ends;
using testing::memory::Refusals;
namespace memory = testing::memory;

class WindowMemoryTest : public QObject, private testing::WorkbenchBench {
    Q_OBJECT

    QTemporaryDir folder_;
    QString in(const char* name) const { return folder_.filePath(QLatin1String(name)); }

    static double less() { return 100e6; } ///< too few bytes

private slots:
    void init() { begin(); }
    void cleanup() {
        setMemoryLeft({});
        end();
    }

    void onTheEnginesThread_data() { testing::waysToEnd(); }
    /// Each edit gets an answer or a message, and the next one is answered as usual.
    void onTheEnginesThread() {
        QFETCH(Ends, how);
        RequestBoard askers;
        askers.set(watcher_, {{testing::whole(Stage::Scores, 0), testing::whole(Stage::Weights, 1)}, {CellRef{}}});
        const MergedRequest asked = askers.asked(Priority::Later);
        const Session sessions[] = {bench_->state().session,
                                    *withCell(bench_->state().session, {Parameter::Wq, 0, 0}, 0, 0, 7),
                                    *withSentence(bench_->state().session, "my big shoes are")};
        std::vector<Frame> right;
        for (const Session& session : sessions)
            right.push_back(Engine(std::move(*makeBackend("cpu"))).answer(session, asked.demand));

        EngineRunner runner(std::move(*makeBackend("cpu")), nullptr);
        std::shared_ptr<const Frame> frame;
        int silences = 0;
        connect(&runner, &EngineRunner::answered, this, [&](const auto& answer) { frame = answer; });
        connect(&runner, &EngineRunner::unanswered, this, [&] { ++silences; });
        Refusals all;
        int said = 0;
        const int step = how == Ends::Once ? 1 : 5;
        for (bool wasRefused = true; wasRefused; all.requests += step) {
            const QByteArray where = "request " + QByteArray::number(all.requests + 1);
            const std::size_t which = 1 + std::size_t(all.requests % 2);
            frame.reset();
            silences = 0;
            memory::endsAt(all.requests, how, memory::Whose::Others);
            runner.request(sessions[which], asked);
            const auto hasCome = [&] { return frame || silences > 0 || (how == Ends::ForAll && memory::refusals > 0); };
            QVERIFY2(QTest::qWaitFor(hasCome, testing::patience()), where);
            wasRefused = memory::isBack() > 0;
            said += silences > 0 || (frame && !frame->problem.empty());
            if (frame && frame->problem.empty()) {
                const std::string wrong = testing::difference(*frame, right[which]);
                QVERIFY2(wrong.empty(), (where.toStdString() + ": " + wrong).c_str());
                all.survived += wasRefused;
            } else if (frame) {
                QVERIFY2(memory::isOfMemory(frame->problem), frame->problem.c_str());
            }
            for (const std::size_t next : {std::size_t(0), which}) { // the same session would not be computed again
                frame.reset();
                runner.request(sessions[next], asked);
                QVERIFY2(
                    QTest::qWaitFor([&] { return frame && frame->session == sessions[next]; }, testing::patience()),
                    where);
                const std::string wrong = testing::difference(*frame, right[next]);
                QVERIFY2(wrong.empty(), (where.toStdString() + ", afterwards: " + wrong).c_str());
            }
        }
        all.requests /= step;
        testing::report("the engine's thread", all, 20);
        QVERIFY(said > 0 || how == Ends::ForAll); // ForAll: there is no memory even for a message
    }

    void onAJobsThread_data() { testing::waysToEnd(); }
    void onAJobsThread() {
        QFETCH(Ends, how);
        QWidget window;
        JobRunner runner(&window);
        Refusals all;
        const Session before = bench_->state().session;
        for (bool wasRefused = true; wasRefused; ++all.requests) {
            const auto edit = [before](const Watch& watch) { return withEmbeddingSize(before, 9, watch); };
            memory::endsAt(all.requests, how, memory::Whose::Others);
            const auto made = inJob<Session>(runner, "Resizing", Jobs::OnCancel::Wait, edit);
            wasRefused = memory::isBack() > 0;
            if (made) all.survived += wasRefused;
            QVERIFY(made || (wasRefused && memory::isOfMemory(made.text())));
        }
        --all.requests;
        testing::report("a job's thread", all, 20);
        QCOMPARE(sizesOf(before).d, sizesOf(bench_->state().session).d);
    }

    void sizesAreAskedForBefore() {
        setMemoryLeft(less);
        const Session before = bench_->state().session;
        bool isAsked = false;
        const Workbench::Edit edit = [&](const Session& s, const Watch&) { return isAsked = true, s; };
        QVERIFY(!bench_->apply("Set d to 1,024", edit, 0, 3e7)); // bytes of the session's numbers
        QVERIFY(!isAsked);
        QVERIFY2(watcher_.last.problem.contains("not enough memory"), qPrintable(watcher_.last.problem));
        QVERIFY(watcher_.last.problem.startsWith("This takes about 600 MB of memory"));
        QVERIFY(bench_->state().session == before);
        QVERIFY(testing::editCell(*bench_, 3)); // the document is still usable
        QTRY_VERIFY(answered());
        setMemoryLeft({});
        QVERIFY(bench_->apply("Set d to 1,024", edit, 0, 3e7));
        QVERIFY(isAsked);
    }

    void openingIsAskedForBefore() {
        // A session followed by 64 MB of blanks is a valid file.
        const std::string text = sessionText({bench_->state().session, {}});
        QFile file(in("large.headlight"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(QByteArray::fromStdString(text));
        file.write(QByteArray(64 << 20, ' '));
        file.close();
        const Session before = bench_->state().session;
        setMemoryLeft(less);
        const auto opened = bench_->files().open(file.fileName());
        QVERIFY(!opened.ok());
        QVERIFY2(opened.text().find("large.headlight\": Opening it takes about 201 MB of memory") != std::string::npos,
                 opened.text().c_str());
        QVERIFY(bench_->state().session == before);
        QVERIFY(testing::editCell(*bench_, 3));
        setMemoryLeft({});
        const auto again = bench_->files().open(file.fileName());
        QVERIFY2(again.ok(), again ? "" : again.text().c_str());
    }

    /// A file of 3 GB, as `headlight eval` writes it, takes what its session takes. (A hole takes no disk space.)
    void aLargeTraceTakesItsSession() {
        const std::string text = sessionText({bench_->state().session, {}});
        const QByteArray session = QByteArray::fromStdString(text), size = QByteArray::number(session.size());
        constexpr qint64 kScores = 4LL * 3 * 15'000 * 16'667;
        const QByteArray header = R"({"scores":{"dtype":"F32","shape":[3,15000,16667],"data_offsets":[0,)" +
                                  QByteArray::number(kScores) + R"(]},"session":{"dtype":"U8","shape":[)" + size +
                                  R"(],"data_offsets":[)" + QByteArray::number(kScores) + ',' +
                                  QByteArray::number(kScores + session.size()) + "]}}";
        QByteArray length(8, '\0');
        for (int i = 0; i < 4; ++i) length[i] = char(header.size() >> (8 * i));
        QFile file(in("trace.safetensors"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        QVERIFY(file.write(length + header) == 8 + header.size());
        QVERIFY(file.seek(8 + header.size() + kScores) && file.write(session) == session.size());
        file.close();
        QVERIFY(file.size() > 3'000'000'000);
        const std::size_t before = memory::alive;
        memory::peak = before;
        const auto opened = bench_->files().open(file.fileName());
        const std::size_t taken = memory::peak - before;
        QVERIFY2(opened.ok(), opened ? "" : opened.text().c_str());
        QCOMPARE(sessionText({bench_->state().session, {}}), text);
        QVERIFY2(taken < 20'000'000, std::to_string(taken).c_str());
        QVERIFY(file.remove());
    }

    void aPictureIsAskedForBefore() {
        ExportSpec spec;
        spec.maps.stages = {Stage::Weights};
        spec.widthPx = spec.heightPx = kMaxExportSide;
        const Session& session = bench_->state().session;
        setMemoryLeft(less);
        for (const ExportFormat format : {ExportFormat::Png, ExportFormat::Svg, ExportFormat::Pdf}) {
            spec.format = format;
            const auto bytes = headlight::render(session, {}, spec);
            if (format != ExportFormat::Png) continue; // the size of other formats takes no memory
            QVERIFY(!bytes.ok());
            QCOMPARE(bytes.text(),
                     std::string("Such a picture takes about 1.4 GB of memory, but there is not enough memory: "
                                 "only 36 MB is available. Choose a smaller size, or close other programs."));
        }
        spec.widthPx = spec.heightPx = 20'000;
        QVERIFY(headlight::render(session, {}, spec).text().find("is not possible") != std::string::npos);
        spec.format = ExportFormat::Png;
        spec.widthPx = spec.heightPx = 200;
        QVERIFY(headlight::render(session, {}, spec).ok());
    }
};

QTEST_MAIN(WindowMemoryTest)
#include "tst_memory.moc"
