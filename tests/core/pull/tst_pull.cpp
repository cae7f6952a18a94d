// A pull gives a score or weight a value by the smallest change of the numbers it is computed from.
#include "attention/formulas.h"
#include "core/pull/pullSearch.h"
#include "pull/pull.h"
#include "session/edits.h"
#include "support/RandomNumbers.h"
#include "support/blocks.h"
#include "support/changing.h"
#include "support/golden.h"
#include "support/traces.h"

#include <Eigen/LU>

#include <QTest>

#include <map>

using namespace headlight;
using namespace headlight::testing;

namespace {

/// Returns the head whose scores are (X W_q)(X W_k)' / sqrt(d_k).
PulledHead goldenHead(const Json& golden) {
    PulledHead head;
    head.queries = head.keys = matrixOfJson<MatrixD>(golden["X"]);
    head.head[Parameter::Wq] = matrixOfJson(golden["Wq"]);
    head.head[Parameter::Wk] = matrixOfJson(golden["Wk"]);
    head.rule.factor = 1 / std::sqrt(5.0);
    return head;
}

double largest(const MatrixD& m) { return m.cwiseAbs().maxCoeff(); }

/// Returns one or two layers, some with equal tokens, masks, biases, positions, a second sentence or a norm.
Session randomModel(RandomNumbers& random, std::mt19937& numbers) {
    const int d = random.pick(1, 12), heads = random.pick(1, 3), dk = random.pick(1, 10);
    Session session = randomSession(numbers, {random.pick(2, 10), d, heads, dk, random.pick(1, 4)});
    const int rows = static_cast<int>(session.text.embeddings.rows());
    if (random.pick(0, 2) == 0) {
        std::vector<int> ids;
        for (int i = random.pick(2, 12); i > 0; --i) ids.push_back(random.pick(0, rows - 1));
        session.text = textOf(*session.text.embeddings.matrix(), ids);
    }
    if (random.pick(0, 3) == 0) session.source = textOf(randomMatrix(numbers, random.pick(2, 8), d));
    if (random.pick(0, 3) == 0) session.positions = Positions{};
    if (random.pick(0, 3) == 0) session = *withLayerAdded(session);
    for (int l = 0; l < static_cast<int>(session.layers.size()); ++l) {
        for (const Parameter bias : {Parameter::Bq, Parameter::Bk})
            if (random.pick(0, 2) == 0) session = *withOptional(session, l, bias, true);
        if (random.pick(0, 3) == 0) session = *withNorm(session, l, Norm{});
        const Sizes sizes = sizesOf(session, l);
        changing(session, std::size_t(l))->options.mask = maskOf(numbers, random.pick(0, kMaskSorts - 1), sizes.tokens,
                                                                 sizes.keyTokens);
    }
    return session;
}

/// Returns why a pull is impossible, found independently of pull(); None: it is possible.
Pull::Why expectedWhy(const PulledHead& head, bool isWeight, int query, int key, double target,
                      const PullFreedom& free) {
    const Mask& mask = head.rule.mask;
    if (isWeight && !mask.allows(query, key)) return Pull::Why::Masked;
    if (free.onlyThisRow) {
        MatrixD others = head.queries;
        others.row(query).setZero();
        const auto rankOf = [](const MatrixD& m) { // up to the digits of float32
            constexpr double kDigits = std::numeric_limits<float>::epsilon();
            return Eigen::FullPivLU<MatrixD>().setThreshold(double(m.rows() + m.cols()) * kDigits).compute(m).rank();
        };
        if (rankOf(others) == rankOf(head.queries)) return Pull::Why::DependentRows;
    }
    int allowed = 0, equal = 0;
    const MatrixD k = projection(head.keys, head.head[Parameter::Wk], head.head[Parameter::Bk]);
    for (Index m = 0; m < k.rows(); ++m) {
        allowed += mask.allows(query, m);
        const bool isApart = free.x && head.isOneSentence && !head.ids.empty() &&
                             (head.ids[std::size_t(m)] == head.ids[std::size_t(query)]) !=
                                 (head.ids[std::size_t(key)] == head.ids[std::size_t(query)]);
        const bool isSame = free.wk ? head.keys.row(m) == head.keys.row(key) : k.row(m) == k.row(key);
        equal += mask.allows(query, m) && isSame && !isApart;
    }
    if (isWeight && allowed == equal) return Pull::Why::NothingFree;
    if (isWeight && allowed == 1) return Pull::Why::NothingFree;
    const auto isZero = [](const MatrixD& m) { return (m.array() == 0).all(); };
    const MatrixD q = projection(head.queries.row(query), head.head[Parameter::Wq], head.head[Parameter::Bq]);
    if (isZero(head.queries.row(query)) && !free.x && (!free.wk || isZero(q))) return Pull::Why::NothingFree;
    return isWeight && target >= 1.0 / equal ? Pull::Why::EqualKeys : Pull::Why::None;
}

} // namespace

