// The mask by hand in the form of the mask; app/tst_windowMask edits its cells.
#include "panels/pipeline/givenMask.h"
#include "ui/panels/pipeline/pipelineBench.h"

#include <QCheckBox>
#include <QClipboard>
#include <QLabel>
#include <QPushButton>

using namespace headlight;
using namespace headlight::testing;

class GivenMaskTest : public QObject, PipelineBench {
    Q_OBJECT

private slots:
    void init() {
        begin("My shoes are small my feet");
        open("Mask");
        QVERIFY(!button()->isVisible());
        isOn()->click();
        QVERIFY(button()->isVisible());
    }
    void cleanup() { end(); }

    /// At first the mask is all ones. Switched off and on, it has its last values.
    void itIsSwitched() {
        QCOMPARE(given(), Matrix(Matrix::Ones(6, 6)));
        QCOMPARE(lastStep(), QString("Custom mask"));
        QCOMPARE(word("Mask")->text(), QString("custom"));
        edit(withMaskCells(session(), 0, {{2, 4}}, false));
        const Matrix left = given();
        isOn()->click();
        QVERIFY(!options().mask.given && !button()->isVisible());
        QCOMPARE(lastStep(), QString("No custom mask"));
        isOn()->click();
        QCOMPARE(given(), left);
    }

    /// The form closes, and a map with the mask is shown.
    void itIsEditedInTheMap() {
        bench_->look([](MapOptions& o) { o.showOnly({Stage::Q}); });
        button()->click();
        QVERIFY(!QApplication::activePopupWidget());
        QVERIFY(bench_->state().maps.hand == MapHand::Mask && bench_->state().maps.shows(Stage::Weights));
        open("Mask");
        QVERIFY(button()->isChecked());
        button()->click();
        QVERIFY(bench_->state().maps.hand == MapHand::Pan);
    }

    void buttons_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<int>("zeros");
        QTest::newRow("hide all") << "Hide all" << 36;
        QTest::newRow("causal") << "Causal" << 15;
        QTest::newRow("invert") << "Invert" << 35;
        QTest::newRow("show all") << "Show all" << 0;
    }
    void buttons() {
        QFETCH(QString, name);
        QFETCH(int, zeros);
        edit(withMaskCells(session(), 0, {{4, 2}}, false));
        control<QPushButton>(*window_, name)->click();
        QCOMPARE(int((given().array() == 0).count()), zeros);
        QCOMPARE(lastStep(), "Custom mask: " + name.toLower());
        if (name == "Causal") QVERIFY(given()(3, 3) == 1 && given()(3, 4) == 0);
        bench_->undo();
        QCOMPARE(int((given().array() == 0).count()), 1);
    }

    void pasted_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("hidden"); // keys of the second query
        QTest::addColumn<QString>("problem");
        QTest::newRow("keys") << "[1, 1, 0, 1, 1, 0]"
                              << "2 5"
                              << "";
        QTest::newRow("added") << "0 -inf 0 0 0 0"
                               << "1"
                               << "";
        QTest::newRow("of another size") << "1 0\n1 1"
                                         << ""
                                         << "A mask has 6 x 6 numbers";
        QTest::newRow("nothing") << ""
                                 << ""
                                 << "There are no numbers";
    }
    void pasted() {
        QFETCH(QString, text);
        QFETCH(QString, hidden);
        QFETCH(QString, problem);
        QApplication::clipboard()->setText(text);
        control<QPushButton>(*window_, "Paste mask")->click();
        QStringList zeros;
        for (int key = 0; key < 6; ++key)
            if (given()(1, key) == 0) zeros << QString::number(key);
        QCOMPARE(zeros.join(' '), hidden);
        QCOMPARE(lastStep(), QString(problem.isEmpty() ? "Custom mask: paste" : "Custom mask"));
        const auto* refused = control<QLabel>(*window_, "Refused");
        QCOMPARE(refused->isVisible(), !problem.isEmpty());
        QVERIFY2(problem.isEmpty() || refused->text().startsWith(problem), qPrintable(refused->text()));
    }

    /// A layer without such a mask gets one.
    void allLayers() {
        edit(withLayerAdded(session()));
        edit(withGivenMask(session(), 1, false));
        control<QCheckBox>(*window_, "In all layers")->click();
        control<QPushButton>(*window_, "Hide all")->click();
        QVERIFY(given().isZero() && options(1).mask.given->isZero());
        QCOMPARE(lastStep(), QString("Custom mask: hide all, all layers"));
    }

private:
    QCheckBox* isOn() { return control<QCheckBox>(*window_, "Custom mask (click cells)"); }
    QPushButton* button() { return control<QPushButton>(*window_, "Edit in the map"); }
    const Matrix& given() const { return *options().mask.given; }
};

QTEST_MAIN(GivenMaskTest)
#include "tst_givenMask.moc"
