// If maps cannot be computed, a change that makes them smaller is requested at once.
#include "support/FailingBackend.h"
#include "ui/panels/maps/mapsBench.h"

#include <QScrollArea>
#include <QSignalSpy>

using namespace headlight;
using namespace headlight::testing;

class MapsRefusedTest : public QObject, MapsBench {
    Q_OBJECT

private slots:
    void init() {
        failure_ = std::make_shared<testing::Failure>();
        begin(std::make_unique<testing::FailingBackend>(failure_));
        bench_->look([&](MapOptions& now) { now = perHead(); }); // otherwise the ranges of hidden heads are requested
        QTRY_VERIFY(showsMaps());
    }
    void cleanup() { end(); }

    /// The scores of one head fit, those of two do not. As the message says, showing fewer heads helps.
    void fewerHeadsAreAskedFor_data() {
        QTest::addColumn<bool>("isByPreset");
        QTest::addColumn<double>("bytes");
        QTest::newRow("one head large") << false << 1e9;
        QTest::newRow("stages without scores") << true << 4e9;
    }
    void fewerHeadsAreAskedFor() {
        QFETCH(bool, isByPreset);
        QFETCH(double, bytes);
        refuse(bytes);
        bench_->select(1, 0, 0);
        MapOptions options = bench_->state().maps;
        if (isByPreset)
            options.stages = {Stage::Q, Stage::K};
        else
            options.isEnlarged = true;
        bench_->look([options](MapOptions& maps) { maps = options; });
        QTRY_VERIFY(showsMaps());
        QVERIFY(isByPreset || (view(1, 0)->isVisible() && view(1, 0)->content().tile));
        bench_->look([&](MapOptions& now) { now = perHead(); });
        QTRY_VERIFY(isRefused());
    }

    /// The window opens with maps that are too large, before any map was shown.
    void alsoWhereNoMapWasSeen() {
        bench_->remove(*panel_);
        refuseFrom(1e9);
        panel_ = std::make_unique<HeatmapsPanel>(*bench_);
        bench_->add(*panel_);
        panel_->resize(900, 700);
        panel_->show();
        QTRY_VERIFY(isRefused());
        MapOptions options = perHead();
        options.isEnlarged = true;
        bench_->look([options](MapOptions& maps) { maps = options; });
        QTRY_VERIFY(showsMaps());
        QTRY_VERIFY(settled());
    }

    /// Qt does not lay out hidden widgets, so a scroll bar may appear when the maps are shown again. The maps are then
    /// requested for the smaller area.
    void whatIsSeenThroughAnotherSpaceIsAskedFor() {
        QWidget* sight = panel_->findChild<QScrollArea*>("maps")->viewport();
        const auto before = panel_->grid().demands();
        QSignalSpy asked(&panel_->grid(), &HeatmapsGrid::mapsPlaced);
        sight->resize(sight->width() / 4, sight->height() / 4);
        QVERIFY(panel_->grid().demands() != before);
        QCOMPARE(asked.count(), 1);
    }

    void theOverviewAndBack() {
        refuse(2e9);
        overview(true);
        overview(false);
        QTRY_VERIFY(isRefused());
        failure_->scoresBytes = 0;
        edit(withSentence(session(), "My shoes"));
        QTRY_VERIFY(showsMaps());
    }

    void theOverviewAndBackWithoutASentence() {
        edit(withSentence(session(), ""));
        QTRY_VERIFY(label("Type a sentence above")->isVisible());
        overview(true);
        overview(false);
        QTRY_VERIFY(label("Type a sentence above")->isVisible());
        edit(withSentence(session(), kSentence.toStdString()));
        QTRY_VERIFY(showsMaps());
        QTRY_VERIFY(settled());
    }

private:
    bool showsMaps() const {
        const HeatmapView* map = nullptr;
        for (int head = 0; !map && head < 3; ++head)
            if (view(head, 0) && view(head, 0)->isVisible()) map = view(head, 0);
        return map && map->content().tile && panel_->grid().isVisible();
    }
    bool isRefused() const {
        const auto response = bench_->state().responseTo(*panel_);
        if (!response || !response->frame || response->frame->problem.empty()) return false;
        const QLabel* said = label(QString::fromStdString(response->frame->problem));
        return said && said->isVisible() && said->text().contains("Show fewer heads");
    }
    /// From now on a head's scores are said to take that many bytes.
    void refuseFrom(double bytes) {
        failure_->scoresBytes = bytes;
        edit(withSentence(session(), kSentence.toStdString() + " indeed"));
    }
    void refuse(double bytes) {
        refuseFrom(bytes);
        QTRY_VERIFY(isRefused());
    }
    void overview(bool on) {
        MapOptions options = bench_->state().maps;
        options.overview = on;
        bench_->look([options](MapOptions& maps) { maps = options; });
        QCoreApplication::processEvents(); // requests are sent after it
        QTRY_COMPARE(switchOf("Overview")->isChecked(), on);
    }

    std::shared_ptr<testing::Failure> failure_;
};

QTEST_MAIN(MapsRefusedTest)
#include "tst_mapsRefused.moc"
