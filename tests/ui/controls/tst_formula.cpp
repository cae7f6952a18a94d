// A formula on a button: one line, in which text after "_" is a subscript.
#include "controls/formula.h"

#include <QFontMetrics>
#include <QPainter>
#include <QTest>
#include <QToolButton>

using namespace headlight;

namespace {

QImage drawn(const QString& formula, const QFont& font) {
    QImage image(200, 40, QImage::Format_ARGB32_Premultiplied);
    image.fill(Qt::white);
    QPainter painter(&image);
    drawFormula(&painter, QPoint(2, 20), formula, font);
    return image;
}

/// Returns the lowest row with a pixel that is not white, or -1.
int lowest(const QImage& image) {
    for (int y = image.height() - 1; y >= 0; --y)
        for (int x = 0; x < image.width(); ++x)
            if (image.pixelColor(x, y) != QColor(Qt::white)) return y;
    return -1;
}

} // namespace

class FormulaTest : public QObject {
    Q_OBJECT

private slots:
    void whatFollowsAnUnderscoreIsBelow_data() {
        QTest::addColumn<QString>("formula");
        QTest::addColumn<bool>("isBelow");
        QTest::newRow("plain") << "X W + X" << false;
        QTest::newRow("at the end") << "X W_x" << true;
        QTest::newRow("in the middle") << "X W_x + X" << true;
    }
    void whatFollowsAnUnderscoreIsBelow() {
        QFETCH(QString, formula);
        QFETCH(bool, isBelow);
        QFont font;
        font.setPointSize(20); // large enough that subscripts are narrower in any font, also when rounded to pixels
        QCOMPARE(lowest(drawn(formula, font)) > lowest(drawn("X", font)), isBelow);
        const int plain = QFontMetrics(font).horizontalAdvance(QString(formula).remove('_'));
        QCOMPARE(drawFormula(nullptr, {}, formula, font) < plain, isBelow); // subscripts are smaller
    }

    /// All formulas give buttons of the same height. A disabled button looks the same.
    void aButtonShowsIt() {
        QToolButton plain, below;
        showFormula(plain, "softmax", Qt::red);
        showFormula(below, "X W_q,k,v + b", Qt::red);
        QCOMPARE(below.text(), QString("X W_q,k,v + b"));
        QCOMPARE(below.sizeHint().height(), plain.sizeHint().height());
        QVERIFY(below.sizeHint().width() > plain.sizeHint().width());
        const auto picture = [&](QIcon::Mode mode) { return below.icon().pixmap(below.iconSize(), mode).toImage(); };
        QCOMPARE(picture(QIcon::Disabled), picture(QIcon::Normal));
    }

    void nothingIsNoFault() {
        QToolButton button;
        showFormula(button, {}, Qt::red);
        QVERIFY(button.text().isEmpty());
    }
};

QTEST_MAIN(FormulaTest)
#include "tst_formula.moc"
