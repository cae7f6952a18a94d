#include "base/sameBits.h"

#include <QTest>

#include <limits>

using namespace headlight;

class SameBitsTest : public QObject {
    Q_OBJECT

private slots:
    void numbers_data() {
        QTest::addColumn<float>("a");
        QTest::addColumn<float>("b");
        QTest::addColumn<bool>("same");
        const float nan = std::numeric_limits<float>::quiet_NaN();
        QTest::newRow("one number") << 0.5F << 0.5F << true;
        QTest::newRow("two") << 0.5F << 0.25F << false;
        QTest::newRow("0 and -0") << 0.0F << -0.0F << false;
        QTest::newRow("a NaN") << nan << nan << true;
        QTest::newRow("a NaN and its negative") << nan << -nan << false;
    }
    void numbers() {
        QFETCH(float, a);
        QFETCH(float, b);
        QFETCH(bool, same);
        QCOMPARE(sameBits(&a, &b, 1), same);
        QCOMPARE(sameBits(Matrix::Constant(2, 3, a), Matrix::Constant(2, 3, b)), same);
    }

    void shapesCount() {
        QVERIFY(!sameBits(Matrix::Zero(2, 3), Matrix::Zero(3, 2)));
        QVERIFY(!sameBits(Matrix::Zero(2, 3), Matrix::Zero(2, 2)));
    }

    /// Without numbers the addresses may be null, which memcmp must not get.
    void ofNoNumbersAllAreTheSame() {
        const float one = 1;
        QVERIFY(sameBits(nullptr, nullptr, 0));
        QVERIFY(sameBits(nullptr, &one, 0));
        QVERIFY(sameBits(Matrix(0, 3), Matrix(0, 3)));
        QVERIFY(!sameBits(Matrix(0, 3), Matrix(0, 4)));
    }
};

QTEST_APPLESS_MAIN(SameBitsTest)
#include "tst_sameBits.moc"
