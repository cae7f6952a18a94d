#include "document/History.h"
#include "session/edits.h"

#include <QSignalSpy>
#include <QTest>

using namespace headlight;

namespace {

const ParameterRef kWq{Parameter::Wq, 0, 0};

/// Makes a step that sets one cell. All such steps have the same size.
void edit(History& history, int value, int gesture = 0) {
    const Session after = *withCell(history.session(), kWq, 0, 0, static_cast<float>(100 + value));
    history.apply(QString::number(value), after, gesture);
}

Session sample(int d = 3) { return newSession(7, d, 2, 8, 8); }

std::size_t bytesOfOneEdit() {
    History history;
    history.reset(sample());
    edit(history, 1);
    return history.bytes();
}

/// Returns the steps as text; "1 2|3": two steps can be undone, one can be redone.
QString shown(History& history) {
    const int index = history.index();
    QStringList before, after;
    while (history.canUndo()) {
        before.prepend(history.undoText());
        history.undo();
    }
    while (history.index() < index) history.redo();
    while (history.canRedo()) {
        after << history.redoText();
        history.redo();
    }
    while (history.index() > index) history.undo();
    return before.join(u' ') + u'|' + after.join(u' ');
}

/// True if the edited cell has the value of the last step, or if there is no step.
bool cellIs(const History& history, const QString& value) {
    return value.isEmpty() || (*history.session().layers[0].allHeads[0][Parameter::Wq])(0, 0) == 100 + value.toFloat();
}

} // namespace

class HistoryTest : public QObject {
    Q_OBJECT

private slots:
    /// A number is an edit of that name, u undoes, r redoes, s saves, [ begins to save, ] has saved and x has not, b2
    /// sets the limit to two edits, n is a new document. At first the limit is three edits.
    void steps_data() {
        QTest::addColumn<QString>("script");
        QTest::addColumn<QString>("steps");
        QTest::addColumn<bool>("isClean");
        QTest::addColumn<int>("said"); ///< how often beganToTrim() is emitted
        const auto row = [](const char* name, const char* script, const char* steps, bool isClean, int said) {
            QTest::newRow(name) << script << steps << isClean << said;
        };
        row("nothing", "", "|", true, 0);
        row("nothing to undo or to make again", "u r", "|", true, 0);
        row("undone and made again", "1 2 3 u u r", "1 2|3", false, 0);
        row("as many as the bound", "1 2 3", "1 2 3|", false, 0);
        row("one more: the oldest goes", "1 2 3 4", "2 3 4|", false, 1);
        row("many more: it is said once", "1 2 3 4 5 6", "4 5 6|", false, 1);
        row("a step forgets what was undone", "1 2 3 u u 4", "1 4|", false, 0);
        row("what was undone is dropped first", "1 2 3 u 4", "1 2 4|", false, 0);
        row("a lower bound holds at once", "1 2 3 b2", "2 3|", false, 1);
        row("a bound below one step leaves the newest", "1 2 3 b0", "3|", false, 1);
        row("and the next one", "1 2 b0 3 4", "4|", false, 1);
        row("a higher bound brings nothing back", "1 2 3 4 b9 5", "2 3 4 5|", false, 1);
        row("lowered amid: the oldest goes", "1 2 3 u b2", "2|3", false, 1);
        row("lowered amid: one undo stays, the farthest goes", "1 2 3 u u b2", "1|2", false, 1);
        row("lowered at the beginning: the farthest goes", "1 2 3 u u u b2", "|1 2", true, 1);
        row("lowered at the beginning: one step stays", "1 2 3 u u u b0", "|1", true, 1);
        row("back at what was there first", "1 2 3 u u u", "|1 2 3", true, 0);
        row("what was there first cannot be reached", "1 2 3 4 u u u u", "|2 3 4", false, 1);
        row("back at what was saved", "1 2 s 3 u", "1 2|3", true, 0);
        row("on to what was saved", "1 2 s u u r r", "1 2|", true, 0);
        row("saved behind the oldest step that stays", "1 s 2 3 4 u u u", "|2 3 4", true, 1);
        row("what was saved went: modified for good", "1 s 2 3 4 5 u u u", "|3 4 5", false, 1);
        row("until it is saved", "1 s 2 3 4 5 u s", "3 4|5", true, 1);
        row("what was saved was undone and forgotten", "1 2 s u 3", "1 3|", false, 0);
        row("and is not where the count is the same", "1 2 s u 3 4 u", "1 3|4", false, 0);
        row("what was saved was the farthest", "1 2 3 s u u u b2 r r", "1 2|", false, 1);
        row("edited while it is saved", "1 2 [ 3 ]", "1 2 3|", false, 0);
        row("back at what was saved meanwhile", "1 2 [ 3 ] u", "1 2|3", true, 0);
        row("undone while it is saved", "1 s 2 [ u ]", "1|2", false, 0);
        row("on to what was saved meanwhile", "1 s 2 [ u ] r", "1 2|", true, 0);
        row("what is saved was undone and forgotten", "1 [ u 2 ]", "2|", false, 0);
        row("what is saved went for the bound", "1 [ 2 3 4 5 ] u u u", "|3 4 5", false, 1);
        row("others went for the bound", "1 2 [ 3 4 ] u u", "2|3 4", true, 1);
        row("not saved: clean is what was", "1 s 2 [ 3 x u u", "1|2 3", true, 0);
        row("not saved: nothing else is", "1 s 2 [ 3 x u", "1 2|3", false, 0);
        row("a new document begins anew", "1 2 3 4 n 5", "5|", false, 1);
        row("and it is said anew", "1 2 3 4 n 1 2 3 4", "2 3 4|", false, 2);
    }
    void steps() {
        QFETCH(QString, script);
        QFETCH(QString, steps);
        History history;
        history.reset(sample());
        history.setBound(3 * bytesOfOneEdit());
        const QSignalSpy said(&history, &History::beganToTrim);
        for (const QString& word : script.split(u' ', Qt::SkipEmptyParts)) perform(history, word);
        QCOMPARE(shown(history), steps);
        QTEST(history.isClean(), "isClean");
        QTEST(static_cast<int>(said.count()), "said");
        QCOMPARE(history.bytes(), static_cast<std::size_t>(history.count()) * bytesOfOneEdit());
        QVERIFY(cellIs(history, history.undoText()));
    }

