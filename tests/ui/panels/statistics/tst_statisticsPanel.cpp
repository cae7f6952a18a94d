// Statistics of heads and rows as tables and charts: their content, order and selection.
#include "base/numberText.h"
#include "engine/Engine.h"
#include "engine/statisticsCsv.h"
#include "panels/statistics/StatisticsPanel.h"
#include "panels/statistics/StatisticsTable.h"
#include "panels/statistics/statisticsCharts.h"
#include "plot/Chart.h"
#include "support/bench.h"
#include "support/changing.h"
#include "support/controls.h"
#include "support/givenEdit.h"
#include "support/layers.h"
#include "words/conventions.h"

#include <QHeaderView>
#include <QLabel>
#include <QSignalSpy>
#include <QTabBar>
#include <QToolButton>

using namespace headlight;
using namespace headlight::testing;

namespace {

/// Two layers of two heads. The second layer is normalised by the sum, so that its entropy is undefined.
Session ofTwoLayers() {
    Session session = testing::sample(2);
    changing(session, 1)->options.normalisation = Normalisation::Sum;
    return session;
}

/// Returns a session of so many tokens of one letter.
Session ofTokens(int count, int heads) {
    std::string sentence;
    for (int i = 0; i < count; ++i) sentence += "a ";
    return *withSentence(*withTokenizer(newSession(1, 2, heads, 1, 1), {"whitespace", ""}), sentence);
}

} // namespace

class StatisticsPanelTest : public QObject {
    Q_OBJECT

private slots:
    void cleanup() {
        bench_.reset();
        setConventions({});
    }

    void theHeadsHaveTheirMeans() {
        show(shoesSession(), "Heads");
        QCOMPARE(titles(heads()), QString("Head | Entropy | Effective tokens | Largest weight | To first | To itself | "
                                          "To previous | To next | To equal | Distance | Sum"));
        QCOMPARE(column(heads(), "Entropy").size(), 3);
        for (int head = 0; head < 3; ++head) {
            const HeadStatistics statistics = fresh(head);
            QCOMPARE(column(heads(), "Entropy")[head], QString::number(statistics.mean(Measure::Entropy).mean, 'f', 4));
            QCOMPARE(column(heads(), "Sum")[head], QString("1.0000"));
        }
        QVERIFY(tip(heads(), 0, "To previous").endsWith("the mean of 7 of 8 rows"));
        QCOMPARE(noteText(), QString("Means over the queries"));
    }

    void theRowsHaveTheirKeys() {
        show(shoesSession(), "Rows");
        QCOMPARE(titles(rows()),
                 QString("Query↑ | Token | Entropy | Effective tokens | Largest weight | at | To first | To itself | "
                         "To previous | To next | To equal | Distance | Sum"));
        QCOMPARE(column(rows(), "Token"), (QStringList{"My", "shoes", QStringLiteral(u"are₃"), "small", "my", "feet",
                                                       QStringLiteral(u"are₇"), "big."}));
        const HeadStatistics statistics = fresh(0);
        for (int query = 0; query < 8; ++query) {
            const RowStatistics& row = statistics.rows[std::size_t(query)];
            QCOMPARE(column(rows(), "Largest weight")[query], QString::number(*row[Measure::Largest], 'f', 4));
            QCOMPARE(column(rows(), "at")[query], column(rows(), "Token")[int(row.largestAt)]);
        }
        QCOMPARE(noteText(), QString("Head 1"));
    }

    void whatIsNotDefinedIsEmpty_data() {
        QTest::addColumn<QString>("what");
        QTest::addColumn<QString>("measure");
        QTest::addColumn<QString>("why");
        QTest::newRow("the first query") << ""
                                         << "To previous"
                                         << "no token is before the first one";
        QTest::newRow("no earlier equal token") << ""
                                                << "To equal"
                                                << "no earlier token is equal";
        QTest::newRow("two sentences") << "second"
                                       << "To itself"
                                       << "queries and keys are two sentences";
        QTest::newRow("a sum") << "sum"
                               << "Entropy"
                               << "the normalisation is “sum”, so weights may be negative";
        QTest::newRow("nothing to attend to") << "mask"
                                              << "Largest weight"
                                              << "the row has no weights";
    }
    void whatIsNotDefinedIsEmpty() {
        QFETCH(QString, what);
        QFETCH(QString, measure);
        QFETCH(QString, why);
        Session session = shoesSession();
        if (what == "second") session = *withSecondSentence(session, true);
        if (what == "sum") changing(session)->options.normalisation = Normalisation::Sum;
        if (what == "mask") changing(session)->options.mask.given = FrozenMatrix(Matrix(Matrix::Zero(8, 8)));
        show(session, "Rows");
        QCOMPARE(column(rows(), measure).at(0), QString());
        QCOMPARE(tip(rows(), 0, measure), "Not defined: " + why);
    }

