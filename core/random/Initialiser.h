#pragma once

#include "random/TorchGenerator.h"

#include <span>

namespace headlight {

/// How the numbers of a matrix are drawn. A new one needs its name here, its line in the list, and its cases in draw()
/// and skip().
enum class Initialiser : unsigned char { Rand, Randn, Linear, Embedding, Identity, Zeros, Orthogonal };

struct InitialiserInfo {
    Initialiser initialiser;
    const char* id;        ///< in files: "rand"
    const char* title;     ///< what PyTorch calls it: "torch.rand"
    const char* draws;     ///< "Uniform from 0 to 1"
    const char* python;    ///< the Python expression for a matrix [%1, %2]
    const char* vector;    ///< the Python expression for a bias of %2 numbers, here a matrix [1, %2]
    bool isModule = false; ///< `python` gives the transposed, [%2, %1]: PyTorch's modules store weights as [out, in]
    bool inFiles = true;   ///< {"init": ...} in a session file may name it; false if drawing takes long
};

std::span<const InitialiserInfo> initialisers(); ///< the list, in the order on the screen
const InitialiserInfo& infoOf(Initialiser);

/// A matrix [rows, cols] as PyTorch draws a tensor of that shape, in row-major order. Only Linear uses `fanIn`: its
/// numbers are uniform on [-1/sqrt(fanIn), 1/sqrt(fanIn)).
Matrix draw(TorchGenerator&, Initialiser, Index rows, Index cols, Index fanIn);

/// Leaves the generator as draw() would, without making the matrix.
void skip(TorchGenerator&, Initialiser, Index rows, Index cols);

/// What torch.nn.init.orthogonal_ makes of `drawn`, a matrix from torch.randn: the factor Q of its QR decomposition (of
/// the transposed matrix if there are more columns than rows), with signs that make the diagonal of R positive.
/// Computed in double and rounded once. PyTorch computes in float32; the difference grows with the condition number.
Matrix orthogonalised(const Matrix& drawn);

} // namespace headlight
