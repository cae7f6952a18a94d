// If a layer changes its width, tests which rows of the layer above, or of its W_o, stay, go or are drawn.
#include "base/numberText.h"
#include "session/consistency.h"
#include "support/changing.h"
#include "support/frames.h"
#include "support/layers.h"

#include <QTest>

using namespace headlight;
using namespace headlight::testing;

namespace {

constexpr Parameter kWeights[] = {Parameter::Wq, Parameter::Wk, Parameter::Wv};

/// Returns the row of `before` that each row of `now` was, or "new".
QString rowsOf(const Matrix& now, const Matrix& before) {
    QStringList rows;
    for (Index row = 0; row < now.rows(); ++row) {
        QString was = "new";
        for (Index old = 0; old < before.rows(); ++old)
            if (now.row(row) == before.row(old)) was = QString::number(old);
        rows << was;
    }
    return rows.join(' ');
}

Session withSecondSentence(Session session) {
    session.source = *completed(session.text, session.seed, 5);
    for (int l = 1; l < static_cast<int>(session.layers.size()); ++l)
        session.layers.change(l, [](Layer& layer) {
            for (Head& head : layer.allHeads)
                for (const Parameter w : {Parameter::Wk, Parameter::Wv})
                    head[w] = Matrix(Matrix::Random(5, head[w]->cols()));
        });
    return session;
}

} // namespace

class WidthsTest : public QObject {
    Q_OBJECT

private slots:
    void rowsFollowTheirColumns_data() {
        QTest::addColumn<Edit>("edit");
        QTest::addColumn<QString>("rows"); // of W_q, W_k and W_v above
        const auto row = [](const char* name, const Edit& edit, const char* rows) {
            QTest::newRow(name) << edit << QString(rows);
        };
        row(
            "head added", [](const Session& s) { return withHeadAdded(s, 0); }, "0 1 2 3 new new");
        row(
            "first head removed", [](const Session& s) { return withHeadRemoved(s, 0, 0); }, "2 3");
        row(
            "last head removed", [](const Session& s) { return withHeadRemoved(s, 0, 1); }, "0 1");
        row(
            "first head duplicated", [](const Session& s) { return withHeadDuplicated(s, 0, 0); }, "0 1 0 1 2 3");
        row(
            "larger d_v", [](const Session& s) { return withValueSize(s, 0, 3); }, "0 1 new 2 3 new");
        row(
            "smaller d_v", [](const Session& s) { return withValueSize(s, 0, 1); }, "0 2");
        row(
            "other d_k", [](const Session& s) { return withKeySize(s, 0, 7); }, "0 1 2 3");
        row(
            "other d", [](const Session& s) { return withEmbeddingSize(s, 2); }, "0 1 2 3");
        row(
            "W_o of d columns", [](const Session& s) { return withOptional(s, 0, Parameter::Wo, true); },
            "0 1 2 3 new");
        row(
            "no weights", [](const Session& s) { return withoutTrainableWeights(s, 0); }, "0 1 2 3 new");
        row(
            "layer below removed", [](const Session& s) { return withLayerRemoved(s, 0); }, "0 1 2 3 new");
        row("layer added", withLayerAdded, "0 1 2 3");
    }
    void rowsFollowTheirColumns() {
        QFETCH(Edit, edit);
        QFETCH(QString, rows);
        const Session before = sample(), now = *edit(before);
        QVERIFY(!firstInconsistency(now));
        const int above = now.layers.size() < before.layers.size() ? 0 : 1;
        for (int head = 0; head < 2; ++head)
            for (const Parameter w : kWeights)
                QCOMPARE(rowsOf(block(now, above, w, head), block(before, 1, w, head)), rows);
    }

    /// Weights that are off are fitted to the input of their layer when it takes the place of one like it.
    void weightsThatAreOffFitTheLayersInput() {
        Session wide = *withoutTrainableWeights(sample(), 0);
        changing(wide)[Parameter::Wo] = Matrix(Matrix::Random(5, 7));
        changing(wide, 1)->allHeads.resize(1);
        for (const Parameter w : kWeights) changing(wide, 1)->allHeads[0][w] = Matrix(Matrix::Random(7, 2));
        QCOMPARE(QString::fromStdString(firstInconsistency(wide).value_or("")), QString());
        const auto rows = [](const Session& s) { return s.layers.back().allHeads[0][Parameter::Wq].kept->rows(); };
        const Session both = *withoutTrainableWeights(wide, 1);
        QCOMPARE(rows(both), Index(7));
        QCOMPARE(rows(*withLayerRemoved(both, 0)), Index(5));
    }

