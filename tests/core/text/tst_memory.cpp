// A sentence that is cut for the first time, by libraries that set themselves up then, may find no memory: it is said,
// and the next one is cut as if nothing had been.
#include "support/memoryTests.h"
#include "text/tokenizers.h"

#include <sys/wait.h>
#include <unistd.h>

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

enum class Came { Needless, WithoutWords, Well, Wrong, Spoilt };

/// In a process of its own, where nothing was cut before; the request that is refused counts from 0.
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
            const pid_t child = ::fork();
            if (child == 0) ::_exit(static_cast<int>(firstCut(id, requests, how)));
            int status = 0;
            ::waitpid(child, &status, 0);
            QVERIFY2(WIFEXITED(status), qPrintable(QString("request %1: signal %2").arg(requests).arg(status)));
            const Came came = static_cast<Came>(WEXITSTATUS(status));
            if (came == Came::Needless) break;
            QVERIFY2(came == Came::Well || came == Came::WithoutWords,
                     qPrintable(QString("request %1: %2")
                                    .arg(requests)
                                    .arg(came == Came::Wrong ? "another cut" : "and no sentence is cut any more")));
        }
        qInfo("memory: the first sentence: %lld requests refused", requests);
        QVERIFY(requests > 3);
    }
};

QTEST_APPLESS_MAIN(TextMemoryTest)
#include "tst_memory.moc"
