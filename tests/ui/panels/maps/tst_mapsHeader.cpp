// The line of switches above the maps.
#include "document/Workbench.h"
#include "document/mapActions.h"
#include "panels/maps/HeatmapsPanel.h"
#include "panels/maps/MapsHeader.h"
#include "session/edits.h"
#include "support/bench.h"
#include "support/controls.h"
#include "support/givenEdit.h"
#include "support/layers.h"
#include "words/conventions.h"

#include <QComboBox>
#include <QMenu>
#include <QPushButton>
#include <QScopeGuard>
#include <QToolButton>

using namespace headlight;
using namespace headlight::testing;

class MapsHeaderTest : public QObject {
    Q_OBJECT

private slots:
    void theLayerIsShownAndChosen() {
        PanelBench<HeatmapsPanel> bench(testing::sample(3), {900, 600});
        QVERIFY(QTest::qWaitForWindowActive(bench.panel.get()));
        auto* box = control<QComboBox>(*bench.panel, "Layer");
        QVERIFY(box->isVisible());
        QCOMPARE(texts(*box), (QStringList{"Layer 1", "Layer 2", "Layer 3"}));
        QCOMPARE(box->currentText(), QString("Layer 1"));
        box->setFocus();
        QTest::keyClick(box, Qt::Key_Down);
        QCOMPARE(bench.bench.state().view.layer, 1);
        bench.bench.look([](View& view) { view.layer = 2; }); // selected elsewhere
        QCOMPARE(box->currentText(), QString("Layer 3"));
        const Session one = *withLayerRemoved(*withLayerRemoved(bench.session(), 2), 1);
        QVERIFY(bench.bench.apply("Remove", testing::givenEdit(Result<Session>(one))));
        QTRY_VERIFY(!box->isVisible());
    }

    /// A pull can change the embedding only in the first layer, and without a norm before the heads.
    void aPullMovesWhatThereIs() {
        PanelBench<HeatmapsPanel> bench(testing::sample(2), {900, 600});
        const auto mayMove = [&](const QString& text) {
            for (const QAction* action : bench.panel->findChildren<QAction*>())
                if (action->text().remove('&') == text) return action->isEnabled();
            qFatal("There is no such action.");
        };
        const QString embedding = "Change the query's embedding, too", wk = "Change W_q and W_k";
        QVERIFY(mayMove(embedding) && mayMove(wk));
        bench.bench.look([](View& view) { view.layer = 1; });
        QVERIFY(!mayMove(embedding) && mayMove(wk));
        bench.bench.look([](View& view) { view.layer = 0; });
        QVERIFY(mayMove(embedding));
        QVERIFY(bench.bench.apply("Norm", testing::givenEdit(withNorm(bench.session(), 0, Norm{}))));
        QVERIFY(!mayMove(embedding) && mayMove(wk));
    }

    /// Buttons that stay keep their places, whatever is compared, and with one head or all.
    void nothingInItMoves() {
        PanelBench<HeatmapsPanel> bench(shoesSession(), {736, 560}); // beside both panels in a 1280 px window
        QVERIFY(
            bench.bench.apply("Edit", testing::givenEdit(withCell(bench.session(), {Parameter::Wq, 0, 0}, 0, 0, 2))));
        const auto places = [&] {
            QStringList all;
            for (const char* name : {"Pull", "One scale per head", "Numbers", "Colours"}) {
                const auto* button = control<QAbstractButton>(*bench.panel, name);
                all << QString("%1 %2 %3").arg(name).arg(button->isVisible()).arg(button->x());
            }
            return all;
        };
        QTRY_VERIFY(places().filter(" 1 ").size() == 4);
        const QStringList before = places();
        for (const auto compared : {Compared::Other, Compared::Difference, Compared::SideBySide, Compared::Now})
            for (const bool isEnlarged : {true, false}) {
                bench.bench.look([&](MapOptions& maps) {
                    maps.compared = compared;
                    maps.isEnlarged = isEnlarged;
                });
                QApplication::processEvents();
                QCOMPARE(places(), before);
                QCOMPARE(control<QAbstractButton>(*bench.panel, "Pull")->isEnabled(), compared == Compared::Now);
            }
    }

