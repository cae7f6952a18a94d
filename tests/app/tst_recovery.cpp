// Unsaved work of an earlier program is offered: to restore it, to keep it for later, or to delete it.
#include "Recovery.h"
#include "Settings.h"
#include "app/windowBench.h"
#include "core/io/filesBench.h"
#include "dialogs/RecoveryDialog.h"
#include "io/sessionFile.h"
#include "journal/unsavedWork.h"
#include "session/edits.h"
#include "support/givenEdit.h"
#include "support/layers.h"

#include <QLabel>
#include <QPushButton>
#include <QScreen>
#include <QTreeWidget>

using namespace headlight;
using namespace headlight::testing;

namespace {

SessionFile edited(float value) { return {*withCell(sample(1), {Parameter::Wq, 0, 0}, 0, 0, value), View{}}; }

} // namespace

class RecoveryTest : public QObject, private testing::WindowBench {
    Q_OBJECT

private slots:
    void init() {
        prepare();
        files_.empty();
        begin();
    }
    void cleanup() { end(); }

    void withoutAnythingThereIsNoDialog() {
        window_->recovery()->offer(false);
        QVERIFY(state().notice.isEmpty());
        testing::menuAction(*window_, "Restore unsaved work…")->trigger();
        QVERIFY2(state().notice.contains("no unsaved work"), qPrintable(state().notice));
    }

