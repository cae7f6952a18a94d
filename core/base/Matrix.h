#pragma once

#include "base/Frozen.h"

#include <Eigen/Core>

namespace headlight {

using Index = Eigen::Index;

/// A row-major matrix of float32, for sessions and stages. A vector, such as a bias, is a matrix with one row.
using Matrix = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// A row-major matrix of double, for the reference formulas.
using MatrixD = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

using FrozenMatrix = Frozen<Matrix>;

} // namespace headlight
