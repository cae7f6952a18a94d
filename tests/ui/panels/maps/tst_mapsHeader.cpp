// The tool row above the maps, and its popups.
#include "controls/buttons.h"
#include "document/Workbench.h"
#include "document/mapActions.h"
#include "panels/maps/HeatmapsPanel.h"
#include "panels/maps/MapsHeader.h"
#include "plot/Colormap.h"
#include "session/edits.h"
#include "style/Theme.h"
#include "style/textSize.h"
#include "support/bench.h"
#include "support/clipped.h"
#include "support/controls.h"
#include "support/givenEdit.h"
#include "support/layers.h"
#include "words/conventions.h"

#include <QComboBox>
#include <QMenu>
#include <QPointer>
#include <QPushButton>
#include <QScopeGuard>
#include <QToolButton>

using namespace headlight;
using namespace headlight::testing;

class MapsHeaderTest : public QObject {
    Q_OBJECT

private slots:
    void theButtonSaysWhichMaps_data() {
        QTest::addColumn<QList<Stage>>("stages");
        QTest::addColumn<bool>("isEnlarged");
        QTest::addColumn<QString>("words");
        using S = Stage;
        QTest::newRow("usual") << QList<S>{S::Scores, S::Weights} << false << "scores, weights";
        QTest::newRow("one head") << QList<S>{S::Weights} << true << "weights of head 2";
        QTest::newRow("two of one head") << QList<S>{S::Scores, S::Weights} << true << "scores, weights of head 2";
        QTest::newRow("of the layer") << QList<S>{S::Concat} << true << "joined heads";
        QTest::newRow("both") << QList<S>{S::Weights, S::Concat} << true << "weights of head 2, joined heads";
        QTest::newRow("many of one head") << QList<S>{S::X, S::Q, S::K, S::V} << true << "4 stages of head 2";
        QTest::newRow("three") << QList<S>{S::Q, S::K, S::V} << false << "Q, K, V";
        QTest::newRow("many") << QList<S>{S::X, S::Q, S::K, S::V} << false << "4 stages";
        QTest::newRow("without a mask") << QList<S>{S::Masked} << false << "scores, weights"; // what is shown instead
    }
    void theButtonSaysWhichMaps() {
        QFETCH(QList<Stage>, stages);
        QFETCH(bool, isEnlarged);
        QFETCH(QString, words);
        ViewState state;
        state.session = testing::shoesSession(3);
        state.view.head = 1;
        state.maps.stages = {stages.begin(), stages.end()};
        state.maps.isEnlarged = isEnlarged;
        QCOMPARE(shownWords(state), words);
        state.maps.overview = true;
        QCOMPARE(shownWords(state), QString("overview"));
    }

    void theButtonSaysHowTheyLook_data() {
        QTest::addColumn<int>("fewest"); // -2: there are no maps
        QTest::addColumn<int>("most");
        QTest::addColumn<bool>("numbers");
        QTest::addColumn<QString>("curve");
        QTest::addColumn<QString>("words");
        QTest::newRow("usual") << 4 << 4 << true << "linear"
                               << "4 decimals";
        QTest::newRow("of each stage") << 2 << 4 << true << "linear"
                                       << "2–4 decimals";
        QTest::newRow("of some stages") << -1 << 3 << true << "linear"
                                        << "≤ 3 decimals";
        QTest::newRow("one") << 1 << 1 << true << ""
                             << "1 decimal";
        QTest::newRow("bent") << 2 << 2 << true << "root"
                              << "2 decimals, square root";
        QTest::newRow("off") << 4 << 4 << false << "linear"
                             << "no numbers";
        QTest::newRow("too small") << -1 << -1 << true << "logarithm"
                                   << "colours only, logarithmic";
        QTest::newRow("overview") << -2 << -2 << true << "root"
                                  << "square root";
        QTest::newRow("no sentence") << -2 << -2 << true << ""
                                     << "colours";
    }
    void theButtonSaysHowTheyLook() {
        QFETCH(int, fewest);
        QFETCH(int, most);
        QFETCH(bool, numbers);
        QFETCH(QString, curve);
        QFETCH(QString, words);
        ShownMaps shown;
        if (fewest > -2) shown.decimals = std::pair(fewest, most);
        if (!curve.isEmpty()) shown.curve = &findCurve(curve.toStdString());
        MapOptions options;
        options.numbers = numbers;
        QCOMPARE(displayWords(options, shown), words);
    }

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

