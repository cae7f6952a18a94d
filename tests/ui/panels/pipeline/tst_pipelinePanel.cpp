// The strip on a workbench: its pictures come after the maps, and its operations open forms.
#include "panels/pipeline/PipelineStrip.h"
#include "panels/pipeline/StageButton.h"
#include "style/textSize.h"
#include "ui/panels/pipeline/pipelineBench.h"

#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QMenu>
#include <QPushButton>
#include <QScopeGuard>
#include <QScrollBar>
#include <QSlider>
#include <QSpinBox>
#include <QTimer>
#include <QWheelEvent>

using namespace headlight;
using testing::control;

class PipelinePanelTest : public QObject, private testing::PipelineBench {
    Q_OBJECT

private slots:
    void init() {
        begin("My shoes are small my feet are big");
        QTRY_VERIFY(hasPictures());
    }
    void cleanup() { end(); }

    void everyStageHasAPictureAndAShape() {
        int shown = 0;
        for (const auto& [stage, operation] : pipelineOf(session(), view())) {
            if (!stage) continue;
            const StageButton& button = panel_->strip().stage(stage->stage);
            QVERIFY(button.isVisible());
            QCOMPARE(button.accessibleName(),
                     stage->stage == Stage::Concat ? QString("joined") : QString::fromLatin1(stage->id));
            QCOMPARE(button.tile()->stageRows, 8);
            QCOMPARE(button.accessibleDescription(), QString("8 × %1").arg(button.tile()->stageCols));
            ++shown;
        }
        QCOMPARE(shown, 9);
        QVERIFY(!panel_->strip().stage(Stage::Masked).isVisible());
        QVERIFY(panel_->height() <= 80);
    }

    /// Pictures show the selected head of the present session.
    void picturesFollow() {
        const auto before = panel_->strip().stage(Stage::Weights).tile();
        bench_->select(1, 0, 0);
        QTRY_VERIFY(panel_->strip().stage(Stage::Weights).tile() != before);
        QCOMPARE(panel_->strip().stage(Stage::Weights).tile()->demand.head, 1);
        edit(withCell(session(), {Parameter::Wq, 0, 1}, 0, 0, 3));
        const auto edited = panel_->strip().stage(Stage::Q).tile();
        QTRY_VERIFY(panel_->strip().stage(Stage::Q).tile() != edited);
    }

    /// As the maps, they have the tokens, the numbers and the stages of the state compared with.
    void picturesAreOfTheShownState() {
        const auto show = [this](Compared one) { bench_->look([one](MapOptions& maps) { maps.compared = one; }); };
        const StageButton& q = panel_->strip().stage(Stage::Q);
        const auto before = q.tile();
        edit(withSentence(session(), "My shoes are"));
        QTRY_COMPARE(q.tile()->stageRows, 3);
        show(Compared::Other);
        QTRY_COMPARE(q.tile()->stageRows, 8);
        QCOMPARE(q.tile()->values, before->values);
        QCOMPARE(q.accessibleDescription(), QString("8 × %1").arg(before->stageCols));
        Options causal = options();
        causal.mask.causal = true;
        edit(withOptions(session(), 0, causal));
        QTRY_COMPARE(q.tile()->stageRows, 3);
        QVERIFY(!panel_->strip().stage(Stage::Masked).isVisible());
        show(Compared::Now);
        QVERIFY(panel_->strip().stage(Stage::Masked).isVisible());
        QTRY_VERIFY(hasPictures());
        causal.mask.causal = false;
        edit(withOptions(session(), 0, causal));
        show(Compared::Other);
        const StageButton& masked = panel_->strip().stage(Stage::Masked);
        QVERIFY(masked.isVisible() && !masked.isEnabled()); // the maps cannot show it
        open("Mask");                                       // which the present session does not have
        control<QCheckBox>(*window_, "Causal mask")->click();
        QVERIFY(options().mask.causal);
        show(Compared::Now);
        QVERIFY(masked.isVisible() && masked.isEnabled());
    }

    /// The maps say that there is no such map, so the strip shows no other layer.
    void aLayerThatIsNotThereHasNoPictures() {
        edit(withLayerAdded(session()));
        bench_->look([](View& view) { view.layer = 1; });
        QTRY_VERIFY(hasPictures());
        bench_->look([](MapOptions& maps) { maps.compared = Compared::Other; });
        const StageButton& q = panel_->strip().stage(Stage::Q);
        QTRY_VERIFY(!q.tile() || q.tile()->values.size() == 0);
        QCOMPARE(word("Layers")->text(), QString("layer 2 of 2"));
    }

