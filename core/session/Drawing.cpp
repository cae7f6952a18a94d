#include "session/Drawing.h"

#include "session/Limits.h"

#include <algorithm>
#include <utility>

namespace headlight {
namespace {

const ParameterInfo* biasOf(Parameter weight) {
    const auto found = std::ranges::find_if(parameters(), [&](const auto& info) { return info.weight == weight; });
    return found == parameters().end() ? nullptr : &*found;
}

Initialiser initialiserOf(const Drawing& drawing, Parameter parameter) {
    if (parameter == Parameter::X) return ofEmbeddings(drawing);
    return infoOf(parameter).weight ? ofBias(drawing.initialiser) : drawing.initialiser;
}

/// A generator that draws or skips one matrix after the other.
class Drawer {
public:
    explicit Drawer(const Drawing& drawing) : drawing_(drawing), generator_(drawing.seed) {}

    Matrix drawn(const DrawnPlace& at, const Drawing::Shape& shape) {
        const Initialiser initialiser = initialiserOf(drawing_, at.parameter);
        if (at.parameter == Parameter::X) return draw(generator_, initialiser, shape.rows, shape.cols, shape.cols);
        const auto weight = infoOf(at.parameter).weight;
        const Index fanIn = weight ? shapeAt(drawing_, {*weight, at.part, at.head}).rows : shape.rows;
        if (weight || !(drawing_.isTransposed || infoOf(initialiser).isModule))
            return draw(generator_, initialiser, shape.rows, shape.cols, fanIn);
        return draw(generator_, initialiser, shape.cols, shape.rows, fanIn).transpose();
    }
    void skipped(const DrawnPlace& at, const Drawing::Shape& shape) { // a transposed matrix has as many numbers
        skip(generator_, initialiserOf(drawing_, at.parameter), shape.rows, shape.cols);
    }

private:
    const Drawing& drawing_;
    TorchGenerator generator_;
};

} // namespace

Drawing::Shape shapeAt(const Drawing& drawing, const DrawnPlace& at) {
    if (at.parameter == Parameter::X) return drawing.embeddings;
    if (at.part < 0 || at.part >= static_cast<int>(drawing.parts.size())) return {};
    const Drawing::Part& part = drawing.parts[static_cast<std::size_t>(at.part)];
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
    Drawer drawer(drawing);
    bool shouldContinue = true;
    forEachDraw(drawing, [&](const DrawnPlace& at, const Drawing::Shape& shape) {
        if (!wanted(at))
            drawer.skipped(at, shape);
        else
            shouldContinue = take(at, drawer.drawn(at, shape));
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
