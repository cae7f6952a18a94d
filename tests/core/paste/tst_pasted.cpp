// Tests what spreadsheets, terminals and people put around numbers: it is read, refused, or left out with a message.
#include "base/numberText.h"
#include "paste/matrixText.h"

#include <QFile>
#include <QTest>

using namespace headlight;

namespace {

/// Returns "W_q 1 2 / 3 4; 5", followed by what was left out: "| row x, y | column a, b | comments # 5".
QString written(const PastedText& text) {
    QStringList all;
    for (const auto& [name, m, isParameter] : text.matrices) {
        QStringList rows;
        for (Index r = 0; r < m.rows(); ++r) {
            QStringList row;
            for (Index c = 0; c < m.cols(); ++c) row << QString::fromStdString(shortest(m(r, c)));
            rows << row.join(" ");
        }
        all << (name.empty() ? "" : QString::fromStdString(name) + " ") + rows.join(" / ");
    }
    QString shown = all.join("; ");
    const auto add = [&](const char* what, const std::string& left) {
        if (!left.empty()) shown += QString(" | %1 %2").arg(what, QString::fromStdString(left));
    };
    add("row", text.leftOut.firstRow);
    add(text.leftOut.columns == 2 ? "2 columns" : "column", text.leftOut.firstColumn);
    add("comments", text.leftOut.comments);
    return shown;
}

} // namespace

class PastedTest : public QObject {
    Q_OBJECT

private slots:
    void whatIsLeftOutIsSaid_data() {
        QTest::addColumn<QString>("pasted");
        QTest::addColumn<QString>("found");
        const auto row = [](const char* name, const char* pasted, const char* found) {
            QTest::newRow(name) << QString::fromUtf8(pasted) << QString::fromUtf8(found);
        };
        row("nothing", "1\t2\n3\t4", "1 2 / 3 4");
        row("a header", "x,y\n1,2", "1 2 | row x, y");
        row("names", "My\t1\nshoes\t2", "1 / 2 | column My, shoes");
        row("many names", "My\t1\nshoes\t2\nare\t3\nred\t4", "1 / 2 / 3 / 4 | column My, shoes, …");
        row("both, in quotes", "\"\",\"a,b\",\"y\"\n\"1\",1,2\n\"2\",3,4", "1 2 / 3 4 | row a,b, y | column 1, 2");
        row("an index of numbers", ",x\n0.5,1\n0.25,2", "1 / 2 | row x | column 0.5, 0.25");
        row("of heads", "head,query,\"My\",\"shoes\"\n1,\"My\",1,2\n1,\"shoes\",3,4",
            "head 1 1 2 / 3 4 | row head, query, … | 2 columns My, shoes");
        row("of pandas", "     x   y\nMy   1   2\nare  3   4", "1 2 / 3 4 | row x, y | column My, are");
        row("of Markdown", "| a | b | c |\r\n|---|---|---|\r\n| 1 | 2 | 3 |", "1 2 3 | row a, b, …");
        row("of Markdown, and another", "| | a |\n|---|---|\n| n | x |\n| m | 1 |\n| o | 2 |",
            "1 / 2 | row a; n, x | column m, o");
        row("a token without a name", "My,1\nNA,2\n-,3", "1 / 2 / 3 | column My, NA, …");
        row("a name of invisible marks", "\u200BMy\t1\nare\t2", "1 / 2 | column My, are");
        row("a long name", "a2345678901234567,1\nb234567890123456,2",
            "1 / 2 | column a234567890123456…, b234567890123456");
        row("tokens that begin with #", "##ing\t1\t2\n#tag\t3\t4", "1 2 / 3 4 | column ##ing, #tag");
        row("a token #", "#\tx\n#\t1\nb\t2", "1 / 2 | row #, x | column #, b");
        row("a comment without numbers", "# the weights\n1 2", "1 2");
        row("comments with numbers", "# 1 2\n3 4 # 5\n6 7 ## 8\n", "3 4 / 6 7 | comments # 1 2, # 5, …");
        row("a comment below a shebang and a cell's mark", "#!/bin/x\n#%% 3\n1 2", "1 2 | comments #%% 3");
        row("a comment of code", "W = [[1, 2], #one\n     #[3, 4],\n     [5, 6]]", "W 1 2 / 5 6 | comments #[3, 4],");
        row("a comment of MATLAB", "A = [1 2; % 3 4\n 5 6];", "A 1 2 / 5 6 | comments % 3 4");
        row("a comment of LaTeX", "\\begin{matrix}1 & 2 % 3\n\\end{matrix}", "1 2 | comments % 3");
    }
    void whatIsLeftOutIsSaid() {
        QFETCH(QString, pasted);
        const auto found = matricesFromText(pasted.toStdString());
        QVERIFY2(found.ok(), found ? "" : found.text().c_str());
        QTEST(written(*found), "found");
        QVERIFY(!found->hasOtherText);
    }

