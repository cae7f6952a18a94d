// Examples in the real window, one after another: nothing is lost, and no needless question is asked.
#include "app/windowBench.h"
#include "session/edits.h"
#include "support/givenEdit.h"

#include <QAbstractItemView>
#include <QComboBox>
#include <QDir>
#include <QFile>
#include <QFileDialog>
#include <QFileInfo>
#include <QLabel>
#include <QPlainTextEdit>
#include <QRegularExpression>
#include <QTimer>

#include <algorithm>
#include <set>

using namespace headlight;
using testing::control;
using testing::menuAction;
using testing::openMenu;
using testing::session;
using testing::settled;

class WindowExamplesTest : public QObject, private testing::WindowBench {
    Q_OBJECT

private slots:
    void initTestCase() { prepare(); }
    void init() { begin(); }
    void cleanup() { end(); }

    void everyExampleOpens() {
        auto* box = control<QComboBox>(*window_, "Examples");
        for (int i = 0; i < static_cast<int>(examples().size()); ++i) {
            pick(i);
            QTRY_VERIFY(settled(*window_));
            QCOMPARE(window_->workbench().state().title, examples()[static_cast<std::size_t>(i)].shownTitle());
            QCOMPARE(box->currentIndex(), -1); // it opens examples, and shows no selection
        }
    }

    /// The notebook of "My shoes are small" prints ids. Elsewhere, tokens have none until the user asks for them.
    void idsComeWithTheirExample() {
        QAction* ids = menuAction(*window_, "Token ids");
        openMenu(*window_, "View");
        QVERIFY(!ids->isChecked());
        pick(2);
        openMenu(*window_, "View");
        QVERIFY(ids->isChecked() && window_->workbench().state().tokenIds);
        pick(3);
        openMenu(*window_, "View");
        QVERIFY(!ids->isChecked() && !window_->workbench().state().tokenIds);
        ids->trigger();
        QVERIFY(ids->isChecked() && window_->workbench().state().tokenIds);
    }

    /// Opening another example asks no question, and undo returns to the edits.
    void lookingAtAnotherExampleIsAStep() {
        auto* sentence = control<QPlainTextEdit>(*window_, "Sentence");
        sentence->setFocus();
        sentence->moveCursor(QTextCursor::End);
        QTest::keyClicks(sentence, " Really");
        const Session mine = session(*window_);
        pick(1);
        QCOMPARE(window_->workbench().state().title, examples()[1].shownTitle());
        QVERIFY(!window_->isWindowModified());
        QCOMPARE(control<QLabel>(*window_, "Saved")->text(), QString("No changes"));
        QAction* undo = menuAction(*window_, "Undo and return to “" + examples()[3].shownTitle() + "”");
        for (int i = 0; i < 2; ++i) undo->trigger();
        QVERIFY(sameValues(session(*window_), mine));
        QVERIFY(window_->isWindowModified());
        QVERIFY(window_->windowTitle().startsWith("My shoes are small[*]")); // as a save, after the sentence
        QAction* redo = menuAction(*window_, "Redo and return to “" + examples()[1].shownTitle() + "”");
        for (int i = 0; i < 2; ++i) redo->trigger();
        QVERIFY(sentence->toPlainText().startsWith("x1 x2"));
    }

    /// The menu lists the examples in groups, each under its heading.
    void theMenuIsACourse() {
        const QList<QAction*> entries = menuAction(*window_, "Examples")->menu()->actions();
        QStringList shown, expected;
        for (const QAction* entry : entries) {
            if (entry->isSeparator()) continue;
            shown << (entry->isEnabled() ? entry->text() : "# " + entry->text());
        }
        std::set<QString> groups, titles;
        for (const Example& example : examples()) {
            if (groups.insert(example.shownGroup()).second) expected << "# " + example.shownGroup();
            expected << example.shownTitle();
            QVERIFY2(titles.insert(example.shownTitle()).second, example.title);
        }
        QCOMPARE(shown, expected);
    }

