// Random numbers from a seed in the real window: the menus, the tool tips and marks of the tables, and the reset.

#include "app/windowBench.h"
#include "session/drawNumbers.h"
#include "session/edits.h"
#include "support/headTabs.h"
#include "table/MatrixTableModel.h"

#include <QComboBox>
#include <QContextMenuEvent>
#include <QDialog>
#include <QDialogButtonBox>
#include <QLabel>
#include <QPushButton>
#include <QTableView>
#include <QTextDocumentFragment>
#include <QTimer>

using namespace headlight;
using namespace headlight::testing;

class DrawNumbersInTheWindowTest : public QObject {
    Q_OBJECT

private slots:
    void init() { t_.start(); }
    void cleanup() { t_.end(); }

    void fromTheEditMenu() {
        answer([](QWidget& dialog) {
            control<QComboBox>(dialog, "Apply to")->setCurrentText("All weights");
            control<QComboBox>(dialog, "Weight shape")->setCurrentIndex(1);
        });
        menuAction(*t_.window_, "Randomise weights…")->trigger();
        QCOMPARE(t_.window_->workbench().document().history().undoText(),
                 QString("Randomise all weights: torch.rand, seed 123"));
        TorchGenerator generator(123);
        for (int head = 0; head < 3; ++head)
            QVERIFY(*matrixOf(session(*t_.window_), {Parameter::Wq, 0, head}) == generator.rand(3, 2).transpose());
        QVERIFY(caption("Randomised with torch.rand, seed 123"));
    }

    /// If the parameters show all heads as one W, the dialog offers this W.
    void ofAllHeadsWhereTheyAreShown() {
        QString chosen;
        const auto draw = [&] {
            answer([&](QWidget& dialog) { chosen = control<QComboBox>(dialog, "Apply to")->currentText(); });
            menuAction(*t_.window_, "Randomise weights…")->trigger();
            return chosen;
        };
        QCOMPARE(draw(), QString("W_q of head 2"));
        clickHead(*t_.window_, "All heads as one W");
        QCOMPARE(draw(), QString("W_q of all heads"));
        QCOMPARE(t_.window_->workbench().document().history().undoText(),
                 QString("Randomise W_q of all heads: torch.rand, seed 123"));
        clickHead(*t_.window_, "Head 3");
        QCOMPARE(draw(), QString("W_q of head 3"));
    }

    void fromTheMenuOfATable() {
        auto* table = control<QTableView>(*t_.window_, "Embeddings");
        QString chosen;
        answer([&](QWidget& dialog) { chosen = control<QComboBox>(dialog, "Apply to")->currentText(); });
        QTimer::singleShot(0, table, [] {
            auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
            for (QAction* action : menu->actions())
                if (action->text().remove('&') == "Randomise weights…") action->trigger();
            menu->close();
        });
        QContextMenuEvent event(QContextMenuEvent::Mouse, {5, 5}, table->viewport()->mapToGlobal(QPoint(5, 5)));
        QApplication::sendEvent(table->viewport(), &event);
        QCOMPARE(chosen, QString("Embeddings X"));
        QVERIFY(drawnBy(session(*t_.window_), {}).drawing);
    }

    void aChangedCellSaysWhatItWas() {
        const float was = (*matrixOf(session(*t_.window_), {Parameter::Wq, 0, 1}))(0, 0);
        QVERIFY(t_.window_->workbench().apply("Edit", [](const Session& s, const Watch&) {
            return withCell(s, {Parameter::Wq, 0, 1}, 0, 0, 5);
        }));
        QCOMPARE(model("W_q of head 2").changedFrom(0, 0), std::optional(was));
        QCOMPARE(model("W_q of head 2").changedFrom(0, 1), std::nullopt);
        QVERIFY(tip("W_q of head 2").contains("\nwas 0.27754194 at the start\n"));
        answer([](QWidget&) {});
        menuAction(*t_.window_, "Randomise weights…")->trigger();
        QCOMPARE(model("W_q of head 2").changedFrom(0, 0), std::nullopt);
        QVERIFY(t_.window_->workbench().apply("Edit", [](const Session& s, const Watch&) {
            return withCell(s, {Parameter::Wq, 0, 1}, 0, 0, 5);
        }));
        QVERIFY2(tip("W_q of head 2").contains("\nwas 0.29611194 when randomised\n"), qPrintable(tip("W_q of head 2")));
        QVERIFY(t_.window_->workbench().apply("Edit",
                                              [](const Session& s, const Watch&) { return withCell(s, {}, 0, 0, 5); }));
        QVERIFY(tip("Embeddings").contains("\nwas 0.33737016 at the start\n"));
    }

    /// New rows and columns have no earlier value; the other cells keep theirs.
    void aResizedMatrixRemembers() {
        Workbench& bench = t_.window_->workbench();
        const float was = (*matrixOf(session(*t_.window_), {Parameter::Wq, 0, 1}))(0, 0);
        QVERIFY(bench.apply("Edit", [](const Session& s, const Watch&) {
            return withCell(s, {Parameter::Wq, 0, 1}, 0, 0, 5);
        }));
        const int d = sizesOf(session(*t_.window_), 0).d;
        QVERIFY(bench.apply("Wider", [d](const Session& s, const Watch& w) { return withEmbeddingSize(s, d + 1, w); }));
        QCOMPARE(model("W_q of head 2").rowCount(), d + 1);
        QCOMPARE(model("W_q of head 2").changedFrom(0, 0), std::optional(was));
        QCOMPARE(model("W_q of head 2").changedFrom(0, 1), std::nullopt);
        QCOMPARE(model("W_q of head 2").changedFrom(d, 0), std::nullopt);
    }