    /// Both buttons are always there, whatever the width and what stands between them; nothing else moves them.
    void theRowHasBothButtons_data() {
        QTest::addColumn<int>("width");
        for (const int width : {320, 420, 600, 736, 822, 1376}) QTest::addRow("%d px", width) << width;
    }
    void theRowHasBothButtons() {
        QFETCH(int, width);
        PanelBench<HeatmapsPanel> bench(shoesSession(), {width, 560});
        auto* header = bench.panel->findChild<MapsHeader*>();
        const auto* show = control<QAbstractButton>(*bench.panel, "Show");
        const auto* display = control<QAbstractButton>(*bench.panel, "Display");
        const auto place = [&] {
            QApplication::processEvents();
            return QString("%1 %2 %3").arg(show->x()).arg(width - display->geometry().right()).arg(header->height());
        };
        const QString before = place();
        QVERIFY(
            bench.bench.apply("Edit", testing::givenEdit(withCell(bench.session(), {Parameter::Wq, 0, 0}, 0, 0, 2))));
        for (const auto compared : {Compared::Other, Compared::Difference, Compared::SideBySide, Compared::Now})
            for (const bool isEnlarged : {true, false})
                for (const MapHand hand : {MapHand::Pan, MapHand::Pull}) {
                    bench.bench.look([&](MapOptions& maps) {
                        maps.compared = compared;
                        maps.isEnlarged = isEnlarged;
                        maps.hand = hand;
                    });
                    QCOMPARE(place(), before);
                    for (const auto* button : {show, display}) {
                        QVERIFY(button->isVisible() && header->rect().contains(button->geometry()));
                        QVERIFY(button->width() >= button->minimumSizeHint().width());
                    }
                }
    }

    /// The states to compare appear right of all that is there.
    void aComparisonMovesNothing_data() {
        QTest::addColumn<int>("width");
        QTest::addColumn<MapHand>("hand");
        QTest::newRow("as in a window of 1280 px") << 808 << MapHand::Pan;
        QTest::newRow("while weights are dragged") << 1376 << MapHand::Pull;
    }
    void aComparisonMovesNothing() {
        QFETCH(int, width);
        QFETCH(MapHand, hand);
        PanelBench<HeatmapsPanel> bench(shoesSession(), {width, 560});
        bench.bench.look([&](MapOptions& maps) { maps.hand = hand; });
        QTRY_COMPARE(control<QAbstractButton>(*bench.panel, "Display")->isVisible(), true);
        const auto places = [&](const QList<const char*>& names) {
            QApplication::processEvents();
            QList<QRect> all;
            for (const char* name : names)
                if (const auto* one = control<QAbstractButton>(*bench.panel, name); one->isVisible())
                    all << QRect(one->mapTo(bench.panel.get(), QPoint()), one->size());
            return all;
        };
        const QList<const char*> first{"Show", "Drag weights", "Display"};
        const auto before = places(first);
        QVERIFY(
            bench.bench.apply("Edit", testing::givenEdit(withCell(bench.session(), {Parameter::Wq, 0, 0}, 0, 0, 2))));
        QCOMPARE(places(first), before);
        const auto withStates = places({"Show", "Drag weights", "Now", "Difference", "Display"});
        bench.bench.look([](MapOptions& maps) { maps.compared = Compared::Difference; });
        QCOMPARE(places({"Show", "Drag weights", "Now", "Difference", "Display"}), withStates);
    }

