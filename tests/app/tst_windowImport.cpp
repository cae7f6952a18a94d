// Files of other programs in the real window: opened, dropped, and imported into the present session.
#include "Settings.h"
#include "app/windowBench.h"
#include "commandFile.h"
#include "dialogs/ImportDialog.h"
#include "import/openedFile.h"
#include "io/npy.h"
#include "io/npz.h"
#include "io/sessionFile.h"
#include "io/stageFile.h"
#include "session/edits.h"
#include "session/reshape.h"

#include <QComboBox>
#include <QDragEnterEvent>
#include <QDropEvent>
#include <QFile>
#include <QFileDialog>
#include <QLabel>
#include <QLineEdit>
#include <QMimeData>

using namespace headlight;
using testing::control;
using testing::menuAction;
using testing::session;

class WindowImportTest : public QObject, private testing::WindowBench {
    Q_OBJECT

private slots:
    void initTestCase() { prepare(); }
    void init() { begin(); }
    void cleanup() { end(); }

    /// A trace opens its session. Save then asks for a file name, so the trace is not overwritten.
    void aTraceIsItsSession() {
        const SessionFile file{session(*window_), {}};
        const QString path = folder_.filePath("trace.npz");
        HeldTraces trace({Trace()});
        QVERIFY(writeTrace(path.toStdString(), file.session, trace, sessionText(file)).ok());
        menuAction(*window_, "New")->trigger();
        window_->files().openPath(path);
        QVERIFY(sameValues(session(*window_), file.session));
        QCOMPARE(state().title, QString("trace.npz"));
        QVERIFY(state().filePath.isEmpty());
        QVERIFY(!window_->isWindowModified());
        QCOMPARE(proposedName(), QString("trace.headlight"));
        QCOMPARE(Settings().recentFiles().first(), path);
    }

    /// An array that a notebook changed is used, and a notice names it.
    void whatWasEditedIsSaid() {
        const SessionFile file{session(*window_), {}};
        Session edited = *withCell(file.session, {Parameter::Wq, 0, 0}, 0, 0, 5);
        const QString path = folder_.filePath("edited.npz");
        QVERIFY(writeParameterFile(path.toStdString(), edited, {}, sessionText(file)).ok());
        menuAction(*window_, "New")->trigger();
        window_->files().openPath(path);
        QVERIFY(sameValues(session(*window_), edited));
        const QString said = "“edited.npz”: Its session has other numbers for W_q; those of the arrays were taken.";
        QCOMPARE(state().notice, said);
        const auto* notice = control<QLabel>(*window_, "Notice");
        QVERIFY(notice->isVisible());
        QCOMPARE(testing::shownText(*notice), QString(said).replace("W_q", "Wq"));
    }

    void tokensAreASentence() {
        QFile text(folder_.filePath("tokens.txt"));
        QVERIFY(text.open(QIODevice::WriteOnly) && text.write("one\ntwo\n") > 0);
        text.close();
        window_->files().openPath(text.fileName());
        QCOMPARE(session(*window_).text.sentence, std::string("one two"));
        QVERIFY(state().filePath.isEmpty());
    }

