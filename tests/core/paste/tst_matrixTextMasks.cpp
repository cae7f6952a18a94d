// A pasted mask: which cells it hides, and what is refused.
#include "paste/matrixText.h"
#include "support/blocks.h"

#include <QTest>

using namespace headlight;
using namespace headlight::testing;

class MatrixTextMasksTest : public QObject {
    Q_OBJECT

private slots:
    void isRead_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("expected"); // of two queries and three keys
        const auto row = [](const char* name, const char* text, const char* expected = "1 0 0; 1 1 0") {
            QTest::newRow(name) << text << expected;
        };
        row("0 and 1", "1 0 0\n1 1 0");
        row("0 and 1 as floats", "tensor([[1., 0., 0.],\n        [1., 1., 0.]])");
        row("truth values of NumPy", "[[ True False False]\n [ True  True False]]");
        row("truth values of PyTorch", "tensor([[ True, False, False],\n        [ True,  True, False]])");
        row("of a spreadsheet", "TRUE\tFALSE\tFALSE\nTRUE\tTRUE\tFALSE");
        row("of JSON", "[[true, false, false], [true, true, false]]");
        row("minus infinity of NumPy", "[[  0. -inf -inf]\n [  0.   0. -inf]]");
        row("minus infinity of PyTorch", "tensor([[0., -inf, -inf],\n        [0., 0., -inf]])");
        row("minus infinity as code", "mask = np.array([[0, -np.inf, -np.inf], [0, 0, -np.inf]])");
        row("of pandas", "        My    are  red\nMy    True  False  False\nare   True   True  False");
        row("large numbers", "0 -1e9 -1e9\n0 0 -10000");
        row("the lowest float32", "0 -3.4028e+38 -3.4028e+38\n0 0 -3.4028e+38");
        row("a row for every query", "[1, 1, 0]", "1 1 0; 1 1 0");
        row("a column for every query", "1\n0\n1", "1 0 1; 1 0 1");
        row("a row that is added", "0 -inf 0", "1 0 1; 1 0 1");
        row("after a matrix of another shape", "X = [[1, 2], [3, 4]]\nM = [[1, 0, 0], [1, 1, 0]]");
        row("all visible", "1 1 1\n1 1 1", "1 1 1; 1 1 1");
        row("all hidden", "-inf -inf -inf\n-inf -inf -inf", "0 0 0; 0 0 0");
    }
    void isRead() {
        QFETCH(QString, text);
        QFETCH(QString, expected);
        const auto mask = maskFromText(text.toStdString(), 2, 3);
        QVERIFY2(mask.ok(), mask ? "" : mask.text().c_str());
        QVERIFY(*mask == matrixFrom(expected.toUtf8().constData()));
    }

    void isRefused_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("why");
        const auto row = [](const char* name, const char* text, const char* why) {
            QTest::newRow(name) << text << why;
        };
        row("a word", "[[True, False, x], [1, 1, 0]]", "Line 1, column 16: \"x\" is not a number.");
        row("not a number", "1 nan 0\n1 1 0", "Line 1, column 3: \"nan\" cannot be pasted; numbers must be finite.");
        row("a shape", "1 0\n1 1", "A mask has 2 x 3 numbers (queries x keys) or 3 (keys). This matrix has 2 x 2.");
        row("a weight", "1 0.5 0\n1 1 0",
            "A mask has 0 and 1, True and False, or 0 and -inf. Row 1, column 2 has another number.");
        row("1 and minus infinity", "0 -inf 1\n0 0 0",
            "A mask has 0 and 1, True and False, or 0 and -inf. Row 1, column 2 has another number.");
        row("plus infinity", "0 inf 0\n0 0 0",
            "A mask has 0 and 1, True and False, or 0 and -inf. Row 1, column 2 has another number.");
        row("a bias", "0 -1 -2\n0 0 -1",
            "A mask has 0 and 1, True and False, or 0 and -inf. Row 1, column 2 has another number.");
        row("zeros", "0 0 0\n0 0 0", "All numbers are 0, which may mean that all keys are hidden, or none.");
    }
    void isRefused() {
        QFETCH(QString, text);
        QTEST(QString::fromStdString(maskFromText(text.toStdString(), 2, 3).text()), "why");
    }

    void otherTextIsRefused() {
        for (const char* text : {"", "abc", "1 0 0\n1 1"}) QVERIFY(!maskFromText(text, 2, 3).ok());
        QVERIFY(!maskFromText(std::string(1 << 20, 'a'), 2, 3).ok()); // one long word
    }
};

QTEST_APPLESS_MAIN(MatrixTextMasksTest)
#include "tst_matrixTextMasks.moc"