    /// The states to compare are shown whole or, in a narrow row, not at all; the View menu and key D have them.
    void whatDoesNotFitIsHidden_data() {
        QTest::addColumn<int>("width");
        for (const int width : {320, 360, 400, 450, 500, 550, 600}) QTest::addRow("%d px", width) << width;
    }
    void whatDoesNotFitIsHidden() {
        QFETCH(int, width);
        applyTheme(*qApp, lightTheme()); // its sheet makes the row as it is in the window
        const auto usual = qScopeGuard([] { qApp->setStyleSheet({}); });
        PanelBench<HeatmapsPanel> bench(shoesSession(), {width, 560});
        const auto* header = bench.panel->findChild<MapsHeader*>();
        QVERIFY(
            bench.bench.apply("Edit", testing::givenEdit(withCell(bench.session(), {Parameter::Wq, 0, 0}, 0, 0, 2))));
        for (const auto compared : {Compared::Other, Compared::Difference, Compared::SideBySide}) {
            bench.bench.look([&](MapOptions& maps) { maps.compared = compared; });
            QApplication::processEvents();
            QCOMPARE(clippedTexts(*header).join('\n'), QString());
        }
        bench.panel->resize(900, 560);
        const auto* with = control<QToolButton>(*bench.panel, "Compare with");
        const auto* states = control<QPushButton>(*bench.panel, "Difference");
        QTRY_VERIFY(states->isVisible() && with->isVisible());
        QCOMPARE(clippedTexts(*header).join('\n'), QString());
        bench.panel->resize(320, 560);
        QTRY_VERIFY(!states->isVisible());
        QCOMPARE(clippedTexts(*header).join('\n'), QString());
    }

    /// The width beside both panels in a 1280 px window with large text: the buttons have their states, not their
    /// names.
    void theStatesAreNotElidedBesideTheComparison() {
        applyTextSize(*qApp, lightTheme(), 1.5);
        const auto usual = qScopeGuard([] {
            applyTextSize(*qApp, lightTheme(), 1);
            qApp->setStyleSheet({});
        });
        PanelBench<HeatmapsPanel> bench(shoesSession(), {630, 500});
        QVERIFY(
            bench.bench.apply("Edit", testing::givenEdit(withCell(bench.session(), {Parameter::Wq, 0, 0}, 0, 0, 2))));
        QTRY_VERIFY(control<QPushButton>(*bench.panel, "Difference")->isVisible());
        for (const auto* button : bench.panel->findChildren<StateButton*>())
            QTRY_VERIFY(button->width() >= button->widthOfState() && !button->accessibleDescription().isEmpty());
    }

    /// A button says what the maps show; its name stays.
    void theButtonsSayTheState() {
        PanelBench<HeatmapsPanel> bench(shoesSession(), {900, 560});
        const auto* show = control<QAbstractButton>(*bench.panel, "Show");
        const auto* display = control<QAbstractButton>(*bench.panel, "Display");
        QTRY_COMPARE(display->text(), QString("Display 4 decimals"));
        QCOMPARE(display->accessibleDescription(), QString("4 decimals"));
        QCOMPARE(show->text(), QString("Show scores, weights"));
        QCOMPARE(show->accessibleDescription(), QString("scores, weights"));
        bench.bench.look([](MapOptions& maps) { maps.numbers = false; });
        QCOMPARE(display->text(), QString("Display no numbers"));
    }

    /// Cells that are too small for numbers are named in the row, and in the state that the status line shows.
    void numbersThatDoNotFitSaySo() {
        PanelBench<HeatmapsPanel> bench(shoesSession(), {736, 560});
        const auto* button = control<QAbstractButton>(*bench.panel, "Display");
        const auto saysSo = [&] {
            return button->text() == "Display colours only" && bench.bench.state().areNumbersMissing;
        };
        QTRY_COMPARE(button->text(), QString("Display 3 decimals")); // cells of (736 - 120) / 16 px
        QString words;
        for (int i = 0; i < 30; ++i) words += QString("w%1 ").arg(i);
        QVERIFY(bench.bench.apply("Sentence", testing::givenEdit(withSentence(bench.session(), words.toStdString()))));
        QTRY_VERIFY(saysSo());
        bench.bench.look([](MapOptions& maps) { maps.numbersAlways = true; });
        QTRY_VERIFY(!bench.bench.state().areNumbersMissing);
        QVERIFY2(button->text().contains("decimal"), qPrintable(button->text()));
        bench.bench.look([](MapOptions& maps) { maps.numbers = false; });
        QVERIFY(!bench.bench.state().areNumbersMissing); // none are wanted
    }