    void aClickShowsAStageAlone() {
        auto* q = control<StageButton>(*window_, "Q");
        QTest::mouseClick(q, Qt::LeftButton);
        QCOMPARE(stages(), (std::vector{Stage::Q}));
        QVERIFY(q->isChecked());
        QTest::mouseClick(control<StageButton>(*window_, "scaled"), Qt::LeftButton, Qt::ControlModifier);
        QCOMPARE(stages(), (std::vector{Stage::Q, Stage::Scaled}));
        QTest::mouseClick(q, Qt::LeftButton, Qt::ControlModifier);
        QCOMPARE(stages(), (std::vector{Stage::Scaled}));
        QVERIFY(!q->isChecked());
        QTest::mouseClick(control<StageButton>(*window_, "scaled"), Qt::LeftButton,
                          Qt::ControlModifier); // the last one stays
        QCOMPARE(stages(), (std::vector{Stage::Scaled}));
        QVERIFY(control<StageButton>(*window_, "scaled")->isChecked());
    }

    /// The selection follows, as its row and column, so that the inspector tells of a number that is shown.
    void aClickSelectsANumberOfTheStage() {
        bench_->select(0, 2, 3);
        const auto click = [&](const char* stage, Qt::KeyboardModifiers keys = {}) {
            QTest::mouseClick(control<StageButton>(*window_, stage), Qt::LeftButton, keys);
            const View& at = view();
            return QString("%1 %2 %3").arg(QString::fromStdString(at.stage)).arg(at.query).arg(at.key);
        };
        QCOMPARE(click("context"), QString("context 2 3"));
        QCOMPARE(click("K", Qt::ControlModifier), QString("context 2 3")); // it is still shown
        QCOMPARE(click("context", Qt::ControlModifier), QString("K 2 3"));
        QCOMPARE(click("weights"), QString(" 2 3"));
    }

