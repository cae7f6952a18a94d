// Calculations as text, and their values.
#include "base/numberText.h"
#include "plot/Calculation.h"

#include <QTest>

#include <cmath>

using namespace headlight;

class CalculationTest : public QObject {
    Q_OBJECT

private slots:
    void writtenInALine_data() {
        QTest::addColumn<Calculation>("made");
        QTest::addColumn<QString>("text");
        QTest::addColumn<double>("value");
        using Kind = Calculation::Kind;
        const auto given = &Calculation::given;
        const auto row = [](const Calculation& made, const char* text, double value) {
            QTest::newRow(text) << made << QString(text) << value;
        };
        const Calculation root(Kind::Root, {given(4)});
        row(-0.5, "-0.5", -0.5);
        row({Kind::Over, {-0.5, root}}, "(-0.5) / √4", -0.25);
        row({Kind::Over, {1e-05, {Kind::Times, {root, given(0.5)}}}}, "1e-05 / (√4 × 0.5)", 1e-05);
        row({Kind::Over, {{Kind::Times, {-0.5, given(-3)}}, root}}, "(-0.5 × (-3)) / √4", 0.75);
        const Calculation norm(Kind::Over, {{Kind::Minus, {{Kind::Plus, {0.5, 0.25}}, -0.25}},
                                            {Kind::Root, {{Kind::Plus, {0.75, given(0.25)}}}}});
        row({Kind::Plus, {{Kind::Times, {norm, 2.0}}, -1.0}}, "((0.5 + 0.25) − (-0.25)) / √(0.75 + 0.25) × 2 + (-1)",
            1);
        row({Kind::Terms, {{Kind::Times, {-0.5, 2.0}}, -0.25}}, "(-0.5) × 2 + (-0.25)", -1.25);
        row({Kind::Sine, {given(2), 4.0}}, "sin(2 ÷ 4)", std::sin(0.5));
        row({Kind::Cosine, {given(2), 4.0}}, "cos(2 ÷ 4)", std::cos(0.5));
    }
    void writtenInALine() {
        QFETCH(Calculation, made);
        const auto digits = [](double value) { return QString::fromStdString(shortest(value)); };
        QTEST(inLine(made, digits), "text");
        QTEST(made([](double value) { return value; }), "value");
    }

    /// Numbers are rounded before they are added; those of options are not.
    void theValueIsThatOfTheDigits() {
        const Calculation made(Calculation::Kind::Plus, {0.26, Calculation::given(0.26)});
        QCOMPARE(made([](double value) { return std::round(value); }), 0.26);
    }
};

QTEST_MAIN(CalculationTest)
#include "tst_calculation.moc"
