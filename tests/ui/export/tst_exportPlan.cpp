// The layout of a picture. The rectangles show that its page is filled.
#include "export/ExportPlan.h"
#include "ui/export/pictures.h"

#include <QTest>

using namespace headlight;
using namespace headlight::testing;

namespace {

ExportSpec specOf(std::vector<Stage> stages, bool scalePerHead = false) {
    ExportSpec spec = specFor(ExportFormat::Png);
    spec.maps.stages = std::move(stages);
    spec.maps.scalePerHead = scalePerHead;
    return spec;
}

std::vector<QRectF> rectanglesOf(const ExportPlan& plan) {
    std::vector<QRectF> rects;
    for (const PlannedMap& map : plan.maps) rects.push_back(map.bounds);
    for (const PlannedStage& stage : plan.stages)
        if (!stage.scale.isNull()) rects.push_back(stage.scale);
    return rects;
}

double rightOf(const ExportPlan& plan) {
    double right = 0;
    for (const QRectF& rect : rectanglesOf(plan)) right = std::max(right, rect.right());
    return right;
}

const PlannedMap& mapOf(const ExportPlan& plan, Stage stage) {
    return *std::ranges::find_if(plan.maps, [&](const PlannedMap& map) {
        return plan.stages[static_cast<std::size_t>(map.stage)].stage == stage;
    });
}

/// Two tokens of one letter, so that the title needs no space.
Session twoLetters(int heads) { return sessionOf(QStringLiteral("a b"), heads); }

constexpr double kBeside = 90; // the margin, and the numbers of a scale

} // namespace

class ExportPlanTest : public QObject {
    Q_OBJECT

private slots:
    /// A stage of the layer is one map, however many heads there are.
    void aStageOfTheLayerFillsItsPicture_data() {
        QTest::addColumn<Stage>("stage");
        QTest::addColumn<int>("heads");
        QTest::addColumn<bool>("perHead");
        for (const Stage stage : {Stage::X, Stage::Concat})
            for (const int heads : {1, 3, 12})
                for (const bool perHead : {false, true})
                    QTest::addRow("%s of %d heads%s", infoOf(stage).id, heads, perHead ? ", own scales" : "")
                        << stage << heads << perHead;
    }
    void aStageOfTheLayerFillsItsPicture() {
        QFETCH(Stage, stage);
        QFETCH(int, heads);
        QFETCH(bool, perHead);
        ExportSpec spec = specOf({stage}, perHead);
        const ExportPlan plan = planExport(twoLetters(heads), spec).value();
        QCOMPARE(plan.maps.size(), std::size_t{1});
        QVERIFY(plan.size.width() - rightOf(plan) <= kBeside);
        spec.widthPx = spec.heightPx = 800;
        QCOMPARE(planExport(twoLetters(heads), spec)->size, plan.size);
    }

    /// A narrow map is widened for a title of usual length, but not for any length.
    void aTitleIsWhole() {
        const Session narrow = newSession(7, 2, 3, 2, 4);
        ExportSpec spec = specOf({Stage::X});
        spec.format = ExportFormat::Svg;
        const QString sentence = QStringLiteral("My shoes are small, my feet are big.");
        const Session usual = withSentence(narrow, sentence.toStdString()).value();
        QVERIFY(textsOf(render(usual, {}, spec).value()).contains(sentence));
        const Session longer = withSentence(narrow, sentence.repeated(20).toStdString()).value();
        QVERIFY(planExport(longer, spec)->size.width() <= 520);
    }

