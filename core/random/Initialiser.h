#pragma once

#include "random/TorchGenerator.h"

#include <span>

namespace headlight {

/// A way to draw the numbers of a matrix. A new one needs its name here, its line in the list, and its case in draw().
enum class Initialiser : unsigned char { Rand, Randn, Linear, Embedding, Identity, Zeros, Orthogonal };

struct InitialiserInfo {
    Initialiser initialiser;
    const char* id;        ///< the name in files: "rand"
    const char* title;     ///< the name in PyTorch: "torch.rand"
    const char* draws;     ///< a description: "Uniform from 0 to 1"
    const char* python;    ///< the Python expression for a matrix [%1, %2]
    const char* vector;    ///< the Python expression for a bias of %2 numbers, here a matrix [1, %2]
    bool isModule = false; ///< `python` gives [%2, %1], transposed: PyTorch's modules store weights as [out, in]
    bool inFiles = true;   ///< {"init": ...} in a session file may name it; false if drawing takes long
};

std::span<const InitialiserInfo> initialisers(); ///< the list, in the order on the screen
const InitialiserInfo& infoOf(Initialiser);

/// Draws a matrix [rows, cols] as PyTorch draws a tensor of that shape, in row-major order. Only Linear uses `fanIn`:
/// its numbers are uniform on [-1/sqrt(fanIn), 1/sqrt(fanIn)).
Matrix draw(TorchGenerator&, Initialiser, Index rows, Index cols, Index fanIn);

/// Returns what torch.nn.init.orthogonal_ makes of `drawn`, a matrix from torch.randn: the factor Q of its QR
/// decomposition (of the transposed matrix if there are more columns than rows), with signs that make the diagonal of R
/// positive. It is computed in double; PyTorch's float32 differs more, the larger the condition number is.
Matrix orthogonalised(const Matrix& drawn);

} // namespace headlight
