// Opening and saving report progress, and can be stopped whenever they do; a stopped one changes nothing.
#include "core/io/filesBench.h"
#include "io/sessionFile.h"
#include "support/layers.h"

#include <algorithm>
#include <memory>

using namespace headlight;
using namespace headlight::testing;

namespace {

/// Returns two layers, with matrices as rows and one as base64.
SessionFile someSession() { return {*withKeySize(*withEmbeddingSize(sample(2), 1000), 0, 6), {}}; }

/// Records the progress that is reported.
Watch noting(std::vector<double>& told) {
    return [&told](double done) { return told.push_back(done), true; };
}

/// Stops when asked for the `look`-th time, and from then on, in every copy of the watch.
Watch stoppingAt(std::size_t look) {
    return [left = std::make_shared<long long>(look)](double) { return (*left)-- > 0; };
}

/// Returns some of the first `looks` numbers, including 0 and the last one.
std::vector<std::size_t> some(std::size_t looks) {
    constexpr std::size_t kSome = 40;
    std::vector<std::size_t> all;
    for (std::size_t i = 0; i <= kSome; ++i) all.push_back(i * (looks - 1) / kSome);
    return all;
}

bool isProgress(const std::vector<double>& told) {
    return told.size() > 5 && std::ranges::is_sorted(told) && told.front() >= 0 && told.back() == 1;
}

} // namespace

class CancelledTest : public QObject {
    Q_OBJECT

private slots:
    void init() { bench_.empty(); }

    void opening() {
        const fs::path path = bench_.in("a.headlight");
        QVERIFY(writeSession(path, someSession()).ok());
        std::vector<double> told;
        const auto whole = readSession(path, noting(told));
        QVERIFY(whole.ok() && sessionText(*whole) == sessionText(someSession()));
        QVERIFY(isProgress(told));
        for (const std::size_t look : some(told.size()))
            QCOMPARE(readSession(path, stoppingAt(look)).text(), quotedPath(path) + ": Opening it was cancelled.");
    }

    void saving() {
        const fs::path path = bench_.in("a.headlight");
        std::vector<double> told;
        QVERIFY(writeSession(path, someSession(), noting(told)).ok());
        QVERIFY(isProgress(told));
        for (const bool isThere : {true, false}) {
            bench_.empty();
            if (isThere) put(path, kOld);
            for (const std::size_t look : some(told.size())) {
                QCOMPARE(writeSession(path, someSession(), stoppingAt(look)).text(),
                         "Could not save " + quotedPath(path) + ": it was cancelled. " +
                             (isThere ? "The old file is unchanged." : "Nothing was saved."));
                QCOMPARE(bench_.entries(), isThere ? 1 : 0);
                if (isThere) QCOMPARE(contents(path), kOld);
            }
        }
    }

private:
    FilesBench bench_;
};

QTEST_APPLESS_MAIN(CancelledTest)
#include "tst_cancelled.moc"
