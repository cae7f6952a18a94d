#pragma once

#include "base/Frozen.h"

#include <Eigen/Core>

namespace headlight {

using Index = Eigen::Index;

/// Row-major float32, for sessions and stages. A vector, such as a bias, is a matrix with one row.
using Matrix = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// The same in double precision, for the reference formulas.
using MatrixD = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

using FrozenMatrix = Frozen<Matrix>;

} // namespace headlight
