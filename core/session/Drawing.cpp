#include "session/Drawing.h"

#include "session/Limits.h"

#include <algorithm>
#include <utility>

namespace headlight {
namespace {

Initialiser initialiserOf(const Drawing& drawing, Parameter parameter) {
    if (parameter == Parameter::X) return ofEmbeddings(drawing);
    return infoOf(parameter).weight ? ofBias(drawing.initialiser) : drawing.initialiser;
}

/// Draws the next matrix.
Matrix drawn(TorchGenerator& generator, const Drawing& drawing, const DrawnPlace& at, const Drawing::Shape& shape) {
    const Initialiser initialiser = initialiserOf(drawing, at.parameter);
    if (at.parameter == Parameter::X) return draw(generator, initialiser, shape.rows, shape.cols, shape.cols);
    const auto weight = infoOf(at.parameter).weight;
    const Index fanIn = weight ? shapeAt(drawing, {*weight, at.layer, at.head}).rows : shape.rows;
    if (weight || !(drawing.isTransposed || infoOf(initialiser).isModule))
        return draw(generator, initialiser, shape.rows, shape.cols, fanIn);
    return draw(generator, initialiser, shape.cols, shape.rows, fanIn).transpose();
}

} // namespace

Drawing::Shape shapeAt(const Drawing& drawing, const DrawnPlace& at) {
    if (at.parameter == Parameter::X) return drawing.embeddings;
    if (at.layer < 0 || at.layer >= static_cast<int>(drawing.parts.size())) return {};
    const Drawing::Part& part = drawing.parts[static_cast<std::size_t>(at.layer)];
    const int heads = belongsToHead(at.parameter) ? part.heads : 1;
    return at.head >= 0 && at.head < heads ? part[at.parameter] : Drawing::Shape();
}

Initialiser ofEmbeddings(const Drawing& drawing) {
    return drawing.parts.empty() ? drawing.initialiser : Initialiser::Embedding;
}

Initialiser ofBias(Initialiser initialiser) {
    const bool isOfMatrices = initialiser == Initialiser::Identity || initialiser == Initialiser::Orthogonal;
    return isOfMatrices ? Initialiser::Zeros : initialiser;
}

void forEachDraw(const Drawing& drawing, const std::function<bool(const DrawnPlace&, const Drawing::Shape&)>& f) {
    bool shouldContinue = !drawing.embeddings || f({}, drawing.embeddings);
    for (int p = 0; p < static_cast<int>(drawing.parts.size()); ++p) {
        const Drawing::Part& part = drawing.parts[static_cast<std::size_t>(p)];
        const auto one = [&](Parameter parameter, int head) {
            if (shouldContinue && part[parameter]) shouldContinue = f({parameter, p, head}, part[parameter]);
        };
        const auto withBias = [&](const ParameterInfo& weight, int from, int to) { // the weights, then the biases
            const ParameterInfo* bias = biasOf(weight.parameter);
            for (int head = from; head < to; ++head) one(weight.parameter, head);
            for (int head = from; bias && head < to; ++head) one(bias->parameter, head);
        };
        const auto weights = [&](Scope scope, int from, int to) {
            for (const ParameterInfo& info : parameters())
                if (info.scope == scope && !info.weight) withBias(info, from, to);
        };
        if (drawing.order == Drawing::Order::ByProjection) weights(Scope::Head, 0, part.heads);
        for (int head = 0; head < part.heads && drawing.order == Drawing::Order::ByHead; ++head)
            weights(Scope::Head, head, head + 1);
        weights(Scope::Layer, 0, 1);
    }
}

bool drawAll(const Drawing& drawing, const Wanted& wanted, const Take& take) {
    TorchGenerator generator(drawing.seed);
    bool shouldContinue = true;
    forEachDraw(drawing, [&](const DrawnPlace& at, const Drawing::Shape& shape) {
        const Initialiser by = initialiserOf(drawing, at.parameter);
        if (wanted(at))
            shouldContinue = take(at, drawn(generator, drawing, at, shape));
        else // only the generator goes on, and an orthogonal or transposed matrix takes as many numbers
            draw(generator, by == Initialiser::Orthogonal ? Initialiser::Randn : by, shape.rows, shape.cols,
                 shape.rows);
        return shouldContinue;
    });
    return shouldContinue;
}

std::optional<Problem> tooMuch(const Drawing& drawing) {
    double numbers = 0;
    Index longest = 0;
    forEachDraw(drawing, [&](const DrawnPlace& at, const Drawing::Shape& shape) {
        numbers += static_cast<double>(shape.rows) * static_cast<double>(shape.cols);
        if (initialiserOf(drawing, at.parameter) == Initialiser::Orthogonal)
            longest = std::max(longest, std::min(shape.rows, shape.cols));
        return numbers <= static_cast<double>(kMaxDrawn);
    });
    if (numbers > static_cast<double>(kMaxDrawn))
        return Problem{"At most " + std::to_string(kMaxDrawn) +
                       " numbers can be generated from one seed. Choose fewer or smaller matrices."};
    if (longest > kMaxDims)
        return Problem{"Only matrices whose shorter side is at most " + std::to_string(kMaxDims) +
                       " can be made orthogonal. Choose another initialiser."};
    return std::nullopt;
}

} // namespace headlight
