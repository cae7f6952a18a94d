// The first sentence loads data of libraries. With too little memory tokenise() throws, and the next sentence is split
// as usual.
#include "support/icuMemory.h"
#include "support/memoryTests.h"
#include "text/alignment.h"
#include "text/tokenizers.h"

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>

using namespace headlight;
using namespace headlight::testing;

namespace {

constexpr const char* kSentence =
    "My shoes are small, my feet are größer. \xE0\xA4\xA8\xE0\xA4\xBF \xE0\xB8\x81\xE0\xB8\xB2\xE0\xB8\xA3\xE0\xB9\x80\xE0\xB8\x94\xE0\xB8\xB4\xE0\xB8\x99 \xE6\xBC\xA2\xE5\xAD\x97";

std::string cut(const std::string& tokenizer) {
    std::string all;
    const auto pieces = tokenise(kSentence, {tokenizer, ","});
    if (!pieces) return pieces.text();
    for (const Piece& piece : *pieces) all += piece.text + "|";
    return all;
}

/// Needless: no request was refused. WithoutWords: one was refused, but not needed. Well: it threw. Wrong: it split
/// wrongly. Spoilt: the next sentence is split wrongly.
enum class Came { Needless, WithoutWords, Well, Wrong, Spoilt };

/// Splits a first sentence; the number of the request that is refused counts from 0. Needs a process of its own.
Came firstCut(const std::string& tokenizer, long long refused, memory::Ends how) {
    std::string first;
    bool hasThrown = false;
    memory::endsAt(refused, how);
    try {
        first = cut(tokenizer);
    } catch (const std::bad_alloc&) {
        hasThrown = true;
    }
    const bool wasRefused = memory::isBack() > 0;
    const std::string second = cut(tokenizer);
    if (second.find("feet|are|gr") == std::string::npos && second.find("f|e|e|t|") == std::string::npos)
        return Came::Spoilt;
    if (!hasThrown && first != second) return Came::Wrong;
    return !wasRefused ? Came::Needless : hasThrown ? Came::Well : Came::WithoutWords;
}

/// Splits a first sentence with this many bytes left for the process, as under `ulimit -v`.
Came firstCutWithin(const std::string& tokenizer, std::size_t bytes) {
    constexpr std::size_t kMaxBytes = 16U << 20;
    std::size_t pages = 0;
    std::ifstream("/proc/self/statm") >> pages;
    rlimit before{}, limit{};
    ::getrlimit(RLIMIT_AS, &before);
    limit = {pages * static_cast<std::size_t>(::sysconf(_SC_PAGESIZE)) + kMaxBytes, before.rlim_max};
    std::string first;
    ::setrlimit(RLIMIT_AS, &limit);
    void* const held = std::malloc(bytes);
    for (const std::size_t block : {std::size_t(1) << 16, std::size_t(1) << 10, std::size_t(1) << 6})
        while (void* volatile taken = std::malloc(block)) static_cast<void>(taken); // takes all that is left
    std::free(held);
    bool hasThrown = false;
    try {
        first = cut(tokenizer);
    } catch (const std::bad_alloc&) {
        hasThrown = true;
    }
    ::setrlimit(RLIMIT_AS, &before);
    const std::string second = cut(tokenizer);
    return hasThrown ? Came::Well : first == second ? Came::Needless : Came::Wrong;
}

/// Returns what `cut` returns in a child process; -1: it crashed.
template <class Cut>
int inChild(const Cut& cut) {
    const pid_t child = ::fork();
    if (child == 0) {
        ::alarm(20); // ends a child that hangs
        ::_exit(static_cast<int>(cut()));
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

} // namespace

class TextMemoryTest : public QObject {
    Q_OBJECT

private slots:
    void theFirstSentence_data() {
        QTest::addColumn<QString>("tokenizer");
        QTest::addColumn<memory::Ends>("how");
        for (const Tokenizer& tokenizer : tokenizers())
            for (const memory::Ends how : {memory::Ends::Once, memory::Ends::ForAll})
                QTest::addRow("%s, %d", tokenizer.id, int(how)) << QString(tokenizer.id) << how;
    }
    void theFirstSentence() {
        QFETCH(QString, tokenizer);
        QFETCH(memory::Ends, how);
        const std::string id = tokenizer.toStdString();
        long long requests = 0;
        for (;; ++requests) {
            const int status = inChild([&] { return firstCut(id, requests, how); });
            QVERIFY2(status >= 0, qPrintable(QString("request %1: crashed").arg(requests)));
            const Came came = static_cast<Came>(status);
            if (came == Came::Needless) break;
            QVERIFY2(came == Came::Well || came == Came::WithoutWords,
                     qPrintable(QString("request %1: %2")
                                    .arg(requests)
                                    .arg(came == Came::Wrong ? "another cut" : "and no sentence is cut any more")));
        }
        qInfo("memory: the first sentence: %lld requests refused", requests);
        QVERIFY(requests > 3);
    }

    /// Tests every limit in steps of about 5 %, until it is enough.
    void theFirstSentenceUnderALimit_data() {
        QTest::addColumn<QString>("tokenizer");
        for (const Tokenizer& tokenizer : tokenizers()) QTest::newRow(tokenizer.id) << QString(tokenizer.id);
    }
    void theFirstSentenceUnderALimit() {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
        QSKIP("A sanitizer needs more addresses than such a limit leaves.");
#endif
        QFETCH(QString, tokenizer);
        int came = int(Came::Well);
        for (std::size_t kilobytes = 0; came != int(Came::Needless); kilobytes += 1 + kilobytes / 20) {
            QVERIFY(kilobytes < 4000);
            came = inChild([&] { return firstCutWithin(tokenizer.toStdString(), 1000 * kilobytes); });
            QVERIFY2(came == int(Came::Well) || came == int(Came::Needless),
                     qPrintable(QString("%1 KB: %2").arg(kilobytes).arg(came)));
        }
    }

    /// A table of lengths would take 134 MB, and the places of the tokens as much.
    void longTextsAreAligned() {
        constexpr int kTokens = 32'768;
        std::vector<std::string> before, after;
        for (int i = 0; i < kTokens; ++i) before.push_back(std::to_string(i));
        after.assign(before.rbegin(), before.rend());
        std::swap(after[5], after[6]);
        const std::size_t alive = memory::alive;
        memory::peak = alive;
        const std::vector<int> from = cameFrom(before, after);
        QVERIFY2(memory::peak - alive < std::size_t{12} << 20, std::to_string(memory::peak - alive).c_str());
        QCOMPARE(from.size(), after.size());
    }
};

QTEST_APPLESS_MAIN(TextMemoryTest)
#include "tst_memory.moc"
