#pragma once

#include "random/TorchGenerator.h"

#include <span>

namespace headlight {

/// How the numbers of a matrix are drawn. A new one needs its name here, its line in THE list and its case in draw().
enum class Initialiser : unsigned char { Rand, Randn, Linear, Embedding, Identity, Zeros, Orthogonal };

struct InitialiserInfo {
    Initialiser initialiser;
    const char* id;     ///< in files: "rand"
    const char* title;  ///< what PyTorch calls it: "torch.rand"
    const char* draws;  ///< "Uniform from 0 to 1"
    const char* python; ///< of %1 by %2 numbers
    const char* vector; ///< the same of a vector of %2 numbers, which is one row here: a bias
    /// Fan-in first, as %1: PyTorch holds it as [%2, %1] and applies it turned.
    bool isModule = false;
    bool inFiles = true; ///< may be asked for by {"init": ...}; what takes long may not
};

std::span<const InitialiserInfo> initialisers(); ///< THE list, as it is shown
const InitialiserInfo& infoOf(Initialiser);

/// rows x cols numbers as PyTorch draws a tensor of that shape, in row-major order. `fanIn` > 0 is used by Linear
/// alone: uniform within 1 / sqrt of it.
Matrix draw(TorchGenerator&, Initialiser, Index rows, Index cols, Index fanIn);

/// The generator as it is after draw() of the same, which may take long, without the numbers.
void skip(TorchGenerator&, Initialiser, Index rows, Index cols);

/// torch.nn.init.orthogonal_ of what torch.randn has drawn: of the QR decomposition (of the transposed, if that has
/// fewer columns) Q, each column with the sign that makes R's diagonal positive. In double, rounded once: PyTorch's
/// own float32 is as far from it as the matrix is badly conditioned.
Matrix orthogonalised(const Matrix& drawn);

} // namespace headlight
