#pragma once

#include "backend/opencl/DeviceCells.h"
#include "backend/opencl/DeviceMatrix.h"
#include "backend/opencl/DeviceRule.h"

#include <vector>

namespace headlight {

/// The scores of one head on a device, in blocks of rows, and what is known of each row. Streamed scores are in no
/// block: DeviceCells computes them by the same products, with the same bits.
class ScoreRows {
public:
    /// Rows and columns move with their queries and keys, before an update() that names the new ones. `rule`: that of
    /// the update before. `isRuleNew`: what is known of the rows need not be kept, for update() says so, too.
    void move(DeviceQueue& queue, const DeviceMove& queries, const DeviceMove& keys, bool isRuleNew,
              const DeviceRule& rule);
    /// Computes the rows and columns again that it names, and what is known of them; of every row if its rule is new.
    /// `turned`: the transpose of k. `streams`: q and `turned` must stay while cells are read. If it throws
    /// DeviceQueue::Stopped, the next one computes everything.
    void update(DeviceQueue& queue, const DeviceMatrix& q, const DeviceMatrix& k, const DeviceMatrix& turned,
                const HeadUpdate& todo, const DeviceRule& rule);
    void drop() { *this = ScoreRows(); }

    bool isThere() const { return rows_ > 0; }
    DeviceCells cells(const DeviceRule& rule) const; ///< the scores
    /// A device::ScoreRow for each row, as if no key were masked.
    cl::Buffer knownOfAllKeys(DeviceQueue& queue, const DeviceRule& rule) const;

private:
    void reset(DeviceQueue& queue, Index rows, Index cols);
    void replaceKeys(DeviceQueue& queue, const DeviceMatrix& q, const DeviceMatrix& k, const IndexSet& keys,
                     const IndexSet& newKeys, bool redoAll, const DeviceRule& rule);

    Index rows_ = 0, cols_ = 0;
    bool streams_ = false;
    bool isWhole_ = true;                                 ///< no update() was stopped
    const DeviceMatrix *q_ = nullptr, *turned_ = nullptr; ///< of streamed scores
    std::vector<DeviceBlock> blocks_;
    cl::Buffer known_; ///< a device::ScoreRow for each row
    /// What move() leaves to the update() after it.
    struct Moved {
        bool any = false;
        IndexSet newKeys;
        Index removed = 0; ///< keys
    } moved_;
};

} // namespace headlight
