// Undo and redo in the real window, and the limit of the history's size.
#include "app/windowBench.h"
#include "session/edits.h"
#include "support/givenEdit.h"

#include <QAccessible>
#include <QComboBox>
#include <QLineEdit>
#include <QMessageBox>
#include <QPlainTextEdit>

using namespace headlight;
using testing::control;
using testing::menuAction;
using testing::session;

class WindowHistoryTest : public QObject, private testing::WindowBench {
    Q_OBJECT

private slots:
    void initTestCase() { prepare(); }
    void init() { begin(); }
    void cleanup() { end(); }

    void undoAllRestoresTheIdenticalSession() {
        const Session before = session(*window_);
        auto* sentence = control<QPlainTextEdit>(*window_, "Sentence");
        sentence->setFocus();
        sentence->moveCursor(QTextCursor::End);
        QTest::keyClicks(sentence, " Really");
        Workbench& bench = window_->workbench();
        QVERIFY(bench.apply("Add head", testing::givenEdit(withHeadAdded(session(*window_), 0))));
        QVERIFY(bench.apply("Change d to 5", testing::givenEdit(withEmbeddingSize(session(*window_), 5))));
        History& history = bench.document().history();
        QVERIFY(history.count() >= 3);
        while (history.canUndo()) history.undo();
        QVERIFY(session(*window_) == before);
        QVERIFY(!window_->isWindowModified());
        QCOMPARE(sentence->toPlainText(), QString("My shoes are small, my feet are big."));
    }

    void whatWasSaidOfAStepGoesWithIt() {
        Workbench& bench = window_->workbench();
        QVERIFY(bench.apply("Edit", testing::givenEdit(withEmbeddingSize(session(*window_), 5))));
        for (const auto& [action, said] : {std::pair("Undo", "Undone: Edit"), std::pair("Redo", "Redone: Edit")}) {
            bench.messages().report("Nearest found", MessageKind::Caution);
            bench.messages().tell("3 × 3 numbers were pasted.");
            for (QAction* one : window_->findChildren<QAction*>())
                if (one->text().startsWith(action) && one->isEnabled() && !one->menu()) one->trigger();
            QCOMPARE(state().problem + state().notice, QString(said));
        }
    }

    /// Undo stops and names the document that it would return to. After any other action it stops again.
    void undoStopsWhereADocumentWasOpened() {
        Workbench& bench = window_->workbench();
        const History& history = bench.document().history();
        const auto press = [&](Qt::KeyboardModifiers more = {}) {
            QTest::keyClick(window_.get(), Qt::Key_Z, Qt::ControlModifier | more);
            return state().title + ": " + state().notice;
        };
        const auto edit = [&](float value) {
            const ParameterRef ref{Parameter::X, 0, 0};
            return bench.apply("Edit", testing::givenEdit(withCell(session(*window_), ref, 0, 0, value)));
        };
        const QString three = firstExample().shownTitle(), journey = examples()[0].shownTitle(),
                      opened = journey + ": This is where “" + journey + "” was opened. Undo again to return to “" +
                               three + "”.",
                      left = three + ": This is where “" + three + "” was left. Redo again to return to “" + journey +
                             "”.";
        QVERIFY(edit(7));
        const Session mine = session(*window_);
        window_->files().openExample(examples()[0]);
        QCOMPARE(state().notice, QString("Undo can return to “" + three + "”, with its edits."));
        QVERIFY(edit(8) && edit(9));
        QCOMPARE(press(), journey + ": Undone: Edit");
        QCOMPARE(press(), journey + ": Undone: Edit");
        QCOMPARE(press(), opened);
        bench.select(0, 2, 1); // any other action
        QCOMPARE(press(), opened);
        bench.messages().report("Nothing was pasted.");
        QCOMPARE(press(), three + ": Returned to “" + three + "”");
        QVERIFY(state().problem.isEmpty() && sameValues(session(*window_), mine));
        QCOMPARE(press(Qt::ShiftModifier), left);
        QCOMPARE(press(Qt::ShiftModifier), journey + ": Returned to “" + journey + "”");
        QCOMPARE(press(Qt::ShiftModifier), journey + ": Redone: Edit");
        menuAction(*window_, "New")->trigger();
        QCOMPARE(press(), "Untitled: This is where the new session began. Undo again to return to “" + journey + "”.");
        QCOMPARE(press(), journey + ": Returned to “" + journey + "”");
        for (int i = 0; history.canUndo() && i < 20; ++i) press();
        QVERIFY(!history.canUndo());
        for (int i = 0; history.canRedo() && i < 20; ++i) press(Qt::ShiftModifier);
        QVERIFY(!history.canRedo());
    }

