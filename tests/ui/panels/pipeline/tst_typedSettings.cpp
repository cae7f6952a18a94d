// Input of a form: committed by the user, applied to the chosen layers, and kept if it is refused.
#include "controls/numberFields.h"
#include "ui/panels/pipeline/pipelineBench.h"

#include <QCheckBox>
#include <QLabel>
#include <QLineEdit>
#include <QSlider>

using namespace headlight;
using namespace headlight::testing;

class TypedSettingsTest : public QObject, PipelineBench {
    Q_OBJECT

private slots:
    void init() {
        begin("My shoes are small my feet are big");
        now_ = 0;
        bench_->scheduler().setClock([this] { return now_; });
    }
    void cleanup() { end(); }

    /// The Shift of Shift+Tab only goes back to the last field. That of Shift+Enter means all layers.
    void shiftTabIsOfOneLayer_data() {
        QTest::addColumn<QString>("operation");
        QTest::addColumn<QString>("field");
        QTest::addColumn<bool>("isEnter");
        QTest::newRow("a number, left") << "Scale and temperature"
                                        << "Temperature" << false;
        QTest::newRow("a number, entered") << "Scale and temperature"
                                           << "Temperature" << true;
        QTest::newRow("a size, left") << "Mask"
                                      << "Window" << false;
    }
    void shiftTabIsOfOneLayer() {
        QFETCH(QString, operation);
        QFETCH(QString, field);
        QFETCH(bool, isEnter);
        withWindow();
        edit(withLayerAdded(session()));
        open(operation);
        auto* typed = control<QWidget>(*window_, field);
        typed->setFocus();
        auto* line = qobject_cast<QLineEdit*>(typed) ? qobject_cast<QLineEdit*>(typed) : typed->findChild<QLineEdit*>();
        line->selectAll();
        QTest::keyClick(typed, '4');
        QTest::keyClick(typed, isEnter ? Qt::Key_Return : Qt::Key_Backtab, Qt::ShiftModifier);
        QCOMPARE(typed->hasFocus(), isEnter);
        const auto isFour = [&](std::size_t layer) {
            return field == "Window" ? options(layer).mask.window.value_or(0) == 4 : options(layer).temperature == 4;
        };
        QVERIFY(isFour(0));
        QCOMPARE(isFour(1), isEnter);
    }

    void aSizeIsTypedWhilePanelsArePresented() {
        withWindow();
        open("Mask");
        auto* field = control<SizeField>(*window_, "Window");
        field->setFocus();
        field->selectAll();
        QTest::keyClicks(field, "12");
        bench_->messages().tell("Presented");
        QCOMPARE(field->text(), QString("12"));
        QTest::keyClick(field, Qt::Key_Return);
        QCOMPARE(options().mask.window.value_or(0), 12);
    }

    void whatIsRefusedStays_data() {
        QTest::addColumn<QString>("field");
        QTest::addColumn<QString>("typed");
        QTest::addColumn<QString>("says");
        QTest::newRow("no rate") << "Dropout rate"
                                 << "1.5"
                                 << "must be from 0 to below 1";
        QTest::newRow("no number") << "Dropout rate"
                                   << "half"
                                   << "half";
        QTest::newRow("no seed") << "Dropout seed"
                                 << "-3"
                                 << "must be a whole number";
    }
    void whatIsRefusedStays() {
        QFETCH(QString, field);
        QFETCH(QString, typed);
        QFETCH(QString, says);
        withDropout();
        open("Dropout");
        auto* edit = control<QLineEdit>(*window_, field);
        const QString before = edit->text();
        type(edit, typed);
        const auto* refused = control<QLabel>(*window_, "Refused");
        QVERIFY2(refused->isVisible() && refused->text().contains(says), qPrintable(refused->text()));
        const auto stays = [&] { return edit->text() == typed && edit->property("invalid").toBool(); };
        QVERIFY(stays());
        bench_->messages().tell("Presented once more");
        QVERIFY(stays());
        QTest::keyClick(edit, Qt::Key_Tab);
        bench_->messages().tell({});
        QVERIFY(!edit->hasFocus() && stays());
        QVERIFY(refused->isVisible());

        QApplication::activePopupWidget()->close(); // does not report it again
        QVERIFY(bench_->state().problem.isEmpty());
        open("Dropout");
        QCOMPARE(edit->text(), before);
        QVERIFY(!edit->property("invalid").toBool() && !refused->isVisible());
    }

    /// A refused value can be corrected, and stays until its own setting is changed elsewhere.
    void whatIsRefusedIsMended() {
        withDropout();
        open("Dropout");
        auto* rate = control<QLineEdit>(*window_, "Dropout rate");
        type(rate, "1.5");
        QTest::keyClick(rate, Qt::Key_Home);
        QTest::keyClick(rate, Qt::Key_Delete);
        QVERIFY(!rate->property("invalid").toBool());
        QTest::keyClicks(rate, "0");
        QTest::keyClick(rate, Qt::Key_Return);
        QCOMPARE(options().dropout->rate, 0.5); // 0.5, in another notation
        QCOMPARE(rate->text(), QString("0.5"));
        QVERIFY(!control<QLabel>(*window_, "Refused")->isVisible());
        type(rate, "1.5");
        Options other = options();
        other.dropout->rate = 0.25;
        edit(withOptions(session(), 0, other));
        QCOMPARE(rate->text(), QString("0.25"));
        QVERIFY(!rate->property("invalid").toBool());
    }

    /// Repeated keys are one step, whose name tells the last value.
    void keysOnASliderAreOneStep() {
        open("Scale and temperature");
        auto* slider = control<QSlider>(*window_, "Temperature slider");
        slider->setFocus();
        const int before = steps();
        const auto press = [&](Qt::Key key, int times) {
            for (int i = 0; i < times; ++i) QTest::keyClick(slider, key);
        };
        press(Qt::Key_Right, 4);
        const double first = options().temperature;
        QVERIFY(first > 1.2);
        QCOMPARE(steps(), before + 1);
        QCOMPARE(lastStep(), QString("Temperature %1").arg(first));
        now_ += 5000;
        press(Qt::Key_Left, 2);
        QVERIFY(options().temperature < first);
        QCOMPARE(steps(), before + 2);
        bench_->undo();
        QCOMPARE(options().temperature, first);
        bench_->undo();
        QCOMPARE(options().temperature, 1.);
        press(Qt::Key_Left, 1);
        QVERIFY(options().temperature < 1);
        QCOMPARE(steps(), before + 1);
    }

private:
    void withWindow() {
        Options now = options();
        now.mask.window = 3;
        edit(withOptions(session(), 0, now));
    }
    void withDropout() {
        Options now = options();
        now.dropout = Dropout{0.5, 7};
        edit(withOptions(session(), 0, now));
    }
    static void type(QLineEdit* field, const QString& text) {
        field->setFocus();
        field->selectAll();
        QTest::keyClicks(field, text);
        QTest::keyClick(field, Qt::Key_Return);
    }

    std::int64_t now_ = 0; ///< in ms
};

QTEST_MAIN(TypedSettingsTest)
#include "tst_typedSettings.moc"
