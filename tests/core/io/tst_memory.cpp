// Too little memory is a Problem like any other, and saving takes no more of it than it must. This program's own
// operator new counts what is alive and lets one request fail; Eigen's matrices do not pass through it.
#include "io/npz.h"
#include "io/sessionFile.h"
#include "session/edits.h"

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <fstream>
#include <new>

namespace {

bool counting = false;
std::size_t alive = 0, most = 0;
long long untilFailure = -1; ///< requests; negative: none fails

constexpr std::size_t kFront = alignof(std::max_align_t); ///< room for the size before each block

void* counted(std::size_t size) {
    if (counting && untilFailure >= 0 && untilFailure-- == 0) throw std::bad_alloc();
    if (size > SIZE_MAX - kFront) throw std::bad_alloc();
    auto* block = static_cast<std::byte*>(std::malloc(size + kFront));
    if (!block) throw std::bad_alloc();
    *reinterpret_cast<std::size_t*>(block) = size;
    alive += size;
    most = std::max(most, alive);
    return block + kFront;
}

void discount(void* memory) {
    if (!memory) return;
    auto* block = static_cast<std::byte*>(memory) - kFront;
    alive -= *reinterpret_cast<std::size_t*>(block);
    std::free(block);
}

} // namespace

void* operator new(std::size_t size) { return counted(size); }
void* operator new[](std::size_t size) { return counted(size); }
void operator delete(void* memory) noexcept { discount(memory); }
void operator delete[](void* memory) noexcept { discount(memory); }
void operator delete(void* memory, std::size_t) noexcept { discount(memory); }
void operator delete[](void* memory, std::size_t) noexcept { discount(memory); }

using namespace headlight;

namespace {

/// Lets the first request fail, then the second ... until `work` needs fewer: how many it needed.
template <class Work, class Judge>
int everyRequestFails(const Work& work, const Judge& judge) {
    for (int nth = 0;; ++nth) {
        untilFailure = nth;
        counting = true;
        const auto result = work();
        counting = false;
        if (untilFailure >= 0) return result ? nth : -1;
        if (!judge(result)) return -1;
    }
}

template <class T>
bool isMemoryProblem(const Result<T>& result) {
    return !result && result.text().find("ot enough memory") != std::string::npos;
}

std::string contents(const std::filesystem::path& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

} // namespace

class MemoryTest : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;
    std::filesystem::path in(const char* name) const { return folder_.path().toStdString() + "/" + name; }
    const SessionFile file_{*withSentence(newSession(5, 3, 2, 3, 3), "one two three"), {}};

private slots:
    void parsing() {
        const std::string text = sessionText(file_);
        const int requests = everyRequestFails([&] { return parseSession(text); },
                                               [](const auto& result) { return isMemoryProblem(result); });
        QVERIFY2(requests > 100, std::to_string(requests).c_str());
    }

    void readingAndWriting() {
        QVERIFY(writeSession(in("a"), file_).ok());
        const std::string before = contents(in("a"));
        const auto path = in("a");
        const int reads = everyRequestFails([&] { return readSession(path); },
                                            [](const auto& result) { return isMemoryProblem(result); });
        QVERIFY2(reads > 100, std::to_string(reads).c_str());
        // Whenever the memory ends: the file is whole, and nothing lies beside it.
        const int writes = everyRequestFails([&] { return writeSession(path, file_); },
                                             [&](const auto& result) {
                                                 return isMemoryProblem(result) && contents(path) == before &&
                                                        std::distance(
                                                            std::filesystem::directory_iterator(path.parent_path()),
                                                            std::filesystem::directory_iterator()) == 1;
                                             });
        QVERIFY2(writes > 200, std::to_string(writes).c_str());
    }

    /// Two heads of six million numbers: 33 MB of text, of which a stretch of 2 MB is there at a time.
    void aLargeSessionIsWrittenInPieces() {
        Session large = *withEmbeddingSize(file_.session, 1024);
        large = *withKeySize(*withValueSize(large, 0, 1024), 0, 1024);
        while (sizesOf(large, 0).heads > 2) large = *withHeadRemoved(large, 0, 0);
        while (sizesOf(large, 0).heads < 2) large = *withHeadAdded(large, 0);
        const auto path = in("large");
        const std::size_t before = most = alive;
        QVERIFY(writeSession(path, {large, {}}).ok());
        const std::size_t taken = most - before;
        QVERIFY(std::filesystem::file_size(path) > 30'000'000);
        QVERIFY2(taken < 4'000'000, std::to_string(taken).c_str()); // a stretch as letters, and the outline three times
        QVERIFY(contents(path) == sessionText({large, {}}));
    }

    /// The same session: 2 MB of text stand in memory at most, and a matrix's numbers as they come.
    void aLargeSessionIsReadInPieces() {
        const auto path = in("large");
        const std::size_t numbers = std::size_t(4) << 20, text = std::size_t(2) << 20;
        const std::size_t before = most = alive;
        const auto read = readSession(path);
        const std::size_t taken = most - before;
        QVERIFY2(read.ok(), read ? "" : read.text().c_str());
        QVERIFY2(taken < numbers + text + 65536, std::to_string(taken).c_str()); // names, paths
        QVERIFY(sessionText(*read) == contents(path));
    }

    /// 4 heads of 400 x 400: three stages of 2.56 MB each make up the trace.
    void aTraceTakesTheFileAndOneMember() {
        const Index n = 400;
        Trace trace;
        trace.add(Stage::X, Matrix::Zero(n, 3));
        for (int h = 0; h < 4; ++h)
            for (const StageInfo& info : stages())
                if (info.scope == Scope::Head) trace.add(info.stage, Matrix::Zero(n, info.isMap() ? n : 3));
        trace.add(Stage::Concat, Matrix::Zero(n, 12));
        const auto path = in("trace.npz");
        const std::size_t before = most = alive;
        QVERIFY(writeTrace(path, file_.session, {&trace, 1}).ok());
        const std::size_t member = 4 * 4 * std::size_t(n * n), taken = most - before;
        const std::size_t whole = std::filesystem::file_size(path);
        QVERIFY(whole > 3 * member);
        QVERIFY2(taken >= whole && taken < whole + member + 65536, std::to_string(taken).c_str()); // names, paths
    }

    void writingATrace() {
        Trace trace;
        for (const StageInfo& info : stages()) trace.add(info.stage, Matrix(0, 0));
        const auto path = in("small.npz");
        const int requests = everyRequestFails(
            [&] {
                return writeTrace(path, file_.session, {&trace, 1});
            },
            [](const auto& result) { return isMemoryProblem(result); });
        QVERIFY2(requests > 30, std::to_string(requests).c_str());
    }
};

QTEST_APPLESS_MAIN(MemoryTest)
#include "tst_memory.moc"