class PullTest : public QObject {
    Q_OBJECT

private slots:
    void golden() {
        const Json golden = goldenFile("pull.json");
        const PulledHead head = goldenHead(golden);
        const Json& score = golden["score_target"];
        const Pull scored = pull(head, Stage::Scaled, score["query"], score["key"], score["score"]);
        QVERIFY(largest(scored.wq->cast<double>() - matrixOfJson<MatrixD>(score["Wq"])) < 1e-6);
        for (const Json& one : golden["pulls"]) {
            const int query = one["query"];
            const Pull pulled = pull(head, Stage::Weights, query, one["key"], one["target"]);
            QCOMPARE(pulled.outcome, Pull::Outcome::Reached);
            QVERIFY(std::abs(pulled.reached - one["target"].get<double>()) < 1e-6);
            const MatrixD change = (*pulled.wq - *head.head[Parameter::Wq]).cast<double>();
            QVERIFY(std::abs(change.norm() / head.queries.row(query).norm() -
                             one["gauss_newton_norm"].get<double>() / head.queries.row(query).norm()) < 1e-5);
            const double ofMinimum = change.norm() / one["minimal_norm"].get<double>();
            QVERIFY2(ofMinimum > 1 - 1e-5 && ofMinimum < 1.08, qPrintable(QString::number(ofMinimum)));
            PulledHead after = head;
            after.head[Parameter::Wq] = *pulled.wq;
            const MatrixD z = scores(projection(head.queries, pulled.wq, {}),
                                     projection(head.keys, head.head[Parameter::Wk], {})) *
                              head.rule.factor;
            const MatrixD weights = softmaxWeights(z, allowedCells({}, z.rows(), z.cols()));
            QVERIFY(largest(weights - matrixOfJson<MatrixD>(one["weights_after_gauss_newton"])) < 1e-5);
        }
    }

    /// The smallest change for a score is known.
    void minNorm() {
        RandomNumbers random(3);
        std::mt19937 numbers(3);
        for (int round = 0; round < 20; ++round) {
            PulledHead head;
            head.queries = head.keys = randomMatrix(numbers, 6, 8).cast<double>();
            head.head[Parameter::Wq] = randomMatrix(numbers, 8, 3);
            head.head[Parameter::Wk] = randomMatrix(numbers, 8, 3);
            head.rule.factor = 0.6;
            const MatrixD k = projection(head.keys, head.head[Parameter::Wk], {});
            const MatrixD g = 0.6 * head.queries.row(2).transpose() * k.row(4);
            const double z = (head.head[Parameter::Wq]->cast<double>().array() * g.array()).sum();
            const MatrixD minimum = (2.5 - z) / g.squaredNorm() * g;
            const Pull pulled = pull(head, Stage::Scaled, 2, 4, 2.5);
            QVERIFY(largest((*pulled.wq - *head.head[Parameter::Wq]).cast<double>() - minimum) < 1e-6);
            QVERIFY(!pulled.wk && pulled.x.size() == 0);
            const Pull alone = pull(head, Stage::Scaled, 2, 4, 2.5, {.onlyThisRow = true});
            QCOMPARE(alone.outcome, Pull::Outcome::Reached);
            const MatrixD moved = head.queries * (*alone.wq - *head.head[Parameter::Wq]).cast<double>();
            for (const Index row : {0, 1, 3, 4, 5}) QVERIFY(largest(moved.row(row)) < 1e-5);
            const Pull both = pull(head, Stage::Scaled, 2, 4, 2.5, {.wk = true});
            const double change = (*both.wq - *head.head[Parameter::Wq]).squaredNorm() +
                                  (*both.wk - *head.head[Parameter::Wk]).squaredNorm();
            QVERIFY(std::sqrt(change) < minimum.norm());
        }
    }