    void dashesAreMinus_data() {
        QTest::addColumn<QString>("pasted");
        for (const char* dash : {"-", "−", "‐", "‑", "‒", "–", "—", "―", "﹘", "﹣", "－", "˗", "⁻", "➖"}) {
            const QString minus = QString::fromUtf8(dash);
            QTest::newRow(dash) << minus + "0.5\t1e" + minus + "1\n" + minus + "2\t" + minus + ".25\n";
        }
    }
    void dashesAreMinus() {
        QFETCH(QString, pasted);
        for (const QString& text :
             {pasted, QString(pasted).replace(u'\t', u','), QString(pasted).replace(u'\t', u' '),
              "[[" + QString(pasted).trimmed().replace(u'\t', u',').replace("\n", "],[") + "]]"}) {
            const auto found = matricesFromText(text.toStdString());
            QVERIFY2(found.ok(), found ? "" : found.text().c_str());
            QCOMPARE(written(*found), QString("-0.5 0.1 / -2 -0.25"));
        }
    }

    /// Refused text may also be in the first row or column, where names are allowed.
    void whatIsNoNumberIsRefused_data() {
        QTest::addColumn<QString>("pasted");
        QTest::addColumn<QString>("message");
        const auto row = [](const char* pasted, const char* message) {
            QTest::newRow(pasted) << QString::fromUtf8(pasted) << QString::fromUtf8(message);
        };
        const auto error = [&](const char* pasted, const char* what) {
            row(pasted, qPrintable(QString(what) + " is an error value of a spreadsheet. Correct it there and copy "
                                                   "again."));
        };
        error("1;2\n3;#VALUE!", "Line 2, column 3: \"#VALUE!\" in cell 2");
        error("#NAME?,1\n2,3", "Line 1, column 1: \"#NAME?\" in cell 1");
        error("1 #NUM! 2\n3 4 5", "Line 1, column 3: \"#NUM!\" in cell 2");
        error("x\ty\n1\tErr:502", "Line 2, column 3: \"Err:502\" in cell 2");
        error("My\t1\n#REF!\t2\nare\t3", "Line 2, column 1: \"#REF!\" in cell 1");
        error("a\t#SPILL!\nb\t2", "Line 1, column 3: \"#SPILL!\" in cell 2");
        error("| a | b |\n|---|---|\n| 1 | #ERROR! |", "Line 3, column 7: \"#ERROR!\" in cell 2");
        error("[[1, #N/A], [2, 3]]", "Line 1, column 6: \"#N/A\"");
        error("\"#NULL!\",\"1\"\n\"2\",\"3\"", "Line 1, column 2: \"#NULL!\"");
        const auto noNumber = [&](const char* pasted, const char* what) {
            row(pasted, qPrintable(QString("Line 1, column 1: \"%1\" is not a number.").arg(QString::fromUtf8(what))));
        };
        noNumber("(1)\t2\n(3)\t4", "(1)");
        noNumber("€0.5,1\n€1,2", "€0.5");
        noNumber("EUR 1\t2\nEUR 3\t4", "EUR 1");
        noNumber("US$1;2\nUS$2;3", "US$1");
        noNumber("<0.05\t1\n<0.1\t2", "<0.05");
        noNumber("%50,%20\n1,2", "%50");
        noNumber("NULL;1\nNULL;2", "NULL");
        noNumber("NA\tNA\n1\t2", "NA");
        noNumber("-,1\n-,2", "-");
        noNumber("########\t1\n########\t2", "########");
        noNumber("٣\t1\n٤\t2", "٣");
        noNumber("½,1\n¼,2", "½");
        row("TRUE\t1\nFALSE\t2", "Line 1, column 1: \"TRUE\" is not a number. Write 1 for true, 0 for false.");
        noNumber("$1 $2\na 1 2\nb 3 4", "$1");
        noNumber("x y\n– 1 2\n– 3 4", "x");
        noNumber("[CLS] 1 2\n# 3 4", "[CLS]");                         // "#" may begin a comment or be a token
        row("a,NA\nb,2", "Line 1, column 3: \"NA\" is not a number."); // "a" is a name, and the line is no header
        row("name\tx\nUSD 1\t2", "Line 2, column 1: \"USD 1\" is not a number.");
        row("1 2 #3\n4 5", "Line 1, column 5: \"#3\" is not a number.");
        row("1, 2, # 3\n4, 5, 6", "Line 1, column 7: \"#\" is not a number.");
        row("2010 2011\n0 1 2\n1 3 4",
            "Line 2: row 2 has 3 numbers, but row 1 has 2. All rows of a matrix must have the same length.");
        const auto thousands = [&](const char* pasted, int column, const char* what) {
            row(pasted, qPrintable(QString("Line 1, column %1: \"%2\" may have a decimal comma, or one of thousands. "
                                           "Write a decimal point.")
                                       .arg(column)
                                       .arg(what)));
        };
        thousands("1,234;-2,500\n3,750;4,000", 1, "1,234");
        thousands("5\t-1,234\n6\t7", 3, "-1,234");
        thousands("1,234 2,500\n3,750 4,000", 1, "1,234");
        thousands("1,234, 2,500\n3,750, 4,000", 1, "1,234");
        thousands("\"1,234\"\t\"2,500\"", 2, "1,234");
        thousands("\\begin{bmatrix}1,234 & 2{,}500\\end{bmatrix}", 16, "1,234");
        thousands("\\begin{bmatrix} 5 & 2{,}500\\\\ 1 & 2\\end{bmatrix}", 21, "2{,}500");
        for (const char* pasted : {"1,234,567 2,345,678\n1 2", "1,234,567.5 2,345.5\n", "1,2 3,4; 5,6 7,8"})
            row(pasted, "Line 1, column 2: this comma may be a decimal comma, or stand between two numbers. Separate "
                        "the numbers with tabs or semicolons.");
    }
    void whatIsNoNumberIsRefused() {
        QFETCH(QString, pasted);
        const auto found = matricesFromText(pasted.toStdString());
        QVERIFY2(!found.ok(), found ? qPrintable(written(*found)) : "");
        QTEST(QString::fromStdString(found.text()), "message");
    }