    void theKeyboardWalksTheStrip() {
        auto* x = control<StageButton>(*window_, "X");
        x->setFocus();
        QTRY_COMPARE(QApplication::focusWidget(), x);
        key(Qt::Key_Right);
        QCOMPARE(QApplication::focusWidget()->accessibleName(), QString("Q")); // plain text has no stop
        key(Qt::Key_Return);
        QCOMPARE(stages(), (std::vector{Stage::Q}));
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Right);
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Space, Qt::ControlModifier);
        QCOMPARE(stages(), (std::vector{Stage::Q, Stage::K}));
        for (int i = 0; i < 40; ++i) key(Qt::Key_Left);
        QCOMPARE(QApplication::focusWidget(), x);
        for (int i = 0; i < 40; ++i) key(Qt::Key_Right);
        QCOMPARE(QApplication::focusWidget()->accessibleName(), QString("+ Add"));
    }

    /// One head has nothing to join.
    void oneHeadIsNotJoined() {
        QVERIFY(word("Heads")->isVisible() && !word("Heads")->isEnabled());
        QVERIFY(panel_->strip().stage(Stage::Concat).isVisible());
        edit(withHeadRemoved(session(), 0, 0));
        QVERIFY(!word("Heads")->isVisible() && !panel_->strip().stage(Stage::Concat).isVisible());
        QVERIFY(panel_->strip().stage(Stage::Context).isVisible());
    }

    /// A folded strip is a line of names, and requests nothing.
    void itFolds() {
        QVERIFY(!panel_->isFolded());
        const int open = panel_->height();
        control<QAbstractButton>(*window_, "Collapse or expand the pipeline")->click();
        QVERIFY(panel_->isFolded());
        QTRY_VERIFY(panel_->height() < open / 2);
        edit(withCell(session(), {Parameter::Wq, 0, 0}, 0, 0, 2));
        bench_->scheduler().ask(*this->other(), {{{Stage::Weights, 0, 0, {}, 8, 8}}});
        QTRY_VERIFY(bench_->state().frame->session == session());
        QTRY_COMPARE(bench_->state().frame->demand.maps.size(), std::size_t{1});
        bench_->scheduler().ask(*other(), {});
        window_->resize(1280, 700);
        control<QAbstractButton>(*window_, "Collapse or expand the pipeline")->click();
        QVERIFY(!panel_->isFolded());
    }

    /// A strip that is too wide scrolls; it does not fold by itself.
    void whatIsTooWideScrolls() {
        QVERIFY(!control<QAbstractButton>(*window_, "Later stages")->isVisible());
        window_->resize(500, 900);
        auto* later = control<QAbstractButton>(*window_, "Later stages");
        QTRY_VERIFY(later->isVisible() && later->isEnabled());
        QTRY_COMPARE(later->visibleRegion().boundingRect(), later->rect());
        QVERIFY(!control<QAbstractButton>(*window_, "Earlier stages")->isEnabled());
        auto *x = control<StageButton>(*window_, "X"), *joined = control<StageButton>(*window_, "joined");
        const auto isAtTheEnd = [&] {
            later->click();
            return !later->isEnabled() && !joined->visibleRegion().isEmpty();
        };
        QTRY_VERIFY(isAtTheEnd());
        QVERIFY(x->visibleRegion().isEmpty());
        for (const QPoint turn : {QPoint(0, 1200), QPoint(0, -1200), QPoint(1200, 0)}) { // a wheel, or two fingers
            const QPointF at = panel_->strip().viewport()->rect().center();
            QWheelEvent wheel(at, panel_->strip().viewport()->mapToGlobal(at), {}, turn, Qt::NoButton, {},
                              Qt::NoScrollPhase, false);
            for (int i = 0; i < 3; ++i) QApplication::sendEvent(panel_->strip().viewport(), &wheel); // one page each
            const bool isBack = turn.x() + turn.y() > 0;
            QCOMPARE(x->visibleRegion().isEmpty(), !isBack);
            QCOMPARE(joined->visibleRegion().isEmpty(), isBack);
        }
        x->setFocus(Qt::TabFocusReason);
        for (int i = 0; i < 40; ++i) key(Qt::Key_Right);
        QCOMPARE(joined->visibleRegion().boundingRect(), joined->rect());
        window_->resize(1280, 900);
        QTRY_VERIFY(!later->isVisible());
    }

    /// A stage that is chosen elsewhere is brought into view; one that is picked in the strip stays under the pointer.
    void aPickedStageStays() {
        window_->resize(500, 900);
        auto *x = control<StageButton>(*window_, "X"), *joined = control<StageButton>(*window_, "joined");
        bench_->look([](MapOptions& maps) { maps.showOnly({Stage::Concat}); });
        QTRY_COMPARE(joined->visibleRegion().boundingRect(), joined->rect());
        panel_->strip().horizontalScrollBar()->setValue(0);
        QTest::mouseClick(x, Qt::LeftButton, Qt::ControlModifier);
        QVERIFY(bench_->state().maps.shows(Stage::X) && bench_->state().maps.shows(Stage::Concat));
        QCoreApplication::processEvents();
        QCOMPARE(panel_->strip().horizontalScrollBar()->value(), 0);
        bench_->look([](MapOptions& maps) { maps.showOnly({Stage::Concat}); });
        QTRY_COMPARE(joined->visibleRegion().boundingRect(), joined->rect());
    }

    /// Larger text makes the stages wider; the chosen one is brought into view again.
    void largerTextKeepsTheStageInView() {
        const auto usual = qScopeGuard([] { applyTextSize(*qApp, lightTheme(), 1); });
        window_->resize(500, 900);
        auto* joined = control<StageButton>(*window_, "joined");
        bench_->look([](MapOptions& maps) { maps.showOnly({Stage::Concat}); });
        QTRY_COMPARE(joined->visibleRegion().boundingRect(), joined->rect());
        const int width = joined->width();
        applyTextSize(*qApp, lightTheme(), 1.5);
        QTRY_VERIFY(joined->width() > width);
        QTRY_COMPARE(joined->visibleRegion().boundingRect(), joined->rect());
    }

    void whatIsOffIsOfferedByName() {
        auto* add = control<QToolButton>(*window_, "+ Add");
        QStringList offered;
        QTimer::singleShot(0, window_.get(), [&] {
            for (QAction* action : add->menu()->actions()) offered << action->text();
            add->menu()->actions().first()->trigger();
            add->menu()->close();
        });
        QTest::mouseClick(add, Qt::LeftButton);
        QVERIFY2(offered.contains("Mask") && !offered.contains("Context"), qPrintable(offered.join(", ")));
        QCOMPARE(QApplication::activePopupWidget()->accessibleName(), offered.first());
    }

    void aSwitchIsOneStep() {
        open("Mask");
        auto* causal = control<QCheckBox>(*window_, "Causal mask");
        causal->click();
        QVERIFY(options().mask.causal);
        QCOMPARE(bench_->document().history().undoText(), QString("Causal mask"));
        QCOMPARE(word("Mask")->text(), QString("causal"));
        QVERIFY(panel_->strip().stage(Stage::Masked).isVisible());
        causal->click();
        QVERIFY(!options().mask.isOn());
        QCOMPARE(bench_->document().history().undoText(), QString("No causal mask"));
        bench_->undo();
        QVERIFY(causal->isChecked());
    }

    void aWindowAndHiddenTokens() {
        open("Mask");
        QVERIFY(!control<QSpinBox>(*window_, "Window")->isVisible());
        control<QCheckBox>(*window_, "Window mask")->click();
        auto* size = control<QSpinBox>(*window_, "Window");
        QVERIFY(size->isVisible());
        size->setValue(2);
        QCOMPARE(options().mask.window.value_or(0), 2);
        auto* tokens = control<QListWidget>(*window_, "Hidden tokens");
        QCOMPARE(tokens->count(), 8);
        tokens->item(5)->setCheckState(Qt::Checked);
        QCOMPARE(options().mask.hidden, (std::vector{5}));
        bench_->undo();
        QCOMPARE(tokens->item(5)->checkState(), Qt::Unchecked);
        QCOMPARE(options().mask.hidden, std::vector<int>());
    }

    void aLongRefusalIsWhole() {
        open("Residual");
        control<QCheckBox>(*window_, "Residual")->click();
        auto* refused = control<QLabel>(*window_, "Refused");
        QVERIFY2(refused->text().contains("cannot be added"), qPrintable(refused->text()));
        QVERIFY(refused->heightForWidth(refused->width()) > 2 * refused->fontMetrics().height()); // of three lines
        QTRY_VERIFY(refused->height() >= refused->heightForWidth(refused->width()));
    }

    void aChoiceAndANumber() {
        open("Scale and temperature");
        auto* scale = control<QComboBox>(*window_, "Scale");
        choose(scale, 2);
        auto* factor = control<QLineEdit>(*window_, "Scale factor");
        QVERIFY(factor->isVisible());
        type(factor, "0.1");
        QCOMPARE(options().scale.factor, 0.1);
        QCOMPARE(bench_->document().history().undoText(), QString("Scale factor 0.1"));
        QCOMPARE(word("Scale and temperature")->text(), QString("× 0.1"));
        type(control<QLineEdit>(*window_, "Temperature"), "-1");
        auto* refused = control<QLabel>(*window_, "Refused");
        QVERIFY2(refused->isVisible() && refused->text().contains("must be above 0"), qPrintable(refused->text()));
        QCOMPARE(options().temperature, 1.);
        QVERIFY(bench_->state().problem.isEmpty()); // a message comes only once
        type(control<QLineEdit>(*window_, "Temperature"), "0.5");
        QVERIFY(!refused->isVisible());
        QCOMPARE(options().temperature, 0.5);
    }

    /// The maps follow a drag of the slider, which is one step.
    void theTemperatureIsDragged() {
        open("Scale and temperature");
        auto* slider = control<QSlider>(*window_, "Temperature slider");
        const int steps = bench_->document().history().count();
        slider->setSliderDown(true);
        QVERIFY(bench_->state().isDragging);
        for (const int at : {120, 150, 60}) {
            slider->setSliderPosition(at);
            slider->triggerAction(QAbstractSlider::SliderMove);
            QCOMPARE(options().temperature < 1, at == 60);
        }
        slider->setSliderDown(false);
        QVERIFY(!bench_->state().isDragging);
        QCOMPARE(bench_->document().history().count(), steps + 1);
        bench_->undo();
        QCOMPARE(options().temperature, 1.);
        QCOMPARE(slider->value(), 100);
    }

    void layersAreAddedShownAndRemoved() {
        open("Layers");
        control<QPushButton>(*window_, "Add layer")->click();
        QCOMPARE(int(session().layers.size()), 2);
        QCOMPARE(view().layer, 1);
        QCOMPARE(word("Layers")->text(), QString("layer 2 of 2"));
        bench_->look([](View& view) { view.layer = 0; });
        QCOMPARE(view().layer, 0);
        QCOMPARE(int(session().layers.size()), 2);
        control<QPushButton>(*window_, "Remove layer")->click();
        QCOMPARE(int(session().layers.size()), 1);
    }

    void theTipOfRolloutIsItsFormula() {
        edit(withLayerAdded(session()));
        const auto tip = [this](Stage stage) { return panel_->strip().stage(stage).toolTip(); };
        QVERIFY(tip(Stage::Rollout).startsWith("Rollout: (mean of heads + I) / 2, times the layers below. "));
        QVERIFY(tip(Stage::Product).startsWith("Product of the layers: mean of heads, times the layers below. "));
        QVERIFY(tip(Stage::Weights).startsWith("Weights. Click "));
    }

    void allLayersAtOnce() {
        edit(withLayerAdded(session()));
        open("Mask");
        auto* all = control<QCheckBox>(*window_, "In all layers");
        QVERIFY(all->isVisible());
        control<QCheckBox>(*window_, "Causal mask")->click();
        QVERIFY(session().layers[0].options.mask.causal && !session().layers[1].options.mask.causal);
        QCOMPARE(bench_->document().history().undoText(), QString("Causal mask, layer 1"));
        all->click();
        control<QCheckBox>(*window_, "Window mask")->click();
        for (const Layer& layer : session().layers) QCOMPARE(layer.options.mask.window.value_or(0), 3);
        QCOMPARE(bench_->document().history().undoText(), QString("Window mask, all layers"));
    }

    void weightsNormResidualAndDropout() {
        window_->resize(1920, 900); // wide enough for all pictures
        open("Projections W_q, W_k, W_v");
        control<QCheckBox>(*window_, "Trainable weights")->click();
        QVERIFY(isSimplified(session().layers[0]));
        bench_->undo();
        control<QCheckBox>(*window_, "b_q")->click();
        QVERIFY(session().layers[0].allHeads[0][Parameter::Bq]);
        open("Output weights");
        QVERIFY(!control<QCheckBox>(*window_, "b_o")->isVisible());
        control<QCheckBox>(*window_, "W_o")->click();
        control<QCheckBox>(*window_, "b_o")->click();
        QVERIFY(session().layers[0][Parameter::Bo]);
        open("Residual");
        control<QCheckBox>(*window_, "Residual")->click();
        QVERIFY(session().layers[0].residual);
        open("Layer norm");
        choose(control<QComboBox>(*window_, "Layer norm"), 1);
        QVERIFY(session().layers[0].hasNorm(Norm::Place::Before));
        open("Dropout");
        control<QCheckBox>(*window_, "Dropout")->click();
        type(control<QLineEdit>(*window_, "Dropout rate"), "0.1");
        type(control<QLineEdit>(*window_, "Dropout seed"), "7");
        QCOMPARE(*options().dropout, (Dropout{0.1, 7}));
        control<QPushButton>(*window_, "Next dropout seed")->click();
        QCOMPARE(options().dropout->seed, std::uint64_t{8});
        type(control<QLineEdit>(*window_, "Dropout seed"), "-3");
        QVERIFY(control<QLabel>(*window_, "Refused")->isVisible());
        QTRY_VERIFY(hasPictures());
    }

