// The popup of an operation, for input that is more than a number.
#include "support/changing.h"
#include "ui/panels/pipeline/pipelineBench.h"
#include "words/conventions.h"

#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QSlider>

using namespace headlight;
using namespace headlight::testing;

class OperationPopupTest : public QObject, PipelineBench {
    Q_OBJECT

private slots:
    void init() { begin("My shoes are small my feet are big"); }
    void cleanup() {
        setConventions({});
        end();
    }

    /// A seed keeps all digits, even if no double has them.
    void aSeedIsExact_data() {
        QTest::addColumn<QString>("typed");
        QTest::addColumn<bool>("isTaken");
        QTest::newRow("0") << "0" << true;
        QTest::newRow("2^53 + 1") << "9007199254740993" << true;
        QTest::newRow("2^64 - 1") << "18446744073709551615" << true;
        QTest::newRow("2^64") << "18446744073709551616" << false;
        QTest::newRow("less than 0") << "-1" << false;
        QTest::newRow("no whole number") << "1.5" << false;
    }
    void aSeedIsExact() {
        QFETCH(QString, typed);
        QFETCH(bool, isTaken);
        drop(0, Dropout{0.5, 7});
        open("Dropout");
        auto* field = control<QLineEdit>(*window_, "Dropout seed");
        QCOMPARE(field->text(), QString("7"));
        type(field, typed);
        QCOMPARE(options().dropout->seed, isTaken ? typed.toULongLong() : 7ULL);
        auto* refused = control<QLabel>(*window_, "Refused");
        QCOMPARE(refused->isVisible(), !isTaken);
        if (isTaken) {
            QCOMPARE(field->text(), typed);
            QCOMPARE(lastStep(), "Dropout seed " + typed);
        } else {
            QVERIFY2(refused->text().contains("a whole number from 0 to 18446744073709551615, not " + typed),
                     qPrintable(refused->text()));
        }
    }

    /// In all layers: those without dropout stay so.
    void redrawnInAllLayers() {
        edit(withLayerAdded(session()));
        edit(withLayerAdded(session()));
        drop(0, Dropout{0.5, 7});
        drop(1, {});
        drop(2, Dropout{0.25, 41});
        open("Dropout");
        control<QCheckBox>(*window_, "In all layers")->click();
        control<QPushButton>(*window_, "Next dropout seed")->click();
        QCOMPARE(options(0).dropout, (std::optional(Dropout{0.5, 8})));
        QVERIFY(!options(1).dropout);
        QCOMPARE(options(2).dropout, (std::optional(Dropout{0.25, 42})));
        type(control<QLineEdit>(*window_, "Dropout seed"), "3");
        QVERIFY(options(0).dropout->seed == 3 && options(2).dropout->seed == 3 && !options(1).dropout);
        QCOMPARE(lastStep(), QString("Dropout seed 3, all layers"));
    }

    /// Without W_o of layer 1 the rows of layer 2 have another length.
    void whatASwitchCutsIsSaid() {
        Session wide = session();
        changing(wide)[Parameter::Wo] = Matrix(Matrix::Ones(sizesOf(wide).concat(), sizesOf(wide).concat() + 1));
        edit(withLayerAdded(wide));
        open("Output weights");
        control<QCheckBox>(*window_, "W_o")->click();
        QVERIFY(!session().layers[0][Parameter::Wo]);
        QCOMPARE(bench_->state().notice,
                 QString("1 row of W_q, W_k and W_v in layer 2 was removed. Undo restores them."));
    }

    /// Equal words are told apart by their positions, counted as set.
    void equalTokensAreToldApart() {
        open("Mask");
        auto* list = control<QListWidget>(*window_, "Hidden tokens");
        const auto names = [&] {
            QStringList all;
            for (int i = 0; i < list->count(); ++i)
                all << list->item(i)->text().remove(QChar(0x2068)).remove(QChar(0x2069));
            return all.join(u' ');
        };
        QCOMPARE(names(), QString::fromUtf8("My shoes are₃ small my feet are₇ big"));
        setConventions({.fromZero = true});
        bench_->presentAgain(*panel_);
        QCOMPARE(names(), QString::fromUtf8("My shoes are₂ small my feet are₆ big"));
    }

    void theScaleIsWrittenAsOneWritesIt() {
        open("Scale and temperature");
        QCOMPARE(control<QComboBox>(*window_, "Scale")->itemText(1), QString::fromUtf8("1/√dₖ"));
    }

    /// The tool tips of all controls follow the normalisation.
    void whatCancelsSaysSo() {
        open("Scale and temperature");
        const std::vector<QWidget*> controls{control<QComboBox>(*window_, "Scale"),
                                             control<QLineEdit>(*window_, "Temperature"),
                                             control<QSlider>(*window_, "Temperature slider")};
        for (const QWidget* one : controls) QVERIFY(!one->toolTip().isEmpty() && !one->toolTip().contains("No effect"));
        Options sum = options();
        sum.normalisation = Normalisation::Sum;
        edit(withOptions(session(), 0, sum));
        for (const QWidget* one : controls) QVERIFY2(one->toolTip().contains("No effect"), qPrintable(one->toolTip()));
    }

    void bySumAMaskStandsNowhere() {
        Options now = options();
        now.mask.causal = true;
        edit(withOptions(session(), 0, now));
        open("Mask");
        auto* stands = control<QComboBox>(*window_, "Apply mask");
        QVERIFY(stands->isVisible());
        now.normalisation = Normalisation::Sum;
        edit(withOptions(session(), 0, now));
        QVERIFY(!stands->isVisible());
    }

private:
    void drop(int layer, std::optional<Dropout> dropout) {
        Options now = options(static_cast<std::size_t>(layer));
        now.dropout = dropout;
        edit(withOptions(session(), layer, now));
    }
    static void type(QLineEdit* field, const QString& text) {
        field->setFocus();
        field->selectAll();
        QTest::keyClicks(field, text);
        QTest::keyClick(field, Qt::Key_Return);
    }
};

QTEST_MAIN(OperationPopupTest)
#include "tst_operationPopup.moc"
