#include "paste/matrixText.h"

#include <QTest>

#include <cstring>
#include <limits>

using namespace headlight;

namespace {

/// Returns a matrix as tests write it: rows separated by '/', numbers by spaces.
QString written(const Matrix& m) {
    QString text;
    for (Index r = 0; r < m.rows(); ++r) {
        if (r > 0) text += " / ";
        for (Index c = 0; c < m.cols(); ++c) text += (c > 0 ? " " : "") + QString::number(double(m(r, c)), 'g', 9);
    }
    return text;
}

} // namespace

class MatrixTextTest : public QObject {
    Q_OBJECT

private slots:
    void pastesAreUnderstood_data() {
        QTest::addColumn<QString>("pasted");
        QTest::addColumn<QString>("matrix");
        const auto row = [](const char* name, const char* pasted, const char* matrix) {
            QTest::newRow(name) << QString::fromUtf8(pasted) << QString::fromUtf8(matrix);
        };
        row("one number", "0.5", "0.5");
        row("one number, blanks", "  -2\n", "-2");
        row("one number, list", "[3]", "3");
        row("numpy print", "[[ 0.1 -0.2]\n [ 3.   4. ]]", "0.100000001 -0.200000003 / 3 4");
        row("numpy print, wrapped", "[[1. 2. 3.\n  4.]\n [5. 6. 7.\n  8.]]", "1 2 3 4 / 5 6 7 8");
        row("numpy print, 1-D wrapped", "[1. 2. 3.\n 4. 5.]", "1 2 3 4 5");
        row("numpy repr", "array([[1., 2.],\n       [3., 4.]])", "1 2 / 3 4");
        row("numpy repr, dtype", "array([[1., 2.],\n       [3., 4.]], dtype=float32)", "1 2 / 3 4");
        row("numpy call", "np.array([[1, 2], [3, 4]], dtype=np.float32)", "1 2 / 3 4");
        row("assignment", "W_q = np.array([[1, 2],\n                [3, 4]])\n", "1 2 / 3 4");
        row("tensor", "tensor([[1.0000, 2.0000],\n        [3.0000, 4.0000]])", "1 2 / 3 4");
        row("tensor, device", "tensor([[1., 2.], [3., 4.]], device='cuda:0')", "1 2 / 3 4");
        row("tensor, all", "tensor([[1., 2.]], device='cuda:0', dtype=torch.float64, grad_fn=<MmBackward0>)", "1 2");
        row("tensor, requires_grad", "tensor([[1., 2.]], requires_grad=True)", "1 2");
        row("tensor, size", "tensor([[1., 2.]], size=(1, 2))", "1 2");
        row("parameter", "Parameter containing:\ntensor([[1., 2.],\n        [3., 4.]], requires_grad=True)",
            "1 2 / 3 4");
        row("torch.tensor", "torch.tensor([\n    [1, 2],\n    [3, 4],\n])", "1 2 / 3 4");
        row("JSON", "[[1, 2.5e0], [-3E-1, 4]]", "1 2.5 / -0.300000012 4");
        row("JSON, 1-D", "[1, 2, 3]", "1 2 3");
        row("Python tuples in a list", "[(1, 2), (3, 4)]", "1 2 / 3 4");
        row("column", "[[1],[2],[3]]", "1 / 2 / 3");
        row("LaTeX", "\\begin{bmatrix}\n1 & 2 \\\\\n3 & -4.5\n\\end{bmatrix}", "1 2 / 3 -4.5");
        row("LaTeX, named", "$W_q = \\begin{pmatrix} 1 & 2 \\\\ 3 & 4 \\\\ \\end{pmatrix}$", "1 2 / 3 4");
        row("LaTeX, powers", "\\begin{matrix} 1 \\times 10^{-2} & 2\\cdot10^3 \\\\ 0 & 1 \\end{matrix}",
            "0.00999999978 2000 / 0 1");
        row("LaTeX, array",
            "A = \\left[ \\begin{array}{c|c} 1 & 2 \\\\ \\hline 3 & 4 % the last\n\\end{array} \\right]", "1 2 / 3 4");
        row("LaTeX, gaps within numbers",
            "\\begin{matrix} 1\\,000 & 1\\,234\\,567.25 & 2\\,\\, & 0.123\\,456 \\end{matrix}",
            "1000 1234567.25 2 0.123456001");
        row("LaTeX, a comment behind the end of a row", "\\begin{matrix}1 & 2 \\\\% one\n3 & 4\\\\\n\\end{matrix}",
            "1 2 / 3 4");
        row("LaTeX, columns without gaps", "\\begin{tabular}[t]{@{}rr@{}} 1 & 2 \\\\ 3 & 4 \\end{tabular}",
            "1 2 / 3 4");
        row("LaTeX, one row", "\\begin{bmatrix} 1 & 2 \\end{bmatrix}", "1 2");
        row("LaTeX, one column", "\\begin{bmatrix} 1 \\\\ 2 \\end{bmatrix}", "1 / 2");
        row("LaTeX, a formula", "\\[ W = \\begin{bmatrix}1 & 2 \\\\ 3 & 4\\end{bmatrix} \\]", "1 2 / 3 4");
        row("LaTeX, dollars", "$$X=\\begin{pmatrix} $1$ & $-2$ \\\\ $3$ & $4$ \\end{pmatrix}$$", "1 -2 / 3 4");
        row("LaTeX, gaps between rows",
            "\\begin{matrix}1 & 2 \\\\[2pt] 3 & 4 \\\\*[-0.5ex] 5 & 6 \\\\\\end{matrix} \\\\[1em]", "1 2 / 3 4 / 5 6");
        row("LaTeX, a bracket behind a row", "\\begin{matrix}1 \\\\\\left. 2\\end{matrix}", "1 / 2");
        row("MATLAB", "[1 2; 3 4]", "1 2 / 3 4");
        row("MATLAB, lines that go on", "A = [1 2 3 ...\n ; 4 5 6 ... % the last\r\n ]", "1 2 3 / 4 5 6");
        row("MATLAB, comments", "% 2 weights\nA = [1 2; % one\n 3 4]; % all of A\n%done", "1 2 / 3 4");
        row("lines below a comment of LaTeX or MATLAB", "% the weights\n1 2\n3 4", "1 2 / 3 4");
        row("MATLAB print, blocks of columns",
            "A =\n\n  Columns 1 through 3\n\n   1   2   3\n   5   6   7\n\n  Column 4\n\n   4\n   8\n\n",
            "1 2 3 4 / 5 6 7 8");
        row("MATLAB print, blocks and a factor",
            "A =\n\n   1.0e+03 *\n\n  Columns 1 through 2\n\n   1   2\n\n  Columns 3 through 4\n\n   3   4\n",
            "1000 2000 3000 4000");
        row("Octave print", "A =\n\n   0.5000   0.2500\n  -3.0000        0\n\n", "0.5 0.25 / -3 0");
        row("Octave print, blocks", "A =\n\n Columns 1 and 2:\n\n   1   2\n\n Column 3:\n\n   3\n\n", "1 2 3");
        row("MATLAB, named", "A = [1, 2; 3, 4];", "1 2 / 3 4");
        row("MATLAB, last semicolon", "[1 2; 3 4;]", "1 2 / 3 4");
        row("MATLAB without brackets", "1 2; 3 4", "1 2 / 3 4");
        row("MATLAB print", "A =\n\n     1     2\n     3     4\n\n", "1 2 / 3 4");
        row("MATLAB print, of a live script", "A = 2×2\n     1     2\n     3     4\n", "1 2 / 3 4");
        row("MATLAB print, factor", "W_q =\r\n\r\n   1.0e+03 *\r\n\r\n    1.2000   -0.0010\r\n         0    3.0000\r\n",
            "1200 -1 / 0 3000");
        row("factor alone", "   1.0e-03  *\n    0.1    0.7\n", "9.99999975e-05 0.000699999975");
        row("factor, rounded once", "1.0e+03 *\n 0.0016 2", "1.60000002 2000"); // 0.0016F * 1000 is 1.5999999
        row("NumPy 2, scalars", "[np.float32(0.1), np.float32(0.2)]", "0.100000001 0.200000003");
        row("NumPy 2, scalars in rows", "[[np.float64(1.0), np.float64(-2e-3)], [np.int64(3), numpy.float16(4.0)]]",
            "1 -0.00200000009 / 3 4");
        row("NumPy 2, one scalar", "np.float32(0.5)", "0.5");
        row("PyTorch, scalars", "[tensor(0.5000), tensor(2., device='cuda:0', grad_fn=<MeanBackward0>)]", "0.5 2");
        row("array of a list", "np.float32([1, 2])", "1 2");
        row("MATLAB without brackets, commas", "1, 2 3; 4 5, 6", "1 2 3 / 4 5 6");
        row("tensor, comma behind it", "tensor([[1., 2.]], )", "1 2");
        row("tensor, setting in quotes and brackets", "tensor([1.], name=\"a), b\", at=[1, 2], of=<b, c>)", "1");
        row("TSV", "1\t2\n3\t4\n", "1 2 / 3 4");
        row("TSV, decimal commas", "0,5\t1,25\r\n-3,0\t1e-3\r\n", "0.5 1.25 / -3 0.00100000005");
        row("TSV, separator at the end", "1\t2\t\n3\t4\t\n", "1 2 / 3 4");
        row("TSV, old Mac lines", "1\t2\r3\t4\r", "1 2 / 3 4");
        row("CSV", "1,2\n3,4", "1 2 / 3 4");
        row("CSV, blanks", "1, 2, 3\n 4 , 5 , 6 \n", "1 2 3 / 4 5 6");
        row("CSV, quotes", "\"1\",\"2.5\"\n\"3\",\"4\"", "1 2.5 / 3 4");
        row("commas and blanks mixed", "1, 2 3\n4, 5 6", "1 2 3 / 4 5 6");
        row("semicolons", "1;2\n3;4", "1 2 / 3 4");
        row("blanks, decimal commas", "0,5 1,25\n-3,0 2", "0.5 1.25 / -3 2");
        row("commas and blanks, decimal commas", "0,0, -2,5557, 0,4181\n1,5, 2,5e3,  -3,0\n",
            "0 -2.55570006 0.418099999 / 1.5 2500 -3");
        row("quotes, decimal commas", "\"0,5\",\"1,25\"\n\"-3,0\",\"2\"", "0.5 1.25 / -3 2");
        row("quotes and semicolons, decimal commas", "\"2,5\";\"-2,25\"", "2.5 -2.25");
        row("quotes, one that is no thousands", "\"1,234\",\"0,250\"", "1.23399997 0.25");
        row("LaTeX, decimal commas", "\\begin{bmatrix} 0{,}5 & -1,25 \\\\ 2{,}5\\cdot 10^{2} & 1 \\end{bmatrix}",
            "0.5 -1.25 / 250 1");
        row("a column of pairs", "0,5\n1,25", "0 5 / 1 25");
        row("semicolons, decimal commas", "0,5;1,5\n2,5;3", "0.5 1.5 / 2.5 3");
        row("semicolons, blanks", "1; 2\n3; 4\n", "1 2 / 3 4");
        row("blanks", "1 2  3\n4   5 6", "1 2 3 / 4 5 6");
        row("empty lines", "\n1 2\n\n3 4\n\n", "1 2 / 3 4");
        row("scientific", "1e-3 -2.5E+02 +4.", "0.00100000005 -250 4");
        row("bare points", ".5 -.5 1.", "0.5 -0.5 1");
        row("typographic", "−1\u00A02\u20093", "-1 2 3");
        row("figure and ideographic space", "1\u20072\u30003\u202F4", "1 2 3 4");
        row("too small is 0", "1e-60 -1e-400 0.0001", "0 0 9.99999975e-05");
        row("largest float", "3.4028235e38", "3.40282347e+38");
    }
    void pastesAreUnderstood() {
        QFETCH(QString, pasted);
        QFETCH(QString, matrix);
        const auto found = matricesFromText(pasted.toStdString());
        QVERIFY2(found.ok(), found ? "" : found.text().c_str());
        QCOMPARE(int(found->matrices.size()), 1);
        QCOMPARE(written(found->matrices[0].numbers), matrix);
        QVERIFY(!found->hasOtherText);
        QCOMPARE(found->hasDecimalCommas,
                 QByteArray(QTest::currentDataTag()).endsWith("decimal commas") ||
                     QByteArray(QTest::currentDataTag()) == "quotes, one that is no thousands");
    }

