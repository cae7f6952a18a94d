#include "backend/backends.h"
#include "dialogs/DrawDialog.h"
#include "document/Workbench.h"
#include "session/edits.h"
#include "support/controls.h"

#include <QApplication>
#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTest>

using namespace headlight;
using headlight::testing::control;

/// The dialog that asks for a seed.
class DrawDialogTest : public QObject {
    Q_OBJECT

private slots:
    void init() {
        bench_ = std::make_unique<Workbench>(std::move(*makeBackend(kDefaultBackend)));
        QVERIFY(bench_->apply("Begin", [](const Session&, const Watch&) {
            return withSentence(newSession(1, 3, 2, 2, 4), "my shoes are small");
        }));
        steps_ = bench_->document().history().count();
        ask({Parameter::Wq, 0, 1});
    }
    void cleanup() { dialog_.reset(); }

    void okIsOneStep() {
        field<QLineEdit>("Seed")->setText("789");
        press(QDialogButtonBox::Ok);
        QVERIFY(dialog_->result() == QDialog::Accepted);
        const Session& now = bench_->state().session;
        QCOMPARE(bench_->document().history().count(), steps_ + 1);
        QCOMPARE(bench_->document().history().undoText(), QString("Randomise W_q of head 2: torch.rand, seed 789"));
        QVERIFY(*matrixOf(now, {Parameter::Wq, 0, 1}) == TorchGenerator(789).rand(3, 2));
        bench_->undo();
        QVERIFY(!drawnBy(bench_->state().session, {Parameter::Wq, 0, 1}).drawing);
        QCOMPARE(last_.seed, std::uint64_t{789}); // kept for the next time
    }

    void allHeadsAreOneProjection() {
        ask({Parameter::Wq, 0, kAllHeads});
        QCOMPARE(field<QComboBox>("Apply to")->currentText(), QString("W_q of all heads"));
        QCOMPARE(field<QComboBox>("Apply to")->itemText(1), QString("All weights of head 1"));
        field<QLineEdit>("Seed")->setText("789");
        press(QDialogButtonBox::Ok);
        QCOMPARE(bench_->document().history().undoText(), QString("Randomise W_q of all heads: torch.rand, seed 789"));
        TorchGenerator generator(789);
        for (const int head : {0, 1})
            QVERIFY(*matrixOf(bench_->state().session, {Parameter::Wq, 0, head}) == generator.rand(3, 2));
    }

    void cancelIsNone() {
        press(QDialogButtonBox::Cancel);
        QCOMPARE(bench_->document().history().count(), steps_);
        QCOMPARE(last_, DrawRequest());
    }

    void thePythonFollows_data() {
        QTest::addColumn<QString>("which");
        QTest::addColumn<QString>("initialiser");
        QTest::addColumn<int>("order");
        QTest::addColumn<int>("shape");
        QTest::addColumn<bool>("embeddings");
        QTest::addColumn<QString>("lines");
        const auto row = [](const char* which, const char* initialiser, int order, int shape, bool embeddings,
                            const char* lines) {
            QTest::addRow("%s %s %d %d %d", which, initialiser, order, shape, embeddings)
                << which << initialiser << order << shape << embeddings << lines;
        };
        row("W_q of head 2", "torch.rand", 0, 0, false, "W_q = torch.rand(3, 2)\n");
        row("W_q of head 2", "torch.randn", 0, 1, false, "W_q = torch.randn(2, 3).T\n");
        row("W_q of head 2", "nn.Linear", 0, 0, true,
            "embeddings = torch.nn.Embedding(4, 3).weight\nW_q = torch.nn.Linear(3, 2, bias=False).weight.T\n");
        row("All weights of head 2", "torch.rand", 0, 0, false,
            "W_q = torch.rand(3, 2)\nW_k = torch.rand(3, 2)\nW_v = torch.rand(3, 4)\n");
        row("All weights", "orthogonal", 0, 0, false,
            "W_q = [torch.nn.init.orthogonal_(torch.empty(3, 2)) for head in range(2)]\n"
            "W_k = [torch.nn.init.orthogonal_(torch.empty(3, 2)) for head in range(2)]\n"
            "W_v = [torch.nn.init.orthogonal_(torch.empty(3, 4)) for head in range(2)]\n");
        row("All weights", "torch.rand", 1, 0, false,
            "W_q = []\nW_k = []\nW_v = []\nfor head in range(2):\n    W_q.append(torch.rand(3, 2))\n"
            "    W_k.append(torch.rand(3, 2))\n    W_v.append(torch.rand(3, 4))\n");
        row("Embeddings X", "nn.Embedding", 0, 0, false, "embeddings = torch.nn.Embedding(4, 3).weight\n");
    }
    void thePythonFollows() {
        QFETCH(QString, which);
        QFETCH(QString, initialiser);
        QFETCH(int, order);
        QFETCH(int, shape);
        QFETCH(bool, embeddings);
        QFETCH(QString, lines);
        field<QComboBox>("Apply to")->setCurrentText(which);
        field<QComboBox>("Initialiser")->setCurrentText(initialiser);
        field<QComboBox>("Order")->setCurrentIndex(order);
        field<QComboBox>("Weight shape")->setCurrentIndex(shape);
        field<QCheckBox>("Include embeddings, first")->setChecked(embeddings);
        const QString python = field<QPlainTextEdit>("Python")->toPlainText();
        QCOMPARE(python, "import torch\n\ntorch.manual_seed(123)\n" + lines);
        field<QPushButton>("Copy Python")->click();
        QCOMPARE(QApplication::clipboard()->text(), python);
        press(QDialogButtonBox::Ok);
        QCOMPARE(bench_->document().history().count(), steps_ + 1);
    }