    /// An embedding is the query, and the key of each of its tokens: it moves along the sum of both slopes.
    void embeddings() {
        std::mt19937 numbers(5);
        PulledHead head;
        head.queries = head.keys = randomMatrix(numbers, 4, 6).cast<double>();
        head.ids = {0, 1, 0, 2};
        head.queries.row(2) = head.keys.row(0) = head.keys.row(2) = head.queries.row(0);
        head.head[Parameter::Wk] = randomMatrix(numbers, 6, 6);
        const MatrixD wk = head.head[Parameter::Wk]->cast<double>();
        const auto score = [&](const MatrixD& x) { return (x * (x * wk).transpose())(0, 0); };
        const MatrixD x = head.queries.row(0), slope = x * (wk + wk.transpose());
        for (const Index key : {0, 2}) { // itself, and the same token
            const Pull pulled = pull(head, Stage::Scores, 0, key, score(x) + 0.01, {.x = true});
            QCOMPARE(pulled.outcome, Pull::Outcome::Reached);
            QVERIFY(std::abs(score(x + pulled.x.cast<double>()) - score(x) - 0.01) < 1e-5);
            const MatrixD along = slope * (0.01 / slope.squaredNorm());
            QVERIFY(largest(pulled.x.cast<double>() - along) < 0.02 * largest(along));
        }
    }

    /// The keys come from another stage than those that a pull is derived for.
    void ofNoOtherProgram() {
        std::mt19937 numbers(1);
        const Session session = randomSession(numbers, {3, 4, 1, 3, 3});
        Program changed;
        for (Op op : programOf(session, 0)) {
            if (op.kind == Op::Kind::Scores) op.inputs = {Stage::Q, Stage::V};
            changed.add(op);
        }
        const auto head = pulledHead(session, changed, 0, 0, tracesOf(session)[0]);
        QCOMPARE(head.text(), std::string("This layer computes its scores in a way that no pull is known for."));
    }

    /// Where queries and keys are zeros, changing W_q alone has no effect, but changing both W_q and W_k has.
    void fromZeros() {
        Session session = *withSentence(newSession(1, 4, 1, 3, 3), "the cat sat");
        for (const Parameter p : {Parameter::Wq, Parameter::Wk})
            changing(session)->allHeads[0][p] = Matrix(Matrix::Zero(4, 3));
        for (const auto& [stage, target] : {std::pair(Stage::Weights, 0.7), std::pair(Stage::Scores, -2.0)}) {
            const PulledHead head = computedHead(session);
            QVERIFY(pull(head, stage, 0, 2, target).why == Pull::Why::NothingFree);
            const Pull pulled = pull(head, stage, 0, 2, target, {.wk = true});
            QCOMPARE(pulled.outcome, Pull::Outcome::Reached);
            const Session after = *withPull(session, 0, 0, 0, pulled);
            QVERIFY(std::abs(double(tracesOf(after)[0](stage, 0)(0, 2)) - target) < 1e-4);
        }
    }

    /// The rows of a layer norm sum to 0, so d of them are dependent, but for what rounding to float32 leaves.
    void normedRowsAreDependent() {
        std::mt19937 numbers(1);
        for (const int n : {6, 8, 16, 40}) {
            const Session session = *withNorm(randomSession(numbers, {n, n, 1, 3, 3}), 0, Norm{});
            const PulledHead head = computedHead(session);
            for (int query = 0; query < n; ++query)
                QCOMPARE(pull(head, Stage::Scores, query, 0, 1.5, {.onlyThisRow = true}).why, Pull::Why::DependentRows);
        }
    }

    /// Embeddings have few roundings, however wide they are: 1e-4 is a difference, but 0.1 + 0.2 - 0.3 is none.
    void givenRowsAreDependentOnlyIfTheyAre() {
        std::mt19937 numbers(1);
        const auto headOf = [&](const Matrix& x) {
            Session session = randomSession(numbers, {2, static_cast<int>(x.cols()), 1, 3, 3});
            session.text = textOf(x);
            return computedHead(session);
        };
        Matrix near = Matrix::Zero(2, 1024);
        near(0, 0) = near(1, 0) = 1;
        near(1, 1) = 1e-4F;
        const PulledHead wide = headOf(near);
        for (const int query : {0, 1}) {
            const Pull pulled = pull(wide, Stage::Scores, query, 0, 1.5, {.onlyThisRow = true});
            QCOMPARE(pulled.outcome, Pull::Outcome::Reached);
            const MatrixD moved = wide.queries * (*pulled.wq - *wide.head[Parameter::Wq]).cast<double>();
            QVERIFY(largest(moved.row(1 - query)) < 1e-5 * largest(moved.row(query)));
        }
        const PulledHead decimals = headOf(matrixFrom("0.1 0.4 -0.3 0.7; 0.2 0.1 0.6 -0.2; 0.3 0.5 0.3 0.5"));
        for (const int query : {0, 1, 2})
            QCOMPARE(pull(decimals, Stage::Scores, query, 0, 1.5, {.onlyThisRow = true}).why, Pull::Why::DependentRows);
    }

