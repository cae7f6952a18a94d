// What the fuzzer of journals starts from (tests/data/fuzz/journal) must be journals, or it knocks at a closed door. A
// journal that looks otherwise by now: HEADLIGHT_SEEDS=tests/data/fuzz/journal writes them anew.
#include "core/io/randomSession.h"
#include "io/files.h"
#include "journal/journal.h"
#include "journal/records.h"

#include <QTest>

#include <fstream>
#include <set>

using namespace headlight;

namespace {

namespace fs = std::filesystem;

constexpr unsigned kSeeds = 12;

std::string nameOf(unsigned seed) { return "seed-" + std::to_string(seed); }

/// Some states, each an edit or two from the last, so that there are records of all kinds.
std::string journalFrom(unsigned seed) {
    testing::RandomSessions sessions(seed);
    SessionFile file = sessions.next();
    JournalWriter writer;
    JournalNote note{"lesson", seed % 2 ? "may.headlight" : "", {}, seed, 1'790'000'000};
    if (seed % 3 == 0) note.seen = SeenFile{{1, 2, 3, -4, 5}, 6};
    std::string bytes = writer.next(file, note);
    const int last = file.session.text.tokens->count() - 1;
    const auto edit = [&](const Result<Session>& edited) {
        if (edited) file.session = *edited;
        bytes += writer.next(file, note);
    };
    edit(withCell(file.session, {Parameter::Wq, 0, 0}, 0, 0, 0.5F));
    if (last >= 0) edit(withCell(file.session, {Parameter::X, 0, 0}, last, 0, -0.25F));
    edit(withSentence(file.session, "My shoes"));
    edit(withCell(file.session, {Parameter::Wq, 0, 0}, 0, 0, 0.75F));
    return bytes;
}

} // namespace

class JournalSeedsTest : public QObject {
    Q_OBJECT

private slots:
    void theyAreJournals() {
        const fs::path folder = qEnvironmentVariable("HEADLIGHT_SEEDS").toStdString();
        const fs::path seeds = HEADLIGHT_TEST_DATA "/fuzz/journal";
        std::set<journal::Kind> kinds;
        for (unsigned seed = 1; seed <= kSeeds; ++seed) {
            if (!folder.empty()) std::ofstream(folder / nameOf(seed), std::ios::binary) << journalFrom(seed);
            const auto bytes = readFile(seeds / nameOf(seed), 1 << 20);
            QVERIFY2(bytes.ok(), bytes ? "" : bytes.text().c_str());
            const auto read = parseJournal(*bytes);
            QVERIFY2(read.ok(), read ? nameOf(seed).c_str() : read.text().c_str());
            QVERIFY(!read->isTorn);
            std::string_view rest = std::string_view(*bytes).substr(journal::kMagic.size());
            while (const auto record = journal::nextRecord(rest)) kinds.insert(record->kind);
        }
        QCOMPARE(kinds.size(), std::size_t(journal::Kind::State)); // all of them
    }
};

QTEST_APPLESS_MAIN(JournalSeedsTest)
#include "tst_journalSeeds.moc"
