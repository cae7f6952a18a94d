#include "session/EmbeddingTable.h"
#include "session/edits.h"
#include "support/blocks.h"

#include <QTest>

#include <cmath>

using namespace headlight;
using headlight::testing::matrixFrom;

namespace {

using Rows = std::vector<EmbeddingTable::Row>;
using Ids = std::vector<Index>;

Matrix numbers(Index rows, Index cols) {
    Matrix m(rows, cols);
    for (Index i = 0; i < m.size(); ++i) m.data()[i] = static_cast<float>(i);
    return m;
}

/// Returns a row for each id, filled with one number.
Rows rowsOf(const Ids& ids, float number, Index cols) {
    Rows rows;
    for (const Index id : ids) rows.push_back({id, Matrix(Matrix::Constant(1, cols, number))});
    return rows;
}

/// Returns how many rows of `now` are not at their place in memory in `before`.
Index copiedRows(const EmbeddingTable& before, const EmbeddingTable& now) {
    Index copied = std::max<Index>(0, now.rows() - before.rows());
    for (Index id = 0; id < std::min(before.rows(), now.rows()); ++id)
        copied += before.row(id).data() != now.row(id).data();
    return copied;
}

/// Returns a table of 50,000 vectors of 768 numbers; the sentence uses three of them.
const Session& largeSession() {
    static const Session large = [] {
        Session session = newSession(7, 768, 2, 8, 4);
        session.text.vocabulary = Vocabulary{{{"a", 0}, {"b", 20000}, {"c", 49999}}, 50000};
        session.text.embeddings = Matrix(Matrix::Zero(50000, 768));
        return *withSentence(session, "a b c a");
    }();
    return large;
}

} // namespace

class EmbeddingTableTest : public QObject {
    Q_OBJECT

private slots:
    void rowsAreLaidOverTheBase() {
        const FrozenMatrix base = numbers(5, 2);
        const EmbeddingTable table(base);
        QVERIFY(table.matrix() == base); // the same block
        const EmbeddingTable edited = table.with(rowsOf({1, 3}, -1, 2), 5);
        QCOMPARE(*edited.matrix(), matrixFrom("0 1; -1 -1; 4 5; -1 -1; 8 9"));
        QCOMPARE(*table.matrix(), numbers(5, 2));
        QCOMPARE(copiedRows(table, edited), Index(2));
        QVERIFY(edited.vector(1) == edited.vector(1)); // a row laid over the base is shared
        QCOMPARE(*edited.vector(2), matrixFrom("4 5"));
    }

    void rowsComeAndGo() {
        const EmbeddingTable table(numbers(4, 1));
        const EmbeddingTable more = table.with(rowsOf({4, 5}, 7, 1), 6);
        QCOMPARE(*more.matrix(), matrixFrom("0; 1; 2; 3; 7; 7"));
        QCOMPARE(*more.with({}, 5).matrix(), matrixFrom("0; 1; 2; 3; 7"));
        QCOMPARE(*more.with({}, 3).matrix(), matrixFrom("0; 1; 2"));
        QVERIFY(more.with({}, 4) == table);
        QCOMPARE(more.with({}, 0).rows(), Index(0));
    }

    void aBaseThatIsMostlyHiddenIsLeft_data() {
        QTest::addColumn<int>("laid"); // of 10 rows
        QTest::addColumn<int>("count");
        QTest::addColumn<bool>("isNew");
        QTest::newRow("half of the rows") << 5 << 10 << false;
        QTest::newRow("more than half") << 6 << 10 << true;
        QTest::newRow("half of the base") << 0 << 5 << false;
        QTest::newRow("less than half of the base") << 0 << 4 << true;
    }
    void aBaseThatIsMostlyHiddenIsLeft() {
        QFETCH(int, laid);
        QFETCH(int, count);
        const EmbeddingTable table(numbers(10, 3));
        Ids ids;
        for (Index id = 0; id < laid; ++id) ids.push_back(id);
        const EmbeddingTable now = table.with(rowsOf(ids, -1, 3), count);
        QTEST(now.row(count - 1).data() != table.row(count - 1).data(), "isNew");
        Matrix expected = numbers(10, 3).topRows(count);
        expected.topRows(laid).setConstant(-1);
        QCOMPARE(*now.matrix(), expected);
    }

