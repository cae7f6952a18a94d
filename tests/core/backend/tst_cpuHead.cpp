// A head computes the rows of its context that are named, and no others; each has the bits of computing everything.
#include "backend/cpu/CpuHead.h"
#include "support/blocks.h"
#include "support/frames.h"
#include "support/targets.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <limits>

using namespace headlight;
using namespace headlight::testing;

namespace {

/// A head that is updated by single edits. Q, K and V are its inputs: there are no weights.
class Fixture {
public:
    Fixture(Index tokens, const Mask& mask) {
        std::mt19937 random(6);
        q = k = v = randomMatrix(random, tokens, 3);
        rule.mask = mask;
        computeAll();
    }
    Fixture(const Fixture&) = delete; // the head reads the matrices
    Fixture& operator=(const Fixture&) = delete;

    void computeAll() {
        context.setZero(q.rows(), v.cols());
        head.context = {&context, 0, v.cols()};
        for (const Stage stage : {Stage::Q, Stage::K, Stage::V}) project(stage, IndexSet::every());
        attend(IndexSet::every(), IndexSet::every());
        head.computeContext(IndexSet::every());
    }
    void project(Stage stage, const IndexSet& rows) {
        const Program program = programOf(LayerWeights(), rule, {});
        head.follow(program.firstOf(Op::Kind::Scores), &program.firstOf(Op::Kind::WeightedSum));
        head.affine(stage).project(input(stage), {}, {}, rows);
    }
    void attend(const IndexSet& rows, const IndexSet& columns, bool isRuleNew = false) {
        HeadUpdate update;
        update.rows[Stage::Scores] = rows;
        update.columns = columns;
        update.isRuleNew = isRuleNew;
        allowed.take(rule.mask, q.rows(), k.rows());
        head.attend(update, rule, 0, allowed);
    }
    /// Edits a row and updates everything but the context.
    void edit(Stage stage, Index row) {
        input(stage).row(row).setConstant(0.5F);
        const IndexSet changed{false, {row}};
        project(stage, changed);
        if (stage == Stage::Q) attend(changed, {});
        if (stage == Stage::K) attend({}, changed);
    }
    Matrix contextOfNewHead() const {
        Fixture fresh(q.rows(), rule.mask);
        fresh.q = q;
        fresh.k = k;
        fresh.v = v;
        fresh.rule = rule;
        fresh.head = {};
        fresh.computeAll();
        return fresh.context;
    }

    Matrix q, k, v, context;
    ScoreRule rule;
    AllowedKeys allowed;
    CpuHead head;

private:
    Matrix& input(Stage stage) { return stage == Stage::Q ? q : stage == Stage::K ? k : v; }
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
    void initTestCase_data() { addTargets(); }
    void init() { useTarget(); }

    void onlyNamedRowsAreComputed_data() {
        QTest::addColumn<bool>("causal");
        QTest::addColumn<int>("window");
        QTest::addColumn<int>("stage");
        QTest::addColumn<QList<int>>("rows"); // the rows of 8 that a change of row 5 of the stage changes
        const auto row = [](const char* name, const Mask& mask, Stage stage, const QList<int>& rows) {
            QTest::newRow(name) << mask.causal << mask.window.value_or(0) << static_cast<int>(stage) << rows;
        };
        const QList<int> all{0, 1, 2, 3, 4, 5, 6, 7};
        row("a query", {}, Stage::Q, {5});
        row("a key", {}, Stage::K, all);
        row("a value", {}, Stage::V, all);
        row("a query, causal", causalMask(), Stage::Q, {5});
        row("a key, causal", causalMask(), Stage::K, {5, 6, 7});
        row("a value, causal", causalMask(), Stage::V, {5, 6, 7});
        row("a key, window of 2", windowMask(2), Stage::K, {4, 5, 6});
        row("a value, window of 2", windowMask(2), Stage::V, {4, 5, 6});
    }
    void onlyNamedRowsAreComputed() {
        QFETCH(bool, causal);
        QFETCH(int, window);
        QFETCH(int, stage);
        QFETCH(QList<int>, rows);
        Mask mask = window > 0 ? windowMask(window) : Mask();
        mask.causal = causal;
        Fixture f(8, mask);
        Matrix expected = f.context;
        f.edit(static_cast<Stage>(stage), 5);
        const Matrix fresh = f.contextOfNewHead();
        for (const int row : rows) {
            f.head.computeContext({false, {row}});
            expected.row(row) = fresh.row(row);
            QVERIFY(sameBits(f.context, expected));
        }
        QVERIFY(sameBits(expected, fresh));
    }