    /// The box lists them in groups, too. The arrow keys skip its headings.
    void theBoxIsACourse() {
        auto* box = control<QComboBox>(*window_, "Examples");
        QStringList shown, expected;
        for (int row = 0; row < box->count(); ++row) {
            const bool isEntry = (box->model()->index(row, 0).flags() & Qt::ItemIsEnabled) != 0;
            if (!box->itemText(row).isEmpty()) shown << (isEntry ? "" : "# ") + box->itemText(row);
        }
        std::set<QString> groups;
        for (const Example& example : examples()) {
            if (groups.insert(example.shownGroup()).second) expected << "# " + example.shownGroup();
            expected << example.shownTitle();
        }
        QCOMPARE(shown, expected);
        box->showPopup();
        box->view()->setCurrentIndex(box->model()->index(rowOf(0), 0));
        QStringList walked{box->view()->currentIndex().data().toString()};
        for (std::size_t i = 1; i < examples().size(); ++i) {
            QTest::keyClick(box->view(), Qt::Key_Down);
            walked << box->view()->currentIndex().data().toString();
        }
        box->hidePopup();
        QCOMPARE(walked, expected.filter(QRegularExpression("^[^#]")));
    }

    /// The list and the folder have the same files.
    void theListHasEveryFile() {
        QStringList files;
        for (const Example& example : examples()) files << QFileInfo(example.resource).fileName();
        files.sort();
        QCOMPARE(files, QDir(HEADLIGHT_SOURCE_DIR "/resources/examples").entryList(QDir::Files, QDir::Name));
        for (const Example& example : examples()) QVERIFY2(QFile::exists(example.resource), example.resource);
    }

    /// An example opens with the stages, the layer and the cell of its file, whatever was shown before.
    void eachIsSeenAsItsFileSays_data() {
        QTest::addColumn<QString>("stages");
        QTest::addColumn<int>("layer");
        QTest::addColumn<QString>("cell"); // query and key
        QTest::newRow("Two layers and their rollout") << "weights rollout" << 1 << "it black";
        QTest::newRow("My shoes are small") << "scores weights" << 0 << "small feet";
        QTest::newRow("Cross-attention, seed 123") << "scores weights" << 0 << "is begin";
        QTest::newRow("Multi-head, weights split, seed 123") << "weights concat output" << 0 << "starts journey";
    }
    void eachIsSeenAsItsFileSays() {
        QFETCH(QString, stages);
        QFETCH(int, layer);
        QFETCH(QString, cell);
        const auto found = std::ranges::find(examples(), QString(QTest::currentDataTag()), &Example::shownTitle);
        QVERIFY(found != examples().end());
        window_->files().openExample(examples()[13]);
        menuAction(*window_, found->shownTitle())->trigger();
        QTRY_VERIFY(settled(*window_));
        QStringList shown;
        for (const Stage stage : state().shownStages()) shown << infoOf(stage).id;
        QCOMPARE(shown.join(' '), stages);
        QCOMPARE(state().view.layer, layer);
        QCOMPARE(state().isSplit, QString(QTest::currentDataTag()).contains("split"));
        const auto token = [](const Text& text, int place) {
            return QString::fromStdString(text.tokens->texts.at(static_cast<std::size_t>(place)));
        };
        QCOMPARE(token(state().session.text, state().view.query) + " " +
                     token(keyText(state().session), state().view.key),
                 cell);
        QCOMPARE(state().notice, QString()); // its text is on the card
    }

    void closingAsksAboutWorkThatWasLeft_data() {
        QTest::addColumn<int>("edits");
        QTest::addColumn<QString>("answer"); // empty: no question
        QTest::addColumn<bool>("closes");
        QTest::newRow("a touch") << 2 << "" << true;
        QTest::newRow("forgotten") << 5 << "Forget them" << true;
        QTest::newRow("gone back to") << 5 << "Open “My shoes are small, three heads”" << false;
    }
    void closingAsksAboutWorkThatWasLeft() {
        QFETCH(int, edits);
        QFETCH(QString, answer);
        Workbench& bench = window_->workbench();
        for (int i = 0; i < edits; ++i)
            QVERIFY(bench.apply("Edit", testing::givenEdit(withCell(session(*window_), {Parameter::Wq, 0, 0}, 0, 0,
                                                                    10.0F + float(i)))));
        const Session mine = session(*window_);
        window_->files().openExample(examples()[0]);
        QString asked;
        testing::answerQuestion(*window_, answer, asked);
        QTEST(window_->close(), "closes");
        QCOMPARE(asked, answer.isEmpty() ? QString() : "Forget the changes to “My shoes are small, three heads”?");
        if (answer == "Open “My shoes are small, three heads”") QVERIFY(sameValues(session(*window_), mine));
    }

