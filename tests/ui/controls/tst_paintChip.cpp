#include "controls/paintChip.h"

#include <QFontMetrics>
#include <QImage>
#include <QPainter>
#include <QTest>

using namespace headlight;

class PaintChipTest : public QObject {
    Q_OBJECT

private slots:
    void aShortTokenIsNeverCut_data() {
        QTest::addColumn<int>("id");
        for (const int id : {2, 11, 112, 334, 1119, 4441, 44444, 50256}) QTest::addRow("%d", id) << id;
    }
    /// As wide as it says, a chip shows the same text as one with room to spare.
    void aShortTokenIsNeverCut() {
        QFETCH(int, id);
        for (const char* text : {"w2", "a", "shoes", "WWW"}) {
            const int width = ChipWidths().of(QString::fromLatin1(text), id);
            const QImage exact = painted(QString::fromLatin1(text), id, width),
                         roomy = painted(QString::fromLatin1(text), id, width + 40);
            const QRect part(4, 4, QFontMetrics(textFont(10)).horizontalAdvance(QString::fromLatin1(text)) + 4, 22);
            QVERIFY2(exact.copy(part) == roomy.copy(part), text);
        }
    }

private:
    static QImage painted(const QString& text, int id, int width) {
        QImage image(width, 30, QImage::Format_RGB32);
        image.fill(Qt::white);
        QPainter painter(&image);
        Chip chip;
        chip.text = text;
        chip.id = id;
        paintChip(painter, QRect(0, 0, width, 30), chip, lightTheme());
        return image;
    }
};

QTEST_MAIN(PaintChipTest)
#include "tst_paintChip.moc"
