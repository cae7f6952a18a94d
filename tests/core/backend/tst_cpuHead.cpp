// A head computes what is asked for, and of its context only the rows that are no longer true.
#include "backend/cpu/CpuHead.h"
#include "support/blocks.h"
#include "support/frames.h"
#include "support/indexText.h"

#include <QTest>

#include <algorithm>

using namespace headlight;
using namespace headlight::testing;

namespace {

constexpr Index kTokens = 8;

/// A head over 8 tokens that is brought up to date with single edits.
struct Fixture {
    explicit Fixture(const Mask& mask) {
        std::mt19937 random(6);
        q = k = v = randomMatrix(random, kTokens, 3);
        rule.mask = mask;
        for (const Stage stage : {Stage::Q, Stage::K, Stage::V}) project(stage, IndexSet::every());
        attend({IndexSet::every(), IndexSet::every()});
        newContext(); // of all rows
    }

    Matrix& input(Stage stage) { return stage == Stage::Q ? q : stage == Stage::K ? k : v; }

    /// The three are their inputs: there are no weights.
    void project(Stage stage, const IndexSet& changed) {
        head.project(*std::ranges::find(kProjections, stage, &Projection::stage), FrozenMatrix(input(stage)), Head(),
                     changed);
    }
    void attend(const HeadUpdate::Attend& changed) {
        allowed.take(rule.mask, q.rows(), k.rows());
        head.attend(changed, rule, 0, allowed, scratch);
    }
    void edit(Stage stage, Index row) {
        input(stage).row(row).setConstant(0.5F);
        const IndexSet changed{false, {row}};
        project(stage, changed);
        if (stage == Stage::Q) attend({changed, {}});
        if (stage == Stage::K) attend({{}, changed});
    }

    /// Which rows of the context are computed when it is asked for.
    QString newContext() {
        head.context(scratch);
        return textOf(head.takeNewContext());
    }

    Matrix freshContext() const {
        Fixture fresh(rule.mask);
        fresh.q = q;
        fresh.k = k;
        fresh.v = v;
        fresh.rule = rule;
        for (const Stage stage : {Stage::Q, Stage::K, Stage::V}) fresh.project(stage, IndexSet::every());
        fresh.attend({IndexSet::every(), IndexSet::every()});
        return fresh.head.context(fresh.scratch);
    }

    Matrix q, k, v;
    ScoreRule rule;
    AllowedKeys allowed;
    Scratch scratch;
    CpuHead head;
};

Mask windowMask(int window) {
    Mask mask;
    mask.window = window;
    return mask;
}

} // namespace

class CpuHeadTest : public QObject {
    Q_OBJECT

private slots:
    void contextOnlyWhereStale_data() {
        QTest::addColumn<bool>("causal");
        QTest::addColumn<int>("window");
        QTest::addColumn<int>("stage");
        QTest::addColumn<QString>("rows");
        const auto row = [](const char* name, const Mask& mask, Stage stage, const char* rows) {
            QTest::newRow(name) << mask.causal << mask.window << static_cast<int>(stage) << QString(rows);
        };
        row("a query", {}, Stage::Q, "5");
        row("a key", {}, Stage::K, "0 1 2 3 4 5 6 7");
        row("a value", {}, Stage::V, "0 1 2 3 4 5 6 7");
        row("a query, causal", causalMask(), Stage::Q, "5");
        row("a key, causal", causalMask(), Stage::K, "5 6 7");
        row("a value, causal", causalMask(), Stage::V, "5 6 7");
        row("a key, window of 2", windowMask(2), Stage::K, "4 5 6");
        row("a value, window of 2", windowMask(2), Stage::V, "4 5 6");
    }
    void contextOnlyWhereStale() {
        QFETCH(bool, causal);
        QFETCH(int, window);
        QFETCH(int, stage);
        QFETCH(QString, rows);
        Mask mask = windowMask(window);
        mask.causal = causal;
        Fixture f(mask);
        QCOMPARE(f.newContext(), QString()); // up to date
        f.edit(static_cast<Stage>(stage), 5);
        QCOMPARE(f.newContext(), rows);
        QVERIFY(sameBits(f.head.context(f.scratch), f.freshContext()));
    }

    /// Edits add up until somebody looks.
    void editsAddUp() {
        Fixture f(causalMask());
        f.edit(Stage::Q, 2);
        f.edit(Stage::V, 6);
        f.edit(Stage::K, 7);
        QCOMPARE(f.newContext(), QString("2 6 7"));
        QVERIFY(sameBits(f.head.context(f.scratch), f.freshContext()));
    }

    void anotherRuleTouchesAll() {
        Fixture f({});
        f.rule.factor = 0.25F;
        f.attend({});
        QCOMPARE(f.newContext(), QString("all"));
        QVERIFY(sameBits(f.head.context(f.scratch), f.freshContext()));
    }

    /// The row under the pointer does not cost the others.
    void oneRowLeavesTheOthersStale() {
        Fixture f({});
        f.edit(Stage::V, 3);
        const Matrix row = f.head.rows(Stage::Context, 4, 1, f.scratch);
        QVERIFY(sameBits(row, Matrix(f.freshContext().row(4))));
        QCOMPARE(f.newContext(), QString("0 1 2 3 4 5 6 7"));
    }

    void aContextOutlivesItsScores() {
        Fixture f({});
        const Matrix before = f.head.context(f.scratch);
        f.head.forgetScores();
        QCOMPARE(f.newContext(), QString());
        QVERIFY(sameBits(f.head.context(f.scratch), before));
        f.attend({IndexSet::every(), IndexSet::every()});
        QCOMPARE(f.newContext(), QString("all"));
        QVERIFY(sameBits(f.head.context(f.scratch), before));
    }
};

QTEST_APPLESS_MAIN(CpuHeadTest)
#include "tst_cpuHead.moc"