    /// A file that another program has changed meanwhile is not overwritten without a question.
    void aFileThatChangedOnDiskIsAskedAbout_data() {
        QTest::addColumn<QString>("other"); // the new content of the file; "-": it is removed
        QTest::addColumn<QString>("answer");
        QTest::addColumn<bool>("isSaved");
        QTest::newRow("nothing") << ""
                                 << "" << true;
        QTest::newRow("written") << "their work"
                                 << "Cancel" << false;
        QTest::newRow("written, and saved anyway") << "their work"
                                                   << "Save anyway" << true;
        QTest::newRow("removed") << "-"
                                 << "" << true;
    }
    void aFileThatChangedOnDiskIsAskedAbout() {
        QFETCH(QString, other);
        QFETCH(QString, answer);
        const QString path = folder_.filePath("theirs.headlight");
        Workbench& bench = window_->workbench();
        QFile::remove(path);
        QVERIFY(bench.files().save(path).ok());
        for (const bool isOpened : {false, true}) { // after a save here, and after opening
            if (isOpened) QVERIFY(bench.files().save(path).ok() && bench.files().open(path).ok());
            QVERIFY(bench.apply("Edit", testing::givenEdit(withCell(session(*window_), {Parameter::Wq, 0, 0}, 0, 0,
                                                                    isOpened ? 8.0F : 7.0F))));
            if (other == "-") QVERIFY(QFile::remove(path));
            if (other.size() > 1) {
                QFile file(path);
                QVERIFY(file.open(QIODevice::WriteOnly) && file.write(other.toUtf8()) > 0);
            }
            QString asked;
            testing::answerQuestion(*window_, answer, asked);
            menuAction(*window_, "Save")->trigger();
            QTRY_VERIFY(!bench.files().saver().isRunning());
            QCOMPARE(asked,
                     answer.isEmpty() ? QString() : "“theirs.headlight” was changed by another program. Overwrite it?");
            QTEST(!window_->isWindowModified(), "isSaved");
            QFile file(path);
            QVERIFY(file.open(QIODevice::ReadOnly));
            QCOMPARE(file.readAll() == "their work", answer == "Cancel");
        }
    }

    void savingProposesTheFirstWords() {
        QString proposed;
        QTimer::singleShot(0, window_.get(), [&] {
            auto* dialog = qobject_cast<QFileDialog*>(QApplication::activeModalWidget());
            if (dialog) proposed = QFileInfo(dialog->selectedFiles().value(0)).fileName(), dialog->reject();
        });
        menuAction(*window_, "Save as…")->trigger();
        QCOMPARE(proposed, QString("My shoes are small.headlight"));
    }

    void codeIsExported_data() {
        QTest::addColumn<QString>("entry");
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("import");
        QTest::newRow("NumPy") << "NumPy script…"
                               << "My-shoes-are-small.py"
                               << "import numpy as np";
        QTest::newRow("PyTorch") << "PyTorch notebook…"
                                 << "My-shoes-are-small.ipynb"
                                 << "import torch";
    }
    void codeIsExported() {
        QFETCH(QString, entry);
        QFETCH(QString, name);
        QFETCH(QString, import);
        const QTemporaryDir folder;
        QString proposed;
        QTimer::singleShot(0, window_.get(), [&] {
            auto* dialog = qobject_cast<QFileDialog*>(QApplication::activeModalWidget());
            if (!dialog) return;
            proposed = QFileInfo(dialog->selectedFiles().value(0)).fileName();
            dialog->selectFile(folder.filePath(name));
            static_cast<QDialog*>(dialog)->accept();
        });
        menuAction(*window_, entry)->trigger();
        QCOMPARE(proposed, name);
        QFile file(folder.filePath(name));
        QVERIFY(file.open(QIODevice::ReadOnly));
        QVERIFY(file.readAll().contains(import.toUtf8()));
        QCOMPARE(window_->workbench().state().notice, QStringLiteral("Exported “%1”.").arg(name));
    }