    /// Columns are sorted by number, with undefined values always last, by a click on a title or by Space.
    void sorting_data() {
        QTest::addColumn<bool>("byKey");
        QTest::newRow("by a click") << false;
        QTest::newRow("by Space") << true;
    }
    void sorting() {
        QFETCH(bool, byKey);
        show(ofTwoLayers(), "Heads");
        QCOMPARE(titles(heads()).section(" | ", 0, 2), QString("Layer↑ | Head | Entropy"));
        const QString small = column(heads(), "Entropy")[0], large = column(heads(), "Entropy")[1];
        const bool isRising = small.toDouble() < large.toDouble();
        const auto sort = [&] {
            if (byKey) heads().setCurrentIndex(heads().model()->index(heads().currentIndex().row(), 2));
            if (byKey) return QTest::keyClick(&heads(), Qt::Key_Space);
            const QHeaderView& header = *heads().horizontalHeader();
            QTest::mouseClick(header.viewport(), Qt::LeftButton, {}, QPoint(header.sectionViewportPosition(2) + 9, 9));
        };
        sort();
        const QStringList up = isRising ? QStringList{small, large, "", ""} : QStringList{large, small, "", ""};
        QCOMPARE(column(heads(), "Entropy"), up);
        QCOMPARE(column(heads(), "Layer"), (QStringList{"1", "1", "2", "2"}));
        QCOMPARE(titles(heads()).section(" | ", 2, 2), QString("Entropy↑"));
        sort();
        QCOMPARE(column(heads(), "Entropy"), (QStringList{up[1], up[0], "", ""}));
        QCOMPARE(column(heads(), "Head").mid(2), (QStringList{"1", "2"}));                      // the order is stable
        QVERIFY(heads().selectionModel()->isRowSelected(heads().lines().rowOf({0, 0, 0}, -1))); // it moved, too
        QCOMPARE(view().head, 0);
    }

    void goingToALineSelectsIt() {
        show(ofTwoLayers(), "Heads");
        click(heads(), 3, 1);
        QCOMPARE(std::pair(view().layer, view().head), std::pair(1, 1));
        QTest::keyClick(&heads(), Qt::Key_Up);
        QCOMPARE(std::pair(view().layer, view().head), std::pair(1, 0));
        bench_->bench.look([](View& view) { view.layer = 0; });
        QTRY_VERIFY(heads().selectionModel()->isRowSelected(0));
        turnTo("Rows");
        click(rows(), 2, 1);
        QCOMPARE(view().query, 2);
    }

    /// The numbers follow a drag, and the order follows when it ends.
    void editsAreFollowed() {
        show(shoesSession(), "Heads");
        heads().sortByColumn(2, Qt::AscendingOrder);
        const QStringList order = column(heads(), "Head");
        Session equal = bench_->session(); // the first head gets equal weights, and becomes the last
        changing(equal)->allHeads[std::size_t(order[0].toInt() - 1)][Parameter::Wq] = Matrix(Matrix::Zero(2, 3));
        bench_->bench.set(&ViewState::isDragging, true);
        QVERIFY(bench_->bench.apply("Edit", givenEdit(equal), bench_->bench.document().newGesture()));
        QTRY_COMPARE(column(heads(), "Entropy")[0], QString("3.0000"));
        QCOMPARE(column(heads(), "Head"), order);
        bench_->bench.set(&ViewState::isDragging, false);
        QTRY_COMPARE(column(heads(), "Head"), (QStringList{order[1], order[2], order[0]}));
    }

    /// The panel requests only the statistics that it shows, after the maps, and nothing while it is hidden.
    void itAsksForWhatItShows() {
        show(ofTwoLayers(), "Heads");
        using Demands = std::vector<StatisticsDemand>;
        QVERIFY(panel().request().priority == Priority::Later);
        QVERIFY((panel().request().statistics == Demands{{0, 0, 0}, {0, 1, 0}, {1, 0, 0}, {1, 1, 0}}));
        bench_->bench.select(1, 0, 0);
        turnTo("Entropy of rows");
        QVERIFY((bench_->bench.state().frame->demand.statistics == Demands{{0, 1, 0}}));
        panel().hide();
        QVERIFY(bench_->bench.apply("Edit", givenEdit(withSentence(bench_->session(), "c b a"))));
        QTRY_VERIFY(bench_->bench.state().frame->session == bench_->session());
        QVERIFY(bench_->bench.state().frame->demand.statistics.empty());
        panel().show();
        QTRY_VERIFY(isAnswered());
    }

