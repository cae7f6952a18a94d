#include "pull/pull.h"

#include "base/toFloat.h"
#include "pull/Puller.h"
#include "session/edits.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace headlight {
namespace {

constexpr int kMaxHalvings = 30;
constexpr double kMaxLogitStep = 8;     // the maximum change of a weight's logit in one step
constexpr double kMaxEntry = 1e6;       // beyond it, float32 has too few digits for the target
constexpr double kClose = 1e-10;        // the distance at which steps end, in double
constexpr double kReached = 5e-5;       // the distance that counts as reached, after rounding to float32
constexpr double kShareOfBound = 0.999; // the part of the largest weight that equal keys can have

/// Takes Gauss-Newton steps, which have the least norm. If they end below the target of a weight, Newton steps of W_q
/// go on, to a change that need not be the least.
Entries stepped(const Puller& head, Stage stage, Entries entries, double target) {
    const bool isWeight = stage == Stage::Weights;
    const double goal = isWeight ? std::log(target / (1 - target)) : target;
    Puller::Value now = head.at(entries);
    const auto step = [&](bool isNewton) {
        const double miss = goal - now.goal;
        const auto [slope, square] = isNewton ? head.newton(entries, now) : head.gradient(entries, now);
        double share = (isWeight ? std::clamp(miss, -kMaxLogitStep, kMaxLogitStep) : miss) / square;
        if (isNewton) share = std::min(share, 1.0);
        for (int halvings = 0; halvings < kMaxHalvings; ++halvings, share /= 2) {
            Entries next = entries.moved(slope, share);
            if (!(next.largest() < kMaxEntry)) continue;
            Puller::Value then = head.at(next);
            if (!(std::abs(goal - then.goal) < std::abs(miss))) continue;
            entries = std::move(next);
            now = std::move(then);
            return true;
        }
        return false;
    };
    for (const bool isNewton : {false, true})
        for (int left = head.maxSteps(isNewton); left > 0; --left)
            if (std::abs(now.number - target) <= kClose * std::max(1.0, std::abs(target)) ||
                (isNewton && !(isWeight && now.goal < goal)) || !step(isNewton))
                break;
    return entries;
}

MatrixD rounded(const MatrixD& m) {
    return m.unaryExpr([](double v) { return static_cast<double>(toFloat(v)); });
}

struct Found {
    Entries entries; ///< rounded to float32
    double reached, blur;
};

/// Steps from the start. A weight that is not reached, where scores are far apart, is tried from a smaller query too;
/// and one that float32 would show wrong from a smaller W_q.
Found nearest(const Puller& puller, Stage stage, double target, bool isAllFree) {
    const bool isWeight = stage == Stage::Weights;
    const double goal = std::log(target / (1 - target));
    const auto from = [&](Entries e) {
        e = stepped(puller, stage, std::move(e), target);
        for (MatrixD* m : {&e.wq, &e.wk, &e.x}) *m = rounded(*m);
        const Puller::Value value = puller.at(e);
        const double blur = isWeight ? puller.blur(e, value) : 0;
        return Found{std::move(e), value.number, blur};
    };
    const auto missed = [&](const Found& found) { return std::abs(found.reached - target); };
    Found best = from(puller.start());
    if (isWeight && missed(best) > kReached && puller.isSaturated())
        if (Found other = from(puller.elsewhere(goal, false)); missed(other) < missed(best)) best = std::move(other);
    if (isAllFree && missed(best) <= kReached && best.blur > kReached)
        if (Found other = from(puller.elsewhere(goal, true)); other.blur < kReached && missed(other) <= kReached)
            best = std::move(other);
    return best;
}

} // namespace

Pull pull(const PulledHead& head, Stage stage, Index query, Index key, double target, const PullFreedom& free) {
    Puller puller(head, stage, query, key, free);
    Pull pulled;
    pulled.reached = puller.now();
    const auto impossible = [&](Pull::Why why) {
        pulled.why = why;
        return pulled;
    };
    const bool isWeight = stage == Stage::Weights;
    if (isWeight && !head.rule.mask.allows(query, key)) {
        pulled.reached = 0;
        return impossible(Pull::Why::Masked);
    }
    if (free.onlyThisRow && !puller.takeOnlyThisRow()) return impossible(Pull::Why::DependentRows);
    const auto [equal, all] = puller.equalKeys();
    if ((isWeight && equal == all) || !puller.moves()) return impossible(Pull::Why::NothingFree);
    const double bound = isWeight ? 1.0 / static_cast<double>(equal) : INFINITY;
    const bool isBeyond = isWeight && target >= bound;
    const Found found = nearest(puller, stage, isBeyond ? kShareOfBound * bound : target, !free.onlyThisRow);
    const Entries& entries = found.entries;
    pulled.reached = found.reached;
    const double tolerance = kReached * std::max(1.0, std::abs(target));
    const bool isReached = std::abs(found.reached - target) <= tolerance;
    pulled.outcome = isBeyond ? Pull::Outcome::Impossible : isReached ? Pull::Outcome::Reached : Pull::Outcome::Nearest;
    if (isBeyond) pulled.why = Pull::Why::EqualKeys;
    if (entries.wq.size() > 0) pulled.wq = Matrix(entries.wq.cast<float>());
    if (entries.wk.size() > 0) pulled.wk = Matrix(entries.wk.cast<float>());
    pulled.x = entries.x.cast<float>();
    return pulled;
}

Result<PulledHead> pulledHead(const Session& session, const Program& program, int layer, int head,
                              const std::function<Result<Matrix>(Stage)>& rowsOf) {
    if (!hasKnownScores(program)) return Problem{"This layer computes its scores in a way that no pull is known for."};
    const Layer& of = layerAt(session, layer);
    const Stage ofQueries = program.find(Stage::Q)->inputs[0], ofKeys = program.find(Stage::K)->inputs[0];
    const auto queries = rowsOf(ofQueries), keys = ofKeys == ofQueries ? queries : rowsOf(ofKeys);
    if (!queries || !keys) return (queries ? keys : queries).problem();
    return PulledHead{queries->cast<double>(),
                      keys->cast<double>(),
                      ofKeys == ofQueries,
                      ofQueries == Stage::X && layer == 0 ? session.text.tokens->ids : std::vector<int>(),
                      weightsOf(of).heads.at(static_cast<std::size_t>(head)),
                      ruleOf(of, sizesOf(session, layer))};
}

Result<Session> withPull(const Session& session, int layer, int head, int query, const Pull& pulled) {
    Session now = session;
    for (const auto& [parameter, matrix] :
         {std::pair(Parameter::Wq, &pulled.wq), std::pair(Parameter::Wk, &pulled.wk)}) {
        if (!*matrix) continue;
        auto next = withBlock(now, {parameter, layer, head}, 0, 0, **matrix);
        if (!next) return next;
        now = *next;
    }
    if (pulled.x.size() == 0) return now;
    const Matrix was = matrixOf(now, {Parameter::X, 0, 0})->row(query);
    return withBlock(now, {Parameter::X, 0, 0}, query, 0, was + pulled.x);
}

} // namespace headlight
