// Unsaved work is found again as it was; damaged work is named, and work that its file already has is not offered.
#include "core/journal/journalBench.h"
#include "io/JsonReader.h"
#include "support/pinned.h"

#include <QTest>

using namespace headlight;
using namespace headlight::testing;

class UnsavedWorkTest : public QObject {
    Q_OBJECT

private slots:
    void init() { bench_.empty(); }

    void nothingIsThere() {
        const FoundWork found = findUnsavedWork(bench_.in("none"));
        QVERIFY(found.works.empty() && found.unreadable.empty());
    }

    void isFoundAsItWas() {
        const JournalNote about{"lesson \"1\"", "/none/a.headlight", SeenFile{{1, 2, 3, 4, 5}, 6U}, 7, 8, 9};
        leave("1", editedCell(2), about, editedCell(1).session);
        FoundWork found = find();
        QCOMPARE(found.works.size(), std::size_t(1));
        QVERIFY(found.works[0].note == about);
        const auto read = readUnsavedWork(found.works[0]);
        QCOMPARE(sessionText(read->file), sessionText(editedCell(2)));
        QCOMPARE(sessionText({read->opened, {}}), sessionText(editedCell(1)));
        QVERIFY(read->opened.layers[0].allHeads[0][Parameter::Wk] ==
                read->file.session.layers[0].allHeads[0][Parameter::Wk]);
        QCOMPARE(contents(found.works[0].text), sessionText(editedCell(2))); // a person can open it, too
        QVERIFY(find().works.empty());                                       // it is locked
        removeUnsavedWork(std::move(found.works[0]));
        QCOMPARE(bench_.entries("work"), 0);
    }

    void theNewestIsFirst() {
        for (const int i : {2, 3, 1}) leave(std::to_string(i).c_str(), editedCell(i), note(i));
        const FoundWork found = find();
        QCOMPARE(found.works.size(), std::size_t(3));
        for (const std::size_t i : {0U, 1U, 2U}) QCOMPARE(found.works[i].note.edits, std::uint64_t(3 - i));
    }

    void theLastStateStays() {
        {
            WorkFolder work(folder("1"));
            for (int i = 1; i < 4; ++i) QVERIFY(work.write(editedCell(i), note(i), editedCell(0).session).ok());
            QVERIFY(find().works.empty()); // its program is running
        }
        QCOMPARE(bench_.entries("work/1.unsaved"), 4); // lock, note, text, the opened session
        QCOMPARE(keptIn(bench_.in("work"), editedCell), 3);
    }

    void deletedBySomebodyItIsWrittenAnew() {
        WorkFolder work(folder("1"));
        QVERIFY(work.write(editedCell(1), note(1)).ok());
        fs::remove_all(bench_.in("work"));
        QVERIFY(work.write(editedCell(2), note(2)).ok());
        QCOMPARE(keptIn(bench_.in("work"), editedCell), 2);
        work.remove();
        QCOMPARE(bench_.entries("work"), 0);
        QVERIFY(work.write(editedCell(3), note(3)).ok());
        QCOMPARE(keptIn(bench_.in("work"), editedCell), 3);
    }

    void whatCannotBeWritten() {
        put(bench_.in("work"), "in the way");
        const std::string said = WorkFolder(folder("1")).write(editedCell(1), note(1)).text();
        QVERIFY2(said.find("could not be backed up") != said.npos && said.find("not a directory") != said.npos &&
                     said.ends_with("Save the session, because a crash would lose this work."),
                 said.c_str());
    }

