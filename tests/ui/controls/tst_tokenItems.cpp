#include "controls/tokenItems.h"

#include <QFontMetrics>
#include <QImage>
#include <QPainter>
#include <QTest>

using namespace headlight;

class TokenItemsTest : public QObject {
    Q_OBJECT

private slots:
    void aShortTokenIsNeverCut_data() {
        QTest::addColumn<int>("id");
        for (const int id : {2, 11, 112, 334, 1119, 4441, 44444, 50256}) QTest::addRow("%d", id) << id;
    }
    /// A chip of the width of its size hint shows the same text as a wider one.
    void aShortTokenIsNeverCut() {
        QFETCH(int, id);
        for (const char* text : {"w2", "a", "shoes", "WWW"}) {
            TokenModel model;
            model.setTokens(Tokens{{text}, {id}});
            const ChipDelegate delegate;
            const int width = delegate.sizeHint({}, model.index(0)).width() - ChipDelegate::kGap;
            const QImage exact = painted(delegate, model, width), wider = painted(delegate, model, width + 40);
            const QRect part(4, 4, QFontMetrics(textFont(10)).horizontalAdvance(QString::fromLatin1(text)) + 4, 22);
            QVERIFY2(exact.copy(part) == wider.copy(part), text);
        }
    }

private:
    static QImage painted(const ChipDelegate& delegate, const TokenModel& model, int width) {
        QImage image(width, 30, QImage::Format_RGB32);
        image.fill(Qt::white);
        QPainter painter(&image);
        QStyleOptionViewItem option;
        option.rect = image.rect();
        delegate.paint(&painter, option, model.index(0));
        return image;
    }
};

QTEST_MAIN(TokenItemsTest)
#include "tst_tokenItems.moc"
