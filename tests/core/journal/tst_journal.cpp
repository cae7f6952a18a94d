// What a journal ends with is the last state that was written whole, bit for bit.
#include "core/io/randomSession.h"
#include "journal/journal.h"
#include "session/edits.h"
#include "support/layers.h"
#include "support/pinned.h"

#include <QTest>

#include <random>
#include <vector>

using namespace headlight;
using namespace headlight::testing;

namespace {

JournalNote note(std::uint64_t edits) {
    return {"lesson \"1\"\nof May", "lessons/may.headlight", SeenFile{{1, 2, ~0ULL, -3, 4}, ~0U}, edits, 1'790'000'000};
}

std::string written(const JournalContent& content) { return sessionText(content.file); }

/// A session edited at random, as a person would: mostly numbers, sometimes words, sizes and switches.
class Edits {
public:
    explicit Edits(unsigned seed) : random_(seed), session_(sample(2)) {}

    const Session& next() {
        static const std::vector<Verb> kSeldom{
            [](const Session& s) { return withSentence(s, s.text.sentence + " more"); },
            [](const Session& s) { return withSentence(s, "b a"); },
            [](const Session& s) { return withHeadAdded(s, 0); },
            [](const Session& s) { return withHeadRemoved(s, 0, 0); },
            [](const Session& s) { return withHeadDuplicated(s, 1, 0); },
            [](const Session& s) { return withEmbeddingSize(s, sizesOf(s).d % 7 + 1); },
            [](const Session& s) { return withLayerAdded(s); },
            [](const Session& s) { return withLayerRemoved(s, 1); },
            [](const Session& s) { return withSecondSentence(s, !s.source); },
            [](const Session& s) { return withoutTrainableWeights(s, 0); },
            [](const Session& s) { return withTrainableWeights(s, 0); },
            [](const Session& s) { return withOptional(s, 0, Parameter::Wo, !s.layers[0][Parameter::Wo]); },
            [](const Session& s) { return withGivenMask(s, 0, !s.layers[0].options.mask.given); },
            [](const Session& s) {
                return withPositions(s, s.positions ? std::nullopt : std::optional(Positions::Kind::Learned));
            },
            [](const Session& s) {
                return withDrawn(s, {DrawRequest::Which::Layer, {}, true});
            },
        };
        const float value = std::uniform_real_distribution<float>(-2, 2)(random_);
        const auto made = below(3) == 0   ? kSeldom[below(kSeldom.size())](session_)
                          : below(2) == 0 ? withCell(session_, {Parameter::X, 0, 0}, 0, 0, value)
                                          : withCell(session_, {Parameter::Wq, 0, 0}, 0, 0, value);
        const Session before = session_;
        if (made) session_ = *made;
        if (below(9) == 0) session_ = last_; // as by undo
        last_ = before;
        return session_;
    }

private:
    std::size_t below(std::size_t n) { return std::uniform_int_distribution<std::size_t>(0, n - 1)(random_); }

    std::mt19937 random_;
    Session session_, last_ = session_;
};

} // namespace

class JournalTest : public QObject {
    Q_OBJECT

private slots:
    void theLastStateComesBack() {
        for (unsigned seed = 1; seed <= 40; ++seed) {
            Edits edits(seed);
            JournalWriter writer;
            std::string bytes;
            for (std::uint64_t i = 0; i < 60; ++i) {
                const SessionFile file{edits.next(), {}};
                bytes += writer.next(file, note(i));
                if (i % 7 != 0) continue;
                const auto back = parseJournal(bytes);
                QVERIFY2(back.ok(), back.ok() ? "" : back.text().c_str());
                QCOMPARE(written(*back), sessionText(file));
                QVERIFY(sameValues(back->file.session, pinned(file.session)));
                QVERIFY(back->note == note(i) && !back->isTorn);
            }
        }
    }

    /// Of every kind, one after the other in one journal, with all that a file can hold.
    void anySessionComesBack() {
        testing::RandomSessions sessions(77);
        JournalWriter writer;
        std::string bytes;
        for (std::uint64_t i = 0; i < 150; ++i) {
            const SessionFile file = sessions.next();
            bytes += writer.next(file, note(i));
            const auto back = parseJournal(bytes);
            QVERIFY2(back.ok(), back.ok() ? "" : back.text().c_str());
            QVERIFY(written(*back) == sessionText(file));
            QVERIFY(sameValues(back->file.session, pinned(file.session)) && back->file.view == file.view);
        }
    }