    void resetIsOneStepBackToWhatWasOpened() {
        const QString toFirst = resetTo(firstExample());
        const Session opened = session(*t_.window_);
        Workbench& bench = t_.window_->workbench();
        for (int i = 0; i < 3; ++i)
            QVERIFY(bench.apply("Edit", [i](const Session& s, const Watch&) {
                return withCell(*withSentence(s, "My shoes " + std::to_string(i)), {Parameter::Wq, 0, 0}, 0, i, 5);
            }));
        const int steps = bench.document().history().count();
        menuAction(*t_.window_, toFirst)->trigger();
        QVERIFY(sameValues(session(*t_.window_), opened));
        QCOMPARE(bench.document().history().count(), steps + 1);
        QCOMPARE(bench.document().history().undoText(), toFirst);
        menuAction(*t_.window_, toFirst)->trigger(); // already reset, so no step is added
        QCOMPARE(bench.document().history().count(), steps + 1);
        bench.undo();
        QCOMPARE(session(*t_.window_).text.sentence, std::string("My shoes 2"));
        t_.window_->files().openExample(examples()[1]); // another stretch of the history has its own opened session
        const Session other = session(*t_.window_);
        QVERIFY(bench.apply("Edit", [](const Session& s, const Watch&) { return withSentence(s, "feet"); }));
        menuAction(*t_.window_, resetTo(examples()[1]))->trigger();
        QVERIFY(sameValues(session(*t_.window_), other));
    }

    /// The entry names the beginning of the stretch of history, even after the session was saved under a new name.
    void resetSaysWhereItLeads() {
        Workbench& bench = t_.window_->workbench();
        const QString saved = t_.folder_.filePath("mine.headlight");
        QVERIFY(bench.apply("Edit", [](const Session& s, const Watch&) { return withSentence(s, "feet"); }));
        QVERIFY(bench.files().save(saved).ok());
        QCOMPARE(bench.state().title, QString("mine.headlight"));
        menuAction(*t_.window_, resetTo(firstExample()))->trigger();
        QCOMPARE(session(*t_.window_).text.sentence, std::string("My shoes are small, my feet are big."));
        QCOMPARE(bench.document().history().undoText(), resetTo(firstExample()));
        QVERIFY(bench.files().open(saved).ok());
        QVERIFY(bench.apply("Edit", [](const Session& s, const Watch&) { return withSentence(s, "shoes"); }));
        menuAction(*t_.window_, "Reset to the opened session")->trigger();
        QCOMPARE(session(*t_.window_).text.sentence, std::string("feet"));
        bench.files().newDocument();
        QVERIFY(bench.apply("Edit", [](const Session& s, const Watch&) { return withSentence(s, "shoes"); }));
        menuAction(*t_.window_, "Start over")->trigger();
        QCOMPARE(session(*t_.window_).text.sentence, std::string());
    }

    /// The dialog offers the visible table, even if another one is chosen but does not exist.
    void whatIsSeenIsOffered() {
        Workbench& bench = t_.window_->workbench();
        bench.look([](Look& look) { look.parameter = Parameter::Wo; });
        QVERIFY(control<QTableView>(*t_.window_, "W_q of head 2")->isVisible());
        QString chosen;
        answer([&](QWidget& dialog) { chosen = control<QComboBox>(dialog, "Apply to")->currentText(); });
        menuAction(*t_.window_, "Randomise weights…")->trigger();
        QCOMPARE(chosen, QString("W_q of head 2"));
    }

private:
    static QString resetTo(const Example& example) {
        return QString("Reset to the example “%1”").arg(example.shownTitle());
    }
    /// Calls `does` with the dialog when it appears, then presses OK.
    template <class Does>
    void answer(Does does) {
        QTimer::singleShot(0, qApp, [does] {
            auto again = [does](auto& self, int tries) -> void {
                auto* dialog = qobject_cast<QDialog*>(QApplication::activeModalWidget());
                if (!dialog) {
                    if (tries > 0) QTimer::singleShot(10, qApp, [self, tries]() mutable { self(self, tries - 1); });
                    return;
                }
                does(*dialog);
                dialog->findChild<QDialogButtonBox*>()->button(QDialogButtonBox::Ok)->click();
            };
            again(again, 200);
        });
    }
    const MatrixTableModel& model(const char* table) {
        return *static_cast<const MatrixTableModel*>(control<QTableView>(*t_.window_, table)->model());
    }
    QString tip(const char* table) {
        const QString tip = model(table).index(0, 0).data(Qt::ToolTipRole).toString();
        return Qt::mightBeRichText(tip) ? QTextDocumentFragment::fromHtml(tip).toPlainText() : tip;
    }
    bool caption(const char* tip) {
        for (const QLabel* label : t_.window_->findChildren<QLabel*>())
            if (label->toolTip().contains(tip)) return true;
        return false;
    }

    WindowBench t_;
};

QTEST_MAIN(DrawNumbersInTheWindowTest)
#include "tst_drawNumbers.moc"
