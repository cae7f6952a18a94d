#pragma once

#include "backend/opencl/DeviceCells.h"
#include "backend/opencl/DeviceMatrix.h"
#include "backend/opencl/DeviceRule.h"

#include <vector>

namespace headlight {

/// The scores of one head on a device, in blocks of rows, and a summary of each row. Streamed scores are not kept:
/// DeviceCells computes them by the same products, with the same bits.
class ScoreRows {
public:
    /// Moves rows and columns with their queries and keys. The next update() names the new ones. `rule`: that of the
    /// previous update(). `isRuleNew`: summaries need not be kept up to date, since that update() gets it, too.
    void move(DeviceQueue& queue, const DeviceMove& queries, const DeviceMove& keys, bool isRuleNew,
              const DeviceRule& rule);
    /// Computes the rows and columns that `todo` names again, and the summaries that depend on them; all summaries if
    /// its rule is new. `keysTransposed`: the transpose of k. If scores are streamed, q and `keysTransposed` must stay
    /// while cells are read. If it throws DeviceQueue::Stopped, the next update() computes everything.
    void update(DeviceQueue& queue, const DeviceMatrix& q, const DeviceMatrix& k, const DeviceMatrix& keysTransposed,
                const HeadUpdate& todo, const DeviceRule& rule);
    void drop() { *this = ScoreRows(); }

    bool isThere() const { return rows_ > 0; }
    DeviceCells cells(const DeviceRule& rule) const; ///< returns the scores
    /// Returns a device::ScoreRow for each row, as if this were the mask of the rule.
    cl::Buffer knownUnder(const device::Mask& mask, DeviceQueue& queue, const DeviceRule& rule) const;

private:
    void reset(DeviceQueue& queue, Index rows, Index cols);
    void replaceKeys(DeviceQueue& queue, const DeviceMatrix& q, const DeviceMatrix& k, const IndexSet& keys,
                     const IndexSet& newKeys, bool redoAll, const DeviceRule& rule);

    Index rows_ = 0, cols_ = 0;
    bool streams_ = false;
    bool isWhole_ = true;                                         ///< the last update() was not stopped
    const DeviceMatrix *q_ = nullptr, *keysTransposed_ = nullptr; ///< the factors of streamed scores
    std::vector<DeviceBlock> blocks_;
    cl::Buffer known_; ///< a device::ScoreRow for each row
    /// The move that the next update() completes.
    struct PendingMove {
        bool any = false;
        IndexSet newKeys;
        Index removed = 0; ///< number of keys that are gone
    } pending_;
};

} // namespace headlight