    /// Without a title of one's own, it is the sentence, or the part of it that is drawn, and names one of several
    /// layers.
    void theTitleSaysWhatIsDrawn_data() {
        QTest::addColumn<int>("layers");
        QTest::addColumn<bool>("isPart");
        QTest::addColumn<QString>("title");
        const QString sentence = kTokens.join(' ');
        QTest::newRow("all") << 1 << false << sentence;
        QTest::newRow("a part") << 1 << true << "Tokens 3 to 6 of 8";
        QTest::newRow("a layer") << 2 << false << QStringLiteral(u"Layer 2 \u00b7 ") + sentence;
        QTest::newRow("a part of a layer") << 2 << true << QStringLiteral(u"Layer 2 \u00b7 Tokens 3 to 6 of 8");
    }
    void theTitleSaysWhatIsDrawn() {
        QFETCH(int, layers);
        QFETCH(bool, isPart);
        ExportSpec spec = specOf({Stage::Weights});
        spec.layer = layers - 1;
        if (isPart) spec.maps.zoom = {{Side::Tokens, {2, 4}}, {Side::KeyTokens, {2, 4}}};
        const Session session = layers > 1 ? *withLayerAdded(eight()) : eight();
        QTEST(planExport(session, spec)->titleText, "title");
        spec.title = "Figure 1";
        QCOMPARE(planExport(session, spec)->titleText, QString("Figure 1"));
    }

    /// A part of the keys is named, too, and of another state its sentence and the number of its layer.
    void theTitleSaysWhichKeysAndWhichState() {
        ExportSpec spec = specOf({Stage::Weights});
        spec.maps.zoom = {{Side::KeyTokens, {2, 4}}};
        QCOMPARE(planExport(eight(), spec)->titleText, QString("Keys 3 to 6 of 8"));
        spec.maps.zoom[Side::Tokens] = {0, 4};
        QCOMPARE(planExport(eight(), spec)->titleText, QStringLiteral(u"Tokens 1 to 4 of 8 \u00b7 Keys 3 to 6 of 8"));
        spec.maps.zoom = {};
        const Session two = *withLayerAdded(eight());
        spec.other = *withLayerRemoved(*withLayerAdded(two), 0);
        spec.layer = 1; // the first one of the other state
        for (const auto& [compared, layer] : {std::pair(Compared::Other, 1), std::pair(Compared::Difference, 2)}) {
            spec.maps.compared = compared;
            QCOMPARE(planExport(two, spec)->titleText,
                     QStringLiteral(u"Layer %1 \u00b7 ").arg(layer) + kTokens.join(' '));
        }
    }

    /// The tokens of a part that begins later have their numbers, others do not.
    void tokensOfAPartHaveNumbers() {
        ExportSpec spec = specOf({Stage::Weights});
        const auto fourth = [&] {
            const MapAxes axes = planExport(eight(), spec)->stages[0].axes;
            return std::pair(axes.rows->texts[3], axes.cols->texts[3]);
        };
        const QString small = "small", numbered = QStringLiteral(u"4 \u2068small\u2069");
        QVERIFY(fourth() == std::pair(small, small));
        spec.maps.zoom[Side::KeyTokens] = {2, 4};
        QVERIFY(fourth() == std::pair(small, numbered));
        spec.maps.zoom[Side::Tokens] = {2, 4};
        QVERIFY(fourth() == std::pair(numbered, numbered));
        spec.maps.zoom = {{Side::Tokens, {0, 4}}, {Side::KeyTokens, {0, 4}}}; // the first token has a label
        QVERIFY(fourth() == std::pair(small, small));
    }

    /// As on the screen, queries are labelled left of the first map of a row, keys above the first of a column, and
    /// maps of other sides have labels of their own. All maps of a column have the same left edge, labelled or not.
    void labelsStandOnce_data() {
        QTest::addColumn<int>("heads");
        QTest::addColumn<QSize>("page");
        QTest::addColumn<int>("rows"); ///< number of maps with labelled rows
        QTest::addColumn<int>("cols");
        const QSize any(0, 0);
        QTest::newRow("one head") << 1 << any << 2 << 1;
        QTest::newRow("three heads") << 3 << any << 2 << 3;
        QTest::newRow("eight heads in two bands") << 8 << any << 4 << 4;
        QTest::newRow("stages beside each other") << 2 << QSize(3000, 400) << 1 << 4;
    }
    void labelsStandOnce() {
        QFETCH(int, heads);
        QFETCH(QSize, page);
        QFETCH(int, rows);
        QFETCH(int, cols);
        ExportSpec spec = specOf({Stage::Scores, Stage::Weights});
        spec.widthPx = page.width();
        spec.heightPx = page.height();
        const ExportPlan plan = planExport(eight(heads), spec).value();
        QCOMPARE(std::ranges::count(plan.maps, true, &PlannedMap::labelsRows), rows);
        QCOMPARE(std::ranges::count(plan.maps, true, &PlannedMap::labelsCols), cols);
        for (const PlannedMap& map : plan.maps)
            for (const PlannedMap& other : plan.maps)
                if (map.bounds.left() == other.bounds.left()) QCOMPARE(map.map.left(), other.map.left());
    }