    /// For large sessions fewer heads are requested, which a note says; none while a number is dragged.
    void largeSessions_data() {
        QTest::addColumn<int>("tokens");
        QTest::addColumn<int>("asked");
        QTest::addColumn<QString>("note");
        QTest::newRow("all") << 1000 << 4 << "Means over the queries";
        QTest::newRow("those of the layer")
            << 2500 << 2 << "Means over the queries. The sentence is long: only the selected layer";
        QTest::newRow("one") << 4000 << 1 << "Means over the queries. The sentence is long: only the selected head";
    }
    void largeSessions() {
        QFETCH(int, tokens);
        QFETCH(int, asked);
        QFETCH(QString, note);
        show(*withLayerAdded(ofTokens(tokens, 2)), "Heads");
        QCOMPARE(heads().model()->rowCount(), asked);
        QCOMPARE(noteText(), note);
        bench_->bench.set(&ViewState::isDragging, true);
        QVERIFY(panel().request().statistics.empty());
        QCOMPARE(heads().model()->rowCount(), asked); // the last answer stays
        bench_->bench.set(&ViewState::isDragging, false);
        QCOMPARE(int(panel().request().statistics.size()), asked);
    }

    /// All heads are computed if the user wants it, until the next edit.
    void allHeadsOfALongSentence() {
        show(ofTokens(4000, 2), "Heads");
        auto* all = control<QToolButton>(panel(), "All heads");
        QVERIFY(all->isVisible());
        all->click();
        QTRY_COMPARE(heads().model()->rowCount(), 2);
        QVERIFY(!all->isVisible());
        QCOMPARE(noteText(), QString("Means over the queries"));
        Session causal = bench_->session();
        changing(causal)->options.mask.causal = true;
        QVERIFY(bench_->bench.apply("Edit", givenEdit(causal)));
        QTRY_COMPARE(heads().model()->rowCount(), 1);
        QVERIFY(all->isVisible());
    }

    void pictures_data() {
        QTest::addColumn<QString>("page");
        QTest::addColumn<QString>("across");
        QTest::addColumn<QString>("up");
        QTest::addColumn<QString>("description"); // the value of the selected bar
        QTest::newRow("weights") << "Weights"
                                 << "key"
                                 << "weight"
                                 << "weight, 3 are: 0.2058";
        QTest::newRow("heads") << "Entropy of heads"
                               << "head"
                               << "mean entropy, bits"
                               << "mean entropy, bits, 2: 2.7904";
        QTest::newRow("rows") << "Entropy of rows"
                              << "query"
                              << "entropy, bits"
                              << "entropy, bits, 2 shoes: 2.6821";
    }
    /// The selected value is marked, and a click selects another.
    void pictures() {
        QFETCH(QString, page);
        QFETCH(QString, across);
        QFETCH(QString, up);
        QFETCH(QString, description);
        show(shoesSession(), "Heads");
        bench_->bench.select(1, 1, 2);
        turnTo(page);
        auto* chart = control<Chart>(panel(), page);
        QVERIFY(chart->isVisible());
        QCOMPARE(chart->content().across, across);
        QCOMPARE(chart->content().up, up);
        QCOMPARE(chart->accessibleDescription().remove(QChar(0x2068)).remove(QChar(0x2069)), description);
        QTest::mouseClick(chart, Qt::LeftButton, {}, chart->placeOf(0));
        const View now = view();
        QCOMPARE((std::array{now.head, now.query, now.key}),
                 (std::array{page == "Entropy of heads" ? 0 : 1, page == "Entropy of rows" ? 0 : 1,
                             page == "Weights" ? 0 : 2}));
        QTRY_COMPARE(chart->content().marked, 0);
    }

