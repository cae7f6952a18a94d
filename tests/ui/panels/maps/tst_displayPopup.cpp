// The user's choices of numbers and colours: decimals, the colour map, its range and curve, and what a dot shows.
#include "export/render.h"
#include "plot/Colormap.h"
#include "ui/panels/maps/mapsBench.h"

#include <QAction>
#include <QComboBox>
#include <QLineEdit>

using namespace headlight;
using namespace headlight::testing;

class DisplayPopupTest : public QObject, MapsBench {
    Q_OBJECT

private slots:
    void init() {
        begin();
        QTest::mouseClick(button(QStringLiteral("Display")), Qt::LeftButton);
        QVERIFY(control<QFrame>(*panel_, QStringLiteral("Display"))->isVisible());
    }
    void cleanup() { end(); }

    void eachKindHasItsMaps_data() {
        QTest::addColumn<QString>("field");
        QTest::addColumn<int>("steps");
        QTest::addColumn<int>("stage");
        QTest::addColumn<QString>("map");
        QTest::newRow("weights") << "Colours, weights" << 2 << 1 << "magma";
        QTest::newRow("scores") << "Colours, scores and vectors" << 1 << 0 << "purple-green";
    }
    void eachKindHasItsMaps() {
        QFETCH(QString, field);
        QFETCH(int, steps);
        QFETCH(int, stage);
        QFETCH(QString, map);
        const auto other = view(0, 1 - stage)->content().look;
        for (int i = 0; i < steps; ++i) QTest::keyClick(box(field), Qt::Key_Down);
        const MapLook look = view(0, stage)->content().look;
        QCOMPARE(look.colormap, colormapFor(stage == 0, lightTheme(), map.toStdString()));
        QVERIFY(view(0, 1 - stage)->content().look == other);
        QVERIFY(scale(stage == 0 ? "Colour scale, scores" : "Colour scale, weights")->look() == look);
        QTest::keyClick(box("Decimals"), Qt::Key_Down);
        QTest::mouseClick(button(QStringLiteral("Reset")), Qt::LeftButton);
        QCOMPARE(box("Decimals")->currentIndex(), 0);
        QCOMPARE(view(0, stage)->content().look.colormap, colormapFor(stage == 0, lightTheme()));
    }

    void rangesCanBeTyped_data() {
        QTest::addColumn<int>("stage");
        QTest::addColumn<QString>("low");
        QTest::addColumn<QString>("high");
        QTest::addColumn<Range>("range");
        QTest::addColumn<QString>("problem"); // a part of the message
        QTest::newRow("weights") << 1 << "0.1"
                                 << "1/2" << Range{0.1F, 0.5F} << "";
        QTest::newRow("scores") << 0 << ""
                                << "10" << Range{-10, 10} << "";
        QTest::newRow("the wrong way") << 1 << "1"
                                       << "0" << Range{} << "must be below the highest";
        QTest::newRow("no number") << 0 << ""
                                   << "wide" << Range{} << "wide";
        QTest::newRow("nothing") << 0 << ""
                                 << "0" << Range{} << "above 0";
    }
    void rangesCanBeTyped() {
        QFETCH(int, stage);
        QFETCH(QString, low);
        QFETCH(QString, high);
        QFETCH(Range, range);
        QFETCH(QString, problem);
        const QString kind = stage == 1 ? QStringLiteral("weights") : QStringLiteral("scores and vectors");
        const Range before = view(0, stage)->content().look.range;
        choose(QStringLiteral("Range, ") + kind, QStringLiteral("Custom"));
        QVERIFY(view(0, stage)->content().look.range == before); // begins with the present range
        auto* highest = field((stage == 1 ? QStringLiteral("Highest, ") : QStringLiteral("Largest magnitude, ")) +
                              kind);
        highest->clear();
        QTest::keyClicks(highest, high);
        if (stage == 1) {
            field(QStringLiteral("Lowest, ") + kind)->clear();
            QTest::keyClicks(field(QStringLiteral("Lowest, ") + kind), low);
            QTest::keyClick(field(QStringLiteral("Lowest, ") + kind), Qt::Key_Return);
        }
        QTest::keyClick(highest, Qt::Key_Return);
        QVERIFY(view(0, stage)->content().look.range == (range.empty() ? before : range));
        QCOMPARE(highest->text().isEmpty(), false); // the typed text stays
        QStringList said;
        for (auto* label : panel_->findChildren<QLabel*>())
            if (label->objectName() == QLatin1String("problem") && label->isVisibleTo(label->parentWidget()))
                said << label->text();
        QVERIFY2(problem.isEmpty() ? said.join(QString()).isEmpty() : said.join(QString()).contains(problem),
                 qPrintable(said.join(QLatin1Char('|'))));
        choose(QStringLiteral("Range, ") + kind, QStringLiteral("Automatic"));
        QVERIFY(view(0, stage)->content().look.range == before);
    }
    void zeroToOne() {
        choose(QStringLiteral("Range, weights"), QStringLiteral("0 to 1"));
        QVERIFY(view(0, 1)->content().look.range == (Range{0, 1}));
        QVERIFY(!field(QStringLiteral("Highest, weights"))->isVisible());
    }