    void aMapOfOtherSidesHasItsLabels() {
        const ExportPlan plan = planExport(eight(2), specOf({Stage::Q, Stage::Scores})).value();
        for (const PlannedMap& map : plan.maps) QVERIFY(map.labelsCols);
        QVERIFY(mapOf(planExport(eight(2), specOf({Stage::X, Stage::Scores})).value(), Stage::X).labelsRows);
    }

    /// Stages of the layer are beside each other, in as many rows as fit the page's shape.
    void stagesOfTheLayerShareThePage() {
        ExportSpec spec = specOf({Stage::Embeddings, Stage::X, Stage::Concat});
        const Session session = *withPositions(eight(3), Positions::Kind::Sinusoidal);
        const auto shapeOf = [&](int width, int height) {
            spec.widthPx = width;
            spec.heightPx = height;
            const ExportPlan plan = planExport(session, spec).value();
            return plan.size.width() / plan.size.height();
        };
        QVERIFY(shapeOf(3000, 500) > 1.5);
        QVERIFY(shapeOf(500, 3000) < 0.7);
    }

    /// Stages before the heads are above them, later ones below. A wide one does not move the heads apart.
    void stagesOfTheLayerStandAroundTheHeads_data() {
        QTest::addColumn<int>("heads");
        QTest::addColumn<bool>("perHead");
        for (const int heads : {1, 3, 12, 40})
            for (const bool perHead : {false, true})
                QTest::addRow("%d heads%s", heads, perHead ? ", own scales" : "") << heads << perHead;
    }
    void stagesOfTheLayerStandAroundTheHeads() {
        QFETCH(int, heads);
        QFETCH(bool, perHead);
        const Session session = eight(heads);
        const ExportPlan alone = planExport(session, specOf({Stage::Scores, Stage::Weights}, perHead)).value();
        const ExportPlan plan =
            planExport(session, specOf({Stage::X, Stage::Scores, Stage::Weights, Stage::Concat}, perHead)).value();
        QCOMPARE(plan.maps.size(), alone.maps.size() + 2);
        for (const PlannedMap& map : plan.maps)
            for (const PlannedMap& same : alone.maps)
                if (map.head == same.head && map.stage == same.stage + 1) // X comes first
                    QCOMPARE(map.bounds.left(), same.bounds.left());
        for (const PlannedMap& map : plan.maps)
            if (plan.stages[static_cast<std::size_t>(map.stage)].hasHeads())
                QVERIFY(map.bounds.top() > mapOf(plan, Stage::X).bounds.bottom() &&
                        map.bounds.bottom() < mapOf(plan, Stage::Concat).bounds.top());
        QVERIFY(plan.size.width() - rightOf(plan) <= kBeside);
        const std::vector<QRectF> rects = rectanglesOf(plan);
        for (std::size_t a = 0; a < rects.size(); ++a) {
            QVERIFY(QRectF(QPointF(0, 0), plan.size).contains(rects[a]));
            QVERIFY(!rects[a].intersects(plan.title));
            for (std::size_t b = a + 1; b < rects.size(); ++b) QVERIFY(!rects[a].intersects(rects[b]));
        }
    }
};

QTEST_MAIN(ExportPlanTest)
#include "tst_exportPlan.moc"
