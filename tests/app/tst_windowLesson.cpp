// Each kind of number is clicked in the real window, and the inspector explains it.
#include "app/windowBench.h"
#include "plot/HeatmapView.h"
#include "session/edits.h"
#include "words/numberWords.h"
#include "words/wording.h"

#include <QTableView>
#include <QTextBrowser>

using namespace headlight;
using namespace headlight::testing;

class WindowLessonTest : public QObject {
    Q_OBJECT

private slots:
    /// Makes two layers with all options, except dropout, which a test of its own adds.
    void initTestCase() {
        bench_.start();
        edit([](const Session& s) { return withPositions(s, Positions::Kind::Sinusoidal); });
        edit([](const Session& s) { return withOptional(s, 0, Parameter::Wo, true); });
        edit([](const Session& s) { return withResidual(s, 0, true); });
        edit([](const Session& s) { return withNorm(s, 0, Norm{}); });
        edit([](const Session& s) { return withLayerAdded(s); });
        edit([](const Session& s) {
            Options options = s.layers[0].options;
            options.mask.causal = true;
            options.dropout = Dropout{0.4, 7};
            return withOptions(s, 0, options);
        });
        QTRY_VERIFY_WITH_TIMEOUT(settled(window()), testing::patience());
    }
    void cleanupTestCase() { bench_.end(); }

    void numbersOfMaps_data() {
        QTest::addColumn<int>("stage");
        QTest::addColumn<QString>("says"); // a text that only this kind has
        const auto row = [](Stage stage, const char* says) {
            QTest::newRow(infoOf(stage).id) << int(stage) << QString::fromUtf8(says);
        };
        row(Stage::Embeddings, "Row of id");
        row(Stage::Positions, "Where does p₁");
        row(Stage::X, "e + p");
        row(Stage::Normed, "x minus the mean");
        row(Stage::Q, "Where does q₁");
        row(Stage::K, "Where does k₁");
        row(Stage::V, "Where does v₁");
        row(Stage::Scores, "q · k");
        row(Stage::Scaled, "÷ √d");
        row(Stage::Masked, "−∞ where masked");
        row(Stage::Weights, "e to the power (s − largest)");
        row(Stage::Dropped, "÷ (1 − rate)");
        row(Stage::Context, "Where does z₁");
        row(Stage::Concat, "z of all heads");
        row(Stage::Output, "Where does o₁");
        row(Stage::Result, "x + o");
        row(Stage::Rollout, "How much of “My” is in");
    }
    /// Clicks the first number of the last token in the map of that stage.
    void numbersOfMaps() {
        QFETCH(int, stage);
        QFETCH(QString, says);
        const auto of = Stage(stage);
        window().workbench().look([of](MapOptions& maps) { maps.showOnly({of}); });
        QTRY_VERIFY_WITH_TIMEOUT(settled(window()), testing::patience());
        const bool hasHeads = infoOf(of).scope == Scope::Head;
        auto* map = control<HeatmapView>(window(), hasHeads ? titleOf(of) + ", head 1" : titleOf(of));
        QTRY_VERIFY_WITH_TIMEOUT(map->content().tile && map->content().tile->demand.stage == of, testing::patience());
        const Tile& tile = *map->content().tile;
        const int row = int(tile.values.rows()) - 1;
        QTest::mouseClick(map, Qt::LeftButton, {}, map->area().cells(row, 0, 1, 1).center().toPoint());
        const QString number = withMinus(rounded(double(tile.values(row, 0))));
        QTRY_VERIFY_WITH_TIMEOUT(page().contains(number) && page().contains(says), testing::patience());
    }

    void numbersOfTables_data() {
        QTest::addColumn<QString>("tab"); // the tab to open; empty: the table is always visible
        QTest::addColumn<QString>("table");
        QTest::addColumn<QString>("says");
        for (const char* name : {"W_q", "W_k", "W_v", "W_o", "gain"})
            QTest::newRow(name) << name << name
                                << QString("Where does %1[1, 1] come from?").arg(QString(name).remove('_'));
        QTest::newRow("embeddings") << ""
                                    << "Embeddings" << QString::fromUtf8("Where does x₁ of “My”");
    }
    void numbersOfTables() {
        QFETCH(QString, tab);
        QFETCH(QString, table);
        QFETCH(QString, says);
        if (!tab.isEmpty()) control<QAbstractButton>(window(), tab)->click();
        auto* view = control<QTableView>(window(), table);
        QTest::mouseClick(view->viewport(), Qt::LeftButton, {}, view->visualRect(view->model()->index(0, 0)).center());
        QTRY_VERIFY_WITH_TIMEOUT(page().contains(says), testing::patience());
        QVERIFY(page().contains(withMinus(view->model()->index(0, 0).data().toString())));
    }

private:
    void edit(const std::function<Result<Session>(const Session&)>& make) {
        QVERIFY(window().workbench().apply("Edit", [=](const Session& now, const Watch&) { return make(now); }));
    }
    MainWindow& window() { return *bench_.window_; }
    QString page() {
        const QString text = control<QTextBrowser>(window(), "How the number came to be")->toPlainText();
        return QString(text).remove(QChar(0x2068)).remove(QChar(0x2069));
    }

    WindowBench bench_;
};

QTEST_MAIN(WindowLessonTest)
#include "tst_windowLesson.moc"
