// Records whose checksum is right and that say something wrong all the same: each is told, or left out with a notice.
#include "journal/journal.h"
#include "journal/note.h"
#include "journal/records.h"

#include <QTest>

#include <initializer_list>
#include <vector>

using namespace headlight;
using namespace headlight::journal;

namespace {

const JournalNote kKnown{"lesson", "", SeenFile{{1, 2, 3, 4, 5}, 8}, 6, 7};
const std::string kNote = noteText(kKnown);
const std::string kSession = R"({"format": "headlight-session", "version": 1, "sentence": "a", "embeddings": )";

std::string text(const std::string& embeddings = R"({"rows": [[1, 2]]})") {
    return kNote + kSession + embeddings + "}";
}

/// A record of numbers, then of floats, then of bytes.
struct Said {
    Kind kind;
    std::vector<std::uint64_t> numbers;
    std::vector<float> floats{};
    std::string bytes{};
};

Said state(const std::string& whole) { return {Kind::State, {0, 0}, {}, whole}; }
/// A session whose embeddings are this block.
Said stateOf(int block) { return state(text("{\"block\": " + std::to_string(block) + "}")); }

std::string journalOf(const std::vector<Said>& records) {
    std::string bytes(kMagic);
    for (const Said& said : records) {
        RecordWriter record(said.kind);
        for (const std::uint64_t number : said.numbers) record.add(number);
        record.add(said.floats);
        record.add(said.bytes);
        record.appendTo(bytes);
    }
    return bytes;
}

const Said kRow{Kind::Block, {1, 2}, {1, 2}}; ///< [1, 2]
const std::string kFloat(4, '\0');

std::string number(std::uint64_t value) { return {reinterpret_cast<const char*>(&value), sizeof value}; }

} // namespace

class JournalRecordsTest : public QObject {
    Q_OBJECT

private slots:
    void whatIsRightIsRead() {
        const auto back = parseJournal(journalOf(
            {kRow, {Kind::Cells, {0, 1}, {5}}, {Kind::Rows, {1, 2}, {}, number(1) + kFloat + kFloat}, stateOf(2)}));
        QVERIFY2(back.ok(), back ? "" : back.text().c_str());
        QVERIFY(!back->isTorn && back->note == kKnown);
        QVERIFY(*back->file.session.text.embeddings.matrix() == (Matrix(2, 2) << 1, 5, 0, 0).finished());
    }

    void aBlockThatIsWrong_data() {
        QTest::addColumn<QList<Said>>("blocks"); // of which the last one is meant
        const auto row = [](const char* name, QList<Said> blocks) { QTest::newRow(name) << blocks; };
        row("no shape", {{Kind::Block, {}, {1}}});
        row("too few numbers", {{Kind::Block, {1, 2}, {1}}});
        row("too many numbers", {{Kind::Block, {1, 2}, {1, 2, 3}}});
        row("hostile rows", {{Kind::Block, {1ULL << 62, 1}, {1}}});
        row("hostile columns", {{Kind::Block, {1, 1ULL << 62}, {1}}});
        row("rows and columns that wrap", {{Kind::Block, {1ULL << 32, 1ULL << 32}}});
        row("cells of nothing", {kRow, {Kind::Cells, {}}});
        row("cells of themselves", {kRow, {Kind::Cells, {1, 0}, {5}}});
        row("cells of what comes later", {kRow, {Kind::Cells, {7, 0}, {5}}});
        row("a cell outside", {kRow, {Kind::Cells, {0, 2}, {5}}});
        row("a cell without its number", {kRow, {Kind::Cells, {0, 1}}});
        row("half a cell", {kRow, {Kind::Cells, {0}, {5}}});
        row("rows of nothing", {kRow, {Kind::Rows, {}}});
        row("rows without their count", {kRow, {Kind::Rows, {0}}});
        row("a row outside", {kRow, {Kind::Rows, {0, 1, 1}, {5, 6}}});
        row("a row cut off", {kRow, {Kind::Rows, {0, 1, 0}, {5}}});
        row("half the place of a row", {kRow, {Kind::Rows, {0, 1}, {5}}});
        row("more rows than are said", {kRow, {Kind::Rows, {0, 3, 1}, {5, 6}}});
        row("a new row missing", {kRow, {Kind::Rows, {0, 2, 0}, {5, 6}}});
        row("a new row before its turn",
            {kRow, {Kind::Rows, {0, 3}, {}, number(2) + kFloat + kFloat + number(1) + kFloat + kFloat}});
        row("of one that is wrong", {{Kind::Block, {1, 2}, {1}}, {Kind::Cells, {0, 1}, {5}}});
    }
    void aBlockThatIsWrong() {
        QFETCH(QList<Said>, blocks);
        std::vector<Said> records(blocks.begin(), blocks.end());
        records.push_back(stateOf(static_cast<int>(records.size()) - 1));
        const auto back = parseJournal(journalOf(records));
        QVERIFY(!back);
        QCOMPARE(back.text(),
                 std::string("embeddings.block is missing: a block of the journal is damaged (line 1, column 88)."));
    }

