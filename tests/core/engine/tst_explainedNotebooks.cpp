// Explanations give the numbers that the notebooks print, step by step.
#include "core/io/printedByNotebooks.h"
#include "support/explanations.h"
#include "support/incremental.h"
#include "support/traces.h"

#include <QTest>

using namespace headlight;
using namespace headlight::testing;

namespace {

bool isPrinted(double value, const Json& digits) { return std::abs(value - digits.get<double>()) <= kPrintedTolerance; }

} // namespace

class ExplainedNotebooksTest : public QObject {
    Q_OBJECT

private slots:
    /// Each printed number follows from the terms of its explanation, in double.
    void numbers_data() {
        QTest::addColumn<int>("index");
        const std::vector<Printed> all = printedByNotebooks();
        for (std::size_t i = 0; i < all.size(); ++i) QTest::newRow(all[i].label().c_str()) << static_cast<int>(i);
    }
    void numbers() {
        QFETCH(int, index);
        const Printed one = printedByNotebooks()[static_cast<std::size_t>(index)];
        const Session& session = one.file.session;
        const Json printed = notebook(one.name);
        Engine engine(eigen());
        int count = 0;
        for (const auto& [field, id] : one.fields) {
            const Json& all = printed.at(field);
            const int query = printed.at("query");
            const bool ofHeads = printed.contains("heads"); // a row of the query for each head
            const bool isWhole = !ofHeads && all[0].is_array();
            for (std::size_t i = 0; i < (isWhole || ofHeads ? all.size() : 1); ++i) {
                const Json& row = isWhole || ofHeads ? all[i] : all;
                CellRef cell{findStage(id)->stage, 0, ofHeads ? int(i) : 0, isWhole ? int(i) : query, 0};
                for (; cell.col < static_cast<int>(row.size()); ++cell.col, ++count) {
                    const Explanation e = testing::one(engine, session, cell);
                    QVERIFY2(isPrinted(Evaluation(e)().value, row[static_cast<std::size_t>(cell.col)]), field.c_str());
                }
            }
        }
        QVERIFY(count >= 6);
    }

    /// Compares the notebooks' arithmetic of one context vector, term by term.
    void theNotebooksTerms() {
        const Session session = simplified("journey_simplified", "Your journey starts with one step").session;
        const Json printed = notebook("journey_simplified");
        const int query = printed["query"];
        const Json &terms = printed["context_terms_of_query"], &totals = printed["context_running_sum_of_query"];
        Engine engine(eigen());
        const auto isPrinted = [](double value, const Json& digits) {
            return std::abs(value - digits.get<double>()) <= kPrintedTolerance;
        };
        for (int col = 0; col < 3; ++col) {
            const Explanation e = one(engine, session, {Stage::Context, 0, 0, query, col});
            QCOMPARE(e.terms.size(), terms.size());
            for (std::size_t key = 0; key < terms.size(); ++key) {
                const auto c = static_cast<std::size_t>(col);
                QVERIFY(isPrinted(e.terms[key].value, terms[key][c]));
                QVERIFY(isPrinted(e.terms[key].total, totals[key][c]));
            }
        }
        for (int key = 0; key < 6; ++key) {
            const Explanation score = one(engine, session, {Stage::Scores, 0, 0, query, key});
            QVERIFY(isPrinted(score.terms.back().total, printed["scores"][std::size_t(query)][std::size_t(key)]));
            const Explanation weight = one(engine, session, {Stage::Weights, 0, 0, query, key});
            QVERIFY(isPrinted(weight.terms[std::size_t(key)].value / weight.sum,
                              printed["weights_softmax"][std::size_t(query)][std::size_t(key)]));
            QCOMPARE(weight.max, double(traceOf(engine, session)(Stage::Scaled)(query, 1)));
        }
    }
};

QTEST_APPLESS_MAIN(ExplainedNotebooksTest)
#include "tst_explainedNotebooks.moc"