    /// Text beside the numbers of a table is left out; tst_pasted tests the message about it.
    void tablesAreUnderstood_data() {
        QTest::addColumn<QString>("pasted");
        QTest::addColumn<QString>("matrices");
        const auto row = [](const char* name, const char* pasted, const char* matrices) {
            QTest::newRow(name) << QString::fromUtf8(pasted) << QString::fromUtf8(matrices);
        };
        row("header", "x,y\n1,2\n3,4", "1 2 / 3 4");
        row("names, one is a sign", "%,1,2\nb,3,4", "1 2 / 3 4");
        row("names", "a,1,2\nb,3,4", "1 2 / 3 4");
        row("header and names, tabs", "\tx\ty\na\t0,5\t2\nb\t3\t4", "0.5 2 / 3 4");
        row("header and names, semicolons", "name;x;y\na;0,5;2\nc;3;4", "0.5 2 / 3 4");
        row("all in quotes", "\"x\",\"y\"\n\"1\",\"2\"", "1 2");
        row("all in quotes, names", "\"x\",\"1\"\n\"y\",\"2\"", "1 / 2");
        row("pandas, names", ",x,y\n0,1,2\n1,3,4\n", "1 2 / 3 4");
        row("pandas, printed", "          0    1\n0   0.5000 -1.0\n1  -2.0000  3.0", "0.5 -1 / -2 3");
        row("pandas, printed, names", "        x1    x2\nthe    0.5  1.0\ncat    2.0  3.0\n", "0.5 1 / 2 3");
        row("pandas, of numbers alone", ",0,1\n0,1,2\n1,3,4\n", "1 2 / 3 4");
        row("W_o", "row,\"1\",\"2\"\n\"1\",1,2\n\"2\",3,4\n", "1 2 / 3 4");
        row("of a head", "head,row,\"1\",\"2\"\n2,\"1\",1,2\n2,\"2\",3,4\n", "head 2: 1 2 / 3 4");
        row("of two heads", "head,row,\"1\"\n1,\"1\",1\n1,\"2\",2\n2,\"1\",3\n2,\"2\",4\n",
            "head 1: 1 / 2; head 2: 3 / 4");
        row("Markdown", "| a | b |\n|---|:-:|\n| 1 | 2 |\n|3|-4.5|\n", "1 2 / 3 -4.5");
        row("Markdown, one column", "\n| 1 |\r\n| --- |\r\n| 5 |\r\n| 6 |\r\n", "5 / 6");
        row("Markdown, names", "| | x | y |\n|---|---|---|\n| a | 1 | 2 |\n| b | 3 | 4 |", "1 2 / 3 4");
        row("tokens", "head,query,\"a,\"\"\",\"[b]\",\"#;\"\n1,\"a,\"\"\",1,2,3\n1,\"[b]\",4,5,6\n1,\"#;\",7,8,9\n",
            "head 1: 1 2 3 / 4 5 6 / 7 8 9");
    }
    void tablesAreUnderstood() {
        QFETCH(QString, pasted);
        QFETCH(QString, matrices);
        const auto found = matricesFromText(pasted.toStdString());
        QVERIFY2(found.ok(), found ? "" : found.text().c_str());
        QStringList all;
        for (const PastedMatrix& one : found->matrices)
            all << (one.name.empty() ? "" : QString::fromStdString(one.name) + ": ") + written(one.numbers);
        QCOMPARE(all.join("; "), matrices);
        QVERIFY(!found->leftOut.firstRow.empty() || !found->leftOut.firstColumn.empty());
    }