    /// The middle one of three keys on a line weighs most with a query of 0, where no number moves it at first. It can
    /// be pulled down; upwards nothing comes nearer to the target.
    void fromTheLargestWeight() {
        Session session = *withSentence(newSession(1, 2, 1, 1, 1), "a b c");
        session.text.embeddings = matrixFrom("1 -1; 1 0; 1 1");
        changing(session)->allHeads[0][Parameter::Wq] = Matrix(Matrix::Zero(2, 1));
        changing(session)->allHeads[0][Parameter::Wk] = matrixFrom("0; 1");
        const PulledHead head = computedHead(session);
        for (const double target : {0.1, 0.1833, 0.3}) {
            const Pull pulled = pull(head, Stage::Weights, 0, 1, target);
            QCOMPARE(pulled.outcome, Pull::Outcome::Reached);
            const Session after = *withPull(session, 0, 0, 0, pulled);
            QVERIFY(std::abs(double(tracesOf(after)[0](Stage::Weights, 0)(0, 1)) - target) < 1e-4);
        }
        const Pull up = pull(head, Stage::Weights, 0, 1, 0.5);
        QCOMPARE(up.outcome, Pull::Outcome::Nearest);
        QVERIFY(std::abs(up.reached - 1.0 / 3) < 1e-6);
    }

    /// Keys of two numbers: no query on a fine grid, however long, comes nearer than the pull's "nearest".
    void nothingIsNearer() {
        std::mt19937 numbers(7);
        int nearest = 0, reached = 0;
        for (int round = 0; round < 12; ++round) {
            PulledHead head;
            head.queries = head.keys = randomMatrix(numbers, 6, 3).cast<double>();
            head.head[Parameter::Wq] = randomMatrix(numbers, 3, 2);
            head.head[Parameter::Wk] = randomMatrix(numbers, 3, 2);
            const MatrixD k = projection(head.keys, head.head[Parameter::Wk], {});
            for (Index key = 0; key < 6; ++key) {
                double max = 0; // the largest weight
                for (double length = 0.1; length < 1e4; length *= 1.2)
                    for (double angle = 0; angle < 6.28; angle += 0.01) {
                        const Eigen::Vector2d q = length * Eigen::Vector2d(std::cos(angle), std::sin(angle));
                        const Eigen::VectorXd z = k * q;
                        max = std::max(max, 1 / (z.array() - z(key)).exp().sum());
                    }
                for (const double target : {0.3, 0.621, 0.9}) {
                    const Pull pulled = pull(head, Stage::Weights, round % 6, key, target);
                    const QByteArray where = QByteArray::number(pulled.reached) + " of " + QByteArray::number(target) +
                                             ", there is " + QByteArray::number(max);
                    const bool isReached = pulled.outcome == Pull::Outcome::Reached;
                    QVERIFY2(isReached || pulled.outcome == Pull::Outcome::Nearest, where);
                    QVERIFY2(isReached || max < target, where);
                    QVERIFY2(isReached || pulled.reached > max - 1e-4, where);
                    ++(isReached ? reached : nearest);
                }
            }
        }
        QVERIFY2(reached > 120 && nearest > 40, qPrintable(QString("%1, %2").arg(reached).arg(nearest)));
    }

