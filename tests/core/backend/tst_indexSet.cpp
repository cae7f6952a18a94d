// Tests sets of rows: union, difference and intersection, and runs of neighbours.
#include "backend/IndexSet.h"
#include "support/indexText.h"

#include <QTest>

using namespace headlight;
using namespace headlight::testing;

namespace {

/// Reads "2 5", or "all".
IndexSet setFrom(const QString& text) {
    if (text == "all") return IndexSet::every();
    IndexSet set;
    for (const QString& item : text.split(' ', Qt::SkipEmptyParts)) set.items.push_back(item.toInt());
    return set;
}

} // namespace

class IndexSetTest : public QObject {
    Q_OBJECT

private slots:
    void twoSets_data() {
        QTest::addColumn<QString>("a");
        QTest::addColumn<QString>("b");
        QTest::addColumn<QString>("both");
        QTest::addColumn<QString>("common");
        QTest::addColumn<QString>("without"); // a without b
        const auto row = [](const char* a, const char* b, const char* both, const char* common, const char* without) {
            QTest::addRow("\"%s\" and \"%s\"", a, b)
                << QString(a) << QString(b) << QString(both) << QString(common) << QString(without);
        };
        row("", "", "", "", "");
        row("1 3", "", "1 3", "", "1 3");
        row("", "1 3", "1 3", "", "");
        row("1 3 5", "0 3 7", "0 1 3 5 7", "3", "1 5");
        row("all", "2", "all", "2", "all"); // a set does not know how many rows all are
        row("2", "all", "all", "2", "");
        row("all", "all", "all", "all", "");
    }
    void twoSets() {
        QFETCH(QString, a);
        QFETCH(QString, b);
        const IndexSet other = setFrom(b);
        IndexSet both = setFrom(a), without = both;
        both.add(other);
        without.remove(other);
        QTEST(textOf(both), "both");
        QTEST(textOf(setFrom(a) & other), "common");
        QTEST(textOf(without), "without");
        QCOMPARE(without.empty(), textOf(without).isEmpty());
    }

    void limits_data() {
        QTest::addColumn<QString>("set");
        QTest::addColumn<int>("size");
        QTest::addColumn<QString>("limited");
        QTest::newRow("none of none") << "" << 0 << "";
        QTest::newRow("half") << "0 3" << 4 << "0 3";
        QTest::newRow("more than half") << "0 2 3" << 5 << "all";
        QTest::newRow("all") << "all" << 9 << "all";
    }
    void limits() {
        QFETCH(QString, set);
        QFETCH(int, size);
        IndexSet limited = setFrom(set);
        limited.limitTo(size);
        QTEST(textOf(limited), "limited");
    }

    void runs_data() {
        QTest::addColumn<QString>("set");
        QTest::addColumn<int>("size");
        QTest::addColumn<QString>("runs"); // first+count
        QTest::newRow("none") << "" << 5 << "";
        QTest::newRow("one") << "3" << 5 << "3+1";
        QTest::newRow("neighbours") << "0 1 2 4 6 7" << 9 << "0+3 4+1 6+2";
        QTest::newRow("all") << "all" << 5 << "0+5";
        QTest::newRow("all of none") << "all" << 0 << "";
    }
    void runs() {
        QFETCH(QString, set);
        QFETCH(int, size);
        QStringList runs;
        setFrom(set).forEachRun(
            size, [&](Index first, Index count) { runs << QString::number(first) + '+' + QString::number(count); });
        QTEST(runs.join(' '), "runs");
    }
};

QTEST_APPLESS_MAIN(IndexSetTest)
#include "tst_indexSet.moc"