    void tooManyHeadsAreRefused() {
        std::string text = "head,row,\"1\"\n";
        for (int head = 0; head <= 1000; ++head) text += std::to_string(head) + ",\"1\",0.5\n";
        QCOMPARE(matricesFromText(text).text(), std::string("The pasted text holds more than 1000 matrices."));
    }

    void nonsenseIsNamed_data() {
        QTest::addColumn<QString>("pasted");
        QTest::addColumn<QString>("message");
        const auto row = [](const char* pasted, const char* message) {
            QTest::newRow(pasted) << QString::fromUtf8(pasted) << QString::fromUtf8(message);
        };
        row("", "There are no numbers in the pasted text.");
        row(" \n\t ", "There are no numbers in the pasted text.");
        row("# 1 2", "There are no numbers in the pasted text.");
        row("[]", "Line 1, column 1: \"[]\" is not a number.");
        row("abc", "Line 1, column 1: \"abc\" is not a number.");
        row("| a |\n|---|\n| 1 | x |", "Line 3, column 7: \"x\" is not a number.");
        row("| 1 | 2 |", "Line 1, column 1: \"|\" is not a number."); // a table of Markdown needs a line of dashes
        row("1.0e+03 *\n1 2e1",
            "Line 2, column 3: \"2e1\" has a power of ten of its own below that of the whole matrix. "
            "Print the matrix again after \"format long g\".");
        row("1.0e+03 *\n4e38 1", "Line 2, column 1: \"4e38\" has a power of ten of its own below that of the whole "
                                 "matrix. Print the matrix again after \"format long g\".");
        row("1.0e+38 *\n40", "Line 2, column 1: \"40\" is too large for a 32-bit number (at most 3.4e38).");
        row("2.0e+03 *\n1 2", "Line 1, column 9: \"*\" is not a number.");
        row("[[0.5, np.float32(nan)]]", "Line 1, column 19: \"nan\" cannot be pasted; numbers must be finite.");
        row("[np.float32(x)]", "Line 1, column 1: \"[np.float32(x)]\" is not a number.");
        row("\\begin{bmatrix} \\frac{1}{2} & 1 \\end{bmatrix}",
            "Line 1, column 17: \"\\frac{1}{2}\" is not a decimal number. Write it as one, such as 0.5.");
        row("\\begin{bmatrix} 1 & -\\sqrt{2} \\end{bmatrix}",
            "Line 1, column 21: \"-\\sqrt{2}\" is not a decimal number. Write it as one, such as 0.5.");
        row("\\setcounter{MaxMatrixCols}{\\begin{matrix",
            "Line 1, column 28: \"\\begin{matrix\" is not a decimal number. Write it as one, such as 0.5.");
        row("\\begin{bmatrix} a & b \\end{bmatrix}", "Line 1, column 17: \"a\" is not a number.");
        row("$$\\begin{bmatrix} $x$ & 1 \\end{bmatrix}$$", "Line 1, column 20: \"x\" is not a number.");
        row("0,5, 1\n2, 3",
            "Line 1, column 2: this comma may be a decimal comma, or stand between two numbers. Separate "
            "the numbers with tabs or semicolons.");
        row("\"1,234\",\"-5,678\"",
            "Line 1, column 2: \"1,234\" may have a decimal comma, or one of thousands. Write a "
            "decimal point.");
        row("[1 2 ... 9; 1 2 3]", "Line 1, column 6: numbers were left out (...). Print the whole matrix and copy it "
                                  "again.");
        row("[1 2 3 ...\n 9]",
            "Line 1, column 8: numbers were left out (...). Print the whole matrix and copy it again.");
        row("A = 2×\n 1 2", "Line 1, column 1: \"A\" is not a number.");
        row("[50%; 20%]", "Line 1, column 2: \"50%\" is not a number.");
        row("A =\n\n Columns 9 through 10\n\n 1 2",
            "Line 3, column 1: the columns before these are missing; copy all of "
            "them.");
        row("Columns 1 and 2:\n 1 2\n 3 4\nColumn 3:\n 5",
            "Line 5, column 1: the blocks of columns have different numbers of rows; copy all of them.");
        row("Column 1:\n 5\nColumn 2:",
            "Line 3, column 1: the blocks of columns have different numbers of rows; copy all "
            "of them.");
        row("Column 1:\nColumn 2:",
            "Line 2, column 1: the blocks of columns have different numbers of rows; copy all of them.");
        row(qPrintable(QString(101, u'[') + "1"), "Line 1, column 1: too many brackets are nested here.");
        row("a\nColumn 1\n1 3", "Line 1, column 1: \"a\" is not a number."); // blocks have no names above them
        row("1 2\n3 four", "Line 2, column 3: \"four\" is not a number.");
        row("é 1", "Line 1, column 1: \"é\" is not a number.");
        row("x,y", "Line 1, column 1: \"x\" is not a number.");
        row("x,1\n1,2", "Line 1, column 1: \"x\" is not a number."); // neither names alone
        row(",2\n1,3", "Line 1, column 1: a number is missing here.");
        row("...,2\n...,3", "Line 1, column 1: numbers were left out (...). Print the whole matrix and copy it again.");
        row("W = 1,2\nb,3", "Line 1, column 1: \"W\" is not a number.");
        row("x\ty\n1.234,5\t2", "Line 2, column 1: \"1.234,5\" is not a number.");
        row("a,b\n1,c", "Line 2, column 3: \"c\" is not a number.");
        row(",a\n# 5,1\nc,2", "Line 1, column 1: a number is missing here."); // "#" may begin a comment or be a token
        row("a,\nb,", "Line 1, column 1: \"a\" is not a number.");
        row("x,a\n1,2\n3", "Line 3: row 2 has 1 number, but row 1 has 2. All rows of a matrix must have the same "
                           "length.");
        const auto ragged = [&](const char* pasted, const char* message) {
            row(pasted, qPrintable(QString(message) + ". All rows of a matrix must have the same length."));
        };
        ragged("1 2 3\n4 5", "Line 2: row 2 has 2 numbers, but row 1 has 3");
        ragged("[[1, 2], [3]]", "Line 1: row 2 has 1 number, but row 1 has 2");
        ragged("[[1, 2],\n\n [3]]", "Line 3: row 2 has 1 number, but row 1 has 2");
        ragged("[1, 2],\n[3],", "Line 2: row 2 has 1 number, but row 1 has 2");
        ragged("[1 2; 3; 4]", "Line 1: row 2 has 1 number, but row 1 has 2");
        ragged("[1 2; 3]", "Line 1: row 2 has 1 number, but row 1 has 2");
        ragged("1\n2 3", "Line 2: row 2 has 2 numbers, but row 1 has 1");
        row("1\t\t3", "Line 1, column 3: a number is missing here.");
        row("1,,3", "Line 1, column 3: a number is missing here.");
        row("[[1], []]", "Line 1, column 8: a number is missing here.");
        row("[[[1]], [[]]]", "Line 1, column 11: a number is missing here.");
        row("[1; ; 3]", "Line 1, column 5: a number is missing here.");
        row("[1, , 3]", "Line 1, column 5: a number is missing here.");
        row("nan 1", "Line 1, column 1: \"nan\" cannot be pasted; numbers must be finite.");
        row("[[1, -inf]]", "Line 1, column 6: \"-inf\" cannot be pasted; numbers must be finite.");
        row("Infinity", "Line 1, column 1: \"Infinity\" cannot be pasted; numbers must be finite.");
        row("1e39", "Line 1, column 1: \"1e39\" is too large for a 32-bit number (at most 3.4e38).");
        row("[[1. 2. ... 3. 4.]]",
            "Line 1, column 9: numbers were left out (...). Print the whole matrix and copy it again.");
        row("[[1. 2.]\n ...\n [3. 4.]]",
            "Line 2, column 2: numbers were left out (...). Print the whole matrix and copy it again.");
        row("[1, 2, …, 9]", "Line 1, column 8: numbers were left out (...). Print the whole matrix and copy it again.");
        row("x =\n[[1, 2], [3, 4]", "Line 2, column 1: this bracket is not closed. The end of the matrix may be "
                                    "missing; copy all of it.");
        row("0.15, 0.89],\n[0.55, 0.87, 0.66]]", "Line 1, column 11: \"]\" without \"[\" before it. The beginning of "
                                                 "the matrix may be missing; copy all of it.");
        row("x[0", "Line 1, column 2: this bracket is not closed. The end of the matrix may be missing; copy all of "
                   "it.");
        row("[1].to('cpu'", "Line 1, column 7: this bracket is not closed. The end of the matrix may be missing; copy "
                            "all of it.");
        for (const char* open : {"np.array([[1]], dtype=np.float32\nV = np.array([[2]])",
                                 "np.array([[1]], a<b)\nV = [[2]]", "np.array([[1]], a<b\nV = [[2]]"})
            row(open,
                "Line 1, column 9: this bracket is not closed. The end of the matrix may be missing; copy all of it.");
        row("[1, [2]]", "Line 1, column 5: unexpected bracket; all rows must be nested equally deep.");
        row("[[[1]], [2]]", "Line 1, column 10: unexpected number after \"]\". Each row needs brackets of its own.");
        row("[[1], 2]", "Line 1, column 7: unexpected number after \"]\". Each row needs brackets of its own.");
        row("[[1]; [2]]", "Line 1, column 5: unexpected \";\" between brackets.");
        row("[1, 2]\n3, 4", "Line 2, column 1: unexpected number after \"]\".");
        row("1, 2\n[3, 4]", "Line 1, column 1: unexpected number before \"[\".");
        row("1.1, 2\n[3, 4]", "Line 1, column 1: unexpected number before \"[\".");
        row("3 [1]", "Line 1, column 1: unexpected number before \"[\".");
        row("see [1]", "Line 1, column 5: unexpected text before \"[\". Copy the numbers alone.");
        row("[True False]", "Line 1, column 2: \"True\" is not a number. Write 1 for true, 0 for false.");
        row("['a', 'b']", "Line 1, column 1: \"['a'\" is not a number.");
        row("[[1, two]]", "Line 1, column 6: \"two\" is not a number.");
        const auto calculation = [&](const char* pasted, const char* message) {
            row(pasted, qPrintable(QString(message) + " is a calculation, but only numbers can be pasted. Paste the "
                                                      "result that it prints."));
        };
        calculation("np.array([[1, 2]]).T", "Line 1, column 19: \".T\"");
        calculation("torch.tensor([1, 2]).float().reshape(2, 1)", "Line 1, column 29: \".reshape\"");
        calculation("W = torch.tensor([1, 2]) / 2", "Line 1, column 26: \"/\"");
        calculation("W = 0.5 *\n [1, 2]", "Line 1, column 5: \"0.5 *\"");
        calculation("W = -torch.tensor([1, 2])", "Line 1, column 5: \"-torch.tensor\"");
        calculation("1.0e-03 *\n[[1, 2]]", "Line 1, column 1: \"1.0e-03 *\"");
        calculation("W = a *\n np.array([1, 2])", "Line 1, column 5: \"a *\"");
        calculation("-[1, 2]", "Line 1, column 1: \"-\"");
        calculation("A = [1 2; 3 4]'", "Line 1, column 15: \"'\"");
        calculation("A = [1 2; 3 4].';", "Line 1, column 15: \".'\"");
        calculation("[1 2; 3 4] .* 2", "Line 1, column 12: \".*\"");
        calculation("[1 2; 3 4]^2", "Line 1, column 11: \"^\"");
        calculation(R"(\begin{bmatrix} 1 & 2 \end{bmatrix}^T)", "Line 1, column 36: \"^\"");
        calculation(R"(\begin{bmatrix} 1 & 2 \end{bmatrix} \cdot 10^{-2})", "Line 1, column 37: \"\\cdot\"");
        calculation(R"(\begin{bmatrix} 1 & 2 \end{bmatrix} \times 0.1)", "Line 1, column 37: \"\\times\"");
        calculation("[[1, 2], [3, 4]][0]", "Line 1, column 17: \"[\"");
        calculation("W = (\n [[1, 2]]\n @ V\n)", "Line 3, column 2: \"@\"");
        calculation("W = (\n np.array([[1, 2]]) # one\n\n / 2)", "Line 4, column 2: \"/\"");
        calculation("W = (\n np.array([[1, 2]])\n .T\n)", "Line 3, column 2: \".T\"");
        calculation("W = np.array([[1, 2]]) \\\n * 2", "Line 2, column 2: \"*\"");
        calculation("W = nn.Parameter(torch.tensor([[1, 2]])).T", "Line 1, column 41: \".T\"");
        calculation("W = ([[1, 2]]) * 2", "Line 1, column 16: \"*\"");
        calculation("W = np.sqrt(np.array([[1, 2]]))", "Line 1, column 5: \"np.sqrt\"");
        calculation("W = torch.softmax(torch.tensor([[1, 2]]), dim=-1)", "Line 1, column 5: \"torch.softmax\"");
        calculation("W = np.dot(np.array([[1], [2]]), V)", "Line 1, column 5: \"np.dot\"");
        calculation("W = np.dot(V, np.array([[1], [2]]))", "Line 1, column 5: \"np.dot\"");
        calculation("W = f(2, g(np.array([[1], [2]])))", "Line 1, column 5: \"f\"");
        calculation("np.array([[1.5]]).astype(int)", "Line 1, column 18: \".astype(int)\"");
        calculation("[1 2; 3 4] '", "Line 1, column 12: \"'\"");
        calculation("torch.rand([2, 3])", "Line 1, column 1: \"torch.rand\"");
        calculation("foo(np.ones((2, 2)))", "Line 1, column 1: \"foo\"");
        calculation("W = torch.eye(2)", "Line 1, column 5: \"torch.eye\"");
        calculation("torch.stack([torch.eye(2)])", "Line 1, column 1: \"torch.stack\"");
        calculation("sum([np.array([[1, 2]]), np.array([[3, 4]])])", "Line 1, column 1: \"sum\"");
        row("x (1)", "Line 1, column 1: \"x\" is not a number.");
        row("1.234,5\t2", "Line 1, column 1: \"1.234,5\" is not a number.");
        row("0x10", "Line 1, column 1: \"0x10\" is not a number.");
        row("--1", "Line 1, column 1: \"--1\" is not a number.");
        row("1+2j", "Line 1, column 1: \"1+2j\" is not a number.");
    }
    void nonsenseIsNamed() {
        QFETCH(QString, pasted);
        QFETCH(QString, message);
        const auto found = matricesFromText(pasted.toStdString());
        QVERIFY(!found.ok());
        QCOMPARE(QString::fromStdString(found.text()), message);
    }

