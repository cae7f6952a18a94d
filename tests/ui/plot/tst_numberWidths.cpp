#include "plot/CellFormat.h"
#include "style/textSize.h"

#include <QImage>
#include <QTest>

#include <random>

using namespace headlight;

class NumberWidthsTest : public QObject {
    Q_OBJECT

private slots:
    void areThoseOfFontMetrics_data() {
        QTest::addColumn<QFont>("font");
        for (const double points : {6.5, 8.0, 8.3, 12.0}) QTest::addRow("window, %g pt", points) << textFont(points);
        QTest::newRow("another family") << QFont(QStringLiteral("DejaVu Sans"), 12);
    }
    void areThoseOfFontMetrics() {
        QFETCH(QFont, font);
        const QImage image(10, 10, QImage::Format_RGB32);
        const QFontMetricsF metrics(font, &image);
        std::mt19937 random(1);
        QStringList numbers{{}, QStringLiteral("NaN"), QStringLiteral(u"-\u221e"), QStringLiteral("1e-5")};
        for (int i = 0; i < 500; ++i)
            numbers << QString::number(std::normal_distribution<>(0, 30)(random), 'f', i % 5)
                    << QStringLiteral("+%1").arg(i);
        for (int again = 0; again < 2; ++again)
            for (const QString& number : numbers)
                QCOMPARE(NumberWidths(font, &image).of(number), metrics.horizontalAdvance(number));
    }

    /// The same font has other widths on another device.
    void followTheDevice() {
        QImage coarse(10, 10, QImage::Format_RGB32), fine = coarse;
        fine.setDotsPerMeterX(3 * coarse.dotsPerMeterX());
        fine.setDotsPerMeterY(3 * coarse.dotsPerMeterY());
        for (const QImage* image : {&coarse, &fine})
            QCOMPARE(NumberWidths(textFont(9), image).of(QStringLiteral("-0.25")),
                     QFontMetricsF(textFont(9), image).horizontalAdvance(QStringLiteral("-0.25")));
    }
};

QTEST_MAIN(NumberWidthsTest)
#include "tst_numberWidths.moc"
