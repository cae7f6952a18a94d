// The walk through the computation: by buttons, slider and timer. It stays during edits, and ends with its query.
#include "panels/steps/StepsPanel.h"
#include "style/Theme.h"
#include "support/bench.h"
#include "support/changing.h"
#include "support/controls.h"
#include "support/givenEdit.h"
#include "support/patience.h"

#include <QAbstractButton>
#include <QComboBox>
#include <QLabel>
#include <QSlider>
#include <QTextDocumentFragment>

#include <memory>

using namespace headlight;
using testing::control;

class StepsPanelTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { loadResources(); }
    void init() {
        bench_ = std::make_unique<testing::PanelBench<StepsPanel>>(testing::shoesSession(), QSize(700, 100));
        bench().select(2, 1, 3);
    }
    void cleanup() { bench_.reset(); }

    void itIsHiddenUntilOneStepsThrough() {
        QVERIFY(panel().isHidden());
        bench().goToStep(bench().state().stepAfter(1));
        QVERIFY(panel().isVisible());
        QVERIFY(step() == Step{Stage::X});
        QTRY_COMPARE(words(), QString("Each token becomes its row of the embedding table; “shoes” is (1.5123, "
                                      "0.0323)."));
        press("Close");
        QVERIFY(panel().isHidden() && !bench().state().step);
        bench().goToStep(bench().state().stepAfter(-1));
        QVERIFY(step() == Step{Stage::Concat});
        bench().goToStep({}); // as Esc does, which the window handles
        QVERIFY(panel().isHidden());
    }

    /// Entries that a step reads are highlighted, and their table is shown. Pointing replaces this highlight.
    void aStepLightsItsTables() {
        const auto entries = [&](Parameter parameter) {
            return std::ranges::count_if(bench().state().lit, [&](const Address& at) {
                const auto* entry = std::get_if<ParameterCell>(&at);
                return entry && entry->parameter == parameter && entry->head == (areEmbeddings(parameter) ? 0 : 2);
            });
        };
        bench().goToStep(Step{Stage::X});
        QTRY_COMPARE(entries(Parameter::X), 2);
        bench().goToStep(Step{Stage::V});
        QTRY_COMPARE(entries(Parameter::Wv), 2 * 4);
        QCOMPARE(bench().state().parameter, Parameter::Wv);
        QVERIFY(std::ranges::count(bench().state().lit, Address(CellRef{Stage::X, 0, 0, 3, 1})) == 1);
        bench().light({});
        bench().look([](Look& look) { look.parameter = Parameter::Wk; });
        const ParameterRef ref{Parameter::Wv, 0, 2};
        QVERIFY(bench().apply("Edit", testing::givenEdit(withCell(bench().state().session, ref, 0, 0, 1))));
        QTRY_VERIFY(bench().state().frame->session == bench().state().session);
        QVERIFY(bench().state().lit.empty() && bench().state().parameter == Parameter::Wk);
        bench().goToStep(Step{Stage::Q});
        QTRY_COMPARE(entries(Parameter::Wq), 2 * 3);
        bench().goToStep(Step{Stage::Scores, Step::Part::Key, 0});
        QTRY_VERIFY(bench().state().lit.empty());
        bench().goToStep(Step{Stage::Q});
        QTRY_VERIFY(!bench().state().lit.empty());
        bench().goToStep({});
        QVERIFY(bench().state().lit.empty());
    }

    /// A step that reads no matrix shows the one that made its input. A matrix that the user chooses stays until a step
    /// has another one.
    void aStepShowsItsTable() {
        const auto goTo = [&](const Step& step, const char* words) {
            bench().goToStep(step);
            QTRY_VERIFY2(panel().findChild<QLabel*>() && this->words().contains(words), qPrintable(this->words()));
        };
        goTo(Step{Stage::V}, "values of all tokens");
        QTRY_COMPARE(bench().state().parameter, Parameter::Wv);
        goTo(Step{Stage::Scores, Step::Part::Key, 0}, "Score of");
        QTRY_COMPARE(bench().state().parameter, Parameter::Wq);
        bench().look([](Look& look) { look.parameter = Parameter::Wk; });
        goTo(Step{Stage::Scores, Step::Part::Key, 1}, "“shoes” and “shoes”");
        QCOMPARE(bench().state().parameter, Parameter::Wk);
        goTo(Step{Stage::Weights, Step::Part::Sum}, "sum of the exponentials");
        QCOMPARE(bench().state().parameter, Parameter::Wk);
        goTo(Step{Stage::Context, Step::Part::Key, 0}, "times the value of");
        QTRY_COMPARE(bench().state().parameter, Parameter::Wv);
        bench().goToStep({});
        QCOMPARE(bench().state().parameter, Parameter::Wk); // as after any walk
        goTo(Step{Stage::Scores, Step::Part::Key, 0}, "Score of");
        QTRY_COMPARE(bench().state().parameter, Parameter::Wq);
    }

    void buttonsAndTheSliderGoThroughAllSteps() {
        bench().goToStep(bench().state().stepAfter(1));
        const int count = bench().state().walk().count();
        QCOMPARE(count, 25);
        auto* slider = control<QSlider>(panel(), "Progress");
        for (int i = 1; i < count; ++i) {
            press("Next step");
            QCOMPARE(slider->value(), i);
        }
        press("Next step"); // the end stays the end
        QVERIFY(step() == Step{Stage::Concat});
        press("Previous step");
        QVERIFY((step() == Step{Stage::Context, Step::Part::Key, 7}));
        slider->setValue(4);
        QVERIFY((step() == Step{Stage::Scores, Step::Part::Key, 0}));
        QCOMPARE(bench().state().view.key, 0); // it is selected, too
        press("First step");
        QVERIFY(step() == Step{Stage::X});
        press("Previous step");
        QVERIFY(step() == Step{Stage::X});
    }

    /// A walk selects one key after the other. After it the former cell is selected, unless another one was selected.
    void theSelectionComesBack() {
        const View before = bench().state().view;
        const ParameterCell entry{Parameter::Wq, 0, 2, 0, 1};
        bench().select(entry);
        bench().goToStep(Step{Stage::Scores, Step::Part::Key, 6});
        QVERIFY(bench().state().view.key == 6 && !bench().state().entry);
        press("Close");
        QCOMPARE(bench().state().view.key, before.key);
        QVERIFY(bench().state().entry == entry);
        bench().goToStep(Step{Stage::Scores, Step::Part::Key, 6});
        bench().select(2, 1, 6); // already selected, so nothing changes
        bench().select(0, 1, 6); // another head
        press("Close");
        QVERIFY(bench().state().view.key == before.key && bench().state().view.head == 0);
        bench().goToStep(Step{Stage::Q});
        bench().select(2, 4, 5);
        bench().goToStep(Step{Stage::V});
        press("Close");
        QVERIFY(bench().state().view.query == 4 && bench().state().view.key == 5);
    }

    void playingEndsWithTheLastStep() {
        bench().goToStep(Step{Stage::Context, Step::Part::Key, 6});
        control<QComboBox>(panel(), "Speed")->setCurrentText("Fast");
        press("Play");
        QVERIFY(panel().isPlaying());
        QTRY_VERIFY(!panel().isPlaying());
        QVERIFY(step() == Step{Stage::Concat});
        press("Play"); // from the beginning again
        QVERIFY(step() == Step{Stage::X});
        press("Pause");
        QVERIFY(!panel().isPlaying());
        press("Play");
        press("Close");
        QVERIFY(!panel().isPlaying());
    }

    void itStaysWhileNumbersAreEdited() {
        bench().goToStep(Step{Stage::Q});
        QTRY_VERIFY(words().startsWith("Head 3 · The query of “shoes”"));
        const QString before = words();
        edit(withCell(session(), {Parameter::Wq, 0, 2}, 0, 0, 5));
        QTRY_VERIFY(words() != before && words().startsWith("Head 3 · The query of “shoes”"));
        bench().select(2, 3, 3); // another query
        QTRY_VERIFY(words().startsWith("Head 3 · The query of “small”"));
        QVERIFY(step() == Step{Stage::Q});
    }

    /// The head is named if there are several and the step belongs to one; "Joined heads" belongs to all.
    void theHeadIsNamed() {
        for (const auto& [heads, stage, isNamed] :
             {std::tuple(3, Stage::Q, true), std::tuple(1, Stage::Q, false), std::tuple(3, Stage::Concat, false)}) {
            bench_ = std::make_unique<testing::PanelBench<StepsPanel>>(testing::shoesSession(heads), QSize(700, 100));
            bench().select(heads - 1, 1, 3);
            bench().goToStep(Step{stage});
            QTRY_VERIFY(!words().isEmpty());
            QVERIFY2(words().startsWith("Head ") == isNamed, qPrintable(words()));
        }
    }

    void itEndsWhereThereIsNothingToGoThrough() {
        bench().goToStep(bench().state().stepAfter(1));
        edit(withSentence(session(), ""));
        QVERIFY(!bench().state().step && panel().isHidden());
        bench().goToStep(bench().state().stepAfter(1));
        QVERIFY(panel().isHidden());
        bench().undo();
        bench().goToStep(bench().state().stepAfter(1));
        QVERIFY(panel().isVisible());
        bench().files().newDocument();
        QVERIFY(panel().isHidden());
    }

    void itsStepFollowsTheStagesThatThereAre() {
        Session masked = session();
        testing::changing(masked)->options.mask.causal = true;
        edit(masked);
        bench().goToStep(Step{Stage::Masked});
        bench().undo();
        QVERIFY(step() == Step{Stage::Scaled});
        bench().goToStep(Step{Stage::Scores, Step::Part::Key, 7});
        edit(withSentence(session(), "My shoes are small"));
        QVERIFY((step() == Step{Stage::Scores, Step::Part::Key, 3}));
    }

    /// The button shows the maps of the step, and hides them again.
    void itShowsItsMapsOnRequest() {
        const MapOptions before = bench().state().maps;
        bench().goToStep(Step{Stage::Scores, Step::Part::Key, 2});
        press("Show its maps");
        QVERIFY((bench().state().maps.stages == std::vector{Stage::Q, Stage::K, Stage::Scores}));
        QVERIFY(showsItsMaps());
        const QSize size = panel().sizeHint();
        press("Next step");
        QCOMPARE(panel().sizeHint(), size); // nothing moves
        press("Show its maps");
        QVERIFY(step() == (Step{Stage::Scores, Step::Part::Key, 3}) && !showsItsMaps());
        QCOMPARE(bench().state().maps, before);
    }

    /// The maps follow the next steps, until others are chosen.
    void itsMapsFollow() {
        bench().goToStep(Step{Stage::Scores, Step::Part::Key, 7});
        press("Show its maps");
        press("Next step");
        QVERIFY((bench().state().maps.stages == std::vector{Stage::Scores, Stage::Scaled}));
        QVERIFY(showsItsMaps());
        press("Previous step");
        QVERIFY((bench().state().maps.stages == std::vector{Stage::Q, Stage::K, Stage::Scores}));
        bench().look([](MapOptions& maps) { maps.showOnly({Stage::Weights}); });
        press("Next step");
        QVERIFY(bench().state().maps.stages == std::vector{Stage::Weights});
        QVERIFY(control<QAbstractButton>(panel(), "Show its maps")->isVisible() && !showsItsMaps());
    }

    /// In zoomed maps, each step scrolls to its query and key.
    void theZoomFollows() {
        bench().look([](MapOptions& maps) { maps.zoom = {{Side::Tokens, {4, 4}}, {Side::KeyTokens, {2.5, 4}}}; });
        bench().goToStep(Step{Stage::Scores, Step::Part::Key, 4});
        QCOMPARE(bench().state().maps.zoom.at(Side::Tokens).first, 1.0);
        QCOMPARE(bench().state().maps.zoom.at(Side::KeyTokens).first, 2.5);
        bench().goToStep(Step{Stage::Scores, Step::Part::Key, 7});
        QCOMPARE(bench().state().maps.zoom.at(Side::KeyTokens).first, 4.0);
        bench().goToStep(Step{Stage::Scores, Step::Part::Key, 0});
        QCOMPARE(bench().state().maps.zoom.at(Side::KeyTokens).first, 0.0);
    }

    void whatWasShownBeforeComesBack_data() {
        QTest::addColumn<bool>("choosesOthers");
        QTest::newRow("the maps of the steps") << false;
        QTest::newRow("others were chosen") << true;
    }
    void whatWasShownBeforeComesBack() {
        QFETCH(bool, choosesOthers);
        const MapOptions before = bench().state().maps;
        bench().look([](Look& look) { look.parameter = Parameter::Wk; });
        bench().goToStep(Step{Stage::Scores, Step::Part::Key, 7});
        press("Show its maps");
        press("Next step");
        bench().set(&ViewState::parameter, Parameter::Wv);
        const std::vector others{Stage::Weights};
        if (choosesOthers) bench().look([&](MapOptions& maps) { maps.showOnly(others); });
        bench().goToStep({});
        QVERIFY(bench().state().maps.stages == (choosesOthers ? others : before.stages));
        QCOMPARE(bench().state().maps.isEnlarged, choosesOthers);
        QCOMPARE(bench().state().parameter, Parameter::Wk);
        bench().goToStep(Step{Stage::Q});
        bench().look([](Look& look) { look.parameter = Parameter::Wq; }); // chosen by hand, so it stays
        bench().set(&ViewState::parameter, Parameter::Wv);
        bench().goToStep({});
        QCOMPARE(bench().state().parameter, Parameter::Wq);
    }

    /// The overview comes back after a walk, even if the maps of steps were shown.
    void theOverviewComesBack_data() {
        QTest::addColumn<bool>("showsItsMaps");
        QTest::newRow("plain") << false;
        QTest::newRow("its maps") << true;
    }
    void theOverviewComesBack() {
        QFETCH(bool, showsItsMaps);
        bench().look([](MapOptions& maps) { maps.overview = true; });
        const MapOptions before = bench().state().maps;
        bench().goToStep(Step{Stage::Scores, Step::Part::Key, 7});
        QVERIFY(!bench().state().maps.overview);
        if (showsItsMaps) press("Show its maps");
        bench().goToStep({});
        QCOMPARE(bench().state().maps, before);
    }

    /// The chip, the map and the inspector mark the selected key, so the words and numbers are its own.
    void keysAndValuesAreThoseOfTheSelectedKey() {
        for (const auto& [stage, begin] :
             {std::pair(Stage::K, "Head 3 · The keys of all tokens, k = x Wk; that of “small”"),
              std::pair(Stage::V, "Head 3 · The values of all tokens, v = x Wv; that of “small”")}) {
            bench().goToStep(Step{stage});
            QTRY_VERIFY2(words().startsWith(begin), qPrintable(words()));
            QCOMPARE(bench().state().walk().examples(Step{stage}, 1).front().row, 3);
        }
    }

    /// The words fit at every step.
    void itsWordsFit_data() {
        QTest::addColumn<int>("width");
        QTest::addColumn<bool>("hasProgress"); ///< where the words are below the buttons, or have room beside all
        for (const int width : {560, 700, 940, 1030, 1280}) QTest::addRow("%d px", width) << width << true;
        for (const int width : {740, 820}) QTest::addRow("%d px", width) << width << false;
    }
    void itsWordsFit() {
        QFETCH(const int, width);
        QFETCH(const bool, hasProgress);
        panel().resize(width, 100);
        edit(withNorm(session(), 0, Norm{}));
        const auto* label = control<QLabel>(panel(), "Step");
        QCOMPARE(control<QSlider>(panel(), "Progress")->isVisibleTo(&panel()), hasProgress);
        QCOMPARE(control<QComboBox>(panel(), "Speed")->isVisibleTo(&panel()), hasProgress);
        for (int i = 0; i < bench().state().walk().count(); ++i) {
            const QString before = words();
            bench().goToStep(bench().state().stepAfter(1));
            QTRY_VERIFY(words() != before);
            QVERIFY2(label->heightForWidth(label->width()) <= label->height(), qPrintable(words()));
        }
    }

private:
    Workbench& bench() { return bench_->bench; }
    StepsPanel& panel() { return *bench_->panel; }
    const Session& session() { return bench_->session(); }
    Step step() { return bench().state().step.value_or(Step{Stage::End}); }
    void press(const QString& name) { control<QAbstractButton>(panel(), name)->click(); }
    bool showsItsMaps() {
        auto* button = control<QAbstractButton>(panel(), "Show its maps");
        return button->isVisible() && button->isChecked();
    }
    void edit(const Result<Session>& edited) { QVERIFY(bench().apply("Edit", testing::givenEdit(edited))); }
    QString words() {
        return QTextDocumentFragment::fromHtml(control<QLabel>(panel(), "Step")->text())
            .toPlainText()
            .remove(QChar(0x2068))
            .remove(QChar(0x2069));
    }

    std::unique_ptr<testing::PanelBench<StepsPanel>> bench_;
};

QTEST_MAIN(StepsPanelTest)
#include "tst_stepsPanel.moc"