    void aStateThatIsWrong_data() {
        QTest::addColumn<Said>("state");
        QTest::addColumn<QString>("said");
        QTest::addColumn<bool>("hasNote"); // which then is read without the session
        const auto row = [](const char* name, const Said& last, const char* said, bool hasNote = false) {
            QTest::newRow(name) << last << said << hasNote;
        };
        row("a block that is none", stateOf(1),
            "embeddings.block is missing: a block of the journal is damaged (line 1, column 88).", true);
        row("no note", state("{}"), "It contains no complete session.");
        row("a note that is wrong", state("{\"title\": 5}\n{}"),
            "title must be text, not a number (line 1, column 11).");
        row("a note of more", state("{\"colour\": 5}\n{}"),
            "colour is not known here and would be lost when saving (line 1, column 2).");
        row("more edits than can be counted", state("{\"edits\": 2147483647}\n{}"),
            "edits must be a whole number from 0 to 1000000000, not 2147483647 (line 1, column 11).");
        row("a short stamp", state("{\"seen\": [1, 2, 3, 4]}\n{}"),
            "seen must be five or six numbers (line 1, column 20).");
        row("a long stamp", state("{\"seen\": [1, 2, 3, 4, 5, 6, 7]}\n{}"),
            "seen[6] exceeds the limit of six numbers (line 1, column 26).");
        row("no session", state(kNote + "{}"),
            "This is not a Headlight session: it has no \"format\": \"headlight-session\".", true);
        row("a session that does not fit", state(text(R"({"rows": [[1, 2]]}, "layers": [])")),
            "layers: 0 layers; from 1 to 64 are possible.", true);
    }
    void aStateThatIsWrong() {
        QFETCH(Said, state);
        const std::string bytes = journalOf({kRow, state});
        const auto back = parseJournal(bytes);
        QVERIFY(!back);
        QTEST(QString::fromStdString(back.text()), "said");
        const auto head = parseJournalHead(bytes);
        QTEST(head.ok(), "hasNote");
        if (!head) QTEST(QString::fromStdString(head.text()), "said");
    }

    void aShapeThatNoMatrixHas() {
        const auto said = [](std::uint64_t rows, std::uint64_t cols) {
            const auto back = parseJournal(journalOf(
                {{Kind::Block, {rows, cols}, std::vector<float>(static_cast<std::size_t>(rows * cols))}, stateOf(0)}));
            return back ? std::string() : back.text();
        };
        QCOMPARE(said(2, 8192), std::string());
        QCOMPARE(said(1, 8193), std::string("embeddings.block has the invalid shape [1, 8193] (line 1, column 88)."));
        QCOMPARE(said(1'000'001, 1),
                 std::string("embeddings.block has the invalid shape [1000001, 1] (line 1, column 88)."));
        QCOMPARE(said(3, 0), std::string("embeddings.block has the invalid shape [3, 0] (line 1, column 88)."));
    }

    /// What it began with is worth less than what it ends with.
    void aBeginningThatIsWrong() {
        const auto right = parseJournal(journalOf({kRow, stateOf(0), {Kind::Cells, {0, 1}, {5}}, stateOf(1)}));
        QVERIFY2(right.ok(), right ? "" : right.text().c_str());
        QVERIFY(*right->opened.text.embeddings.matrix() == (Matrix(1, 2) << 1, 2).finished());
        const auto wrong = parseJournal(journalOf({{Kind::Block, {1, 2}, {1}}, stateOf(0), kRow, stateOf(1)}));
        QVERIFY2(wrong.ok(), wrong ? "" : wrong.text().c_str());
        QVERIFY(sameValues(wrong->opened, wrong->file.session));
        QVERIFY(*wrong->file.session.text.embeddings.matrix() == (Matrix(1, 2) << 1, 2).finished());
    }

    void aFileWhoseBytesAreNotKnown() {
        JournalNote note = kKnown;
        note.seen->sum = std::nullopt;
        const auto back = parseJournal(journalOf({state(noteText(note) + text().substr(kNote.size()))}));
        QVERIFY(back.ok() && back->note == note);
    }

    /// The state before it comes back, and that something is missing.
    void whatCannotBeReadIsLeftOut_data() {
        QTest::addColumn<Said>("last");
        const std::uint64_t length = text().size();
        QTest::newRow("a kind that is none") << Said{Kind(0), {0, 1}, {5}};
        QTest::newRow("a kind of later") << Said{Kind(5), {0, 0}, {}, "x"};
        QTest::newRow("a state of nothing") << Said{Kind::State, {}};
        QTest::newRow("a state without its end") << Said{Kind::State, {0}};
        QTest::newRow("front beyond the last one") << Said{Kind::State, {length + 1, 0}, {}, "x"};
        QTest::newRow("back beyond the last one") << Said{Kind::State, {length, 1}, {}, "x"};
        QTest::newRow("blocks without a state") << kRow;
    }
    void whatCannotBeReadIsLeftOut() {
        QFETCH(Said, last);
        const auto back = parseJournal(journalOf({kRow, state(text()), last}));
        QVERIFY2(back.ok(), back ? "" : back.text().c_str());
        QVERIFY(back->isTorn && back->note.edits == 6 && back->file.session.text.sentence == "a");
        QCOMPARE(parseJournal(journalOf({last})).text(), std::string("It contains no complete session."));
    }

    void aRecordWithoutAKindEndsThem() {
        std::string bytes = journalOf({state(text())});
        const std::string empty(8, '\0'); // no length, and the checksum of nothing
        QVERIFY(parseJournal(bytes + empty + "x")->isTorn);
    }
};

QTEST_APPLESS_MAIN(JournalRecordsTest)
#include "tst_journalRecords.moc"
