#pragma once

#include "backend/opencl/DeviceMatrix.h"
#include "backend/opencl/DeviceRule.h"

#include <vector>

namespace headlight {

/// The scores of one head on a device, in blocks of rows, and what is known of each row.
class ScoreRows {
public:
    struct Block {
        cl::Buffer scores;
        Index first, count; ///< rows
    };

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
    Index rows() const { return rows_; }
    Index cols() const { return cols_; }
    const std::vector<Block>& blocks() const { return blocks_; }
    const cl::Buffer& known() const { return known_; } ///< a device::ScoreRow for each row
    /// The same, where no key were masked.
    cl::Buffer knownOfAllKeys(DeviceQueue& queue, const DeviceRule& rule) const;

private:
    void reset(DeviceQueue& queue, Index rows, Index cols);
    void computeAll(DeviceQueue& queue, const DeviceMatrix& q, const DeviceMatrix& turned, const DeviceRule& rule);
    void replaceKeys(DeviceQueue& queue, const DeviceMatrix& q, const DeviceMatrix& k, const IndexSet& keys,
                     const IndexSet& newKeys, bool redoAll, const DeviceRule& rule);
    void summarise(DeviceQueue& queue, bool areAll, const DeviceRule& rule, const device::Mask& mask,
                   const cl::Buffer& known) const;

    Index rows_ = 0, cols_ = 0;
    std::vector<Block> blocks_;
    cl::Buffer known_;
    /// What move() leaves to the update() after it.
    struct Moved {
        bool any = false;
        IndexSet newKeys;
        Index removed = 0; ///< keys
    } moved_;
};

} // namespace headlight