    /// Each is named once, with the reason; work of another version is left for that version.
    void whatCannotBeRestored_data() {
        QTest::addColumn<QString>("file");
        QTest::addColumn<QString>("change"); // "cut", "flip", "remove", or old=new text
        QTest::addColumn<QString>("why");
        QTest::addColumn<bool>("isAside");
        const auto row = [](const char* name, const char* file, const char* change, const char* why, bool isAside) {
            QTest::newRow(name) << file << change << why << isAside;
        };
        row("a flipped byte", "1.headlight", "flip", "its checksum is wrong", true);
        row("a longer text", "1.headlight", "add", "its checksum is wrong", true);
        row("a torn text", "1.headlight", "cut", "its session file is incomplete", true);
        row("no text", "1.headlight", "remove", "its session file is incomplete", true);
        row("a torn note", "note.json", "cut", "its note is damaged", true);
        row("an empty note", "note.json", "empty", "its note is damaged", true);
        row("another format", "note.json", "headlight-unsaved=something-else", "its note is damaged", true);
        row("a text elsewhere", "note.json", "1.headlight=../1.headlight", "its note is damaged", true);
        row("another version", "note.json", "\"version\": 1=\"version\": 2, \"more\": []",
            "it is of another version of Headlight", false);
        row("no note", "note.json", "remove", "its note is missing", true);
        row("a lock that leads elsewhere", "lock", "link", "its lock is a link", true);
        row("a lock that is a folder", "lock", "folder", "its lock cannot be opened", false);
    }
    void whatCannotBeRestored() {
        QFETCH(QString, file);
        QFETCH(QString, change);
        QFETCH(QString, why);
        QFETCH(bool, isAside);
        leave("1", editedCell(1), note(1));
        const fs::path path = folder("1") / file.toStdString();
        damage(path, change);
        const FoundWork found = find();
        QVERIFY(found.works.empty());
        QCOMPARE(found.unreadable.size(), std::size_t(1));
        QCOMPARE(QString::fromStdString(found.unreadable[0].why), why);
        QCOMPARE(found.unreadable[0].folder, isAside ? fs::path(folder("1").native() + ".damaged") : folder("1"));
        QVERIFY(fs::is_directory(found.unreadable[0].folder));
        if (file != "1.headlight")
            QVERIFY(contents(found.unreadable[0].folder / "1.headlight") == sessionText(editedCell(1)));
        QCOMPARE(find().unreadable.size(), isAside ? std::size_t(0) : std::size_t(1));
    }

    /// A lock may be missing after a cleaner, or in a copy of the folder.
    void aMissingLockIsMade() {
        leave("1", editedCell(1), note(1));
        fs::remove(folder("1") / "lock");
        const FoundWork found = find();
        QCOMPARE(found.works.size(), std::size_t(1));
        QCOMPARE(sessionText(readUnsavedWork(found.works[0])->file), sessionText(editedCell(1)));
        QVERIFY(find().works.empty()); // it is locked
    }

    /// Work without a text is removed, as is a folder that a kill left while it was being removed. Files that are not
    /// the program's stay, and are named.
    void whatOnlyBegan_data() {
        QTest::addColumn<QStringList>("files"); // in the only folder
        QTest::addColumn<QString>("why");       // it stays; empty: it goes
        const auto row = [](const char* name, const QStringList& files, const char* why) {
            QTest::newRow(name) << files << why;
        };
        row("nothing", {}, "");
        row("its lock", {"lock"}, "");
        row("all but its text", {"lock", "opened.headlight", "saved.json", ".1.headlight.headlight-new"}, "");
        row("without a lock", {"opened.headlight"}, "");
        row("its text", {"lock", "opened.headlight", "1.headlight"}, "its note is missing");
        row("its text alone", {"1.headlight"}, "its note is missing");
        row("what a person has put there", {"mine.txt"}, "its note is missing");
    }
    void whatOnlyBegan() {
        QFETCH(QStringList, files);
        QFETCH(QString, why);
        fs::create_directories(bench_.in("work/other"));
        fs::create_directories(folder("1"));
        for (const QString& file : files) put(folder("1") / file.toStdString(), "some");
        const FoundWork found = find();
        QVERIFY(found.works.empty());
        QCOMPARE(bench_.entries("work"), why.isEmpty() ? 1 : 2);
        QCOMPARE(found.unreadable.size(), why.isEmpty() ? std::size_t(0) : std::size_t(1));
        if (why.isEmpty()) return;
        QCOMPARE(QString::fromStdString(found.unreadable[0].why), why);
        for (const QString& file : files) QVERIFY(contents(found.unreadable[0].folder / file.toStdString()) == "some");
    }

    /// A kill while a folder is being removed leaves nothing that looks like damaged work.
    void whatWasGoingGoes() {
        fs::create_directories(bench_.in("work/1.unsaved.removed"));
        put(bench_.in("work/1.unsaved.removed/1.headlight"), "some");
        const FoundWork found = find();
        QVERIFY(found.works.empty() && found.unreadable.empty());
        QCOMPARE(bench_.entries("work"), 0);
    }

