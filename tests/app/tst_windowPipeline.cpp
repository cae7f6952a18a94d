// The pipeline in the real window: above the maps, with its menu; its state is stored.
#include "app/windowBench.h"
#include "panels/pipeline/PipelinePanel.h"
#include "panels/pipeline/PipelineStrip.h"
#include "panels/pipeline/StageButton.h"
#include "panels/pipeline/settings.h"
#include "style/textSize.h"

#include <QAccessible>
#include <QPushButton>
#include <QScreen>
#include <QSet>
#include <QToolButton>

#include <algorithm>
#include <cstdlib>

using namespace headlight;
using testing::control;
using testing::menuAction;
using testing::openMenu;
using testing::session;
using testing::settled;

class WindowPipelineTest : public QObject, private testing::WindowBench {
    Q_OBJECT

private slots:
    void initTestCase() { prepare(); }
    void init() { begin(); }
    void cleanup() { end(); }

    void aClickOnAPictureIsSeenInTheMaps() {
        QTest::mouseClick(control<StageButton>(*window_, "Q"), Qt::LeftButton);
        QTRY_VERIFY(control<QWidget>(*window_, "Q, head 3")->isVisible());
        QTest::mouseClick(control<StageButton>(*window_, "weights"), Qt::LeftButton, Qt::ControlModifier);
        QTRY_VERIFY(control<QWidget>(*window_, "Weights, head 1")->isVisible());
        QVERIFY(menuAction(*window_, "Q")->isChecked());
    }

    void screenReadersFollowTheFormula() {
        const auto* strip = QAccessible::queryAccessibleInterface(control<QWidget>(*window_, "X")->parentWidget());
        QStringList read;
        for (int i = 0; i < strip->childCount(); ++i)
            if (!strip->child(i)->state().invisible) read << strip->child(i)->text(QAccessible::Name);
        read.removeAll(QString()); // the name of a connecting line
        QCOMPARE(read.mid(0, 4), (QStringList{"X", "Projections W_q, W_k, W_v", "Q", "K"}));
    }

    void presets_data() {
        QTest::addColumn<QString>("preset");
        QTest::addColumn<QStringList>("maps"); // of the first head
        QTest::newRow("usual") << "Scores and weights" << QStringList{"Scores", "Weights"};
        QTest::newRow("weights") << "Weights only" << QStringList{"Weights"};
        QTest::newRow("vectors") << "Q, K and V" << QStringList{"Q", "K", "V"};
        QTest::newRow("all") << "Everything" << QStringList{"Q", "Scaled scores", "Context"};
    }
    void presets() {
        QFETCH(QString, preset);
        QFETCH(QStringList, maps);
        menuAction(*window_, "V")->trigger(); // a set of stages that no preset has
        QVERIFY(control<QAbstractButton>(*window_, "Show")->isVisible());
        menuAction(*window_, preset)->trigger();
        for (const QString& map : maps)
            QTRY_VERIFY(control<QWidget>(*window_, map + ", head 1")->isVisibleTo(window_.get()));
        QCOMPARE(menuAction(*window_, "V")->isChecked(), preset == "Q, K and V" || preset == "Everything");
    }

    /// The menu has an entry for each setting of the pipeline's forms.
    void theMenuHasEverySetting() {
        const QMenu* attention = nullptr;
        for (const QMenu* menu : window_->menuBar()->findChildren<QMenu*>())
            if (menu->title() == "&Attention") attention = menu;
        QVERIFY(attention);
        QSet<QString> lines;
        const std::function<void(const QMenu&)> read = [&](const QMenu& menu) {
            for (const QAction* action : menu.actions()) {
                lines << action->text().remove(u'…');
                if (action->menu()) read(*action->menu());
            }
        };
        read(*attention);
        for (const Operation& operation : operations())
            for (const Setting& setting : operation.settings)
                QVERIFY2(lines.contains(setting.shownName()), setting.name);
    }

    void theMenuSwitches() {
        QAction* causal = menuAction(*window_, "Causal mask");
        causal->trigger();
        QVERIFY(session(*window_).layers[0].options.mask.causal && causal->isChecked());
        QTRY_VERIFY(control<StageButton>(*window_, "masked")->isVisible());
        window_->workbench().undo();
        openMenu(*window_, "Attention");
        QVERIFY(!causal->isChecked());
        QVERIFY(!menuAction(*window_, "b_o")->isEnabled());
        menuAction(*window_, "W_o")->trigger();
        openMenu(*window_, "Attention");
        QVERIFY(menuAction(*window_, "b_o")->isEnabled());
        menuAction(*window_, "Temperature…")->trigger();
        QVERIFY(QApplication::activePopupWidget());
        QCOMPARE(QApplication::activePopupWidget()->accessibleName(), QString("Scale and temperature"));
        QCOMPARE(QApplication::focusWidget()->accessibleName(), QString("Temperature"));
        QApplication::activePopupWidget()->close();
    }

    /// A refused setting is reported. Its switch is taken back when the menu is opened again.
    void aRefusedSwitchFromTheMenu() {
        QAction* residual = menuAction(*window_, "Residual"); // d is 2, but concat has 12 columns
        QVERIFY(residual->isCheckable());
        residual->trigger();
        openMenu(*window_, "Attention");
        QVERIFY(!residual->isChecked() && !session(*window_).layers[0].residual);
        QVERIFY(state().problem.contains("Add a W_o"));
    }