    /// The button Numbers says why no numbers are visible, and what helps.
    void numbersThatDoNotFitSaySo() {
        PanelBench<HeatmapsPanel> bench(shoesSession(), {736, 560});
        auto* button = control<QToolButton>(*bench.panel, "Numbers");
        const auto saysSo = [&] { return button->toolTip().contains("too small"); };
        QTRY_VERIFY(!saysSo());
        QString words;
        for (int i = 0; i < 30; ++i) words += QString("w%1 ").arg(i);
        QVERIFY(bench.bench.apply("Sentence", testing::givenEdit(withSentence(bench.session(), words.toStdString()))));
        QTRY_VERIFY(saysSo());
        button->click(); // off
        QVERIFY(bench.bench.state().notice.isEmpty());
        button->click();
        QVERIFY2(bench.bench.state().notice.contains("Ctrl+L"), qPrintable(bench.bench.state().notice));
        bench.panel->resize(3000, 2500);
        QTRY_VERIFY(!saysSo());
    }

    /// The pointer has moved to the menu, so the button is not highlighted.
    void aButtonIsNotPressedAfterItsMenu() {
        PanelBench<HeatmapsPanel> bench(shoesSession(), {900, 600});
        for (const char* name : {"Presets", "Pull"}) {
            auto* button = control<QToolButton>(*bench.panel, name);
            QMenu* menu = button->defaultAction()->menu();
            menu->popup(button->mapToGlobal(QPoint(0, button->height() + 200)));
            button->setAttribute(Qt::WA_UnderMouse); // as it was when clicked
            menu->close();
            QTRY_VERIFY(!button->underMouse());
        }
    }

    void layersAreCountedAsAPersonDoes() {
        PanelBench<HeatmapsPanel> bench(testing::sample(2), {900, 600});
        bench.bench.look([](View& view) { view.layer = 1; });
        auto* box = control<QComboBox>(*bench.panel, "Layer");
        const auto usual = qScopeGuard([&] { changeConventions({}, *bench.panel); });
        changeConventions({.fromZero = true}, *bench.panel);
        QTRY_COMPARE(texts(*box), (QStringList{"Layer 0", "Layer 1"}));
        QCOMPARE(box->currentText(), QString("Layer 1"));
    }

    /// Each of the two buttons replaces the other stage. If neither or both stages are shown, nothing is replaced.
    void scoresAreShownOneWay() {
        PanelBench<HeatmapsPanel> bench(testing::sample(1), {900, 600});
        auto *scores = control<QPushButton>(*bench.panel, "Scores"),
             *scaled = control<QPushButton>(*bench.panel, "Scaled scores");
        scaled->click();
        QVERIFY(scaled->isChecked() && !scores->isChecked());
        QCOMPARE(bench.bench.state().maps.stages, (std::vector{Stage::Scaled, Stage::Weights}));
        scaled->click(); // again
        QVERIFY(scaled->isChecked());
        for (const auto& stages : {std::vector{Stage::Q}, std::vector{Stage::Scores, Stage::Scaled}}) {
            bench.bench.look([&](MapOptions& options) { options.stages = stages; });
            QVERIFY(!scores->isEnabled() && !scaled->isEnabled());
        }
        bench.bench.look([](MapOptions& options) { options.stages = {Stage::Scores}; });
        QVERIFY(scores->isEnabled() && scores->isChecked() && !scaled->isChecked());
    }

    /// The header is one line at any width. The extension button has a menu for what does not fit.
    void whatDoesNotFitIsInAMenu() {
        PanelBench<HeatmapsPanel> bench(testing::sample(3), {900, 600});
        auto* header = bench.panel->findChild<MapsHeader*>();
        auto* more = control<QToolButton>(*bench.panel, "More options");
        const int height = header->height();
        QVERIFY(!more->isVisible());
        bench.panel->resize(420, 600);
        QTRY_VERIFY(more->isVisible() && !control<QToolButton>(*bench.panel, "Numbers")->isVisible());
        QCOMPARE(header->height(), height);
        const auto numbers = [&]() -> QAction* {
            if (more->menu())
                for (QAction* action : more->menu()->actions())
                    if (action->text() == "Numbers") return action;
            return nullptr;
        };
        QTRY_VERIFY(numbers());
        QVERIFY(numbers()->isChecked());
        numbers()->trigger();
        QVERIFY(!bench.bench.state().maps.numbers);
        bench.panel->resize(900, 600);
        QTRY_VERIFY(!more->isVisible());
    }

private:
    static QStringList texts(const QComboBox& box) {
        QStringList all;
        for (int i = 0; i < box.count(); ++i) all << box.itemText(i);
        return all;
    }
};

QTEST_MAIN(MapsHeaderTest)
#include "tst_mapsHeader.moc"
