// A label that gives way.
#include "controls/ElidedLabel.h"

#include <QTest>

using namespace headlight;

class ElidedLabelTest : public QObject {
    Q_OBJECT

private slots:
    /// Where the whole has no room the shorter is seen; text() stays whole.
    void theShorterStandsIn_data() {
        QTest::addColumn<int>("room"); // for how many letters more than the shorter
        QTest::addColumn<bool>("isWhole");
        QTest::newRow("room for all") << 100 << true;
        QTest::newRow("room for the shorter") << 2 << false;
    }
    void theShorterStandsIn() {
        QFETCH(int, room);
        QFETCH(bool, isWhole);
        const QString whole = "what it is, at some length", shorter = "what it is";
        ElidedLabel label(whole), wanted(isWhole ? whole : shorter);
        label.setShorter(shorter);
        const QSize size(label.fontMetrics().horizontalAdvance(shorter + QString(room, u'm')), 30);
        for (ElidedLabel* one : {&label, &wanted}) one->resize(size);
        QCOMPARE(label.isElided(), !isWhole);
        QCOMPARE(label.text(), whole);
        QCOMPARE(label.grab().toImage(), wanted.grab().toImage());
    }
};

QTEST_MAIN(ElidedLabelTest)
#include "tst_elidedLabel.moc"
