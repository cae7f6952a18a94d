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

/// A generator that draws or skips one matrix after the other.
class Drawer {
public:
    explicit Drawer(const Drawing& drawing) : drawing_(drawing), generator_(drawing.seed) {}

    Matrix drawn(const DrawnPlace& at, const Drawing::Shape& shape) {
        if (at.parameter == Parameter::X)
            return draw(generator_, ofEmbeddings(drawing_), shape.rows, shape.cols, shape.cols);
        if (const auto weight = infoOf(at.parameter).weight) {
            const Index fanIn = shapeAt(drawing_, {*weight, at.part, at.head}).rows;
            return draw(generator_, ofBias(drawing_.initialiser), shape.rows, shape.cols, fanIn);
        }
        if (!isTransposed()) return draw(generator_, drawing_.initialiser, shape.rows, shape.cols, shape.rows);
        return draw(generator_, drawing_.initialiser, shape.cols, shape.rows, shape.rows).transpose();
    }
    void skipped(const DrawnPlace& at, const Drawing::Shape& shape) {
        const bool isBias = at.parameter != Parameter::X && infoOf(at.parameter).weight;
        const Initialiser initialiser = at.parameter == Parameter::X ? ofEmbeddings(drawing_)
                                        : isBias                     ? ofBias(drawing_.initialiser)
                                                                     : drawing_.initialiser;
        skip(generator_, initialiser, shape.rows, shape.cols); // a transposed matrix has as many numbers
    }

private:
    bool isTransposed() const { return drawing_.isTransposed || infoOf(drawing_.initialiser).isModule; }

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

Matrix drawnAt(const Drawing& drawing, const DrawnPlace& place) {
    Matrix numbers;
    drawAll(
        drawing, [&](const DrawnPlace& at) { return at == place; },
        [&](const DrawnPlace&, Matrix drawn) {
            numbers = std::move(drawn);
            return false; // the matrices behind it are not needed
        });
    return numbers;
}

std::optional<Problem> tooMuch(const Drawing& drawing) {
    double numbers = 0;
    Index longest = 0;
    forEachDraw(drawing, [&](const DrawnPlace& at, const Drawing::Shape& shape) {
        numbers += static_cast<double>(shape.rows) * static_cast<double>(shape.cols);
        const bool isEmbeddings = at.parameter == Parameter::X;
        if ((isEmbeddings ? ofEmbeddings(drawing) : drawing.initialiser) == Initialiser::Orthogonal)
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
