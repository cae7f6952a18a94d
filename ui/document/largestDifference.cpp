#include "document/largestDifference.h"

#include "backend/backends.h"
#include "engine/Engine.h"

#include <QMetaObject>

#include <algorithm>
#include <cmath>
#include <limits>

namespace headlight {
namespace {

constexpr double kMaxWeights = 1 << 24;

float mostOf(const Range& range) {
    return range.low > range.high ? -1 : std::max(std::abs(range.low), std::abs(range.high)); // -1: no finite number
}

} // namespace

Result<WeightsDifference> largestDifference(const Session& session, const Session& other, int layer) {
    const Sizes sizes = sizesOf(session, layer);
    const double weights = double(sizes.heads) * sizes.tokens * sizes.keyTokens;
    if (weights > kMaxWeights)
        return Problem{std::to_string(std::llround(weights)) + " weights are too many to compare: at most " +
                       std::to_string(std::llround(kMaxWeights)) + " are possible."};
    auto backend = makeBackend(kDefaultBackend);
    if (!backend) return backend.problem();
    Engine engine(std::move(*backend));
    Demand demand{{}, {}, {other}};
    for (int head = 0; head < sizes.heads; ++head) {
        MapDemand map{Stage::Weights, layer, head, {}, 1, 1};
        map.state = 1;
        map.isDifference = true;
        demand.maps.push_back(map);
    }
    const Frame all = engine.answer(session, demand); // one number of each head, and its extremes
    if (!all.problem.empty()) return Problem{all.problem};
    WeightsDifference found{std::numeric_limits<float>::quiet_NaN()};
    for (const auto& tile : all.tiles) {
        found.hasNaN = found.hasNaN || tile->firstNonFinite;
        if (const float most = mostOf(tile->range); most >= 0 && !(most <= found.most))
            found = {most, tile->demand.head, 0, 0, found.hasNaN};
    }
    if (std::isnan(found.most)) return found;
    demand.maps = {demand.maps[static_cast<std::size_t>(found.head)]};
    demand.maps[0].pixelWidth = sizes.keyTokens;
    demand.maps[0].pixelHeight = sizes.tokens;
    const Frame whole = engine.answer(session, demand);
    if (!whole.problem.empty()) return Problem{whole.problem};
    const Tile& tile = *whole.tiles.at(0);
    for (Index query = tile.values.rows(); query-- > 0;)
        for (Index key = tile.values.cols(); key-- > 0;) // backwards: the first in reading order stays
            if (!tile.masked(query, key) && std::abs(tile.values(query, key)) == found.most) {
                found.query = static_cast<int>(query);
                found.key = static_cast<int>(key);
            }
    return found;
}

DifferenceAsker::DifferenceAsker(QObject* parent) : QObject(parent) {}
DifferenceAsker::~DifferenceAsker() = default;

void DifferenceAsker::ask(const Session& session, const Session& other, int layer) {
    if (!thread_)
        thread_ = std::make_unique<Thread>(
            [](const Question& q) { return largestDifference(q.session, q.other, q.layer); },
            [this, number = dropped_](const Result<WeightsDifference>& difference) {
                QMetaObject::invokeMethod(
                    this,
                    [this, difference, number] {
                        if (number == dropped_) emit answered(difference);
                    },
                    Qt::QueuedConnection);
            });
    thread_->request({session, other, layer});
}

void DifferenceAsker::drop() {
    ++dropped_;
    if (thread_) thread_->setImpatient(); // a comparison may take long, and the GUI thread must not wait
    thread_.reset();
}

} // namespace headlight