    void equalMeansTheVerySameBlocks() {
        const EmbeddingTable table(numbers(6, 2));
        const Rows rows = rowsOf({2}, -1, 2);
        QVERIFY(table.with(rows, 6) == table.with(rows, 6));
        QVERIFY(!(table.with(rows, 6) == table.with(rowsOf({2}, -1, 2), 6)));
        QVERIFY(!(table == EmbeddingTable(numbers(6, 2))));
        QVERIFY(EmbeddingTable() == EmbeddingTable());
        QVERIFY(!EmbeddingTable() && table);
    }

    void differingRowsAreFound() {
        const float nan = std::nanf("");
        const EmbeddingTable table(numbers(6, 2));
        const EmbeddingTable edited = table.with(rowsOf({1, 4}, nan, 2), 6);
        QCOMPARE(differingRows(table, edited), (Ids{1, 4}));
        QCOMPARE(differingRows(edited, table), (Ids{1, 4}));
        QCOMPARE(differingRows(edited, edited.with(rowsOf({1}, nan, 2), 6)), Ids()); // compared by bits
        QCOMPARE(differingRows(edited, EmbeddingTable(*edited.matrix())), Ids());
        QCOMPARE(differingRows(edited, EmbeddingTable(numbers(7, 2))), (Ids{1, 4, 6}));
        QCOMPARE(differingRows(table, EmbeddingTable(numbers(2, 3))), (Ids{0, 1}));
        QCOMPARE(differingRows(EmbeddingTable(), EmbeddingTable(numbers(2, 3))), (Ids{0, 1}));
    }

    /// Edits a table and a plain matrix alike.
    void isTheMatrixThatItStandsFor() {
        std::mt19937 random(3);
        Matrix plain = numbers(8, 2);
        EmbeddingTable table(plain);
        for (int step = 0; step < 3000; ++step) {
            const EmbeddingTable before = table;
            const Matrix plainBefore = plain;
            const Index count = 1 + static_cast<Index>(random() % 12);
            Rows rows;
            Matrix now = Matrix::Zero(count, 2);
            now.topRows(std::min(count, plain.rows())) = plain.topRows(std::min(count, plain.rows()));
            for (Index id = 0; id < count; ++id)
                if (id >= plain.rows() || random() % 5 == 0) {
                    now.row(id).setConstant(static_cast<float>(random() % 3));
                    rows.push_back({id, Matrix(now.row(id))});
                }
            table = table.with(std::move(rows), count);
            plain = now;
            QCOMPARE(*table.matrix(), plain);
            QCOMPARE(table.rows(), plain.rows());
            QCOMPARE(*before.matrix(), plainBefore);
            Ids differing;
            for (Index id = 0; id < count; ++id) {
                QVERIFY(table.row(id) == plain.row(id) && *table.vector(id) == plain.row(id));
                if (id >= plainBefore.rows() || plainBefore.row(id) != plain.row(id)) differing.push_back(id);
            }
            QCOMPARE(differingRows(before, table), differing);
        }
    }

    void anEditOfALargeTableCopiesOneRow() {
        const Session s = *withCell(largeSession(), {Parameter::X, 0, 0}, 1, 5, 9);
        QCOMPARE(copiedRows(largeSession().text.embeddings, s.text.embeddings), Index(1));
        const Session again = *withCell(s, {Parameter::X, 0, 0}, 1, 6, 9);
        QCOMPARE(copiedRows(s.text.embeddings, again.text.embeddings), Index(1));
        QCOMPARE(copiedRows(largeSession().text.embeddings, again.text.embeddings), Index(1));
        QVERIFY(!(s.text.embeddings == largeSession().text.embeddings));
        QVERIFY(*withCell(s, {Parameter::X, 0, 0}, 1, 5, 9) == s);
    }

    void aNewWordAddsOneRowToALargeTable() {
        const Session s = *withSentence(largeSession(), "a b new c");
        QCOMPARE(s.text.embeddings.rows(), Index(50001));
        QCOMPARE(copiedRows(largeSession().text.embeddings, s.text.embeddings), Index(1));
        QVERIFY((*withSentence(s, "a b c")).text.embeddings == largeSession().text.embeddings);
    }
};

QTEST_APPLESS_MAIN(EmbeddingTableTest)
#include "tst_embeddingTable.moc"