    /// The commas of two columns of whole numbers, as Copy as CSV writes them, are separators. All of them might be
    /// those of thousands.
    void commasBetweenNumbersStay_data() {
        QTest::addColumn<QString>("pasted");
        QTest::addColumn<QString>("found");
        QTest::newRow("ones") << "1,0\n0,1"
                              << "1 0 / 0 1";
        QTest::newRow("three digits") << "1,234\n2,500"
                                      << "1 234 / 2 500";
        QTest::newRow("three digits, and two") << "1,234\n2,50"
                                               << "1 234 / 2 50";
        QTest::newRow("three digits behind 0") << "1,234\n0,500"
                                               << "1 234 / 0 500";
    }
    void commasBetweenNumbersStay() {
        QFETCH(QString, pasted);
        const auto found = matricesFromText(pasted.toStdString());
        QVERIFY2(found.ok(), found ? "" : found.text().c_str());
        QTEST(written(*found), "found");
    }

    /// These commas are decimal, not of thousands.
    void decimalCommasStay_data() {
        QTest::addColumn<QString>("pasted");
        QTest::addColumn<QString>("found");
        QTest::newRow("one digit") << "1,234\t0,5"
                                   << "1.234 0.5";
        QTest::newRow("a zero before it") << "0,125\t0,250"
                                          << "0.125 0.25";
        QTest::newRow("four digits") << "1,2345 2,500"
                                     << "1.2345 2.5";
        QTest::newRow("four digits before it") << "1234,500;2,500"
                                               << "1234.5 2.5";
        QTest::newRow("of LaTeX") << "\\begin{bmatrix}1,234 & 0{,}5\\end{bmatrix}"
                                  << "1.234 0.5";
    }
    void decimalCommasStay() {
        QFETCH(QString, pasted);
        const auto found = matricesFromText(pasted.toStdString());
        QVERIFY2(found.ok(), found ? "" : found.text().c_str());
        QTEST(written(*found), "found");
        QVERIFY(found->hasDecimalCommas);
    }