    void whatMeansNothingCannotBeChosen() {
        QVERIFY(!field<QComboBox>("Order")->isEnabled()); // one matrix has no order
        QVERIFY(field<QComboBox>("Weight shape")->isEnabled());
        field<QComboBox>("Apply to")->setCurrentText("All weights");
        QVERIFY(field<QComboBox>("Order")->isEnabled());
        field<QComboBox>("Initialiser")->setCurrentText("nn.Linear"); // it always draws [out, in]
        QVERIFY(!field<QComboBox>("Weight shape")->isEnabled());
        field<QComboBox>("Apply to")->setCurrentText("Embeddings X");
        QVERIFY(!field<QCheckBox>("Include embeddings, first")->isEnabled());
    }

    void noSeed_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<bool>("isSeed");
        for (const char* text : {"", "-1", "1.5", "abc", "18446744073709551616"})
            QTest::newRow(qPrintable(QString("no %1").arg(text))) << text << false;
        for (const char* text : {"0", " 7 ", "18446744073709551615"}) QTest::newRow(text) << text << true;
    }
    void noSeed() {
        QFETCH(QString, text);
        QFETCH(bool, isSeed);
        field<QLineEdit>("Seed")->setText(text);
        QCOMPARE(button(QDialogButtonBox::Ok)->isEnabled(), isSeed);
        bool isSaid = false;
        for (QLabel* label : dialog_->findChildren<QLabel*>())
            isSaid = isSaid || (label->isVisible() && label->text().startsWith("The seed must be a whole number"));
        QCOMPARE(isSaid, !isSeed);
    }

    void ofEmbeddingsAndOfOneHead() {
        ask({});
        QCOMPARE(field<QComboBox>("Apply to")->currentText(), QString("Embeddings X"));
        QVERIFY(
            bench_->apply("Simplify", [](const Session& s, const Watch&) { return withoutTrainableWeights(s, 0); }));
        ask({});
        QCOMPARE(field<QComboBox>("Apply to")->count(), 1);
    }

private:
    void ask(const ParameterRef& ref) {
        last_ = {};
        dialog_ = std::make_unique<DrawDialog>(*bench_, ref, last_);
        dialog_->show();
    }
    template <class Control>
    Control* field(const char* name) {
        return control<Control>(*dialog_, name);
    }
    QPushButton* button(QDialogButtonBox::StandardButton which) {
        return dialog_->findChild<QDialogButtonBox*>()->button(which);
    }
    void press(QDialogButtonBox::StandardButton which) { button(which)->click(); }

    std::unique_ptr<Workbench> bench_;
    DrawRequest last_;
    std::unique_ptr<DrawDialog> dialog_;
    int steps_ = 0;
};

QTEST_MAIN(DrawDialogTest)
#include "tst_drawDialog.moc"
