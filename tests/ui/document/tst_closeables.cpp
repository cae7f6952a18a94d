// Esc closes what was opened last.
#include "ui/document/workbenchBench.h"

using namespace headlight;

class CloseablesTest : public QObject, private testing::WorkbenchBench {
    Q_OBJECT

private slots:
    void init() { begin(); }
    void cleanup() { end(); }

    void theNewestIsClosedFirst_data() {
        QTest::addColumn<QStringList>("opened");
        QTest::newRow("in one order") << QStringList{"walk", "enlarged", "overview", "bar"};
        QTest::newRow("in another") << QStringList{"bar", "enlarged", "walk"};
        QTest::newRow("a comparison") << QStringList{"enlarged", "compared"};
    }
    void theNewestIsClosedFirst() {
        QFETCH(QStringList, opened);
        bool hasBar = false;
        bench_->closeables().add([&] { return hasBar; }, [&] { hasBar = false; });
        const auto open = [&] {
            QStringList names;
            const MapOptions& maps = bench_->state().maps;
            if (bench_->state().step) names << "walk";
            if (maps.isEnlarged) names << "enlarged";
            if (maps.overview) names << "overview";
            if (maps.compared != Compared::Now) names << "compared";
            if (hasBar) names << "bar";
            return names;
        };
        QVERIFY(!bench_->closeables().closeNewest());
        for (const QString& one : opened) {
            if (one == "walk") bench_->goToStep(bench_->state().stepAfter(1));
            if (one == "bar") hasBar = true;
            bench_->look([&](MapOptions& maps) {
                if (one == "enlarged") maps.isEnlarged = true;
                if (one == "overview") maps.overview = true;
                if (one == "compared") maps.compared = Compared::Other;
            });
            bench_->closeables().follow();
            QVERIFY2(open().contains(one), qPrintable(one));
        }
        for (; !opened.isEmpty(); opened.removeLast()) {
            QCOMPARE(open().size(), opened.size());
            QVERIFY(bench_->closeables().closeNewest());
            QVERIFY2(!open().contains(opened.last()), qPrintable(opened.last()));
        }
        QVERIFY(open().isEmpty() && !bench_->closeables().closeNewest());
    }

    /// A thing that was closed otherwise does not come back.
    void whatIsClosedOtherwiseIsForgotten() {
        bench_->look([](MapOptions& maps) { maps.isEnlarged = true; });
        bench_->goToStep(bench_->state().stepAfter(1));
        bench_->look([](MapOptions& maps) { maps.isEnlarged = false; });
        QVERIFY(bench_->closeables().closeNewest());
        QVERIFY(!bench_->state().step && !bench_->closeables().closeNewest());
    }
};

QTEST_MAIN(CloseablesTest)
#include "tst_closeables.moc"