    void curvesBendTheScale() {
        choose(QStringLiteral("Curve, weights"), QStringLiteral("Logarithmic"));
        QCOMPARE(view(0, 1)->content().look.curve, &findCurve("logarithm"));
        QCOMPARE(scale(QStringLiteral("Colour scale, weights"))->look().curve, &findCurve("logarithm"));
    }

    /// A picture of the window has the curve of the window.
    void picturesGetTheAutomaticCurve() {
        const auto curve = [&] { return screenSpec(bench_->state()).curves.at(Stage::Weights); };
        QCOMPARE(curve(), &straight());
        for (const int head : {0, 1, 2}) edit(withCell(session(), {Parameter::Wq, 0, head}, 0, 0, 1e5F)); // peaks
        QTRY_COMPARE(curve(), &findCurve("root"));
        QCOMPARE(view(0, 1)->content().look.curve, curve());
        choose(QStringLiteral("Curve, weights"), QStringLiteral("Logarithmic"));
        QCOMPARE(curve(), nullptr);
    }

    void aDotSaysWhatItShows() {
        QCOMPARE(view(0, 1)->content().tile->exact, true);
        QString many;
        for (int i = 0; i < 900; ++i) many += QStringLiteral("w%1 ").arg(i);
        edit(withSentence(session(), many.toStdString()));
        QTRY_VERIFY(settled());
        const auto caption = [&](int stage) {
            return bench_->state().maps.shows(Stage::Weights) ? view(0, stage)->content().head.stage : QString();
        };
        const auto& tile = *view(0, 1)->content().tile;
        QVERIFY(!tile.exact);
        const QString share = QStringLiteral(u"%1 \u00d7 %2")
                                  .arg(std::ceil(900.0 / double(tile.values.rows())))
                                  .arg(std::ceil(900.0 / double(tile.values.cols())));
        QCOMPARE(caption(1), QStringLiteral(u"weights \u00b7 pixel: largest of ") + share);
        choose(QStringLiteral("A pixel shows"), QStringLiteral("Mean"));
        QTRY_VERIFY(settled());
        QTRY_COMPARE(caption(1), QStringLiteral(u"weights \u00b7 pixel: mean of ") + share);
        QVERIFY(view(0, 1)->explain({0, 0}).contains(QStringLiteral("mean of")));
    }

    void theViewMenuShowsItToo() {
        control<QFrame>(*panel_, QStringLiteral("Display"))->close();
        switchOf("Display")->trigger();
        QVERIFY(control<QFrame>(*panel_, QStringLiteral("Display"))->isVisible());
        QTest::keyClick(control<QFrame>(*panel_, QStringLiteral("Display")), Qt::Key_Escape);
        QVERIFY(!control<QFrame>(*panel_, QStringLiteral("Display"))->isVisible());
    }

private:
    QComboBox* box(const QString& name) const { return control<QComboBox>(*panel_, name); }
    QLineEdit* field(const QString& name) const { return control<QLineEdit>(*panel_, name); }
    void choose(const QString& name, const QString& text) {
        const int index = box(name)->findText(text);
        QVERIFY(index >= 0);
        box(name)->setCurrentIndex(index);
        emit box(name)->activated(index);
    }
};

QTEST_MAIN(DisplayPopupTest)
#include "tst_displayPopup.moc"
