#include "session/Drawing.h"

namespace headlight {
namespace {

/// Returns `pattern` with the two numbers for %1 and %2.
std::string filled(std::string pattern, Index first, Index second) {
    for (const auto& [mark, number] : {std::pair("%1", first), std::pair("%2", second)})
        if (const auto at = pattern.find(mark); at != pattern.npos) pattern.replace(at, 2, std::to_string(number));
    return pattern;
}

/// Writes the lines of one layer.
class PartLines {
public:
    PartLines(const Drawing& drawing, std::size_t part, std::string& text)
        : drawing_(drawing),
          part_(drawing.parts[part]),
          prefix_(drawing.parts.size() > 1 ? "layer" + std::to_string(part + 1) + "_" : ""),
          text_(text) {}

    void write() {
        const auto heads = weightsOf(Scope::Head);
        if (drawing_.order == Drawing::Order::ByHead && part_.heads > 1 && !heads.empty()) {
            writeHeadByHead(heads);
        } else {
            for (const ParameterInfo* weight : heads) writeAllHeads(*weight);
        }
        for (const ParameterInfo* weight : weightsOf(Scope::Layer)) writeOne(*weight, "", " = ", "");
    }

private:
    using Shape = Drawing::Shape;

    /// Returns the weights that are drawn, or have a bias that is.
    std::vector<const ParameterInfo*> weightsOf(Scope scope) const {
        std::vector<const ParameterInfo*> found;
        for (const ParameterInfo& info : parameters())
            if (info.scope == scope && !info.weight && (part_[info.parameter] || drawnBias(info)))
                found.push_back(&info);
        return found;
    }
    const ParameterInfo* drawnBias(const ParameterInfo& weight) const {
        const ParameterInfo* bias = biasOf(weight.parameter);
        return bias && part_[bias->parameter] ? bias : nullptr;
    }
    std::string name(const ParameterInfo& info) const { return prefix_ + info.symbol; }
    const InitialiserInfo& info() const { return infoOf(drawing_.initialiser); }

    std::string weightText(const Shape& shape) const {
        const bool isTurned = drawing_.isTransposed && !info().isModule; // a module's pattern is turned by itself
        return filled(info().python, isTurned ? shape.cols : shape.rows, isTurned ? shape.rows : shape.cols) +
               (isTurned || info().isModule ? ".T" : "");
    }

    /// Writes a weight and its bias; `open` and `close` stand around what is drawn, `before` at the start of each line.
    void writeOne(const ParameterInfo& weight, const std::string& before, const std::string& open,
                  const std::string& close) {
        const ParameterInfo* bias = drawnBias(weight);
        const Shape& shape = part_[weight.parameter];
        const auto line = [&](const ParameterInfo& of, const std::string& drawn) {
            text_ += before + name(of) + open + drawn + close + "\n";
        };
        const bool areOne = bias && info().isModule;
        if (areOne) text_ += before + filled("linear = torch.nn.Linear(%1, %2)\n", shape.rows, shape.cols);
        if (shape) line(weight, areOne ? "linear.weight.T" : weightText(shape));
        if (bias)
            line(*bias, areOne ? "linear.bias"
                               : filled(infoOf(ofBias(drawing_.initialiser)).vector, 0, part_[bias->parameter].cols));
    }

    void writeHeadByHead(const std::vector<const ParameterInfo*>& weights) {
        for (const ParameterInfo* weight : weights) {
            if (part_[weight->parameter]) text_ += name(*weight) + " = []\n";
            if (const ParameterInfo* bias = drawnBias(*weight)) text_ += name(*bias) + " = []\n";
        }
        text_ += "for head in range(" + std::to_string(part_.heads) + "):\n";
        for (const ParameterInfo* weight : weights) writeOne(*weight, "    ", ".append(", ")");
    }

    /// Writes one projection. Several heads are drawn by one nn.Linear for all, or one after the other.
    void writeAllHeads(const ParameterInfo& weight) {
        if (part_.heads == 1) return writeOne(weight, "", " = ", "");
        const ParameterInfo* bias = drawnBias(weight);
        const std::string heads = std::to_string(part_.heads);
        if (!info().isModule) return writeOne(weight, "", " = [", " for head in range(" + heads + ")]");
        const Shape& shape = part_[weight.parameter];
        const std::string split = std::to_string(shape.cols);
        text_ += "linear = torch.nn.Linear(" + std::to_string(shape.rows) + ", " + heads + " * " + split +
                 (bias ? "" : ", bias=False") + ")\n";
        text_ += name(weight) + " = linear.weight.T.split(" + split + ", dim=1)\n";
        if (bias) text_ += name(*bias) + " = linear.bias.split(" + split + ")\n";
    }

    const Drawing& drawing_;
    const Drawing::Part& part_;
    std::string prefix_, &text_;
};

} // namespace

std::string pythonOf(const Drawing& drawing) {
    std::string text = "import torch\n\ntorch.manual_seed(" + std::to_string(drawing.seed) + ")\n";
    if (const Drawing::Shape& shape = drawing.embeddings) {
        const InitialiserInfo& by = infoOf(ofEmbeddings(drawing));
        text += "embeddings = " +
                (by.isModule ? filled(by.python, shape.cols, shape.rows) : filled(by.python, shape.rows, shape.cols)) +
                "\n";
    }
    for (std::size_t part = 0; part < drawing.parts.size(); ++part) PartLines(drawing, part, text).write();
    return text;
}

} // namespace headlight