    /// Dropping a file does the same as Open.
    void matricesAreANewSession() {
        QMimeData data;
        data.setUrls({QUrl::fromLocalFile(kSplit)});
        QDragEnterEvent enter(QPoint(50, 50), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(window_.get(), &enter);
        QDropEvent drop(QPointF(50, 50), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        bool isAnswered = false;
        answer("Open", isAnswered, [this](ImportDialog& dialog) { chooseIn(dialog, "Heads", "4"); });
        QApplication::sendEvent(window_.get(), &drop);
        QTRY_VERIFY(isAnswered);
        QTRY_COMPARE(state().title, QString("split.npz"));
        const Session& now = session(*window_);
        QCOMPARE(now.layers[0].heads().size(), std::size_t(4));
        QVERIFY(now.layers[0].options.mask.causal && now.layers[0][Parameter::Bo]);
        QCOMPARE(now.text.tokens->count(), 6);
        QTRY_VERIFY(testing::settled(*window_));
    }

    /// At the start the options of the command line say what the dialog would ask.
    void optionsAnswerAtTheStart() {
        Command command;
        command.file = kSplit.toStdString();
        command.heads = 2;
        window_->files().openFirst(kSplit, [&](OpenedFile& opened) { return complete(opened, command).ok(); });
        QCOMPARE(state().title, QString("split.npz"));
        QCOMPARE(session(*window_).layers[0].heads().size(), std::size_t(2));
    }

    /// A difference from the model stands beside the tokens and stays there.
    void whatDiffersFromTheModelIsSaid() {
        bool isAnswered = false;
        answer("Open", isAnswered, [](ImportDialog& dialog) { chooseIn(dialog, "Heads", "2"); });
        window_->files().openPath(QStringLiteral(HEADLIGHT_TEST_DATA "/arrays/bias_k.safetensors"));
        QVERIFY(isAnswered);
        QCOMPARE(caution()->text(), QString("Not computed, but the model does: a key and a value more."));
        QVERIFY(caution()->toolTip().contains("bias_k, bias_v"));
        QVERIFY(window_->workbench().apply("Edit", [](const Session& now, const Watch&) {
            return withCell(now, {Parameter::Wq, 0, 0}, 0, 0, 5);
        }));
        QVERIFY(caution()->isVisible());
        const QString saved = folder_.filePath("saved.headlight");
        QVERIFY(window_->workbench().files().save(saved).ok());
        menuAction(*window_, "New")->trigger();
        QVERIFY(!caution()->isVisible());
        window_->files().openPath(saved);
        QCOMPARE(caution()->text(), QString("Not computed, but the model does: a key and a value more."));
        QVERIFY(caution()->toolTip().contains("bias_k, bias_v"));
        QVERIFY(window_->workbench().apply("Edit", [](const Session& now, const Watch&) { // the layer has new numbers
            LayerMatrices none;
            none.heads.resize(1);
            return withMatrices(now, 0, none);
        }));
        QVERIFY(!caution()->isVisible());
        window_->workbench().undo();
        QVERIFY(caution()->isVisible());
    }

    /// A file that is only a mask becomes the custom mask of the open session.
    void aMaskIsTaken() {
        const Session before = session(*window_);
        const int tokens = sizesOf(before).tokens;
        std::vector<float> keys(static_cast<std::size_t>(tokens), 1.0F);
        keys.back() = 0;
        QFile file(folder_.filePath("keys.npy"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(QByteArray::fromStdString(npyOfFloats(keys, {tokens})));
        file.close();
        window_->files().openPath(file.fileName());
        Session after = before;
        Matrix mask = Matrix::Ones(tokens, tokens);
        mask.rightCols(1).setZero();
        after.layers.change(0, [&](Layer& layer) { layer.options.mask.given = FrozenMatrix(mask); });
        QVERIFY(sameValues(session(*window_), after));
        QCOMPARE(state().notice,
                 QString("“keys.npy” is the custom mask of the layer: 1 means that a query may attend."));
        window_->workbench().undo();
        QVERIFY(session(*window_) == before);
    }

    /// The first of four sides is layers, or a batch of which the first is taken.
    void aBatchIsAsked_data() {
        QTest::addColumn<QString>("button");
        QTest::addColumn<int>("layers"); // of the session; 0: it stays
        QTest::newRow("layers") << "Layers" << 3;
        QTest::newRow("batch") << "Batch: the first" << 1;
        QTest::newRow("cancelled") << "Cancel" << 0;
    }
    void aBatchIsAsked() {
        QFETCH(QString, button);
        QFETCH(int, layers);
        const QString path = folder_.filePath("batch.npz");
        const std::vector<float> even(3 * 2 * 2, 0.5F);
        QVERIFY(writeNpz(path.toStdString(), {{"weights", 1000,
                                               [=] {
                                                   return npyOfFloats(even, {3, 1, 2, 2});
                                               }}})
                    .ok());
        QString asked;
        testing::answerQuestion(*window_, button, asked);
        const Session before = session(*window_);
        window_->files().openPath(path);
        QVERIFY2(asked.contains("Are these 3 layers, or a batch of 3?"), qPrintable(asked));
        if (layers == 0) QVERIFY(session(*window_) == before);
        if (layers > 0) QCOMPARE(session(*window_).layers.size(), std::size_t(layers));
    }

    /// That X is random is said until all its rows were replaced.
    void randomIsSaidBesideTheTokens() {
        auto arrays = *readArrays(HEADLIGHT_TEST_DATA "/arrays/v1.npz");
        std::vector<NpzMember> members;
        for (const NamedArray& one : arrays)
            if (one.name != "X")
                members.push_back({one.name, 1000, [one] { return npyOfFloats(one.values, one.shape); }});
        const QString path = folder_.filePath("without-x.npz");
        QVERIFY(writeNpz(path.toStdString(), members).ok());
        bool isAnswered = false;
        answer("Open", isAnswered, [](ImportDialog& dialog) {
            chooseIn(dialog, "Heads", "1");
            control<QLineEdit>(dialog, "Text")->setText("a b");
        });
        window_->files().openPath(path);
        QVERIFY(isAnswered);
        const QString random = "X is random: the file has no vectors for these tokens.";
        QCOMPARE(caution()->text(), random);
        const auto apply = [&](const Workbench::Edit& edit) { return window_->workbench().apply("Edit", edit); };
        QVERIFY(apply([](const Session& now, const Watch&) { return withCell(now, {}, 0, 0, 5); }));
        QVERIFY(apply([](const Session& now, const Watch&) { return withSentence(now, "c d"); }));
        QCOMPARE(caution()->text(), random); // new words are drawn, too
        QVERIFY(apply([](const Session& now, const Watch&) { return withSentence(now, "a b"); }));
        QVERIFY(apply([](const Session& now, const Watch&) { return withBlock(now, {}, 0, 0, Matrix::Ones(2, 3)); }));
        QVERIFY(!caution()->isVisible());
        window_->workbench().undo();
        QCOMPARE(caution()->text(), random);
    }

    /// A file's own stages are compared with what they follow from, in the words of `headlight check`.
    void whatDiffersInTheFileIsSaid_data() {
        QTest::addColumn<QString>("q"); // X is [[1, 0], [0, 1]], and so are the weights
        QTest::addColumn<QString>("problem");
        QTest::addColumn<QString>("notice");
        QTest::newRow("agrees") << "1 0 0 1"
                                << ""
                                << "“stages.npz”: Q: X W_q, to 0. All stages agree.";
        // The tolerance is six roundings of 1 to float32: two of numbers, two of sums, two of results.
        QTest::newRow("differs")
            << "1 0 0 3"
            << "“stages.npz”: Q: differs from X W_q in 1 of 4 numbers, most at [1, 1], counted from 0: 3 in the "
               "file, 1 computed (difference 2, tolerance 4e-7). The cause is not known."
            << "";
    }
    void whatDiffersInTheFileIsSaid() {
        QFETCH(QString, q);
        const QString one = "1 0 0 1";
        const QString path = written({{"X", one}, {"W_q", one}, {"W_k", one}, {"W_v", one}, {"Q", q}});
        bool isAnswered = false;
        answer("Open", isAnswered, [](ImportDialog& dialog) { chooseIn(dialog, "Heads", "1"); });
        window_->files().openPath(path);
        QVERIFY(isAnswered);
        QTEST(state().problem, "problem");
        QTEST(state().notice, "notice");
    }

    void theFilesNameIsSaidAsItIs() {
        const QString one = "1 0 0 1", path = folder_.filePath("my  stages.npz");
        QVERIFY(QFile::copy(written({{"X", one}, {"W_q", one}, {"W_k", one}, {"W_v", one}, {"Q", "1 0 0 3"}}), path));
        bool isAnswered = false;
        answer("Open", isAnswered, [](ImportDialog& dialog) { chooseIn(dialog, "Heads", "1"); });
        window_->files().openPath(path);
        QVERIFY(isAnswered);
        QVERIFY2(state().problem.startsWith("“my  stages.npz”: Q: differs"), qPrintable(state().problem));
    }

    /// Two rows of X for one word are given, which a notice tells.
    void thatXIsGivenIsSaid() {
        const QString one = "1 0 0 1";
        bool isAnswered = false;
        answer("Open", isAnswered, [](ImportDialog& dialog) {
            chooseIn(dialog, "Heads", "1");
            control<QLineEdit>(dialog, "Text")->setText("a a");
        });
        window_->files().openPath(written({{"X", one}, {"W_q", one}, {"W_k", one}, {"W_v", one}}));
        QVERIFY(isAnswered);
        QCOMPARE(state().notice, QString("“stages.npz”: Equal words have different rows in its X, so X is given: its "
                                         "rows belong to places."));
    }

    /// Given stages are compared, too. Each query fits both keys, so that all weights are 1/2.
    void whatDiffersFromGivenStagesIsSaid() {
        const QString ones = "1 1 1 1";
        window_->files().openPath(written({{"q", ones}, {"k", ones}, {"v", ones}, {"weights", "0.75 0.25 0.5 0.5"}}));
        QVERIFY(*matrixOf(session(*window_), {Parameter::GivenQ, 0, 0}) == Matrix::Ones(2, 2));
        QVERIFY2(state().problem.startsWith("“stages.npz”: weights: differs from"), qPrintable(state().problem));
        window_->files().openPath(written({{"q", ones}, {"k", ones}, {"v", ones}, {"weights", "0.5 0.5 0.5 0.5"}}));
        QVERIFY2(state().problem.isEmpty(), qPrintable(state().problem));
        const QString notice = state().notice;
        QVERIFY2(notice.contains("not taken from the file: weights.") && notice.endsWith("All stages agree."),
                 qPrintable(notice));
    }

    void cancelledNothingIsOpened() {
        const Session before = session(*window_);
        bool isAnswered = false;
        answer("Cancel", isAnswered);
        window_->files().openPath(kSplit);
        QVERIFY(isAnswered);
        QVERIFY(session(*window_) == before);
        QVERIFY(state().problem.isEmpty());
    }

    void whatIsNotUnderstoodIsSaid() {
        const Session before = session(*window_);
        window_->files().openPath(QStringLiteral(HEADLIGHT_TEST_DATA "/arrays/texts.npy"));
        QVERIFY(session(*window_) == before);
        QVERIFY2(state().problem.startsWith("“texts.npy”: It has an array ["), qPrintable(state().problem));
    }

    void anImportIsOneStep() {
        const Session before = session(*window_);
        const int steps = window_->workbench().document().history().count();
        bool isAnswered = false;
        answer("Import", isAnswered, [](ImportDialog& dialog) {
            chooseIn(dialog, "Sentence", "keep the sentence and its embeddings");
            chooseIn(dialog, "Heads", "2");
        });
        QTimer::singleShot(0, window_.get(), [] {
            auto* dialog = qobject_cast<QFileDialog*>(QApplication::activeModalWidget());
            if (!dialog) return;
            dialog->findChild<QLineEdit*>("fileNameEdit")->setText(kSplit);
            QMetaObject::invokeMethod(dialog, "accept");
        });
        menuAction(*window_, "Import matrices…")->trigger();
        QVERIFY(isAnswered);
        QCOMPARE(window_->workbench().document().history().count(), steps + 1);
        QCOMPARE(window_->workbench().document().history().undoText(), QString("Import split.npz"));
        QCOMPARE(session(*window_).text.sentence, before.text.sentence);
        QVERIFY(session(*window_).layers[0][Parameter::Wo]);
        QCOMPARE(proposedName(), QString("split.headlight"));
        window_->workbench().undo();
        QVERIFY(session(*window_) == before);
        menuAction(*window_, "New")->trigger(); // the new session has no imported name
        QCOMPARE(proposedName(), QString("untitled.headlight"));
    }

private:
    /// Writes a file of these arrays, each of [2, 2] numbers, and returns its path.
    QString written(const std::vector<std::pair<const char*, QString>>& arrays) {
        std::vector<NpzMember> members;
        for (const auto& [name, numbers] : arrays) {
            std::vector<float> values;
            for (const QString& number : numbers.split(' ')) values.push_back(number.toFloat());
            members.push_back({name, 1000, [values] { return npyOfFloats(values, {2, 2}); }});
        }
        QString path = folder_.filePath("stages.npz");
        return writeNpz(path.toStdString(), members).ok() ? path : QString();
    }

    /// Returns the name that Save as proposes.
    QString proposedName() {
        QString proposed;
        QTimer::singleShot(0, window_.get(), [&] {
            auto* dialog = qobject_cast<QFileDialog*>(QApplication::activeModalWidget());
            if (dialog) proposed = QFileInfo(dialog->selectedFiles().value(0)).fileName(), dialog->reject();
        });
        menuAction(*window_, "Save as…")->trigger();
        return proposed;
    }

    QLabel* caution() {
        for (auto* one : window_->findChildren<QLabel*>())
            if (one->accessibleDescription() == "Caution") return one;
        return nullptr;
    }

    static void chooseIn(ImportDialog& dialog, const char* field, const QString& what) {
        auto* box = control<QComboBox>(dialog, field);
        box->setCurrentText(what);
        emit box->activated(box->currentIndex());
    }

    static inline const QString kSplit = QStringLiteral(HEADLIGHT_TEST_DATA "/arrays/split.npz");

    /// Waits for the import dialog, calls `before`, and presses a button.
    void answer(const QString& button, bool& isAnswered, const std::function<void(ImportDialog&)>& before = {}) {
        auto* timer = new QTimer(window_.get());
        connect(timer, &QTimer::timeout, timer, [=, &isAnswered] {
            auto* dialog = qobject_cast<ImportDialog*>(QApplication::activeModalWidget());
            if (!dialog) return;
            timer->deleteLater();
            timer->stop();
            isAnswered = true;
            if (before) before(*dialog);
            for (auto* one : dialog->findChildren<QAbstractButton*>())
                if (one->text().remove('&') == button) return one->click();
            dialog->reject();
        });
        timer->start(10);
    }
};

QTEST_MAIN(WindowImportTest)
#include "tst_windowImport.moc"
