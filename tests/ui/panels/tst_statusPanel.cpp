#include "backend/backends.h"
#include "controls/labels.h"
#include "document/Workbench.h"
#include "panels/StatusPanel.h"
#include "session/edits.h"
#include "support/controls.h"
#include "support/givenEdit.h"

#include <QLabel>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>

using namespace headlight;
using testing::control;

class StatusPanelTest : public QObject {
    Q_OBJECT

private slots:
    void init() {
        bench_ = std::make_unique<Workbench>(std::move(*makeBackend(kDefaultBackend)));
        panel_ = std::make_unique<StatusPanel>(*bench_);
        bench_->add(*panel_);
    }
    void cleanup() {
        bench_->remove(*panel_);
        panel_.reset();
        bench_.reset();
    }

    void whatComputesIsNamed() {
        ViewState state = bench_->state();
        state.backend = QStringLiteral(u"CPU \u00b7 AVX2 \u00b7 2 threads");
        panel_->present(state);
        QCOMPARE(text("Backend"), QString("CPU"));
    }

    void aLongNameOfADeviceTakesNoWidth() {
        ViewState state = bench_->state();
        state.backend = "Device";
        panel_->present(state);
        const int width = panel_->minimumSizeHint().width();
        state.backend = QString("Device of a long name ").repeated(4);
        panel_->present(state);
        QCOMPARE(panel_->minimumSizeHint().width(), width);
    }

    void whatIsComputed() {
        ViewState state = bench_->state();
        state.computing = 40;
        panel_->present(state);
        QCOMPARE(text("Computing"), QString("Computing: 40 %"));
        auto* cancel = testing::control<QToolButton>(*panel_, "Cancel");
        QVERIFY(!cancel->isHidden());
        cancel->click();
        QVERIFY(bench_->state().notice.startsWith("Cancelled."));
        state.computing.reset();
        panel_->present(state);
        QCOMPARE(text("Computing"), QString());
        QVERIFY(cancel->isHidden());
    }

    /// The progress of a save replaces the text "Saved", and has a button of its own.
    void howFarASaveIs() {
        ViewState state = bench_->state();
        state.saving = 7;
        panel_->present(state);
        QCOMPARE(text("Saved"), QString("Saving: 7 %"));
        auto* cancel = testing::control<QToolButton>(*panel_, "Cancel saving");
        QCOMPARE(cancel->text(), QString("Cancel"));
        QVERIFY(!cancel->isHidden());
        QVERIFY(testing::control<QToolButton>(*panel_, "Cancel")->isHidden());
        state.saving.reset();
        panel_->present(state);
        QCOMPARE(text("Saved"), QString("No changes"));
        QVERIFY(cancel->isHidden());
    }

    /// The backend's speed and its instructions are only shown in Help > System information.
    void nothingIsForTheBuilder() {
        QVERIFY(bench_->apply("Type", testing::givenEdit(withSentence(bench_->state().session, "one"))));
        QTRY_VERIFY(bench_->state().frame && bench_->state().frame->session == bench_->state().session);
        bench_->scheduler().painted();
        panel_->show();
        QVERIFY(panel_->toolTip().isEmpty());
        for (const QLabel* label : panel_->findChildren<QLabel*>())
            for (const char* fact : {"thread", " ms"})
                QVERIFY2(!label->text().contains(fact), qPrintable(label->text()));
    }

    /// While maps have marked corners, the status line explains them.
    void whatTheMarksMean() {
        QVERIFY(bench_->apply("Type “one”", testing::givenEdit(withSentence(bench_->state().session, "one"))));
        QCOMPARE(text("Change"), QString());
        bench_->set(&ViewState::areChangesMarked, true);
        QCOMPARE(text("Change"), QString("Corners marked in the maps: changed by “Type “one””"));
        bench_->messages().tell("Saved as “one”");
        QCOMPARE(text("Change"), QString());                 // there is no space for both
        QCOMPARE(text("Notice"), QString("Saved as “one”")); // in no colour of its own: it may also be advice
        bench_->messages().tell({});
        QVERIFY(!text("Change").isEmpty());
        bench_->set(&ViewState::areChangesMarked, false);
        QCOMPARE(text("Change"), QString());
        bench_->set(&ViewState::areNumbersMissing, true);
        QVERIFY(text("Change").startsWith("No room for numbers"));
        bench_->messages().tell("Saved as “one”");
        QCOMPARE(text("Change"), QString());
    }