    void aByteOrderMarkIsIgnored() { // not a row of the table: QString::fromUtf8() would remove it
        QCOMPARE(written(matricesFromText("\xEF\xBB\xBF"
                                          "1 2")
                             ->matrices[0]
                             .numbers),
                 QString("1 2"));
    }

    void notUtf8IsRefused() {
        QCOMPARE(matricesFromText("1 \xFF").text(), std::string("The pasted text is not UTF-8."));
    }

    void aLongPasteIsRefused() {
        QCOMPARE(matricesFromText(std::string((std::size_t(256) << 20) + 1, ' ')).text(),
                 std::string("The pasted text is longer than 256 MB."));
        QCOMPARE(matricesFromText(std::string(std::size_t(1) << 20, ' ')).text(),
                 std::string("There are no numbers in the pasted text."));
    }

    void aHugePasteIsRefused() {
        std::string text;
        for (int i = 0; i <= 10'000'000; ++i) text += "1 ";
        QCOMPARE(matricesFromText(text).text(), std::string("The pasted text holds more than 10000000 numbers."));
    }

    void manyMatricesAreRefused() {
        std::string text;
        for (int i = 0; i <= 1000; ++i) text += "x = [1]\n";
        QVERIFY(matricesFromText(text.substr(0, 8000)).ok());
        QCOMPARE(matricesFromText(text).text(), std::string("The pasted text holds more than 1000 matrices."));
    }

    void readingCanBeStopped() {
        for (const char* text : {"1 2\n3 4\n5 6", "[[1, 2], [3, 4], [5, 6]]"}) {
            double told = -1;
            QVERIFY(matricesFromText(text, [&](double done) { return told = done, true; }).ok());
            QVERIFY(told > 0.5 && told <= 1);
            QVERIFY(!matricesFromText(text, [](double done) { return done < 0.5; }).ok());
        }
    }
};

QTEST_APPLESS_MAIN(MatrixTextTest)
#include "tst_matrixText.moc"
