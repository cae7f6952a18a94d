#pragma once
// Multi-head attention as notebooks write it, in double, rounded to float32 once a stage, with mistakes to choose from.

#include "base/Matrix.h"
#include "io/npy.h"
#include "io/npz.h"

#include <cmath>
#include <functional>
#include <limits>
#include <map>
#include <random>
#include <string>
#include <vector>

namespace headlight::testing {

/// A C-ordered array of float32.
struct Tensor {
    std::vector<std::int64_t> shape;
    std::vector<float> values;
};
using Tensors = std::map<std::string, Tensor>;

struct Fault {
    double scale = 0; ///< 0: 1 / sqrt(d_k)
    std::function<bool(int query, int key)> attends = [](int query, int key) { return key <= query; };
    char over = 'k'; ///< keys, queries or heads
    bool masksAfter = false, masksByZero = false, isViewed = false, isViewedBack = false;
    std::string turned{}, leftOut{}; ///< letters of q, k, v, o
    double dropout = 0;
};

/// X [n, d] and the stages of h heads, as PyTorch names them.
class Notebook {
public:
    Notebook(int n, int d, int h, const Fault& fault) : n_(n), d_(d), h_(h), k_(d / h), fault_(fault) {
        std::mt19937 random(static_cast<unsigned>(7 + n + 10 * d + 100 * h));
        const auto drawn = [&](std::vector<std::int64_t> shape, double size) {
            std::normal_distribution<float> normal(0, static_cast<float>(size));
            std::size_t count = 1;
            for (const std::int64_t side : shape) count *= static_cast<std::size_t>(side);
            Tensor made{std::move(shape), std::vector<float>(count)};
            for (float& value : made.values) value = normal(random);
            return made;
        };
        all_["X"] = drawn({n, d}, 1);
        for (const char* name : {"q", "k", "v", "o"}) {
            const std::string module = name == std::string("o") ? "out_proj" : name + std::string("_proj");
            all_[module + ".weight"] = drawn({d, d}, 1.2 / std::sqrt(d));
            all_[module + ".bias"] = drawn({d}, 0.7);
        }
        compute(random);
    }