    /// Opened by a key, a popup has the focus in it; Esc closes it.
    void thePopupsAreUsedByKeys_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("first");
        QTest::newRow("Show") << "Show"
                              << "Scores and weights";
        QTest::newRow("Display") << "Display"
                                 << "Numbers";
    }
    void thePopupsAreUsedByKeys() {
        QFETCH(QString, name);
        QFETCH(QString, first);
        PanelBench<HeatmapsPanel> bench(shoesSession(), {736, 560});
        auto* button = control<QAbstractButton>(*bench.panel, name);
        button->setFocus();
        for (int time = 0; time < 2; ++time) {
            QTest::keyClick(button, Qt::Key_Space);
            QPointer<QWidget> popup = QApplication::activePopupWidget();
            QVERIFY(popup && popup->isVisible());
            QCOMPARE(popup->accessibleName(), name);
            QVERIFY(popup->focusWidget());
            QCOMPARE(popup->focusWidget()->accessibleName(), first);
            QTest::keyClick(popup->focusWidget(), Qt::Key_Escape);
            QTRY_VERIFY(!QApplication::activePopupWidget());
        }
    }

    /// The popup stays open while stages are chosen one by one, and closes with a common set.
    void stagesAreChosenInThePopup() {
        PanelBench<HeatmapsPanel> bench(testing::sample(1), {900, 600});
        control<QAbstractButton>(*bench.panel, "Show")->click();
        QWidget* popup = QApplication::activePopupWidget();
        QVERIFY(popup);
        const auto press = [&](const char* name) { control<QToolButton>(*popup, name)->click(); };
        press("Scaled scores");
        press("Scores");
        QCOMPARE(bench.bench.state().maps.stages, (std::vector{Stage::Scaled, Stage::Weights}));
        QVERIFY(control<QToolButton>(*popup, "Scaled scores")->isChecked());
        press("Scaled scores");
        press("Weights"); // the last one stays
        QVERIFY(control<QToolButton>(*popup, "Weights")->isChecked());
        press("Q, K and V");
        QCOMPARE(bench.bench.state().maps.stages, (std::vector{Stage::Q, Stage::K, Stage::V}));
        QTRY_VERIFY(!QApplication::activePopupWidget());
    }

    /// The switches between the buttons stand there only while they are of use.
    void whatIsOfNoUseIsNotThere() {
        PanelBench<HeatmapsPanel> bench(shoesSession(), {900, 600});
        const auto shown = [&] {
            QApplication::processEvents();
            QStringList names;
            for (const char* name : {"Edit mask", "Difference", "Compare with", "Drag weights"})
                for (const auto* button : bench.panel->findChildren<QAbstractButton*>())
                    if (button->accessibleName() == name && button->isVisible()) names << name;
            return names.join(", ");
        };
        const auto look = [&](auto change) { bench.bench.look([&](MapOptions& maps) { change(maps); }); };
        QCOMPARE(shown(), QString());
        QVERIFY(
            bench.bench.apply("Edit", testing::givenEdit(withCell(bench.session(), {Parameter::Wq, 0, 0}, 0, 0, 2))));
        QCOMPARE(shown(), QString("Difference"));
        look([](MapOptions& maps) { maps.hand = MapHand::Pull; });
        QCOMPARE(shown(), QString("Difference, Drag weights"));
        look([](MapOptions& maps) { maps.compared = Compared::Difference; });
        QCOMPARE(shown(), QString("Difference, Compare with, Drag weights"));
        QVERIFY(!control<QToolButton>(*bench.panel, "Drag weights")->isEnabled()); // only present numbers are dragged
        look([](MapOptions& maps) { maps.overview = true; });
        QCOMPARE(shown(), QString());
    }

    /// The pointer has moved to the menu, so the button is not highlighted.
    void aButtonIsNotPressedAfterItsMenu() {
        PanelBench<HeatmapsPanel> bench(shoesSession(), {900, 600});
        bench.bench.look([](MapOptions& maps) { maps.hand = MapHand::Pull; });
        auto* button = control<QToolButton>(*bench.panel, "Drag weights");
        QMenu* menu = button->defaultAction()->menu();
        menu->popup(button->mapToGlobal(QPoint(0, button->height() + 200)));
        button->setAttribute(Qt::WA_UnderMouse); // as it was when clicked
        menu->close();
        QTRY_VERIFY(!button->underMouse());
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

private:
    static QStringList texts(const QComboBox& box) {
        QStringList all;
        for (int i = 0; i < box.count(); ++i) all << box.itemText(i);
        return all;
    }
};

QTEST_MAIN(MapsHeaderTest)
#include "tst_mapsHeader.moc"