    void whatItSaysOfEach() {
        leave(edited(1), {"lesson", "", {}, 12, 1'700'000'000});
        leave(edited(2), {"talk.headlight", "/lessons/talk.headlight", {}, 3, 1'700'000'500});
        answer("Not now", [](RecoveryDialog& dialog) {
            auto* list = testing::control<QTreeWidget>(dialog, "Unsaved work");
            QCOMPARE(list->topLevelItemCount(), 2);
            const auto row = [list](int i) { return list->topLevelItem(i); };
            QCOMPARE(row(0)->text(0), QString("talk.headlight")); // the newest is first
            QCOMPARE(row(0)->text(2), QString("3"));
            QCOMPARE(row(0)->text(3), QString("/lessons/talk.headlight"));
            QCOMPARE(row(1)->text(0), QString("lesson"));
            QCOMPARE(row(1)->text(2), QString("12"));
            QCOMPARE(row(1)->text(3), QString("never saved"));
            const QString time = QLocale().toString(QDateTime::fromSecsSinceEpoch(1'700'000'000), QLocale::ShortFormat);
            QCOMPARE(row(1)->text(1), time);
            QCOMPARE(list->currentItem(), row(0));
        });
        QCOMPARE(files_.entries("journals"), 2);
        QCOMPARE(found().works.size(), std::size_t(2)); // they are unlocked again
        QVERIFY(!state().modified);
    }

    void withLargeTextItFitsTheScreen() {
        end();
        Settings().setTextPercent(false, 200);
        begin();
        leave(edited(1), {"lesson", "/lessons/lesson.headlight", {}, 12, 1'700'000'000});
        answer("Not now", [](RecoveryDialog& dialog) {
            const QSize available = dialog.screen()->availableSize();
            QVERIFY(dialog.width() <= available.width() && dialog.height() <= available.height());
            for (const QPushButton* button : dialog.findChildren<QPushButton*>())
                QVERIFY(dialog.rect().contains(QRect(button->mapTo(&dialog, QPoint()), button->size())));
        });
        Settings().setTextPercent(false, 100);
    }

    void restoredItIsModifiedAndKeptAgain() {
        leave(edited(0.5f), {"lesson", "", {}, 12, 1'700'000'000});
        answer("Restore");
        QCOMPARE(sessionText({testing::session(*window_), {}}), sessionText(edited(0.5f)));
        QVERIFY(window_->isWindowModified());
        QCOMPARE(state().title, QString("lesson"));
        QVERIFY(state().filePath.isEmpty());
        QVERIFY2(state().notice.contains("not saved yet"), qPrintable(state().notice));
        QVERIFY(found().works.empty()); // the old one is deleted, the new one is locked
        QCOMPARE(files_.entries("journals"), 1);
        window_->recovery()->journals().forgetAll();
        end();
        QCOMPARE(files_.entries("journals"), 0);
    }

    /// The session that was opened is restored, too, so that its marks show the changes, even after a second crash.
    void whatItWasOpenedAsIsKnown() {
        leave(edited(2), {"lesson", "", {}, 12, 1'700'000'000}, edited(1).session);
        for (int crash = 0; crash < 2; ++crash) {
            answer("Restore");
            QCOMPARE(sessionText({state().opened, {}}), sessionText(edited(1)));
            QCOMPARE(sessionText({state().session, {}}), sessionText(edited(2)));
            QVERIFY(window_->recovery()->journals().sync());
            end();
            begin();
        }
    }

    /// The time of the last edit is kept, since users choose by it.
    void itsTimeIsThatOfTheLastEdit() {
        leave(edited(0.5f), {"lesson", "", {}, 12, 1'700'000'000});
        answer("Restore");
        QVERIFY(window_->recovery()->journals().sync());
        end();
        const auto works = found().works;
        QCOMPARE(works.size(), std::size_t(1));
        QCOMPARE(works[0].note.time, std::int64_t(1'700'000'000));
        QCOMPARE(works[0].note.edits, std::uint64_t(12));
    }

    /// Damaged work is reported once and renamed. Work of another version is reported each time, and kept.
    void whatCannotBeRestoredIsSaid() {
        for (const float value : {1.0F, 2.0F, 3.0F}) leave(edited(value), {"lesson", "", {}, 12, 1'700'000'000});
        const auto at = [this](int i, const char* name) {
            return journals() / (std::to_string(left_ - 3 + i) + ".unsaved") / name;
        };
        put(at(0, "0.headlight"), contents(at(0, "0.headlight")).substr(0, 100));
        put(at(1, "0.headlight"), contents(at(1, "0.headlight")) + " ");
        put(at(2, "note.json"), "{\"format\": \"headlight-unsaved\", \"version\": 2}");
        window_->recovery()->offer(false);
        for (const char* why : {".unsaved.damaged\" (its session file is incomplete)",
                                ".unsaved.damaged\" (its checksum is wrong)", "another version of Headlight"})
            QVERIFY2(state().problem.contains(why), qPrintable(state().problem));
        QCOMPARE(files_.entries("journals"), 3);
        window_->workbench().messages().report({});
        window_->recovery()->offer(false);
        QVERIFY2(!state().problem.contains("damaged") && state().problem.contains("another version"),
                 qPrintable(state().problem));
        QCOMPARE(files_.entries("journals"), 3);
    }

    /// Work that was replaced by an example is offered, and edits of the example, too.
    void ofEachUnsavedSessionOfTheHistory() {
        const auto edit = [this](const char* sentence) {
            QVERIFY(window_->workbench().apply("Type",
                                               testing::givenEdit(withSentence(testing::session(*window_), sentence))));
        };
        for (const char* sentence : {"my", "my shoes", "my shoes are", "my shoes are small"}) edit(sentence);
        QVERIFY(
            window_->workbench().files().openExample(QStringLiteral(":/examples/journey.headlight"), "Journey").ok());
        edit("your feet");
        QVERIFY(window_->recovery()->journals().sync());
        end(); // without a choice of the user, as after a crash
        begin();
        QStringList offered;
        for (const UnsavedWork& work : found().works)
            offered << QString::fromStdString(readUnsavedWork(work)->file.session.text.sentence);
        offered.sort();
        QCOMPARE(offered, (QStringList{"my shoes are small", "your feet"}));
    }

    void restoredOfItsFileItDoesNotChangeIt_data() {
        QTest::addColumn<bool>("isTouched");
        QTest::newRow("as it was") << false;
        QTest::newRow("written anew, the same") << true;
    }
    void restoredOfItsFileItDoesNotChangeIt() {
        QFETCH(bool, isTouched);
        const fs::path file = files_.in("talk.headlight");
        QVERIFY(writeSession(file, edited(1)).ok());
        const std::string before = contents(file);
        leave(edited(2), {"talk.headlight", file.string(), seenFile(file), 3, 1'700'000'000});
        if (isTouched) QVERIFY(writeSession(file, edited(1)).ok());
        answer("Restore");
        QCOMPARE(state().filePath.toStdString(), file.string());
        QVERIFY(window_->isWindowModified());
        QVERIFY(state().problem.isEmpty());
        QCOMPARE(contents(file), before);
        QVERIFY(!window_->workbench().document().hasChangedOnDisk());
        QVERIFY(window_->workbench().files().save(state().filePath).ok());
        QCOMPARE(sessionText({readSession(file)->session, {}}), sessionText(edited(2)));
    }

    void ofAnotherFileItHasNone_data() {
        QTest::addColumn<bool>("isGone");
        QTest::newRow("changed since") << false;
        QTest::newRow("gone since") << true;
    }
    void ofAnotherFileItHasNone() {
        QFETCH(bool, isGone);
        const fs::path file = files_.in("talk.headlight");
        QVERIFY(writeSession(file, edited(1)).ok());
        leave(edited(2), {"talk.headlight", file.string(), seenFile(file), 3, 1'700'000'000});
        fs::remove(file);
        if (!isGone) QVERIFY(writeSession(file, edited(3)).ok());
        answer("Restore");
        QVERIFY(state().filePath.isEmpty());
        QCOMPARE(state().title, "talk (restored)");
        QVERIFY(window_->isWindowModified());
        QVERIFY2(state().problem.contains("talk.headlight") && state().problem.contains("no file yet") &&
                     state().problem.contains(isGone ? "was removed" : "was changed"),
                 qPrintable(state().problem));
        QCOMPARE(state().problemKind, MessageKind::Caution);
        QCOMPARE(sessionText({testing::session(*window_), {}}), sessionText(edited(2)));
    }

    /// Work is deleted after a question; other work is kept.
    void deletedItIsGone() {
        leave(edited(1), {"lesson", "", {}, 12, 1'700'000'000});
        leave(edited(2), {"talk", "", {}, 3, 1'700'000'500});
        QString asked;
        answer("Not now", [&](RecoveryDialog& dialog) {
            auto* list = testing::control<QTreeWidget>(dialog, "Unsaved work");
            testing::answerQuestion(*window_, "Keep it", asked);
            press(dialog, "Delete");
            QVERIFY2(asked.contains("talk"), qPrintable(asked));
            QCOMPARE(list->topLevelItemCount(), 2);
            testing::answerQuestion(*window_, "Delete", asked);
            press(dialog, "Delete");
            QCOMPARE(list->topLevelItemCount(), 1);
            QCOMPARE(list->topLevelItem(0)->text(0), QString("lesson"));
        });
        QCOMPARE(files_.entries("journals"), 1);
        QCOMPARE(found().works.front().note.title, std::string("lesson"));
    }

    void whenAllAreDeletedItCloses() {
        leave(edited(1), {"lesson", "", {}, 12, 1'700'000'000});
        QString asked;
        answer({}, [&](RecoveryDialog& dialog) {
            testing::answerQuestion(*window_, "Delete", asked);
            press(dialog, "Delete");
            QVERIFY(!dialog.isVisible());
        });
        QCOMPARE(files_.entries("journals"), 0);
    }

    /// Before work is restored, the window asks about unsaved edits. Cancel keeps both.
    void whatIsOpenIsNotLost() {
        QVERIFY(window_->workbench().apply("Edit", [](const Session& s, const Watch&) { return withHeadAdded(s, 0); }));
        leave(edited(1), {"lesson", "", {}, 12, 1'700'000'000});
        const Session before = testing::session(*window_);
        QString asked;
        answer("Restore", [&](RecoveryDialog&) { testing::answerQuestion(*window_, "Cancel", asked); });
        QVERIFY(!asked.isEmpty());
        QVERIFY(testing::session(*window_) == before);
        QCOMPARE(found().works.size(), std::size_t(1));
    }

    void anotherProgramsWorkIsNotOffered() {
        WorkFolder other(journals() / "other.unsaved");
        QVERIFY(other.write(edited(1), {"lesson", "", {}, 12, 1'700'000'000}).ok());
        window_->recovery()->offer(false); // true would wait for an answer
        QVERIFY(!QApplication::activeModalWidget());
    }

    void aCleanEndLeavesNothing() {
        QVERIFY(window_->workbench().apply("Edit", [](const Session& s, const Watch&) { return withHeadAdded(s, 0); }));
        QVERIFY(window_->recovery()->journals().sync());
        QCOMPARE(files_.entries("journals"), 1);
        QString asked;
        testing::answerQuestion(*window_, "Cancel", asked);
        window_->close();
        QCOMPARE(files_.entries("journals"), 1);
        testing::answerQuestion(*window_, "Discard", asked);
        window_->close();
        end();
        QCOMPARE(files_.entries("journals"), 0);
    }

private:
    void begin() {
        window_ = std::make_unique<MainWindow>(journals());
        window_->show();
        window_->files().openExample(firstExample());
        QVERIFY(QTest::qWaitForWindowExposed(window_.get()));
    }
    fs::path journals() const { return files_.in("journals"); }
    /// Leaves unsaved work, as a program that crashed.
    void leave(const SessionFile& file, const JournalNote& note, const std::optional<Session>& opened = {}) {
        const fs::path folder = journals() / (std::to_string(left_++) + ".unsaved");
        QVERIFY(WorkFolder(folder).write(file, note, opened).ok());
    }
    FoundWork found() const { return findUnsavedWork(journals()); }
    static void press(RecoveryDialog& dialog, const QString& button) {
        for (QPushButton* one : dialog.findChildren<QPushButton*>())
            if (one->text().remove('&') == button) return one->click();
        QFAIL(qPrintable("There is no button " + button));
    }
    /// Offers the work, calls `look` with the dialog, and presses a button unless its name is empty.
    void answer(const QString& button, const std::function<void(RecoveryDialog&)>& look = {}) {
        bool wasThere = false;
        QTimer::singleShot(0, window_.get(), [&] {
            auto* dialog = qobject_cast<RecoveryDialog*>(QApplication::activeModalWidget());
            if (!dialog) return;
            wasThere = true;
            if (look) look(*dialog);
            if (!button.isEmpty()) press(*dialog, button);
        });
        window_->recovery()->offer(false);
        QVERIFY(wasThere);
    }

    FilesBench files_;
    int left_ = 0;
};

QTEST_MAIN(RecoveryTest)
#include "tst_recovery.moc"
