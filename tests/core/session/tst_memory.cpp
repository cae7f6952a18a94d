// If any edit runs out of memory, it says so, and the session is unchanged.
#include "core/session/RandomSteps.h"
#include "core/session/drawRequests.h"
#include "io/sessionFile.h"
#include "support/icuMemory.h"
#include "support/memoryTests.h"

using namespace headlight;
using namespace headlight::testing;
using memory::Ends;
using memory::Refusals;

namespace {

/// Gives an edit's exception as a Problem, as its callers do.
Result<Session> said(const Edit& edit, const Session& session) {
    try {
        return edit(session);
    } catch (const std::bad_alloc&) {
        return Problem{"not enough memory"};
    }
}

struct Sum {
    Refusals all;
    long long edits = 0, maxRequests = 0;

    /// Returns what is wrong with the edit; empty: nothing. An edit that is refused must not change its argument, nor
    /// what it makes the next time.
    std::string add(const Edit& edit, const Session& session, Ends how) {
        const std::string text = sessionText({session, {}});
        const auto usual = edit(session);
        if (!usual) return {}; // refused for another reason, which needs memory for its words, too
        const std::string made = sessionText({*usual, {}});
        const auto isAsBefore = [&](const Result<Session>* result) -> std::string {
            if (sessionText({session, {}}) != text) return "it changed its argument";
            if (result && *result && sessionText({**result, {}}) != made) return "it makes another session";
            return {};
        };
        const Refusals one = memory::everyRequestFails([&] { return said(edit, session); }, isAsBefore, how);
        all.requests += one.requests;
        all.survived += one.survived;
        maxRequests = std::max(maxRequests, one.requests);
        ++edits;
        if (sessionText({*edit(session), {}}) != made) return "it does not come back";
        return one.wrong;
    }
};

} // namespace

class EditsMemoryTest : public QObject {
    Q_OBJECT

private slots:
    void everyEdit_data() { waysToEnd(); }
    /// Tests the edits of the random walk, with the sessions that it reaches.
    void everyEdit() {
        QFETCH(Ends, how);
        Sum sum;
        for (unsigned seed = 1; seed <= 12; ++seed) {
            RandomSteps steps(seed);
            for (int step = 0; step < 12; ++step) {
                const Step drawn = steps.drawn();
                const std::string wrong = sum.add(drawn.edit, steps.session(), how);
                QVERIFY2(wrong.empty(), qPrintable(QString("seed %1, step %2, %3: %4")
                                                       .arg(seed)
                                                       .arg(step)
                                                       .arg(drawn.name.c_str(), wrong.c_str())));
                if (const auto next = drawn.edit(steps.session())) steps.go(*next);
            }
        }
        finish(sum);
    }

    void editsOfWholeSessions_data() { waysToEnd(); }
    void editsOfWholeSessions() {
        QFETCH(Ends, how);
        const Session session = testing::twoLayers();
        std::vector<Step> steps{{"tokenizer",
                                 [](const Session& s) {
                                     return withTokenizer(s, {"words", ""});
                                 }},
                                {"sizes", [](const Session& s) {
                                     return withSizes(s, 0, {{Side::D, 5}, {Side::Dk, 1}, {Side::Dv, 3}});
                                 }}};
        for (const auto& [name, request] : testing::drawRequests())
            steps.push_back({name, [request = request](const Session& s) { return withDrawn(s, request); }});
        Sum sum;
        for (const Step& step : steps) {
            const std::string wrong = sum.add(step.edit, session, how);
            QVERIFY2(wrong.empty(), (step.name + ": " + wrong).c_str());
        }
        finish(sum);
    }

private:
    static void finish(const Sum& sum) {
        report(qPrintable(QString("%1 edits (at most %2 of one)").arg(sum.edits).arg(sum.maxRequests)), sum.all, 500);
    }
};

QTEST_GUILESS_MAIN(EditsMemoryTest)
#include "tst_memory.moc"
