#pragma once

#include "backend/RowMap.h"
#include "backend/opencl/DeviceQueue.h"
#include "base/Frozen.h"
#include "base/Matrix.h"

namespace headlight {

/// The moves of the rows of a matrix, for the device.
struct DeviceMove {
    Frozen<RowMap> map; ///< null: every row is where it was
    DeviceList from;    ///< RowMap::from; 0, 1, 2, ... if the rows stay
};

/// A row-major matrix of float32 on a device.
class DeviceMatrix {
public:
    /// Makes it [rows, cols]. If that is another size, its numbers are undefined.
    void fit(DeviceQueue& queue, Index rows, Index cols);
    /// Takes over these rows of a matrix of the host; all of them if it has another size.
    void take(DeviceQueue& queue, const FrozenMatrix& host, const IndexSet& rows);
    /// Takes over the rows that differ from the matrix that was taken last.
    void takeChanged(DeviceQueue& queue, const FrozenMatrix& host);
    /// Moves the rows; new ones are 0. A matrix with another number of rows than before the move stays as it is.
    void move(DeviceQueue& queue, const DeviceMove& moved);

    Index rows() const { return rows_; }
    Index cols() const { return cols_; }
    const cl::Buffer& buffer() const { return buffer_; }

private:
    Index rows_ = 0, cols_ = 0;
    cl::Buffer buffer_;
    FrozenMatrix taken_;
};

/// Computes rows of out = a b + bias (null: none). `outFirst`: the number of the row that is the first one in `out`.
/// `packed`: the row of `a` from which on these rows are side by side; -1: they are where they are in a stage.
void multiply(DeviceQueue& queue, const cl::Buffer& a, const DeviceMatrix& b, const DeviceMatrix* bias,
              const cl::Buffer& out, const RowSet& rows, Index outFirst = 0, Index packed = -1);

} // namespace headlight