    /// The means are exported as in the table, without measures that are undefined for all rows.
    void theHeadsAreExported() {
        Session session = shoesSession();
        show(session, "Heads");
        QSignalSpy wanted(&panel(), &StatisticsPanel::exportWanted);
        control<QToolButton>(panel(), "Export…")->click();
        QCOMPARE(wanted.at(0).at(0).toString(), QString("statistics of heads"));
        const QStringList lines = QString::fromStdString(wanted.at(0).at(1).value<std::string>()).split('\n');
        QCOMPARE(lines.size(), 1 + 3 + 1);
        QVERIFY2(lines[0].startsWith("layer,head,\"mean entropy\",\"mean effective tokens\","), qPrintable(lines[0]));
        for (int head = 0; head < 3; ++head) {
            QStringList meant{"1", QString::number(head + 1)};
            for (const MeasureMean& mean : fresh(head).means) meant << QString::fromStdString(shortest(mean.mean));
            QCOMPARE(lines[1 + head].split(','), meant);
        }
        HeadStatistics none;
        none.of = {1, 4, 0};
        const std::string csv = csvOfHeads({nullptr, std::make_shared<HeadStatistics>(none)});
        QCOMPARE(QString::fromStdString(csv.substr(csv.find('\n'))), QString("\n2,5,,,,,,,,,,\n"));
    }

    void theRowsAreExported() {
        show(shoesSession(), "Rows");
        QSignalSpy wanted(&panel(), &StatisticsPanel::exportWanted);
        control<QToolButton>(panel(), "Export…")->click();
        const std::shared_ptr<const HeadStatistics> all[] = {std::make_shared<HeadStatistics>(fresh(0)),
                                                             std::make_shared<HeadStatistics>(fresh(1)),
                                                             std::make_shared<HeadStatistics>(fresh(2))};
        QCOMPARE(wanted.at(0).at(0).toString(), QString("statistics of rows, head 1"));
        QCOMPARE(wanted.at(0).at(1).value<std::string>(), statisticsCsv(bench_->session(), std::span(all).first(1)));
        QVERIFY(!wanted.at(0).at(2).value<std::optional<ChartContent>>());
        Engine engine(makeBackend(kDefaultBackend).value());
        QCOMPARE(statisticsCsv(engine, bench_->session()).value(), statisticsCsv(bench_->session(), all));
        QVERIFY(!statisticsCsv(engine, bench_->session(), [](double) { return false; }).ok());
    }

    /// A chart is exported with a heading, or as numbers with all digits.
    void chartsAreExported_data() {
        QTest::addColumn<QString>("page");
        QTest::addColumn<QString>("what");
        QTest::addColumn<QString>("heading");
        QTest::addColumn<QString>("second");
        QTest::newRow("weights") << "Weights" << QStringLiteral(u"weights, head 1, query “\u2068My\u2069”")
                                 << "\"key\",\"weight\""
                                 << "\"shoes\",";
        QTest::newRow("heads") << "Entropy of heads"
                               << "entropy of heads"
                               << "\"head\",\"mean entropy, bits\""
                               << "\"2\",";
        QTest::newRow("rows") << "Entropy of rows"
                              << "entropy of rows, head 1"
                              << "\"query\",\"entropy, bits\""
                              << "\"shoes\",";
    }
    void chartsAreExported() {
        QFETCH(QString, page);
        QFETCH(QString, what);
        QFETCH(QString, heading);
        QFETCH(QString, second);
        show(shoesSession(), page);
        QSignalSpy wanted(&panel(), &StatisticsPanel::exportWanted);
        control<QToolButton>(panel(), "Export…")->click();
        QCOMPARE(wanted.at(0).at(0).toString(), what);
        const auto chart = wanted.at(0).at(2).value<std::optional<ChartContent>>();
        ChartContent shown = control<Chart>(panel(), page)->content();
        if (what.contains(", ")) shown.across += " (" + what.section(", ", 1) + ")";
        QVERIFY(chart && chart->isSame(shown));
        const QStringList lines = QString::fromStdString(wanted.at(0).at(1).value<std::string>()).split('\n');
        QCOMPARE(lines.size(), qsizetype(1 + chart->values.size() + 1));
        QCOMPARE(lines[0], heading);
        QCOMPARE(lines[2], second + QString::fromStdString(shortest(*chart->values[1])));
    }

    /// A long token is shortened, since a picture of one column has no space for it.
    void aLongTokenIsCut() {
        show(*withSentence(shoesSession(), std::string(60, 'a') + " b"), QStringLiteral("Weights"));
        QSignalSpy wanted(&panel(), &StatisticsPanel::exportWanted);
        control<QToolButton>(panel(), "Export…")->click();
        const auto chart = wanted.at(0).at(2).value<std::optional<ChartContent>>();
        QVERIFY2(chart->across.size() < 60 && chart->across.contains("aaa…"), qPrintable(chart->across));
    }

