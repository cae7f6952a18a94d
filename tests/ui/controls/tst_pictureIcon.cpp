// Icons whose picture changes with each edit.
#include "controls/pictureIcon.h"

#include <malloc.h>

#include <QIcon>
#include <QPixmap>
#include <QTest>

using namespace headlight;

class PictureIconTest : public QObject {
    Q_OBJECT

private slots:
    void thePictureIsAsGiven() {
        QPixmap picture(20, 10);
        picture.fill(Qt::red);
        picture.setDevicePixelRatio(2);
        for (const auto mode : {QIcon::Normal, QIcon::Disabled, QIcon::Active, QIcon::Selected}) {
            const QPixmap shown = pictureIcon(picture).pixmap(QSize(10, 5), 2, mode);
            QCOMPARE(shown.devicePixelRatio(), 2.0);
            QCOMPARE(shown.toImage(), picture.toImage());
        }
    }

    /// QIcon(QPixmap) fails here: it keeps 150 bytes or more for each picture.
    void noPictureIsKept() {
        const auto show = [](int times) {
            for (int i = 0; i < times; ++i) pictureIcon(QPixmap(1, 1)).pixmap(QSize(1, 1));
        };
        constexpr int kTimes = 20'000;
        show(100); // so that all that is made once is there
        const std::size_t before = ::mallinfo2().uordblks;
        show(kTimes);
        QVERIFY(::mallinfo2().uordblks < before + kTimes * 10);
    }
};

QTEST_MAIN(PictureIconTest)
#include "tst_pictureIcon.moc"