    /// Returns the arrays of these names.
    Tensors only(const std::vector<std::string>& names) const {
        Tensors some;
        for (const std::string& name : names) some[name] = all_.at(name);
        return some;
    }

private:
    float at(const char* name, int head, int row, int col, int cols) const {
        return all_.at(name).values[static_cast<std::size_t>((head * n_ + row) * cols + col)];
    }
    /// x W^T + b, as nn.Linear.
    Tensor linear(const Tensor& x, char letter) const {
        const std::string module = letter == 'o' ? "out_proj" : std::string(1, letter) + "_proj";
        const std::vector<float>&w = all_.at(module + ".weight").values, &b = all_.at(module + ".bias").values;
        Tensor y{{n_, d_}, {}};
        for (int row = 0; row < n_; ++row)
            for (int out = 0; out < d_; ++out) {
                double sum = fault_.leftOut.find(letter) == std::string::npos ? b[std::size_t(out)] : 0.0;
                for (int in = 0; in < d_; ++in) {
                    const int place = fault_.turned.find(letter) == std::string::npos ? out * d_ + in : in * d_ + out;
                    sum += double(x.values[std::size_t(row * d_ + in)]) * double(w[std::size_t(place)]);
                }
                y.values.push_back(static_cast<float>(sum));
            }
        return y;
    }
    /// [n, d] to [heads, n, d / heads].
    Tensor heads(const Tensor& flat) const {
        Tensor cut{{h_, n_, k_}, flat.values};
        for (int head = 0; head < h_ && !fault_.isViewed; ++head)
            for (int row = 0; row < n_; ++row)
                for (int col = 0; col < k_; ++col)
                    cut.values[std::size_t((head * n_ + row) * k_ + col)] =
                        flat.values[std::size_t(row * d_ + head * k_ + col)];
        return cut;
    }
    Tensor perCell(const std::function<double(int head, int query, int key)>& f) const {
        Tensor made{{h_, n_, n_}, {}};
        for (int head = 0; head < h_; ++head)
            for (int query = 0; query < n_; ++query)
                for (int key = 0; key < n_; ++key) made.values.push_back(static_cast<float>(f(head, query, key)));
        return made;
    }
    void compute(std::mt19937& random) {
        for (const char letter : {'q', 'k', 'v'})
            all_[std::string(1, static_cast<char>(letter - 32))] = heads(linear(all_["X"], letter));
        all_["scores"] = perCell([&](int head, int query, int key) {
            double sum = 0;
            for (int i = 0; i < k_; ++i) sum += double(at("Q", head, query, i, k_)) * double(at("K", head, key, i, k_));
            return sum;
        });
        const double scale = fault_.scale > 0 ? fault_.scale : 1 / std::sqrt(k_);
        all_["scaled"] = perCell(
            [&](int head, int query, int key) { return scale * double(at("scores", head, query, key, n_)); });
        const auto power = [&](int head, int query, int key) {
            const bool isHidden = !fault_.masksAfter && !fault_.attends(query, key);
            if (isHidden) return fault_.masksByZero ? 1.0 : 0.0; // e^0
            return std::exp(double(at("scaled", head, query, key, n_)));
        };
        std::uniform_real_distribution<double> uniform(0, 1);
        all_["attn_weights"] = perCell([&](int head, int query, int key) {
            double sum = 0;
            for (int i = 0; i < (fault_.over == 'h' ? h_ : n_); ++i)
                sum += fault_.over == 'h'   ? power(i, query, key)
                       : fault_.over == 'q' ? power(head, i, key)
                                            : power(head, query, i);
            const double weight = power(head, query, key) / sum; // of an empty row it is NaN, as in PyTorch
            if (fault_.masksAfter && !fault_.attends(query, key)) return 0.0;
            return fault_.dropout == 0 ? weight : uniform(random) < fault_.dropout ? 0 : weight / (1 - fault_.dropout);
        });
        all_["context"] = Tensor{{h_, n_, k_}, {}};
        for (int i = 0; i < h_ * n_ * k_; ++i) {
            double sum = 0;
            for (int key = 0; key < n_; ++key)
                sum += double(at("attn_weights", i / k_ / n_, i / k_ % n_, key, n_)) *
                       double(at("V", i / k_ / n_, key, i % k_, k_));
            all_["context"].values.push_back(static_cast<float>(sum));
        }
        Tensor concat{{n_, d_}, all_["context"].values};
        for (int i = 0; i < n_ * d_ && !fault_.isViewedBack; ++i)
            concat.values[std::size_t(i)] = at("context", i % d_ / k_, i / d_, i % k_, k_);
        all_["concat"] = concat;
        all_["output"] = linear(concat, 'o');
    }

    int n_, d_, h_, k_;
    Fault fault_;
    Tensors all_;
};

inline Result<void> saveTensors(const std::filesystem::path& path, const Tensors& tensors) {
    std::vector<NpzMember> members;
    for (const auto& [name, tensor] : tensors)
        members.push_back({name, 1000, [&tensor] { return npyOfFloats(tensor.values, tensor.shape); }});
    return writeNpz(path, members);
}

/// Rounds to so many bits: 11 for float16, 8 for bfloat16.
inline void roundBits(Tensors& tensors, int bits) {
    for (auto& [name, tensor] : tensors)
        for (float& value : tensor.values) {
            int exponent = 0;
            const float part = std::frexp(value, &exponent);
            if (std::isfinite(value)) value = std::ldexp(std::nearbyint(std::ldexp(part, bits)), exponent - bits);
        }
}

inline Tensor tensorOf(std::vector<std::int64_t> shape, std::vector<float> values) {
    return {std::move(shape), std::move(values)};
}

inline Tensor maskOf(int n, const std::function<bool(int, int)>& is) {
    Tensor mask{{n, n}, {}};
    for (int i = 0; i < n * n; ++i) mask.values.push_back(is(i / n, i % n) ? 1.0F : 0.0F);
    return mask;
}

inline bool isBand(int query, int key) { return std::abs(query - key) < 2; }

} // namespace headlight::testing
