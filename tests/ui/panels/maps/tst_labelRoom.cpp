// Around every map there is the room that its labels need at the cells that it has: none is cut.
#include "ui/panels/maps/mapsBench.h"

using namespace headlight;
using namespace headlight::test;

class LabelRoomTest : public QObject, MapsBench {
    Q_OBJECT

private slots:
    void init() { begin(); }
    void cleanup() { end(); }

    /// Three heads, twelve tokens, in the middle of a window of 1280 x 800: slanted labels would take the room.
    void labelsStandUprightBeforeNumbersGo() {
        std::string sentence;
        for (int i = 0; i < 12; ++i) sentence += "token" + std::to_string(i + 1) + " ";
        edit(withSentence(session(), sentence));
        int upright = 0;
        for (int width = 700; width <= 800; width += 10) {
            panel_->resize(width, 620);
            QTRY_VERIFY(settled());
            upright += view(0, 0)->content().axes.upright;
            if (view(0, 0)->content().axes.upright) QVERIFY(view(0, 0)->showsNumbers() && view(2, 1)->showsNumbers());
        }
        QVERIFY(upright > 0);
    }

    void noLabelIsCut_data() {
        QTest::addColumn<int>("tokens");
        QTest::addColumn<int>("heads");
        for (const int tokens : {2, 6, 10, 12, 14, 20, 40})
            for (const int heads : {1, 3, 4}) QTest::addRow("%d tokens, %d heads", tokens, heads) << tokens << heads;
    }
    void noLabelIsCut() {
        QFETCH(int, tokens);
        QFETCH(int, heads);
        std::string sentence;
        for (int i = 0; i < tokens; ++i) sentence += "word" + std::to_string(i + 1) + " ";
        edit(withSentence(session(), sentence));
        while (sizesOf(session(), 0).heads > heads) edit(withHeadRemoved(session(), 0, 0));
        while (sizesOf(session(), 0).heads < heads) edit(withHeadAdded(session(), 0));
        for (int width = 600; width <= 1000; width += 80)
            for (const int height : {480, 760}) {
                panel_->resize(width, height);
                QTRY_VERIFY(settled());
                for (const auto* map : panel_->findChildren<HeatmapView*>()) {
                    if (!map->isVisible()) continue;
                    const MapContent& content = map->content();
                    const MapArea area = map->area();
                    const QMarginsF needed = labelSpace(content.axes, {area.cellWidth(), area.cellHeight()}, map);
                    const auto said = [&](const char* side, double has, double needs) {
                        return qPrintable(
                            QString("%1 x %2, %3: %4 of %5 px").arg(width).arg(height).arg(side).arg(has).arg(needs));
                    };
                    if (content.labelsRows)
                        QVERIFY2(content.margins.left() >= needed.left(),
                                 said("left", content.margins.left(), needed.left()));
                    if (!content.labelsCols) continue;
                    const double top = content.margins.top() - content.headLine;
                    QVERIFY2(top >= needed.top(), said("top", top, needed.top()));
                    QVERIFY2(content.margins.right() >= needed.right(),
                             said("right", content.margins.right(), needed.right()));
                }
            }
    }
};

QTEST_MAIN(LabelRoomTest)
#include "tst_labelRoom.moc"