    void filesOfOthers_data() {
        QTest::addColumn<QString>("found"); ///< the matrix, or the message
        const QString isError = "is an error value of a spreadsheet. Correct it there and copy again.";
        QTest::newRow("error-cells-last-column.tsv") << "Line 1, column 16: \"#N/A\" in cell 4 " + isError;
        QTest::newRow("error-cell-first.tsv") << "Line 1, column 1: \"#N/A\" in cell 1 " + isError;
        QTest::newRow("en-dash-first-column.tsv") << "-0.5 1 2 3 / -1 4 5 6";
        QTest::newRow("parentheses-first-column.tsv") << "Line 1, column 1: \"(0.5)\" is not a number.";
        QTest::newRow("dollars-first-row.tsv") << "Line 1, column 1: \"$0.50\" is not a number.";
        QTest::newRow("na-first-column.csv") << "Line 1, column 1: \"NA\" is not a number.";
        QTest::newRow("numeric-line-above-longer-rows.txt")
            << "Line 2: row 2 has 3 numbers, but row 1 has 2. All rows of a matrix must have the same length.";
        QTest::newRow("thousands-in-tabs.tsv") << "Line 1, column 1: \"1,234\" may have a decimal comma, or one of "
                                                  "thousands. Write a decimal point.";
        QTest::newRow("decimal-commas-in-tabs.tsv") << "0.125 2.5 / -1.75 0.5";
        QTest::newRow("tuple-assignment.txt") << "1 2 / 3 4; 5 6 / 7 8";
        QTest::newRow("pandas-csv-number-tokens.csv")
            << "0.5 0.25 0.125 0.0625 0.0625 / 0.1 0.2 0.3 0.2 0.2 / 0.3 0.1 0.2 0.2 0.2 / 0.2 0.2 0.2 0.2 0.2 / 0.4 0.3 "
               "0.1 0.1 0.1 | row in, 1990, … | column in, 1990, …";
        QTest::newRow("pandas-csv-wordpiece.csv")
            << "0.25 0.25 0.25 0.25 / 0.1 0.4 0.4 0.1 / 0.2 0.3 0.3 0.2 / 0.7 0.1 0.1 0.1 | row [CLS], walk, … | column "
               "[CLS], walk, …";
        QTest::newRow("pandas-print-punctuation.txt")
            << "0.4 0.1 0.4 0.1 / 0.3 0.2 0.3 0.2 / 0.1 0.4 0.4 0.1 / 0.2 0.2 0.2 0.4 | row Hello, ,, … | column Hello, "
               ",, …";
        QTest::newRow("pandas-print-truncated.txt")
            << "Line 2, column 20: numbers were left out (...). Print the whole matrix and copy it again.";
        QTest::newRow("pandas-print-in-blocks.txt") << "0.1 0.2 0.3 0.4 / 0.5 0.6 0.7 0.8 | row 0, 1 | column 0, 1";
        QTest::newRow("python-prompt.txt") << "W_q 1.5 2 / 3 -4";
        QTest::newRow("matlab-single.txt") << "W 0.5 0.25 1 / -1 2 0.125";
        QTest::newRow("matlab-literal-lines.m") << "W 1 2 3 / 4 5 6";
        QTest::newRow("long-tensor.py.txt") << "W 1 0 / 0 1";
        QTest::newRow("sympy-matrix.txt") << "0.5 0.25 / 1 -2";
        QTest::newRow("zero-width-space.tsv") << "0.5 0.25 / 1 2";
        QTest::newRow("boolean-mask.txt")
            << "Line 1, column 11: \"True\" is not a number. Write 1 for true, 0 for false.";
        QTest::newRow("fraction.txt") << "0.33333334 0.25 / 1 -0.5";
        QTest::newRow("two-blocks.txt") << "1 2 / 3 4; 5 6 / 7 8";
        QTest::newRow("polars-table.txt") << "0.5 0.25 / 1 -2 | row a, b";
        QTest::newRow("tabs-behind-rows.tsv") << "0.5 0.25 / 1 -2";
    }
    void filesOfOthers() {
        QFile file(QStringLiteral(HEADLIGHT_TEST_DATA "/pasted/") + QTest::currentDataTag());
        QVERIFY(file.open(QIODevice::ReadOnly));
        const auto found = matricesFromText(file.readAll().toStdString());
        QTEST(found ? written(*found) : QString::fromStdString(found.text()), "found");
    }
};

QTEST_APPLESS_MAIN(PastedTest)
#include "tst_pasted.moc"