    /// "p" puts another session in place. More than 3 unsaved edits in a stretch that was left are work.
    void whatIsLeftIsKnownAsWork_data() {
        QTest::addColumn<QString>("script");
        QTest::addColumn<QString>("title");
        QTest::addColumn<bool>("isAsPut");
        QTest::addColumn<int>("work"); // index of the step that leads back to it; -1: none
        const auto row = [](const char* script, const char* title, bool isAsPut, int work) {
            QTest::newRow(script) << script << title << isAsPut << work;
        };
        row("", "first", true, -1);
        row("1", "first", false, -1);
        row("p", "p1", true, -1);
        row("p u", "first", true, -1);
        row("p u r", "p1", true, -1);
        row("1 p", "p1", true, -1);
        row("1 p u", "first", false, -1);
        row("1 2 3 p", "p1", true, -1);
        row("1 2 3 4 p", "p1", true, 4);
        row("1 2 3 4 p 5", "p1", false, 4);
        row("1 2 3 4 p u", "first", false, -1);
        row("1 2 3 4 s p", "p1", true, -1);
        row("1 2 s 3 4 5 6 p", "p1", true, 6);
        row("1 2 3 4 p p p", "p3", true, 4);
        row("p 1 2 3 4 p 5 6 7 8 p", "p3", true, 10);
        row("p 1 2 3 4 u u u u u", "first", true, 5);
        row("1 2 3 4 p 1 2 3 4 u u u u u u u u u", "first", true, 9);
        row("1 2 3 4 p n", "first", true, -1);
    }
    void whatIsLeftIsKnownAsWork() {
        QFETCH(QString, script);
        History history;
        history.reset(sample(), "first");
        int put = 0;
        for (const QString& word : script.split(u' ', Qt::SkipEmptyParts)) {
            if (word == "p")
                history.put("Put", newSession(9, 4, 2, 8, 8), QString("p%1").arg(++put));
            else if (word == "n")
                history.reset(sample(), "first");
            else
                perform(history, word);
        }
        QTEST(history.segment().title, "title");
        QTEST(history.isAsPut(), "isAsPut");
        QTEST(history.unsavedWorkElsewhere().value_or(-1), "work");
    }