    /// Makes 500 random pulls: the map has the wanted number, or the pull says "nearest" or "impossible", and is right.
    void randomPulls() {
        RandomNumbers random(1);
        std::mt19937 numbers(1);
        std::map<Pull::Outcome, int> outcomes;
        std::map<Pull::Why, int> whys;
        int nearest = 0, reached = 0; // outcomes that nearestFound() checked
        for (int round = 0; round < 500; ++round) {
            const Session session = randomModel(random, numbers);
            const int layer = random.pick(0, static_cast<int>(session.layers.size()) - 1);
            const Sizes sizes = sizesOf(session, layer);
            const int at = random.pick(0, sizes.heads - 1), query = random.pick(0, sizes.tokens - 1),
                      key = random.pick(0, sizes.keyTokens - 1);
            const Stage stage = std::array{Stage::Scores, Stage::Scaled, Stage::Weights, Stage::Weights}.at(
                std::size_t(random.pick(0, 3)));
            const bool isWeight = stage == Stage::Weights;
            const double target = random.pick(20, 980) / 1000.0 * (isWeight ? 1 : 6) - (isWeight ? 0 : 3);
            const PullFreedom free{random.pick(0, 3) == 0, layer == 0 && random.pick(0, 3) == 0,
                                   random.pick(0, 4) == 0};
            const PulledHead head = computedHead(session, layer, at);
            const Pull pulled = pull(head, stage, query, key, target, free);
            const Session after = *withPull(session, layer, at, query, pulled);
            const auto of = [&](const Session& s) {
                return static_cast<double>(tracesOf(s)[std::size_t(layer)](stage, std::size_t(at))(query, key));
            };
            const double now = of(after), tolerance = std::max(1.0, std::abs(target)) * 1e-4;
            const std::string where = "round " + std::to_string(round) + ", " + infoOf(stage).id + ": from " +
                                      shortest(of(session)) + " to " + shortest(target) + ", reached " +
                                      shortest(pulled.reached) + ", is " + shortest(now) + ", why " +
                                      std::to_string(int(pulled.why)) + (free.wk ? " wk" : "") + (free.x ? " x" : "") +
                                      (free.onlyThisRow ? " row" : "") + " d " + std::to_string(sizes.d) + " dk " +
                                      std::to_string(sizes.dk);
            QVERIFY2(std::abs(now - pulled.reached) < tolerance, where.c_str());
            const bool isFree = !free.onlyThisRow;
            const Pull::Why why = expectedWhy(head, isWeight, query, key, target,
                                              {isFree && free.wk, isFree && free.x, free.onlyThisRow});
            ++outcomes[pulled.outcome];
            ++whys[pulled.why];
            if (pulled.outcome == Pull::Outcome::Impossible) {
                if (pulled.why != Pull::Why::NothingFree || isWeight) QVERIFY2(pulled.why == why, where.c_str());
            } else {
                QVERIFY2(why == Pull::Why::None || (free.wk || free.x), where.c_str());
            }
            if (pulled.outcome == Pull::Outcome::Reached) QVERIFY2(std::abs(now - target) < tolerance, where.c_str());
            if (pulled.outcome == Pull::Outcome::Nearest)
                QVERIFY2(std::abs(now - target) <= std::abs(of(session) - target), where.c_str());
            const bool isNearest = pulled.outcome == Pull::Outcome::Nearest;
            if (isFree && (free.wk || free.x) &&
                (isNearest || (pulled.outcome == Pull::Outcome::Reached && round % 4 == 0))) {
                // Where the slope tends to 0 the search, which makes more steps, comes a little nearer.
                const PullFreedom moves{free.wk, free.x && !head.ids.empty(), false};
                const double found = nearestFound({head, stage, query, key, moves}, target);
                const std::string both = where + ", " + shortest(found) + " away is found";
                QVERIFY2(isNearest == (found > tolerance), both.c_str());
                QVERIFY2(std::abs(now - target) <= 1.01 * found + tolerance, both.c_str());
                ++(isNearest ? nearest : reached);
            }
        }
        const QString text =
            QString("%1 reached, %2 nearest, %3 impossible: %4 masked, %5 equal, %6 nothing free, %7 dependent")
                .arg(outcomes[Pull::Outcome::Reached])
                .arg(outcomes[Pull::Outcome::Nearest])
                .arg(outcomes[Pull::Outcome::Impossible])
                .arg(whys[Pull::Why::Masked])
                .arg(whys[Pull::Why::EqualKeys])
                .arg(whys[Pull::Why::NothingFree])
                .arg(whys[Pull::Why::DependentRows]);
        QVERIFY(nearest >= 4 && reached >= 15);
        QVERIFY2(outcomes[Pull::Outcome::Reached] > 305 && outcomes[Pull::Outcome::Nearest] < 14, qPrintable(text));
        for (const Pull::Why why :
             {Pull::Why::Masked, Pull::Why::EqualKeys, Pull::Why::NothingFree, Pull::Why::DependentRows})
            QVERIFY2(whys[why] >= 5, qPrintable(text));
    }
};

QTEST_APPLESS_MAIN(PullTest)
#include "tst_pull.moc"
