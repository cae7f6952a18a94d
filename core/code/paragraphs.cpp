#include "code/paragraphs.h"

namespace headlight {

const char* paragraph(const Op& op, std::size_t heads) {
    switch (op.kind) {
    case Op::Kind::Norm:
        return "layer norm: each row minus its mean, divided by its standard deviation, times gain, plus bias";
    case Op::Kind::Scores: return "scores: how much each query matches each key";
    case Op::Kind::Mask: return "mask: a key that a query may not see gets minus infinity, and so a weight of 0";
    case Op::Kind::SoftmaxOfAll: return "softmax of each row, then 0 for each key that a query may not see";
    case Op::Kind::Softmax: return "weights: the softmax of each row, whose numbers are positive and add up to 1";
    case Op::Kind::Shares: return "weights: each score divided by the sum of its row";
    case Op::Kind::Renormalise: return "weights: each row divided by its sum, so that it adds up to 1 again";
    case Op::Kind::Dropout: return "dropout: some weights become 0, and the others grow to make up for it";
    case Op::Kind::WeightedSum: return "context: for each query, the sum of the values, each times its weight";
    case Op::Kind::Rest: return "rest: the weights of all keys but the first one, divided by their sum";
    case Op::Kind::Mean: return "mean: the average of the weights of all heads that are on";
    case Op::Kind::Rollout:
        return op.result == Stage::Rollout
                   ? "rollout: the mean of the heads, half of it replaced by what the residual passes on"
                   : "product: the mean of the heads, times that of the layers below";
    default: break;
    }
    switch (op.result) {
    case Stage::Q: return "queries, keys and values: what each token looks for, offers and passes on";
    case Stage::Scaled: return "scaled scores: their size decides how sharply a query attends";
    case Stage::Concat:
        return heads > 1 ? "concat: the contexts of all heads, side by side"
                         : "concat: with one head, the same as its context";
    case Stage::Output: return "output: W_o mixes the numbers of concat";
    case Stage::Result: return "result: what the next layer reads";
    default: return "";
    }
}

} // namespace headlight