    void whatEqualsItsFileIsNotOffered_data() {
        QTest::addColumn<int>("inFile"); // the state in the file; -1: there is none
        QTest::addColumn<bool>("isOffered");
        QTest::newRow("the same") << 3 << false;
        QTest::newRow("another") << 2 << true;
        QTest::newRow("no file") << -1 << true;
    }
    void whatEqualsItsFileIsNotOffered() {
        QFETCH(int, inFile);
        QFETCH(bool, isOffered);
        const fs::path file = bench_.in("a.headlight");
        if (inFile >= 0) QVERIFY(writeSession(file, {editedCell(inFile).session, View{.head = 1}}).ok());
        JournalNote about = note(3);
        about.file = file;
        leave("1", editedCell(3), about);
        QCOMPARE(find().works.size(), isOffered ? std::size_t(1) : std::size_t(0));
        QCOMPARE(bench_.entries("work"), isOffered ? 1 : 0);
    }

    /// The window counts its states; a file that another program changed hides no work.
    void whatWasSavedLaterIsNotOffered_data() {
        QTest::addColumn<int>("saved");
        QTest::addColumn<QString>("file");
        QTest::addColumn<bool>("isOffered");
        QTest::addColumn<bool>("isItsFile");
        QTest::newRow("that state") << 3 << "saved" << false << false;
        QTest::newRow("a later one") << 4 << "saved" << false << false;
        QTest::newRow("an earlier one, while it was edited") << 2 << "saved" << true << true;
        QTest::newRow("the save did not succeed") << 4 << "old" << true << false;
        QTest::newRow("changed by another program since") << 4 << "theirs" << true << false;
        QTest::newRow("an earlier one, and changed since") << 2 << "theirs" << true << false;
        QTest::newRow("deleted since") << 4 << "" << true << false;
    }
    void whatWasSavedLaterIsNotOffered() {
        QFETCH(int, saved);
        QFETCH(QString, file);
        QFETCH(bool, isOffered);
        QFETCH(bool, isItsFile);
        const fs::path path = bench_.in("a.headlight");
        {
            WorkFolder work(folder("1"));
            JournalNote about = note(3);
            about.file = path;
            QVERIFY(work.write(editedCell(3), about).ok());
            noteSaving(folder("1"), static_cast<std::uint64_t>(saved), path, "saved");
            if (!file.isEmpty()) put(path, file.toStdString());
        }
        const FoundWork found = find();
        QCOMPARE(found.works.size(), isOffered ? std::size_t(1) : std::size_t(0));
        if (!isOffered) return;
        const JournalNote& about = found.works[0].note; // its file, if that has what was saved
        QCOMPARE(about.file, path.string());
        QCOMPARE(about.seen.has_value(), isItsFile);
        if (isItsFile) QVERIFY(about.seen == seenFile(path));
    }

    void aSaveIsNotedOnlyBesideWork() {
        noteSaving(folder("1"), 1, bench_.in("a.headlight"), "saved");
        QVERIFY(!fs::exists(folder("1")));
    }

private:
    fs::path folder(const std::string& name) const { return bench_.in("work") / (name + ".unsaved"); }
    FoundWork find() const { return findUnsavedWork(bench_.in("work")); }
    void leave(const char* name, const SessionFile& file, const JournalNote& about,
               const std::optional<Session>& opened = {}) {
        QVERIFY(WorkFolder(folder(name)).write(file, about, opened).ok());
    }
    static void damage(const fs::path& path, const QString& change) {
        std::string bytes = contents(path);
        if (change == "remove") return void(fs::remove(path));
        if (change == "folder" || change == "link") {
            fs::remove(path);
            return change == "link" ? fs::create_symlink("/dev/zero", path) : void(fs::create_directory(path));
        }
        if (change == "flip")
            bytes[bytes.size() / 2] ^= 1;
        else if (change == "cut")
            bytes.resize(bytes.size() / 2);
        else if (change == "add")
            bytes += "\n";
        else if (change == "empty")
            bytes.clear();
        else
            bytes =
                QString::fromStdString(bytes).replace(change.section('=', 0, 0), change.section('=', 1)).toStdString();
        put(path, bytes);
    }

    FilesBench bench_;
};

QTEST_GUILESS_MAIN(UnsavedWorkTest)
#include "tst_unsavedWork.moc"