    /// In a new session a single step is work, since it may be a whole sentence.
    void oneStepOfANewSessionIsWork() {
        History history;
        history.reset(sample());
        history.put("Put", newSession(9, 4, 2, 8, 8), "p1");
        QCOMPARE(history.unsavedWorkElsewhere().value_or(-1), -1);
        history.undo();
        edit(history, 1);
        history.put("Put", newSession(9, 4, 2, 8, 8), "p1");
        QCOMPARE(history.unsavedWorkElsewhere().value_or(-1), 1);
    }

    /// In an example, too, a sentence is work, and so is a paste of more than three numbers.
    void oneStepOfAnExampleMayBeWork_data() {
        QTest::addColumn<Session>("edited");
        QTest::addColumn<int>("work");
        const Session s = sample();
        QTest::newRow("a number") << *withCell(s, kWq, 0, 0, 9) << -1;
        QTest::newRow("three numbers") << *withBlock(s, kWq, 0, 0, Matrix::Constant(3, 1, 9)) << -1;
        QTest::newRow("four numbers") << *withBlock(s, kWq, 0, 0, Matrix::Constant(2, 2, 9)) << 1;
        QTest::newRow("a word") << *withSentence(s, "b") << 1;
        QTest::newRow("a head") << *withHeadAdded(s, 0) << 1;
    }
    void oneStepOfAnExampleMayBeWork() {
        QFETCH(Session, edited);
        History history;
        history.reset(sample(), "first");
        history.apply("Edit", edited);
        history.put("Put", newSession(9, 4, 2, 8, 8), "p1");
        QTEST(history.unsavedWorkElsewhere().value_or(-1), "work");
    }

    /// A sentence that was undone is no work: nobody is asked before another example is opened.
    void anUndoneSentenceIsLetGo() {
        History history;
        history.reset(sample(), "first");
        history.apply("Type", *withSentence(sample(), "b"));
        history.undo();
        QVERIFY(history.canHold("Put", sample()));
        QCOMPARE(history.unsavedWorkElsewhere().value_or(-1), -1);
    }

    /// A large step is work by itself. A session is not put in place if that would remove work.
    void workIsNotLetGoByLookingAtSomethingElse() {
        History history;
        history.reset(sample(1024));
        const Session other = newSession(9, 4, 2, 8, 8);
        history.apply("1", *withBlock(history.session(), kWq, 0, 0, Matrix::Zero(1024, 8)));
        history.put("Put", other, "p1");
        QCOMPARE(history.unsavedWorkElsewhere().value_or(-1), 1);
        QVERIFY(history.canHold("Put", sample()));
        history.undo();
        history.undo(); // undone; a new step would remove the large one
        QVERIFY(!history.canHold("Put", sample()));
        history.redo();
        history.redo();
        history.setBound(history.bytes() + 100); // less than the next step needs
        QVERIFY(!history.canHold("Put", sample()));
        history.reset(other);
        history.setBound(100); // less than one step needs
        QVERIFY(!history.canHold("Put", sample()));
    }

    void undoingComesToTheOldestStepThatStayed() {
        History history;
        history.reset(sample());
        history.setBound(2 * bytesOfOneEdit());
        for (int i = 1; i <= 5; ++i) edit(history, i);
        while (history.canUndo()) history.undo();
        QVERIFY(cellIs(history, "3"));
        while (history.canRedo()) history.redo();
        QVERIFY(cellIs(history, "5"));
    }