    /// If a line is too long for the window, the short texts beside it stay whole.
    void shortTextsAreNotCut() {
        panel_->resize(600, panel_->height());
        panel_->show();
        bench_->messages().tell(QString("a file ").repeated(40));
        QVERIFY(QTest::qWaitForWindowExposed(panel_.get()));
        for (const char* name : {"Backend", "Saved"}) {
            const auto* label = control<ElidedLabel>(*panel_, name);
            QVERIFY2(!label->isElided(), name);
        }
    }

    /// A step that changes no shown map says what it changes.
    void whatChangesOutOfSight_data() {
        QTest::addColumn<Parameter>("parameter");
        QTest::addColumn<int>("layer");
        QTest::addColumn<Stage>("shown");
        QTest::addColumn<QString>("said");
        const QString none = "“Edit” changes none of these maps; first affected: ";
        QTest::newRow("W_v") << Parameter::Wv << 0 << Stage::Weights << none + "V";
        QTest::newRow("W_v, mean") << Parameter::Wv << 0 << Stage::Mean << none + "V";
        QTest::newRow("W_v, rollout") << Parameter::Wv << 0 << Stage::Rollout << none + "V";
        QTest::newRow("W_v, contexts") << Parameter::Wv << 0 << Stage::Context << "";
        QTest::newRow("a layer above") << Parameter::Wq << 1 << Stage::Weights << none + "Q of layer 2";
        QTest::newRow("W_q") << Parameter::Wq << 0 << Stage::Weights << "";
        QTest::newRow("W_q, mean") << Parameter::Wq << 0 << Stage::Mean << "";
        QTest::newRow("X") << Parameter::X << 0 << Stage::Weights << "";
    }
    void whatChangesOutOfSight() {
        QFETCH(const Parameter, parameter);
        QFETCH(const int, layer);
        QFETCH(const Stage, shown);
        const Session typed = *withSentence(bench_->state().session, "one");
        QVERIFY(bench_->apply("Type", testing::givenEdit(withLayerAdded(*withHeadAdded(typed, 0)))));
        bench_->look([shown](MapOptions& maps) { maps.showOnly({shown}); });
        const auto edited = withCell(bench_->state().session, {parameter, layer, 0}, 0, 0, 5);
        QVERIFY(bench_->apply("Edit", testing::givenEdit(edited)));
        QTEST(text("Change"), "said");
    }

    /// The stage with the largest difference is shown; the others are in the tool tip.
    void theLargestDifference_data() {
        QTest::addColumn<QStringList>("remarks");
        QTest::addColumn<QString>("shown");
        QTest::newRow("not compared") << QStringList{} << "";
        QTest::newRow("largest") << QStringList{"X        differs by at most 0", "scores   differs by at most 2e-06",
                                                "weights  differs by at most 1e-07"}
                                 << "scores differs by at most 2e-06";
        QTest::newRow("infinite") << QStringList{"Q differs by at most 1e30", "K differs by at most Infinity"}
                                  << "K differs by at most Infinity";
        QTest::newRow("left out") << QStringList{"Not everything was compared: too large.", "Q differs by at most 3"}
                                  << "Not everything was compared: too large.";
    }
    void theLargestDifference() {
        QFETCH(QStringList, remarks);
        QFETCH(QString, shown);
        ViewState state = bench_->state();
        state.backendRemarks = remarks;
        panel_->present(state);
        QCOMPARE(text("Compared"), shown);
        QCOMPARE(control<QLabel>(*panel_, "Compared")->toolTip(), remarks.join('\n'));
    }

    void savedOrNot() {
        QTemporaryDir folder;
        QCOMPARE(text("Saved"), QString("No changes"));
        QVERIFY(bench_->apply("Type", testing::givenEdit(withSentence(bench_->state().session, "one"))));
        QCOMPARE(text("Saved"), QString("Not saved"));
        QVERIFY(bench_->files().save(folder.filePath("one.headlight")).ok());
        QCOMPARE(text("Saved"), QString("Saved"));
    }

private:
    QString text(const char* name) { return control<QLabel>(*panel_, name)->text(); }

    std::unique_ptr<Workbench> bench_;
    std::unique_ptr<StatusPanel> panel_;
};

QTEST_MAIN(StatusPanelTest)
#include "tst_statusPanel.moc"
