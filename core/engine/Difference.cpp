#include "engine/Difference.h"

#include "backend/host/pooling.h"
#include "engine/answers.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace headlight {
namespace {

constexpr Index kNumbersOfStrip = 1 << 20;

/// Where rows or columns were; -1: they were not there.
std::vector<Index> cameFrom(const Frozen<RowMap>& moved, Index count) {
    if (moved) return moved->from;
    std::vector<Index> from(static_cast<std::size_t>(count));
    std::iota(from.begin(), from.end(), Index{0});
    return from;
}

/// A stage of one layer minus that of another, read in strips of rows when they are asked for.
class Difference {
public:
    Difference(const MapDemand& map, Backend& backend, LayerState& layer, LayerState& before,
               const Frozen<RowMap>& rows, const Frozen<RowMap>& cols, const Watch& watch)
        : map_(map), backend_(backend), layer_(layer), before_(before), watch_(watch) {
        const StageInfo& info = infoOf(map.stage);
        const Index height = lengthOf(info.rows, layer.sizes()), width = lengthOf(info.cols, layer.sizes());
        fromRow_ = cameFrom(rows, height);
        fromCol_ = cameFrom(cols, width);
        strip_ = Matrix(0, width);
        takeMasks(info, rows || cols);
        view_.rows = height;
        view_.cols = width;
        view_.isForOneThread = true; // as the strip and the backend are
        view_.allowed = areMasked_ ? &allowed_ : nullptr;
        view_.read = [this](Index row, Index col, Index n, float* out) {
            if (!has(row) && !isOver()) readStrip(row);
            if (isOver())
                std::fill_n(out, n, 0.0F);
            else
                std::copy_n(strip_.data() + (row - first_) * strip_.cols() + col, n, out);
        };
    }

    const StageView& view() const { return view_; }
    AllowedKeys& allowed() { return allowed_; }
    bool areMasked() const { return areMasked_; }
    const Result<Ran>& ran() const { return ran_; }

private:
    bool has(Index row) const { return row >= first_ && row < first_ + strip_.rows(); }
    bool isOver() const { return !ran_ || *ran_ == Ran::Stopped; }

    void takeMasks(const StageInfo& info, bool areMoved) {
        const Mask none, &own = info.isMasked ? layer_.rule().mask : none,
                         &other = info.isMasked ? before_.rule().mask : none;
        areMasked_ = areMoved || own.isOn() || other.isOn();
        if (!areMasked_) return;
        if (!areMoved && own == other) return allowed_.take(own, rows(), cols());
        // A weight that one of the two masks hides is 0 there, and so is known.
        const auto isZero = [&](const LayerState& layer) {
            return maskedValue(info.stage, layer.rule().masksAfter) == 0;
        };
        const bool areKnown = info.isMasked && isZero(layer_) && isZero(before_);
        const auto counts = [areKnown](bool now, bool then) { return areKnown ? now || then : now && then; };
        Matrix common(rows(), cols());
        for (Index row = 0; row < rows(); ++row)
            for (Index col = 0; col < cols(); ++col) {
                const Index r = fromRow_[static_cast<std::size_t>(row)], c = fromCol_[static_cast<std::size_t>(col)];
                common(row, col) = r >= 0 && c >= 0 && counts(own.allows(row, col), other.allows(r, c)) ? 1.0F : 0.0F;
            }
        Mask mask;
        mask.given = FrozenMatrix(std::move(common));
        allowed_.take(mask, rows(), cols());
    }
    Index rows() const { return static_cast<Index>(fromRow_.size()); }
    Index cols() const { return static_cast<Index>(fromCol_.size()); }

    Result<Matrix> rowsOf(LayerState& layer, Index first, Index count) {
        Read read{Read::What::Rows, map_.stage, map_.head, {first, 0, count, 0, 0, 0}, {}};
        Answer answer;
        if (const FrozenMatrix& host = layer.host(map_.stage)) return Matrix(host->middleRows(first, count));
        auto ran = layer.read({&read, 1}, {&answer, 1});
        if (ran) ran = backend_.finish({});
        if (!ran) return ran.problem();
        return std::move(answer.values);
    }

    void readStrip(Index first) {
        const Index count = std::min(rows() - first, std::max<Index>(1, kNumbersOfStrip / std::max<Index>(1, cols())));
        if (!shouldContinue(watch_, static_cast<double>(first) / static_cast<double>(rows()))) {
            ran_ = Ran::Stopped;
            return;
        }
        auto own = rowsOf(layer_, first, count);
        Index begin = 0, end = 0; // the rows that these were, among some that are gone
        for (Index i = first; i < first + count; ++i) {
            const Index from = fromRow_[static_cast<std::size_t>(i)];
            if (from >= 0 && end == 0) begin = from;
            if (from >= 0) end = from + 1;
        }
        auto other = own && end > begin ? rowsOf(before_, begin, end - begin) : Result<Matrix>(Matrix());
        if (!own || !other) {
            ran_ = own ? other.problem() : own.problem();
            return;
        }
        first_ = first;
        strip_ = std::move(*own);
        for (Index row = 0; row < count; ++row)
            for (Index col = 0; col < cols(); ++col) subtract(first + row, col, begin, *other, strip_(row, col));
    }
    void subtract(Index row, Index col, Index begin, const Matrix& other, float& value) const {
        const Index r = fromRow_[static_cast<std::size_t>(row)], c = fromCol_[static_cast<std::size_t>(col)];
        const std::uint8_t* bytes = areMasked_ ? allowed_.bytes(row) : nullptr;
        const bool counts = !areMasked_ || (allowed_.reach(row).has(col) && (!bytes || bytes[col]));
        const float less = counts ? other(r - begin, c) : 0;
        value = !counts || value == less ? 0 : value - less; // of two equal infinities nothing is left
    }

    MapDemand map_;
    Backend& backend_;
    LayerState &layer_, &before_;
    const Watch& watch_;
    std::vector<Index> fromRow_, fromCol_;
    AllowedKeys allowed_; ///< cells that count
    bool areMasked_ = false;
    StageView view_;
    Matrix strip_; ///< rows of the difference, from first_ on
    Index first_ = 0;
    Result<Ran> ran_ = Ran::Done;
};

} // namespace

Result<Ran> differenceTile(const MapDemand& map, Backend& backend, LayerState& layer, LayerState& before,
                           const Frozen<RowMap>& rows, const Frozen<RowMap>& cols, const Watch& watch, Tile& tile) {
    Difference difference(map, backend, layer, before, rows, cols, watch);
    const StageView& view = difference.view();
    std::vector<Read> reads;
    addReads(map, view.rows, view.cols, reads);
    std::vector<Answer> answers(reads.size());
    for (std::size_t i = 0; i < reads.size(); ++i)
        if (reads[i].what == Read::What::Extent)
            answers[i].extent = extentOf(view);
        else
            poolAll(view, reads[i].area, reads[i].pooling, answers[i].values);
    if (!difference.ran() || *difference.ran() == Ran::Stopped) return difference.ran();
    tile = tileFrom(map, view.rows, view.cols, layer.rule(), difference.allowed(), answers);
    if (difference.areMasked() && reads.size() > 1) tile.masked = difference.allowed().maskedIn(reads[1].area);
    return Ran::Done;
}

} // namespace headlight
