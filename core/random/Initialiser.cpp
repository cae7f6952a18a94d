#include "random/Initialiser.h"

#include <Eigen/QR>

#include <algorithm>
#include <array>
#include <cmath>

namespace headlight {

std::span<const InitialiserInfo> initialisers() {
    using enum Initialiser;
    static constexpr std::array<InitialiserInfo, 7> list{{
        {Rand, "rand", "torch.rand", "Uniform from 0 to 1", "torch.rand(%1, %2)", "torch.rand(%2)"},
        {Randn, "randn", "torch.randn", "Standard normal", "torch.randn(%1, %2)", "torch.randn(%2)"},
        {Linear, "linear", "nn.Linear", "Uniform within \u00B11/\u221A(number of inputs)",
         "torch.nn.Linear(%1, %2, bias=False).weight", "torch.nn.Linear(%1, %2).bias", true},
        {Embedding, "embedding", "nn.Embedding", "Standard normal", "torch.nn.Embedding(%1, %2).weight",
         "torch.nn.Embedding(1, %2).weight[0]"},
        {Identity, "identity", "identity", "1 on the diagonal, 0 elsewhere", "torch.eye(%1, %2)", "torch.zeros(%2)"},
        {Zeros, "zeros", "zeros", "0 everywhere", "torch.zeros(%1, %2)", "torch.zeros(%2)"},
        {Orthogonal, "orthogonal", "orthogonal", "Rows or columns of length 1, at right angles",
         "torch.nn.init.orthogonal_(torch.empty(%1, %2))", "torch.zeros(%2)", false, false},
    }};
    return list;
}

const InitialiserInfo& infoOf(Initialiser initialiser) { return initialisers()[static_cast<std::size_t>(initialiser)]; }

Matrix draw(TorchGenerator& generator, Initialiser initialiser, Index rows, Index cols, Index fanIn) {
    const double bound = 1.0 / std::sqrt(static_cast<double>(std::max<Index>(fanIn, 1)));
    switch (initialiser) {
    case Initialiser::Rand: return generator.rand(rows, cols);
    case Initialiser::Randn:
    case Initialiser::Embedding: return generator.randn(rows, cols);
    case Initialiser::Linear: return generator.uniform(rows, cols, -bound, bound);
    case Initialiser::Identity: return Matrix::Identity(rows, cols);
    case Initialiser::Zeros: return Matrix::Zero(rows, cols);
    case Initialiser::Orthogonal: return orthogonalised(generator.randn(rows, cols));
    }
    return {};
}

Matrix orthogonalised(const Matrix& drawn) {
    const bool isWide = drawn.rows() < drawn.cols();
    const Eigen::MatrixXd tall = isWide ? Eigen::MatrixXd(drawn.transpose().cast<double>())
                                        : Eigen::MatrixXd(drawn.cast<double>());
    const Index cols = tall.cols();
    const Eigen::HouseholderQR<Eigen::MatrixXd> qr(tall);
    Eigen::MatrixXd q = qr.householderQ() * Eigen::MatrixXd::Identity(tall.rows(), cols);
    for (Index c = 0; c < cols; ++c) {
        const double r = qr.matrixQR()(c, c);
        q.col(c) *= r > 0 ? 1.0 : r < 0 ? -1.0 : 0.0; // torch.sign gives 0 for 0, too
    }
    return isWide ? Matrix(q.transpose().cast<float>()) : Matrix(q.cast<float>());
}

} // namespace headlight
