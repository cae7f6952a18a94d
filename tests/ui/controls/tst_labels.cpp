// A label that shows a shorter text if its text does not fit.
#include "controls/labels.h"

#include <QTest>

using namespace headlight;

class LabelsTest : public QObject {
    Q_OBJECT

private slots:
    /// If the whole text does not fit, the shorter one is painted; text() is still the whole one.
    void theShorterStandsIn_data() {
        QTest::addColumn<int>("spare"); // space for so many letters beyond the shorter text
        QTest::addColumn<bool>("isWhole");
        QTest::newRow("space for all") << 100 << true;
        QTest::newRow("space for the shorter") << 2 << false;
    }
    void theShorterStandsIn() {
        QFETCH(int, spare);
        QFETCH(bool, isWhole);
        const QString whole = "what it is, at some length", shorter = "what it is";
        ElidedLabel label(whole), wanted(isWhole ? whole : shorter);
        label.setShorter(shorter);
        const QSize size(label.fontMetrics().horizontalAdvance(shorter + QString(spare, u'm')), 30);
        for (ElidedLabel* one : {&label, &wanted}) one->resize(size);
        QCOMPARE(label.isElided(), !isWhole);
        QCOMPARE(label.text(), whole);
        QCOMPARE(label.grab().toImage(), wanted.grab().toImage());
    }
};

QTEST_MAIN(LabelsTest)
#include "tst_labels.moc"