private:
    const View& view() const { return bench_->state().view; }
    std::vector<Stage> stages() const { return bench_->state().maps.stages; }
    static void key(Qt::Key key) { QTest::keyClick(QApplication::focusWidget(), key); }
    static void choose(QComboBox* box, int index) {
        box->setFocus();
        QTest::keyClick(box, Qt::Key_Home);
        for (int i = 0; i < index; ++i) QTest::keyClick(box, Qt::Key_Down);
    }
    static void type(QLineEdit* field, const QString& text) {
        field->setFocus();
        field->selectAll();
        QTest::keyClicks(field, text);
        QTest::keyClick(field, Qt::Key_Return);
    }
    /// True if every stage that exists has a picture of this session.
    bool hasPictures() const {
        const auto response = bench_->state().responseTo(*panel_);
        if (!response || response->frame->session != session()) return false;
        return std::ranges::all_of(pipelineOf(session(), view()), [&](const PipelineItem& item) {
            return !item.stage || panel_->strip().stage(item.stage->stage).tile();
        });
    }
    /// Returns a second presenter, which has requests of its own.
    const Presenter* other() {
        struct Other : Presenter {
            void present(const ViewState&) override {}
        };
        static Other other;
        return &other;
    }
};

QTEST_MAIN(PipelinePanelTest)
#include "tst_pipelinePanel.moc"