    /// After a W_o the layer above does not change with the heads; the rows of W_o do.
    void behindAnOutputNothingFollows_data() {
        QTest::addColumn<Edit>("edit");
        QTest::addColumn<QString>("rows"); // of W_o
        QTest::newRow("head added") << Edit([](const Session& s) { return withHeadAdded(s, 0); }) << "0 1 2 3 new new";
        QTest::newRow("head removed") << Edit([](const Session& s) { return withHeadRemoved(s, 0, 0); }) << "2 3";
        QTest::newRow("d_v") << Edit([](const Session& s) { return withValueSize(s, 0, 3); }) << "0 1 new 2 3 new";
    }
    void behindAnOutputNothingFollows() {
        QFETCH(Edit, edit);
        QFETCH(QString, rows);
        const Session before = withOutput(sample(), 0), now = *edit(before);
        QVERIFY(now.layers[1] == before.layers[1]);
        QCOMPARE(rowsOf(block(now, 0, Parameter::Wo), block(before, 0, Parameter::Wo)), rows);
    }

    /// A layer without weights hands its columns on: its biases have their width, and its W_o or the next layer reads
    /// them.
    void columnsGoThroughALayerWithoutWeights_data() {
        QTest::addColumn<bool>("hasOutput");
        QTest::newRow("to the next layer") << false;
        QTest::newRow("to its W_o") << true;
    }
    void columnsGoThroughALayerWithoutWeights() {
        QFETCH(bool, hasOutput);
        Session before = *withOptional(*withoutTrainableWeights(sample(3), 1), 1, Parameter::Bq, true);
        if (hasOutput) before = withOutput(before, 1);
        const auto now = withHeadRemoved(before, 0, 0);
        QVERIFY(now.ok());
        QVERIFY(!firstInconsistency(*now));
        QCOMPARE(block(*now, 1, Parameter::Bq).cols(), Index(2));
        if (hasOutput) QCOMPARE(rowsOf(block(*now, 1, Parameter::Wo), block(before, 1, Parameter::Wo)), QString("2 3"));
        const QString rows = hasOutput ? "0 1 2 3" : "2 3";
        for (const Parameter w : kWeights) QCOMPARE(rowsOf(block(*now, 2, w), block(before, 2, w)), rows);
    }

    /// Keys and values of a second sentence do not depend on the layer below.
    void keysOfASecondSentenceDoNotFollow() {
        const Session before = withSecondSentence(sample()), now = *withHeadRemoved(before, 0, 0);
        QVERIFY(!firstInconsistency(now));
        QCOMPARE(rowsOf(block(now, 1, Parameter::Wq), block(before, 1, Parameter::Wq)), QString("2 3"));
        for (const Parameter w : {Parameter::Wk, Parameter::Wv})
            QVERIFY(now.layers[1].allHeads[0][w] == before.layers[1].allHeads[0][w]);
    }

    /// Rows that heads gain, in W_o or in the layer above, are never drawn alike.
    void gainedRowsAreNoTwins_data() {
        QTest::addColumn<bool>("hasOutput");
        QTest::addColumn<QString>("steps"); // +: a head is added, -: the first one is removed, a number: d_v
        for (const bool hasOutput : {false, true})
            for (const char* steps : {"3", "5", "- 4", "- + 3", "3 - 6", "+ - 3", "1 + 2 - 3", "4 - - + + 2 6"})
                QTest::addRow("%s, %s", steps, hasOutput ? "W_o" : "layer above") << hasOutput << QString(steps);
    }
    void gainedRowsAreNoTwins() {
        QFETCH(bool, hasOutput);
        QFETCH(QString, steps);
        Session s = hasOutput ? withOutput(sample(), 0) : sample();
        if (steps.contains("- -")) s = *withHeadAdded(s, 0);
        for (const QString& step : steps.split(' '))
            s = *(step == "+"   ? withHeadAdded(s, 0)
                  : step == "-" ? withHeadRemoved(s, 0, 0)
                                : withValueSize(s, 0, step.toInt()));
        const Matrix rows =
            (hasOutput ? block(s, 0, Parameter::Wo) : block(s, 1, Parameter::Wq)).rowwise().normalized();
        for (Index row = 0; row < rows.rows(); ++row)
            for (Index other = 0; other < row; ++other) // parallel rows have a cosine within roundings of 1
                QVERIFY2(std::abs(rows.row(row).dot(rows.row(other))) < 1 - 1e-6F,
                         qPrintable(QString("rows %1 and %2").arg(other).arg(row)));
    }
};

QTEST_APPLESS_MAIN(WidthsTest)
#include "tst_widths.moc"
