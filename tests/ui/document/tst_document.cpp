#include "document/Saver.h"
#include "session/edits.h"

#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace headlight;

namespace {

Session sample() { return *withSentence(newSession(123, 3, 2, 3, 3), "My shoes are small"); }

Session edited(const Session& session, int row, float value) {
    return *withCell(session, {Parameter::Wq, 0, 0}, row, 0, value);
}

} // namespace

class DocumentTest : public QObject {
    Q_OBJECT

private slots:
    void undoAllRestoresTheIdenticalSession() {
        Document document;
        document.reset(sample(), {}, {});
        const Session first = document.session();
        for (int i = 0; i < 1200; ++i)
            document.apply("Edit", edited(document.session(), i % 3, static_cast<float>(i + 10)));
        const Session last = document.session();
        QCOMPARE(document.history().count(), 1200);
        while (document.history().canUndo()) document.history().undo();
        QVERIFY(document.session() == first);
        while (document.history().canRedo()) document.history().redo();
        QVERIFY(document.session() == last);
    }

    void aGestureIsOneStep() {
        Document document;
        document.reset(sample(), {}, {});
        const int gesture = document.newGesture();
        for (int i = 0; i < 50; ++i)
            document.apply("Edit W_q[1, 1] of head 1", edited(document.session(), 0, float(i) + 5), gesture);
        QCOMPARE(document.history().count(), 1);
        QCOMPARE(document.history().undoText(), QString("Edit W_q[1, 1] of head 1"));
        document.apply("Edit", edited(document.session(), 0, 99), document.newGesture());
        QCOMPARE(document.history().count(), 2);
    }

    void aGestureThatEndsWhereItBeganNeverHappened() {
        Document document;
        document.reset(sample(), {}, {});
        const Session first = document.session();
        const float old = (*first.layers[0].allHeads[0][Parameter::Wq])(0, 0);
        const int gesture = document.newGesture();
        document.apply("Edit", edited(first, 0, 4), gesture);
        document.apply("Edit", edited(document.session(), 0, old), gesture);
        QCOMPARE(document.history().count(), 0);
        QVERIFY(document.session() == first);
        QVERIFY(!document.isModified());
    }

    void noChangeIsNoStep() {
        Document document;
        document.reset(sample(), {}, {});
        QSignalSpy changed(&document.history(), &History::changed);
        document.apply("Nothing", document.session());
        QCOMPARE(document.history().count(), 0);
        QCOMPARE(changed.count(), 0);
    }

    void savingClearsTheMarkAndUndoingBringsItBack() {
        QTemporaryDir folder;
        const QString path = folder.filePath("my shoes.headlight");
        Document document;
        document.reset(sample(), {}, {});
        document.apply("Edit", edited(document.session(), 0, 4));
        QVERIFY(document.isModified());
        QVERIFY(save(document, path).ok());
        QVERIFY(!document.isModified());
        QCOMPARE(document.path(), path);
        QCOMPARE(document.title(), QString("my shoes.headlight"));
        document.history().undo();
        QVERIFY(document.isModified());
        document.history().redo();
        QVERIFY(!document.isModified());
    }

    void whatWasOpenBeforeIsNotTheSavedFile() {
        QTemporaryDir folder;
        const QString path = folder.filePath("shoes.headlight");
        Document document;
        document.reset(sample(), {}, {});
        document.apply("Edit", edited(document.session(), 0, 4));
        document.put("Example", edited(sample(), 1, 7), "Shoes");
        QVERIFY(save(document, path).ok());
        QCOMPARE(document.path(), path);
        document.history().undo(); // back to the document without a file
        QCOMPARE(document.path(), QString());
        QCOMPARE(document.title(), QString("My shoes are small"));
        QVERIFY(document.isModified());
        QVERIFY(!document.hasChangedOnDisk());
        QCOMPARE(document.titleAt(document.history().index() + 1), QString("shoes.headlight"));
        document.history().redo();
        QCOMPARE(document.path(), path);
        QVERIFY(!document.isModified());
    }

    void aFailedSaveChangesNothing() {
        QTemporaryDir folder;
        Document document;
        document.reset(sample(), {}, {});
        document.apply("Edit", edited(document.session(), 0, 4));
        const auto saved = save(document, folder.filePath("no such folder/x.headlight"));
        QVERIFY(!saved.ok());
        QVERIFY(saved.text().find("x.headlight") != std::string::npos);
        QVERIFY(document.isModified());
        QVERIFY(document.path().isEmpty());
    }

private:
    static Result<void> save(Document& document, const QString& path) {
        Saver saver(document);
        saver.begin(path, {document.session(), View{}});
        Jobs jobs; // runs jobs at once
        return saver.wait(jobs);
    }
};

QTEST_GUILESS_MAIN(DocumentTest)
#include "tst_document.moc"