    /// An entry of the open menu does not stop, since it names the document that it leads to.
    void theMenuDoesNotStop() {
        window_->files().openExample(examples()[0]);
        QAction* undo = menuAction(*window_, "Undo and return to “" + firstExample().shownTitle() + "”");
        QTest::keyClick(window_.get(), Qt::Key_E, Qt::AltModifier);
        auto* edit = qobject_cast<QMenu*>(QApplication::activePopupWidget());
        QVERIFY(edit && edit->actions().contains(undo));
        edit->setActiveAction(undo);
        QTest::keyClick(edit, Qt::Key_Return);
        QCOMPARE(state().title, firstExample().shownTitle());
        QCoreApplication::processEvents();
        QTest::keyClick(window_.get(), Qt::Key_Y, Qt::ControlModifier);
        QCOMPARE(state().title, firstExample().shownTitle()); // a key stops
    }

    /// If two documents would be lost, there is only one question.
    void anExampleAsksOnce_data() {
        QTest::addColumn<QString>("answer");
        QTest::addColumn<QString>("shown");
        QTest::newRow("cancelled") << "Cancel"
                                   << "Edit 7";
        QTest::newRow("both are lost") << "Discard"
                                       << "";
        QTest::newRow("back to the other") << "Open “Your journey starts with one step”"
                                           << "Edit 14";
    }
    void anExampleAsksOnce() {
        QFETCH(QString, answer);
        QFETCH(QString, shown);
        Workbench& bench = window_->workbench();
        const auto edit = [&](int value) {
            const ParameterRef ref{Parameter::X, 0, 0};
            return bench.apply(QString("Edit %1").arg(value),
                               testing::givenEdit(withCell(session(*window_), ref, 0, 0, float(value))));
        };
        QVERIFY(edit(7));
        window_->files().openExample(examples()[0]);
        for (int value = 10; value < 15; ++value) QVERIFY(edit(value));
        bench.goTo(1); // now two documents have unsaved edits
        QStringList asked;
        QTimer answers;
        connect(&answers, &QTimer::timeout, this, [&] {
            auto* question = qobject_cast<QMessageBox*>(QApplication::activeModalWidget());
            if (!question) return;
            asked << question->text() + " " + question->informativeText();
            for (QAbstractButton* one : question->buttons())
                if (one->text().remove('&') == answer) return one->click();
            question->reject();
        });
        answers.start(0);
        window_->files().openExample(examples()[1]);
        answers.stop();
        QCOMPARE(asked, QStringList("Save the changes to “" + firstExample().shownTitle() +
                                    "”? Unsaved changes will be lost. “" + examples()[0].shownTitle() +
                                    "” has unsaved changes, too; to keep them, return to them first."));
        QCOMPARE(bench.document().history().undoText(), shown);
    }

    void undoAndRedoAreNamedByTheirSteps() {
        QAction* undo = menuAction(*window_, "Undo");
        QAction* redo = menuAction(*window_, "Redo");
        QVERIFY(!undo->isEnabled() && !redo->isEnabled());
        QVERIFY(undo->shortcuts().contains(QKeySequence("Ctrl+Z")));
        QCOMPARE(redo->shortcuts(), QList<QKeySequence>({QKeySequence("Ctrl+Shift+Z"), QKeySequence("Ctrl+Y")}));
        const Session before = session(*window_);
        QVERIFY(window_->workbench().apply("Edit one",
                                           testing::givenEdit(withCell(before, {Parameter::Wq, 0, 0}, 0, 0, 9))));
        QVERIFY(window_->workbench().apply(
            "Edit two", testing::givenEdit(withCell(session(*window_), {Parameter::Wq, 0, 0}, 0, 1, 9))));
        QCOMPARE(undo->text(), QString("Undo Edit two"));
        QVERIFY(undo->isEnabled() && !redo->isEnabled());
        undo->trigger();
        QCOMPARE(undo->text(), QString("Undo Edit one"));
        QCOMPARE(redo->text(), QString("Redo Edit two"));
        QVERIFY(undo->isEnabled() && redo->isEnabled());
        undo->trigger();
        QVERIFY(session(*window_) == before);
        QCOMPARE(undo->text(), QString("Undo"));
        QVERIFY(!undo->isEnabled());
        redo->trigger();
        QCOMPARE(redo->text(), QString("Redo Edit two"));
        window_->workbench().files().newDocument();
        QCOMPARE(redo->text(), QString("Redo"));
        QVERIFY(!undo->isEnabled() && !redo->isEnabled());
    }