    /// A few rows are computed one by one, many in blocks.
    void fewRowsEqualMany_data() {
        QTest::addColumn<int>("mask");
        QTest::addColumn<bool>("drops");
        QTest::addColumn<bool>("isFinite");
        for (int mask = 0; mask < kMaskSorts; ++mask)
            for (const bool drops : {false, true})
                for (const bool isFinite : {true, false})
                    QTest::addRow("mask %d%s%s", mask, drops ? ", dropout" : "", isFinite ? "" : ", NaN")
                        << mask << drops << isFinite;
    }
    void fewRowsEqualMany() {
        QFETCH(int, mask);
        QFETCH(bool, drops);
        QFETCH(bool, isFinite);
        constexpr Index kTokens = 70;
        std::mt19937 random(4);
        Fixture f(kTokens, maskOf(random, mask, kTokens, kTokens));
        if (drops) f.rule.dropout = drawDropout({0.3, 1}, 1, kTokens, kTokens);
        if (!isFinite) f.v(9, 1) = std::numeric_limits<float>::quiet_NaN();
        f.computeAll();
        const Matrix many = f.context;
        for (Index row = 0; row < kTokens && !isFinite; ++row) { // masked or dropped keys do not count, even NaN
            const bool counts = f.rule.mask.allows(row, 9) && !(drops && f.rule.dropout->dropped[0](row, 9));
            QCOMPARE(std::isnan(many(row, 1)), counts);
        }
        for (Index row = 0; row < kTokens; ++row) f.head.computeContext({false, {row}});
        QVERIFY(sameBits(f.context, many));
        QVERIFY(sameBits(f.contextOfNewHead(), many));
    }

    void anotherRule() {
        Fixture f(8, {});
        f.rule.factor = 0.25;
        f.attend({}, {}, true);
        f.head.computeContext(IndexSet::every());
        QVERIFY(sameBits(f.context, f.contextOfNewHead()));
    }

    /// Each query's context moves with it; the owner of the context moves its rows.
    void queriesMove() {
        Fixture f(8, {});
        const RowMap map{{-1, 0, 1, 3, 4, 5, -1, 7}, 8};
        f.head.move(&map, nullptr, false);
        map.apply(f.q);
        map.apply(f.context);
        const IndexSet inserted = map.inserted();
        f.project(Stage::Q, inserted);
        f.attend(inserted, {});
        f.head.computeContext(inserted);
        QVERIFY(sameBits(f.context, f.contextOfNewHead()));
    }

    void droppedScoresLeaveTheContext() {
        Fixture f(8, {});
        const Matrix before = f.context;
        HeadUpdate update;
        update.dropsScores = true;
        f.head.attend(update, f.rule, 0, f.allowed);
        QVERIFY(!f.head.table().isThere());
        QVERIFY(f.head.table().bytes() == 0);
        QVERIFY(sameBits(f.context, before));
        f.attend(IndexSet::every(), IndexSet::every());
        f.head.computeContext(IndexSet::every());
        QVERIFY(sameBits(f.context, before));
    }
};

QTEST_APPLESS_MAIN(CpuHeadTest)
#include "tst_cpuHead.moc"
