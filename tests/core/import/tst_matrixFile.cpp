// Reads matrices for one table from a file.
#include "import/matrixFile.h"
#include "io/files.h"
#include "io/npy.h"
#include "io/npz.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace headlight;

class MatrixFileTest : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;
    std::filesystem::path in(const QString& name) const {
        return std::filesystem::path(folder_.path().toStdString()) / name.toStdString();
    }
    static NpzMember member(const char* name, const std::vector<float>& values,
                            const std::vector<std::int64_t>& shape) {
        return {name, 4 * values.size(), [=] { return npyOfFloats(values, shape); }};
    }
    /// Returns the matrix as "W: 1 2 / 3 4".
    static QString textOf(const PastedMatrix& matrix) {
        QStringList rows;
        for (Index r = 0; r < matrix.numbers.rows(); ++r) {
            QStringList row;
            for (Index c = 0; c < matrix.numbers.cols(); ++c) row << QString::number(double(matrix.numbers(r, c)));
            rows << row.join(u' ');
        }
        return QString::fromStdString(matrix.name) + ": " + rows.join(" / ");
    }

private slots:
    void texts_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("matrix");
        QTest::newRow("CSV") << "a.csv" << QByteArray("1,2\n3,4.5\n") << ": 1 2 / 3 4.5";
        QTest::newRow("TSV") << "a.tsv" << QByteArray("1\t2\r\n3\t4\r\n") << ": 1 2 / 3 4";
        QTest::newRow("text") << "a.txt" << QByteArray("1 2\n3 4\n") << ": 1 2 / 3 4";
        QTest::newRow("Markdown") << "a.md" << QByteArray("| x | y |\n|---|---|\n| 1 | 2 |\n") << ": 1 2";
        QTest::newRow("JSON") << "a.json" << QByteArray("{\"W\": [[1, 2], [3, 4]]}") << "W: 1 2 / 3 4";
    }
    void texts() {
        QFETCH(QString, name);
        QFETCH(QByteArray, text);
        QVERIFY(writeFile(in(name), text.toStdString()));
        const auto read = matricesFromFile(in(name));
        QVERIFY2(read, read ? "" : read.text().c_str());
        QCOMPARE(read->matrices.size(), std::size_t{1});
        QTEST(textOf(read->matrices.front()), "matrix");
    }

    /// A vector is a row, an array of three dimensions has a matrix for each head, and other arrays are left out with a
    /// reason.
    void arrays() {
        const float nan = NAN;
        QVERIFY(writeNpz(in("a.npz"), {member("W", {1, 2, 3, 4}, {2, 2}), member("b", {5, 6}, {2}),
                                       member("heads", {1, 2, 3, 4}, {2, 1, 2}), member("nan", {nan}, {1, 1}),
                                       member("four", {1}, {1, 1, 1, 1})}));
        const auto read = matricesFromFile(in("a.npz"));
        QVERIFY2(read, read ? "" : read.text().c_str());
        QStringList texts;
        for (const PastedMatrix& matrix : read->matrices) texts << textOf(matrix);
        QCOMPARE(texts, QStringList({"W: 1 2 / 3 4", "b: 5 6", "heads[0]: 1 2", "heads[1]: 3 4"}));
        QVERIFY(read->hasOtherText);
        QCOMPARE(read->whyIgnored,
                 std::string("nan: it has numbers that are NaN or infinite; four: it has more than three dimensions"));
    }

    void asNumPyWritesThem() {
        const auto read = matricesFromFile(std::filesystem::path(HEADLIGHT_TEST_DATA) / "arrays" / "little_f4.npy");
        QVERIFY(read && read->matrices.size() == 1 && !read->hasOtherText);
    }

    void problems_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QString>("problem");
        QTest::newRow("no number") << "a.csv" << QByteArray("1,x\n") << "\"a.csv\": Line 1, column 3";
        QTest::newRow("no matrix") << "a.npy" << QByteArray::fromStdString(npyOfTexts({"one"}))
                                   << "\"a.npy\": It has no matrix of finite numbers, but";
        QFile complex(QStringLiteral(HEADLIGHT_TEST_DATA "/arrays/complex.npy"));
        QVERIFY(complex.open(QIODevice::ReadOnly));
        QTest::newRow("complex")
            << "a.npy" << complex.readAll()
            << "\"a.npy\": It has no matrix of finite numbers, but an array [2, 3] (its numbers are "
               "complex).";
        QTest::newRow("a format that is not read")
            << "a.mat" << QByteArray("MATLAB 5.0 MAT-file") << "\"a.mat\": It cannot be used: it is a MAT-file";
        QTest::newRow("not there") << "none.npy" << QByteArray() << "Could not open \"none.npy\"";
    }
    void problems() {
        QFETCH(QString, name);
        QFETCH(QByteArray, bytes);
        QFETCH(QString, problem);
        if (!bytes.isEmpty()) QVERIFY(writeFile(in(name), bytes.toStdString()));
        const auto read = matricesFromFile(in(name));
        QVERIFY(!read);
        const QString text = QString::fromStdString(read.text()).remove(folder_.path() + "/");
        QVERIFY2(text.startsWith(problem), qPrintable(text));
    }
};

QTEST_MAIN(MatrixFileTest)
#include "tst_matrixFile.moc"