    void placesAreCountedAsIsSet() {
        show(shoesSession(), "Heads");
        Conventions fromZero;
        fromZero.fromZero = true;
        changeConventions(fromZero, panel());
        QCOMPARE(column(heads(), "Head"), (QStringList{"0", "1", "2"}));
    }

    void withoutTokensItSaysSo() {
        show(shoesSession(), "Rows");
        QVERIFY(bench_->bench.apply("Edit", givenEdit(withSentence(bench_->session(), ""))));
        QTRY_VERIFY(!rows().isVisible());
        QVERIFY(panel().request() == Request{}); // so that nobody waits for an answer
        QCOMPARE(control<QLabel>(panel(), "Why there are none")->text(),
                 QString("Type a sentence above to see its statistics."));
        QVERIFY(!control<QToolButton>(panel(), "Export…")->isEnabled());
    }

    /// The statistics are those of the present session; where the maps show another state, the panel says so.
    void thePresentNumbersAreNamed() {
        show(shoesSession(), "Rows");
        QVERIFY(bench_->bench.apply("Edit", givenEdit(withSentence(bench_->session(), "c b a"))));
        bench_->bench.look([](MapOptions& maps) { maps.compared = Compared::Other; });
        QTRY_COMPARE(noteText(), QString("Of the present numbers, not “before” · Head 1"));
        bench_->bench.look([](MapOptions& maps) { maps.compared = Compared::Difference; });
        QTRY_COMPARE(noteText(), QString("Head 1"));
    }

private:
    StatisticsPanel& panel() { return *bench_->panel; }
    StatisticsTable& heads() { return *control<StatisticsTable>(panel(), "Statistics of heads"); }
    StatisticsTable& rows() { return *control<StatisticsTable>(panel(), "Statistics of rows"); }
    const View& view() { return bench_->bench.state().view; }
    QString noteText() { return control<QLabel>(panel(), "Of which heads")->text(); }
    bool isAnswered() {
        const auto response = bench_->bench.state().responseTo(panel());
        return response && response->request == panel().request() && response->frame->session == bench_->session();
    }
    void show(const Session& session, const QString& page) {
        bench_ = std::make_unique<PanelBench<StatisticsPanel>>(session, QSize(740, 220));
        turnTo(page);
    }
    void turnTo(const QString& page) {
        auto* pages = control<QTabBar>(panel(), "Statistics shown");
        for (int tab = 0; tab < pages->count(); ++tab)
            if (pages->tabText(tab) == page) pages->setCurrentIndex(tab);
        QCOMPARE(pages->tabText(pages->currentIndex()), page);
        QTRY_VERIFY(isAnswered());
    }
    static QString title(StatisticsTable& table, int section) {
        return table.model()->headerData(section, Qt::Horizontal, Qt::DisplayRole).toString().replace('\n', ' ');
    }
    static QString titles(StatisticsTable& table) {
        QStringList all;
        for (int section = 0; section < table.model()->columnCount(); ++section)
            if (!table.isColumnHidden(section)) all << title(table, section);
        return all.join(" | ");
    }
    static QModelIndex cell(StatisticsTable& table, int line, const QString& name) {
        for (int section = 0; section < table.model()->columnCount(); ++section)
            if (title(table, section).remove(QChar(0x2191)).remove(QChar(0x2193)) == name)
                return table.model()->index(line, section);
        return {};
    }
    static QStringList column(StatisticsTable& table, const QString& name) {
        QStringList all;
        for (int line = 0; line < table.model()->rowCount(); ++line) all << cell(table, line, name).data().toString();
        return all;
    }
    static QString tip(StatisticsTable& table, int line, const QString& name) {
        return cell(table, line, name).data(Qt::AccessibleDescriptionRole).toString();
    }
    static void click(StatisticsTable& table, int line, int column) {
        const QPoint at = table.visualRect(table.model()->index(line, column)).center();
        QTest::mouseClick(table.viewport(), Qt::LeftButton, {}, at);
    }
    HeadStatistics fresh(int head) {
        Demand demand;
        demand.statistics = {{0, head, 0}};
        Engine engine(makeBackend(kDefaultBackend).value());
        return *engine.answer(bench_->session(), demand).statistics.at(0);
    }
    std::unique_ptr<PanelBench<StatisticsPanel>> bench_;
};

QTEST_MAIN(StatisticsPanelTest)
#include "tst_statisticsPanel.moc"
