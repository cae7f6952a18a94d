// Around every map there is the room that its labels need at the cells that it has: none is cut.
#include "plot/paintLabels.h"
#include "ui/panels/maps/mapsBench.h"

#include <QImage>
#include <QPainter>

using namespace headlight;
using namespace headlight::testing;

namespace {

constexpr int kAround = 150; // px around a card

/// The labels of a map as it paints them, in a card that is larger by `more` at all sides but the lower one.
QImage labelsOf(const HeatmapView& map, int more) {
    const MapContent& content = map.content();
    QImage picture(map.size() + QSize(2 * kAround, 2 * kAround), QImage::Format_ARGB32_Premultiplied);
    picture.fill(Qt::transparent);
    QPainter painter(&picture);
    painter.translate(kAround, kAround);
    MapAxes axes = content.axes;
    if (!content.labelsRows) axes.rows.reset();
    if (!content.labelsCols) axes.cols.reset();
    const QRectF card(map.rect());
    paintLabels(painter, map.area(), card.adjusted(-more, content.headLine - more, more, 0), axes, *content.look.theme);
    return picture;
}

/// What of a picture is within the card, and below its head line: but for the label of a thin first row, which may
/// reach up into that where no columns have labels.
QImage within(const QImage& picture, const HeatmapView& map) {
    QImage cut(picture.size(), picture.format());
    cut.fill(Qt::transparent);
    const QRect card(QPoint(kAround, kAround), map.size());
    QPainter painter(&cut);
    painter.setClipRect(card.adjusted(0, map.content().labelsCols ? map.content().headLine : 0, 0, 0));
    painter.drawImage(0, 0, picture);
    return cut;
}

} // namespace

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
        for (int width = 700; width <= 800; width += 20) {
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
        for (const int tokens : {2, 12, 14, 40})
            for (const int heads : {1, 4}) QTest::addRow("%d tokens, %d heads", tokens, heads) << tokens << heads;
    }
    void noLabelIsCut() {
        QFETCH(int, tokens);
        QFETCH(int, heads);
        std::string sentence;
        for (int i = 0; i < tokens; ++i) sentence += "word" + std::to_string(i + 1) + " ";
        edit(withSentence(session(), sentence));
        while (sizesOf(session(), 0).heads > heads) edit(withHeadRemoved(session(), 0, 0));
        while (sizesOf(session(), 0).heads < heads) edit(withHeadAdded(session(), 0));
        int labelled = 0;
        for (const QSize& size : {QSize(600, 480), QSize(680, 760), QSize(760, 480), QSize(920, 760)}) {
            panel_->resize(size);
            QTRY_VERIFY(settled());
            for (const auto* map : panel_->findChildren<HeatmapView*>()) {
                if (!map->isVisible()) continue;
                labelled += map->content().labelsRows || map->content().labelsCols;
                const QImage whole = labelsOf(*map, kAround);
                const QString name =
                    QString("%1 in %2 x %3").arg(map->accessibleName()).arg(size.width()).arg(size.height());
                QVERIFY2(labelsOf(*map, 0) == whole, qPrintable(name + ": elided"));
                QVERIFY2(within(whole, *map) == whole, qPrintable(name + ": beyond its card"));
            }
        }
        QVERIFY(labelled >= 4);
    }
};

QTEST_MAIN(LabelRoomTest)
#include "tst_labelRoom.moc"