    /// In a field whose text is not part of the document, Ctrl+Z undoes typing; elsewhere it undoes the last step.
    void whatCtrlZTakesBack_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("opener");
        QTest::newRow("a word to find") << "Find token"
                                        << "Find token…";
        QTest::newRow("a query to go to") << "Query to go to"
                                          << "Go to cell…";
        QTest::newRow("a key to go to") << "Key to go to"
                                        << "Go to cell…";
        QTest::newRow("a size of the document") << "d" << QString();
    }
    void whatCtrlZTakesBack() {
        QFETCH(QString, name);
        QFETCH(QString, opener);
        const auto edited = *withCell(session(*window_), {Parameter::Wq, 0, 0}, 0, 0, 7.0F);
        QVERIFY(window_->workbench().apply("Edit", testing::givenEdit(edited)));
        const History& history = window_->workbench().document().history();
        const bool isOwn = !opener.isEmpty();
        if (isOwn) menuAction(*window_, opener)->trigger();
        auto* field = control<QWidget>(*window_, name);
        field->setFocus();
        const QString before = field->property("text").toString();
        if (isOwn) QTest::keyClicks(field, "ab");
        QTest::keyClick(field, Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(history.index(), isOwn ? 1 : 0);
        if (isOwn) QCOMPARE(field->property("text").toString(), before);
        QTest::keyClick(field, Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
        QCOMPARE(history.index(), 1);
        if (isOwn) QVERIFY(field->property("text").toString().contains("ab"));
    }

    /// The characters left out are part of the document: typing them is a step, which Ctrl+Z in their field undoes.
    void ctrlZTakesBackWhatIsLeftOut() {
        const std::string before = session(*window_).text.tokenizer.remove;
        control<QComboBox>(*window_, "Tokenizer")->showPopup();
        auto* field = control<QLineEdit>(*window_, "Leave out");
        field->setFocus();
        QTest::keyClicks(field, "ND");
        QCOMPARE(session(*window_).text.tokenizer.remove, before + "ND");
        QTest::keyClick(field, Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(session(*window_).text.tokenizer.remove, before);
        QCOMPARE(field->text().toStdString(), before);
        QTest::keyClick(field, Qt::Key_Escape);
        QTRY_VERIFY(!field->isVisible());
    }

    void howMuchHistoryIsKeptIsChosenInTheMenu() {
        const auto bound = [](MainWindow& window) { return window.workbench().document().history().bound(); };
        QCOMPARE(bound(*window_), 256 * History::kMegabyte);
        QVERIFY(menuAction(*window_, "256 MB")->isChecked());
        menuAction(*window_, "64 MB")->trigger();
        QCOMPARE(bound(*window_), 64 * History::kMegabyte);
        QVERIFY(menuAction(*window_, "64 MB")->isChecked() && !menuAction(*window_, "256 MB")->isChecked());
        MainWindow next; // as the next start
        QCOMPARE(bound(next), 64 * History::kMegabyte);
        QVERIFY(menuAction(next, "64 MB")->isChecked());
        menuAction(*window_, "1 GB")->trigger();
        QCOMPARE(bound(*window_), 1024 * History::kMegabyte);
        menuAction(*window_, "256 MB")->trigger();
        QCOMPARE(bound(*window_), 256 * History::kMegabyte);
    }

    void theHistoryMenuIsReachedByKeys() {
        QTest::keyClick(window_.get(), Qt::Key_E, Qt::AltModifier);
        auto* edit = qobject_cast<QMenu*>(QApplication::activePopupWidget());
        QVERIFY(edit);
        QTest::keyClick(edit, Qt::Key_M);
        auto* history = qobject_cast<QMenu*>(QApplication::activePopupWidget());
        QVERIFY(history && history != edit);
        QAccessibleInterface* face = QAccessible::queryAccessibleInterface(history);
        QCOMPARE(face->text(QAccessible::Name), QString("Undo memory"));
        QStringList names;
        for (int i = 0; i < face->childCount(); ++i) names << face->child(i)->text(QAccessible::Name);
        QCOMPARE(names, QStringList({"64 MB", "256 MB", "1 GB"}));
        history->close();
        edit->close();
    }
};

QTEST_MAIN(WindowHistoryTest)
#include "tst_windowHistory.moc"
