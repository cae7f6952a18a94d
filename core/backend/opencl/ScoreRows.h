#pragma once

#include "backend/opencl/DeviceCells.h"
#include "backend/opencl/DeviceMatrix.h"
#include "backend/opencl/DeviceRule.h"

#include <vector>

namespace headlight {

/// The scores of one head on a device, in blocks of rows, and what is known of each row.
class ScoreRows {
public:
    /// Rows and columns move with their queries and keys, before an update() that names the new ones. `rule`: that of
    /// the update before. `isRuleNew`: what is known of the rows need not be kept, for update() says so, too.
    void move(DeviceQueue& queue, const DeviceMove& queries, const DeviceMove& keys, bool isRuleNew,
              const DeviceRule& rule);
    /// Computes these rows and columns again, and what is known of them; of every row if `isRuleNew`. `turned`: the
    /// transpose of k.
    void update(DeviceQueue& queue, const DeviceMatrix& q, const DeviceMatrix& k, const DeviceMatrix& turned,
                const IndexSet& rows, const IndexSet& keys, bool isRuleNew, const DeviceRule& rule);
    void drop() { *this = ScoreRows(); }

    bool isThere() const { return !blocks_.empty(); }
    DeviceCells cells(const DeviceRule& rule) const; ///< the scores
    /// A device::ScoreRow for each row, as if no key were masked.
    cl::Buffer knownOfAllKeys(DeviceQueue& queue, const DeviceRule& rule) const;

private:
    void reset(DeviceQueue& queue, Index rows, Index cols);
    void replaceKeys(DeviceQueue& queue, const DeviceMatrix& q, const DeviceMatrix& k, const IndexSet& keys,
                     const IndexSet& newKeys, bool redoAll, const DeviceRule& rule);

    Index rows_ = 0, cols_ = 0;
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