    /// The norm has two possible places. Its choices open at the visible one.
    void choicesOpenUnderTheirWord_data() {
        QTest::addColumn<int>("choice");
        QTest::newRow("before the heads") << 1;
        QTest::newRow("after the layer") << 2;
    }
    void choicesOpenUnderTheirWord() {
        QFETCH(int, choice);
        const auto name = [](const Setting& one) { return one.shownName() == "Layer norm"; };
        const Setting& norm = *std::ranges::find_if(kNormSettings, name);
        const SettingStep step = norm.step(state(), std::get<Setting::Choice>(norm.kind), choice);
        QVERIFY(choose(window_->workbench(), step, false));
        menuAction(*window_, "Layer norm eps…")->trigger();
        const QWidget* popup = QApplication::activePopupWidget();
        QVERIFY(popup && popup->accessibleName() == "Layer norm");
        const auto* word = control<QToolButton>(*window_, "Layer norm");
        QVERIFY(word->isVisible());
        const QRect screen = word->screen()->availableGeometry();
        const int left = word->mapToGlobal(QPoint((word->width() - popup->width()) / 2, 0)).x();
        const int place = std::clamp(left, screen.left(), std::max(screen.left(), screen.right() - popup->width()));
        QVERIFY2(std::abs(popup->x() - place) < word->width() / 2, qPrintable(QString::number(popup->x())));
    }

    /// Only the user folds the pipeline, and this is stored.
    void theFoldIsRemembered() {
        const auto isFolded = [&] { return window_->findChild<PipelinePanel*>()->isFolded(); };
        QVERIFY(!isFolded());
        for (const QSize size : {QSize(900, 700), QSize(1280, 800)}) {
            window_->resize(size);
            QCoreApplication::processEvents();
            QVERIFY(!isFolded());
        }
        control<QAbstractButton>(*window_, "Collapse or expand the pipeline")->click();
        QVERIFY(isFolded() && !menuAction(*window_, "Pictures of the pipeline")->isChecked());
        end();
        begin();
        QVERIFY(isFolded());
        menuAction(*window_, "Pictures of the pipeline")->trigger();
        QVERIFY(!isFolded());
        end();
        QSettings(QSettings::IniFormat, QSettings::UserScope, "headlight", "headlight").remove("window/pipelineFolded");
        begin();
    }

    /// Large text in a low window folds it, unless the user has chosen.
    void largeTextFoldsIt() {
        const auto* pipeline = window_->findChild<PipelinePanel*>();
        window_->resize(1280, 800);
        QTRY_COMPARE(window_->height(), 800);
        for (const bool isChosen : {false, true}) {
            if (isChosen) {
                menuAction(*window_, "Pictures of the pipeline")->trigger();
                menuAction(*window_, "Pictures of the pipeline")->trigger();
            }
            while (textSize() < 1.2) key(Qt::Key_Plus, Qt::ControlModifier);
            QCOMPARE(pipeline->isFolded(), !isChosen);
            key(Qt::Key_0, Qt::ControlModifier);
            QVERIFY(!pipeline->isFolded());
        }
        end();
        QSettings(QSettings::IniFormat, QSettings::UserScope, "headlight", "headlight").remove("window/pipelineFolded");
        begin();
    }

    /// With all stages the strip keeps its height, and each button can be scrolled to.
    void everyVariantFits_data() {
        QTest::addColumn<bool>("isFolded");
        QTest::newRow("pictures") << false;
        QTest::newRow("names") << true;
    }
    void everyVariantFits() {
        QFETCH(bool, isFolded);
        auto* pipeline = window_->findChild<PipelinePanel*>();
        pipeline->setFolded(isFolded);
        const int height = pipeline->strip().minimumHeight();
        for (const char* name : {"Causal mask", "W_o", "Dropout"}) turnOn(name);
        turnOn("Residual");
        for (const QSize size : {QSize(1280, 800), QSize(1024, 700), QSize(1920, 1080)}) {
            window_->resize(size);
            QTRY_COMPARE(window_->size(), size);
            QTRY_COMPARE(pipeline->strip().height(), height);
            for (const auto& [stage, operation] : pipelineOf(session(*window_), state().view)) {
                QToolButton* item = stage ? &pipeline->strip().stage(stage->stage)
                                          : &pipeline->strip().operation(*operation);
                const auto isWhole = [&] {
                    pipeline->findChild<PipelineStrip*>()->ensureWidgetVisible(item);
                    return item->visibleRegion().boundingRect() == item->rect();
                };
                if (!QTest::qWaitFor(isWhole, testing::patience()))
                    QFAIL(qPrintable(QString("%1 at %2, %3 x %4 in %5 x %6")
                                         .arg(item->accessibleName())
                                         .arg(item->x())
                                         .arg(item->width())
                                         .arg(item->height())
                                         .arg(size.width())
                                         .arg(size.height())));
            }
        }
    }

private:
    void turnOn(const QString& name) {
        for (QMenu* menu : window_->menuBar()->findChildren<QMenu*>())
            for (QAction* action : menu->actions())
                if (action->text() == name && action->isCheckable() && !action->isChecked()) return action->trigger();
        QFAIL(qPrintable(name));
    }
};

QTEST_MAIN(WindowPipelineTest)
#include "tst_windowPipeline.moc"