    /// The file of numbers beside the code is asked about as the code is.
    void numbersBesideCodeAreAskedAbout_data() {
        QTest::addColumn<bool>("areMany");
        QTest::addColumn<QString>("answer");
        QTest::newRow("replaced") << true << "Replace";
        QTest::newRow("kept") << true << "Choose another name";
        QTest::newRow("none are needed") << false << "";
    }
    void numbersBesideCodeAreAskedAbout() {
        QFETCH(bool, areMany);
        QFETCH(QString, answer);
        if (areMany) {
            QString words;
            for (int i = 0; i < 60; ++i) words += QString("w%1 ").arg(i);
            Workbench& bench = window_->workbench();
            QVERIFY(bench.apply("Type", testing::givenEdit(withSentence(bench.state().session, words.toStdString()))));
        }
        const QTemporaryDir folder;
        QFile numbers(folder.filePath("code.numbers.npz"));
        QVERIFY(numbers.open(QIODevice::WriteOnly) && numbers.write("mine") == 4);
        numbers.close();
        QString asked;
        int times = 0;
        QTimer again;
        connect(&again, &QTimer::timeout, window_.get(), [&] {
            auto* dialog = qobject_cast<QFileDialog*>(QApplication::activeModalWidget());
            if (const auto* question = qobject_cast<QMessageBox*>(QApplication::activeModalWidget())) {
                asked = question->text();
                for (QAbstractButton* one : question->buttons())
                    if (one->text().remove('&') == answer) return one->click();
            }
            if (!dialog) return;
            if (++times > 1) return dialog->reject();
            dialog->selectFile(folder.filePath("code.py"));
            static_cast<QDialog*>(dialog)->accept();
        });
        again.start(0);
        menuAction(*window_, "NumPy script…")->trigger();
        again.stop();
        QCOMPARE(asked, areMany ? QString("“code.numbers.npz” already exists. Replace it?") : QString());
        QVERIFY(numbers.open(QIODevice::ReadOnly));
        QCOMPARE(numbers.readAll() == "mine", answer != QLatin1String("Replace"));
        QCOMPARE(QFile::exists(folder.filePath("code.py")), answer != QLatin1String("Choose another name"));
    }

    /// Code is of the shown state. With a difference it is of the present session, which the dialog says.
    void codeIsOfTheShownState_data() {
        QTest::addColumn<Compared>("compared");
        QTest::addColumn<bool>("isOfNow");
        QTest::addColumn<QString>("title");
        QTest::addColumn<QString>("name");
        QTest::newRow("now") << Compared::Now << true << "Export code as"
                             << "small.py";
        QTest::newRow("before") << Compared::Other << false << "Export code as"
                                << "small-before.py";
        QTest::newRow("difference") << Compared::Difference << true
                                    << "Export code as (the present session, not the difference)"
                                    << "small.py";
        QTest::newRow("both") << Compared::SideBySide << true << "Export code as (the present session, not “before”)"
                              << "small.py";
    }
    void codeIsOfTheShownState() {
        QFETCH(Compared, compared);
        QFETCH(bool, isOfNow);
        Workbench& bench = window_->workbench();
        QVERIFY(bench.apply("Edit",
                            testing::givenEdit(withCell(bench.state().session, {Parameter::Wq, 0, 0}, 0, 0, 12.375F))));
        bench.look([=](MapOptions& maps) { maps.compared = compared; });
        const QTemporaryDir folder;
        QString proposed, title;
        QTimer::singleShot(0, window_.get(), [&] {
            auto* dialog = qobject_cast<QFileDialog*>(QApplication::activeModalWidget());
            if (!dialog) return;
            proposed = QFileInfo(dialog->selectedFiles().value(0)).fileName().section("are-", 1);
            title = dialog->windowTitle();
            dialog->selectFile(folder.filePath("code.py"));
            static_cast<QDialog*>(dialog)->accept();
        });
        menuAction(*window_, "NumPy script…")->trigger();
        QTEST(proposed, "name");
        QTEST(title, "title");
        QFile file(folder.filePath("code.py"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        QCOMPARE(file.readAll().contains("12.375"), isOfNow);
    }

private:
    /// Returns the row of an example in the box, which also has headings.
    int rowOf(int example) {
        const auto* box = control<QComboBox>(*window_, "Examples");
        return box->findText(examples()[static_cast<std::size_t>(example)].shownTitle());
    }
    void pick(int example) {
        auto* box = control<QComboBox>(*window_, "Examples");
        box->showPopup();
        box->view()->setCurrentIndex(box->model()->index(rowOf(example), 0));
        QTest::keyClick(box->view(), Qt::Key_Return);
    }
};

QTEST_MAIN(WindowExamplesTest)
#include "tst_windowExamples.moc"