    /// Within one gesture the step changes one matrix, then two, then one; its size is counted each time.
    void aGestureIsCountedAnew() {
        History history;
        history.reset(sample(64));
        const Session first = history.session();
        edit(history, 1, 7);
        const std::size_t small = history.bytes(), block = sizeof(Matrix) + 64 * 8 * sizeof(float);
        history.apply("1", *withCell(history.session(), {Parameter::Wk, 0, 0}, 0, 0, 5), 7);
        QCOMPARE(history.bytes(), small + block);
        history.apply("1", *withCell(first, kWq, 0, 0, 5), 7);
        QCOMPARE(history.bytes(), small);
        history.apply("1", first, 7); // the gesture ends where it began
        QCOMPARE(history.count(), 0);
        QCOMPARE(history.bytes(), std::size_t(0));
        QVERIFY(history.isClean());
    }

    void aGestureDoesNotJoinWhatWasSaved_data() {
        QTest::addColumn<bool>("isOver");
        QTest::newRow("saved") << true;
        QTest::newRow("being saved") << false;
    }
    void aGestureDoesNotJoinWhatWasSaved() {
        QFETCH(bool, isOver);
        History history;
        history.reset(sample());
        edit(history, 1, 7);
        edit(history, 2, 7);
        QCOMPARE(shown(history), QString("2|")); // one step with the last name
        history.beginSaving();
        if (isOver) history.endSaving(true);
        edit(history, 3, 7);
        edit(history, 3, 7);
        edit(history, 4, 8);
        edit(history, 5);
        edit(history, 6);
        QCOMPARE(shown(history), QString("2 3 4 5 6|"));
    }

    /// A gesture that continues after undo and redo is a new step. If it changes nothing, only this step is removed.
    void whatComesToNothingTakesNoOtherStepAlong() {
        History history;
        history.reset(sample());
        const Session first = history.session();
        edit(history, 1, 7);
        history.undo();
        history.redo();
        edit(history, 2, 7);
        edit(history, 1, 7); // back to the first step
        QCOMPARE(history.count(), 1);
        edit(history, 3, 7);
        QCOMPARE(shown(history), QString("1 3|"));
        history.goTo(0);
        QVERIFY(sameValues(history.session(), first));
    }

    void aThousandSmallEditsStay() {
        History history;
        history.reset(sample());
        const Session first = history.session();
        for (int i = 0; i < 1200; ++i) edit(history, i);
        QCOMPARE(history.count(), 1200);
        QVERIFY(!history.hasTrimmed());
        QVERIFY2(history.bytes() < 1200 * std::size_t{4096},
                 std::to_string(history.bytes() / 1200).c_str()); // structs, a layer and a small matrix
        while (history.canUndo()) history.undo();
        QVERIFY(history.session() == first);
    }

    /// Undo and redo return the same blocks, not copies, so that results that still exist are not recomputed.
    void undoAndRedoGiveBackTheVeryBlocks() {
        History history;
        std::vector<Session> sessions{sample(600)};
        history.reset(sessions[0]);
        for (int i = 1; i <= 5; ++i) {
            edit(history, i);
            sessions.push_back(history.session());
        }
        for (int i = 4; i >= 0; --i) {
            QVERIFY(history.before() == sessions[static_cast<std::size_t>(i)]);
            history.undo();
            QVERIFY(history.session() == sessions[static_cast<std::size_t>(i)]);
        }
        for (int i = 1; i <= 5; ++i) {
            QVERIFY(history.after() == sessions[static_cast<std::size_t>(i)]);
            history.redo();
            QVERIFY(history.session() == sessions[static_cast<std::size_t>(i)]);
        }
    }