    /// A number of a large matrix, or of a row of a large table, costs that and no more; looking again next to nothing.
    void aRecordIsCompact() {
        Session session = *withEmbeddingSize(sample(1), 700);
        JournalWriter writer;
        const auto cost = [&](const Session& s) { return writer.next({s, {}}, note(0)).size(); };
        const std::size_t first = cost(session), same = cost(session);
        QVERIFY(first > 2 * 3 * 700 * sizeof(float));
        QCOMPARE(same, std::size_t(8 + 1 + 2 * 8)); // length and checksum, kind, and two lengths of what stays
        const std::size_t reference = 2 * std::string("17").size() + std::string("}, ...").size() + 40; // of its text
        session = *withCell(session, {Parameter::Wq, 0, 1}, 699, 2, 5);
        QVERIFY(cost(session) <= same + reference + (8 + 1 + 8) + (8 + 4)); // a record of one cell
        session = *withCell(session, {Parameter::X, 0, 0}, 1, 699, 5);
        QVERIFY(cost(session) <= same + reference + (8 + 1 + 2 * 8) + (8 + 700 * 4)); // a record of one row
    }

    /// Cut anywhere: the last state that is whole, and that something is missing.
    void aTornRecordIsDropped() {
        Edits edits(5);
        JournalWriter writer;
        std::string bytes;
        std::vector<std::size_t> ends;
        std::vector<std::string> states;
        for (std::uint64_t i = 0; i < 6; ++i) {
            const SessionFile file{edits.next(), {}};
            bytes += writer.next(file, note(i));
            ends.push_back(bytes.size());
            states.push_back(sessionText(file));
        }
        for (std::size_t cut = 0; cut <= bytes.size(); ++cut) {
            const auto whole = std::ranges::upper_bound(ends, cut) - ends.begin();
            const auto back = parseJournal(std::string_view(bytes).substr(0, cut));
            QCOMPARE(back.ok(), whole > 0);
            if (!back) continue;
            QVERIFY(written(*back) == states[static_cast<std::size_t>(whole) - 1]);
            QCOMPARE(back->isTorn, cut != ends[static_cast<std::size_t>(whole) - 1]);
        }
    }

    /// A byte that is not what it was: a state that was written, or a sentence; never another one.
    void noByteIsBelievedThatIsWrong() {
        Edits edits(6);
        JournalWriter writer;
        std::string bytes;
        std::vector<std::string> states;
        for (std::uint64_t i = 0; i < 4; ++i) {
            const SessionFile file{edits.next(), {}};
            bytes += writer.next(file, note(i));
            states.push_back(sessionText(file));
        }
        for (std::size_t at = 0; at < bytes.size(); ++at) {
            std::string wrong = bytes;
            wrong[at] = static_cast<char>(wrong[at] ^ (1 << at % 8));
            const auto back = parseJournal(wrong);
            if (!back) continue;
            QVERIFY(back->isTorn);
            QVERIFY(std::ranges::find(states, written(*back)) != states.end());
        }
    }

    void whatIsNoJournalIsSaid_data() {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QString>("said");
        QTest::newRow("nothing") << QByteArray() << "It is not a journal of Headlight.";
        QTest::newRow("a session") << QByteArray("{}") << "It is not a journal of Headlight.";
        QTest::newRow("only its beginning") << QByteArray("HLJRNL1\n") << "It contains no complete session.";
    }
    void whatIsNoJournalIsSaid() {
        QFETCH(QByteArray, bytes);
        const auto back = parseJournal({bytes.data(), static_cast<std::size_t>(bytes.size())});
        QVERIFY(!back);
        QTEST(QString::fromStdString(back.text()), "said");
    }

    /// A session's own file may not name blocks.
    void onlyAJournalHasBlocks() {
        std::string text = sessionText({sample(1), {}});
        const auto at = text.find("\"rows\"");
        text.replace(at, text.find("]\n", text.find("]\n", at) + 1) - at, "\"block\": 0, \"rows\": [");
        const auto read = parseSession(text);
        QVERIFY(!read && read.text().find("\"block\"") == read.text().npos);
    }
};

QTEST_APPLESS_MAIN(JournalTest)
#include "tst_journal.moc"
