// The colours of a stage's maps: their range, with or without the first key, and the curve that is chosen for weights.
#include "plot/MapStage.h"
#include "ui/plot/tiles.h"

#include <QTest>

using namespace headlight;
using namespace headlight::testing;

class MapLookTest : public QObject {
    Q_OBJECT

private slots:
    /// The largest weight is 0.8, the median the number in the middle of five.
    void theAutomaticCurve_data() {
        QTest::addColumn<float>("median");
        QTest::addColumn<ColourChoice>("choice");
        QTest::addColumn<QString>("curve");
        const ColourChoice automatic, linear{"", {}, "linear"}, logarithm{"", {}, "logarithm"};
        QTest::newRow("0.009 of the largest") << 0.8F * 0.009F << automatic << "root";
        QTest::newRow("0.011 of the largest") << 0.8F * 0.011F << automatic << "linear";
        QTest::newRow("0.009, linear by choice") << 0.8F * 0.009F << linear << "linear";
        QTest::newRow("0.011, logarithm by choice") << 0.8F * 0.011F << logarithm << "logarithm";
        QTest::newRow("0.009, in a range of its own")
            << 0.8F * 0.009F << ColourChoice{"", Range{0, 0.1F}, ""} << "linear";
        QTest::newRow("0.011, in a wider range") << 0.8F * 0.011F << ColourChoice{"", Range{0, 1}, ""} << "root";
    }
    void theAutomaticCurve() {
        QFETCH(float, median);
        QFETCH(ColourChoice, choice);
        QFETCH(QString, curve);
        const Matrix numbers{{0, 0.001F, median}, {0.5F, kMasked, 0.8F}};
        MapOptions options;
        options.unsignedColours = choice;
        const auto tile = exactTile(numbers, Stage::Weights);
        QCOMPARE(QString(look(tile, options).curve->id), curve);
    }

    void theRoundingOfWeightsHasPaleColours() {
        MapStage difference = of(Stage::Weights);
        difference.compared = Compared::Difference;
        difference.isSigned = true;
        const auto rangeOf = [&](float change) {
            const auto tile = exactTile(Matrix{{0, change}, {-change / 2, 0}}, Stage::Weights);
            return lookOf(difference, {tile.get()}, lightTheme(), {}).range;
        };
        QCOMPARE(rangeOf(1e-7F), (Range{-1e-6F, 1e-6F}));
        QCOMPARE(rangeOf(0.02F), (Range{-0.02F, 0.02F}));
    }

    /// Three of four weights are small. The tiles of heads out of sight are one large number each.
    void aTileForARangeIsNoNumber() {
        const auto seen = exactTile(Matrix{{0.001F, 0.002F}, {0.003F, 0.9F}}, Stage::Weights);
        const auto unseen = exactTile(Matrix{{0.9F}}, Stage::Weights, 1);
        unseen->stageRows = unseen->stageCols = 2;
        unseen->exact = false;
        const std::vector<const Tile*> tiles{seen.get(), unseen.get(), unseen.get(), unseen.get()};
        QCOMPARE(QString(lookOf(of(Stage::Weights), tiles, lightTheme(), {}).curve->id), QString("root"));
    }

    /// With one scale per head the curve of all heads is given; one that the user chose goes before it.
    void aGivenCurveTakesThePlaceOfTheAutomaticOne() {
        const auto tile = exactTile(Matrix{{0.001F, 0.002F}, {0.003F, 0.9F}}, Stage::Weights);
        const auto curve = [&](const MapOptions& options) {
            return QString(lookOf(of(Stage::Weights), {tile.get()}, lightTheme(), options, &straight()).curve->id);
        };
        QCOMPARE(curve({}), QString("linear"));
        MapOptions options;
        options.unsignedColours.curve = "logarithm";
        QCOMPARE(curve(options), QString("logarithm"));
    }

    /// Scores have colours for both signs, which begin at 0 in the middle.
    void scoresAreLinear() {
        const Matrix numbers{{0, 0.001F, 0.002F}, {0.003F, 0.5F, 5}};
        QCOMPARE(QString(look(exactTile(numbers), {}).curve->id), QString("linear"));
    }

    /// Without the first key the largest number is 0.3; the range ends at 0.32, the next number with short quarters.
    void theFirstKeyIsLeftOut() {
        const auto weights = exactTile(Matrix{{1, 0}, {0.7F, 0.3F}}, Stage::Weights);
        MapOptions options;
        QCOMPARE(look(weights, options).range, (Range{0, 1}));
        options.rangeWithoutFirst = true;
        QCOMPARE(look(weights, options).range, (Range{0, 0.32F}));
        const auto q = exactTile(Matrix{{1, 0}, {0.7F, 0.3F}}, Stage::Q); // its columns are no keys
        QCOMPARE(look(q, options).range, (Range{-1, 1}));
    }

    /// The part in sight does not change the range: that comes from the tile of the rest of all keys.
    void zoomingChangesNoColour() {
        auto part = exactTile(Matrix{{0.05F}}, Stage::Weights);
        part->stageRows = part->stageCols = 3;
        part->demand.region = {1, 1, 1, 1};
        part->range = {0, 1};
        auto rest = exactTile(Matrix{{0.3F}}, Stage::Weights);
        MapStage stage = of(Stage::Weights);
        stage.axes = {letters(3), letters(3), -1, -1};
        rest->demand = demandWithoutFirst(stage, 0);
        rest->stageRows = rest->stageCols = 3;
        QCOMPARE(rest->demand.region, (Region{0, 1, 3, 2}));
        MapOptions options;
        options.rangeWithoutFirst = true;
        QCOMPARE(lookOf(stage, {part.get(), rest.get()}, lightTheme(), options).range, (Range{0, 0.32F}));
    }

private:
    static MapStage of(Stage stage) { return {stage, 0, {}, infoOf(stage).signedValues}; }
    static MapLook look(const std::shared_ptr<Tile>& tile, const MapOptions& options) {
        return lookOf(of(tile->demand.stage), {tile.get()}, lightTheme(), options);
    }
};

QTEST_MAIN(MapLookTest)
#include "tst_mapLook.moc"