    /// As whole matrices of 4 MB each, only 64 steps would fit.
    void editsOfALargeMatrixAreStoredAsRows() {
        constexpr int kSize = 1024, kEdits = 150;
        History history;
        history.reset(newSession(7, kSize, 1, kSize, 4));
        std::vector<float> diagonal;
        for (int i = 0; i < kEdits; ++i) {
            diagonal.push_back((*history.session().layers[0].allHeads[0][Parameter::Wq])(i, i));
            history.apply("Edit", *withCell(history.session(), kWq, i, i, 100));
            QVERIFY(history.bytes() <= history.bound());
        }
        const Session last = history.session();
        QCOMPARE(history.count(), kEdits);
        QVERIFY(!history.hasTrimmed());
        for (int i = kEdits - 1; i >= 0; --i) {
            history.undo();
            const Matrix& now = *history.session().layers[0].allHeads[0][Parameter::Wq];
            const auto at = static_cast<std::size_t>(i);
            QVERIFY(now(i, i) == diagonal[at] && (i == 0 || now(i - 1, i - 1) == 100));
        }
        while (history.canRedo()) history.redo();
        QVERIFY(sameValues(history.session(), last));
    }

    void removedSegmentsAreFreed() {
        History history;
        history.reset(sample(), "first");
        const std::weak_ptr<const History::Segment> first = history.sharedSegment(0);
        history.put("Open", sample(), "second");
        const std::weak_ptr<const History::Segment> second = history.sharedSegment(1);
        history.undo();
        QVERIFY(!second.expired());
        edit(history, 1); // forgets what was undone
        QVERIFY(second.expired() && !first.expired());
        history.reset(sample());
        QVERIFY(first.expired());
    }

    void theBoundInWords_data() {
        QTest::addColumn<qulonglong>("megabytes");
        QTest::addColumn<QString>("text");
        QTest::newRow("64") << 64ULL << "64 MB";
        QTest::newRow("256") << 256ULL << "256 MB";
        QTest::newRow("1,024") << 1024ULL << "1 GB";
        QTest::newRow("1,025") << 1025ULL << "1025 MB";
        QTest::newRow("none") << 0ULL << "0 MB";
    }
    void theBoundInWords() {
        QFETCH(qulonglong, megabytes);
        QTEST(History::boundText(megabytes * History::kMegabyte), "text");
    }

    /// Counts the edits since the last save or the beginning, before or after it in the history; also those that were
    /// trimmed, and those of restored work.
    void editsAreCounted() {
        History history;
        history.reset(sample());
        for (int i = 1; i <= 5; ++i) edit(history, i);
        QCOMPARE(history.edits(), 5);
        history.undo();
        perform(history, "s");
        QCOMPARE(history.edits(), 0);
        history.undo();
        history.undo();
        QCOMPARE(history.edits(), 2);
        while (history.canRedo()) history.redo();
        QCOMPARE(history.edits(), 1);
        history.setBound(2 * bytesOfOneEdit()); // the saved step is trimmed, too
        for (int i = 6; i <= 9; ++i) edit(history, i);
        QCOMPARE(history.edits(), 5);
        history.put("New", sample(2), "new");
        QCOMPARE(history.edits(), 0);
        history.reset(sample());
        history.setUnsaved(7);
        QCOMPARE(history.edits(), 7);
        edit(history, 1);
        QCOMPARE(history.edits(), 8);
        QVERIFY(!history.isClean() && history.unsavedWorkElsewhere() == std::nullopt);
    }

private:
    static void perform(History& history, const QString& word) {
        switch (word[0].unicode()) {
        case u'u': return history.undo();
        case u'r': return history.redo();
        case u's': history.beginSaving(); [[fallthrough]];
        case u']': return history.endSaving(true);
        case u'[': return history.beginSaving();
        case u'x': return history.endSaving(false);
        case u'b': return history.setBound(word.mid(1).toUInt() * bytesOfOneEdit());
        case u'n': return history.reset(sample());
        default: edit(history, word.toInt());
        }
    }
};

QTEST_GUILESS_MAIN(HistoryTest)
#include "tst_history.moc"
