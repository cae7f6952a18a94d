#pragma once

#include "base/Frozen.h"

#include <Eigen/Core>

namespace headlight {

using Index = Eigen::Index;

/// Row-major float32: the state of a session and of every stage. A vector (a bias) is a matrix of one row.
using Matrix = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// The same in double precision, for the reference formulas.
using MatrixD = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

using FrozenMatrix = Frozen<Matrix>;

} // namespace headlight
