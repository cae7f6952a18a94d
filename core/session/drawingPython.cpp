#include "session/drawingPython.h"

#include <algorithm>
#include <vector>

namespace headlight {
namespace {

/// Returns `pattern` with the two numbers for %1 and %2.
std::string filled(std::string pattern, Index first, Index second) {
    for (const auto& [mark, number] : {std::pair("%1", first), std::pair("%2", second)})
        if (const auto at = pattern.find(mark); at != pattern.npos) pattern.replace(at, 2, std::to_string(number));
    return pattern;
}

std::string nameOf(const Drawing& drawing, Parameter parameter, int part) {
    std::string name = symbolOf(parameter);
    std::ranges::replace(name, ' ', '_');
    return drawing.parts.size() > 1 ? "layer" + std::to_string(part + 1) + "_" + name : name;
}

/// Writes the lines of one layer.
class PartLines {
public:
    PartLines(const Drawing& drawing, int part, std::string& text)
        : drawing_(drawing), index_(part), part_(drawing.parts[static_cast<std::size_t>(part)]), text_(text) {}

    void write() {
        const auto heads = weightsOf(Scope::Head);
        if (drawing_.order == Drawing::Order::ByHead && part_.heads > 1 && !heads.empty()) {
            writeHeadByHead(heads);
        } else {
            for (const ParameterInfo* weight : heads) writeAllHeads(*weight);
        }
        for (const ParameterInfo* weight : weightsOf(Scope::Layer)) writeOne(*weight, "", "", "");
    }

private:
    using Shape = Drawing::Shape;

    /// Returns the weights that are drawn, or have a bias that is.
    std::vector<const ParameterInfo*> weightsOf(Scope scope) const {
        std::vector<const ParameterInfo*> found;
        for (const ParameterInfo& info : parameters())
            if (info.scope == scope && !info.weight && (part_[info.parameter] || biasOf(info))) found.push_back(&info);
        return found;
    }
    const ParameterInfo* biasOf(const ParameterInfo& weight) const {
        for (const ParameterInfo& info : parameters())
            if (info.weight == weight.parameter && part_[info.parameter]) return &info;
        return nullptr;
    }
    std::string name(const ParameterInfo& info) const { return nameOf(drawing_, info.parameter, index_); }
    const InitialiserInfo& info() const { return infoOf(drawing_.initialiser); }

    std::string weightText(const Shape& shape) const {
        if (info().isModule) return filled(info().python, shape.rows, shape.cols) + ".T";
        return drawing_.isTransposed ? filled(info().python, shape.cols, shape.rows) + ".T"
                                     : filled(info().python, shape.rows, shape.cols);
    }
    std::string biasText(const Shape& shape) const {
        return filled(infoOf(ofBias(drawing_.initialiser)).vector, 0, shape.cols);
    }

    /// Writes a weight and its bias; `open` and `close` stand around what is drawn, `before` at the start of each line.
    void writeOne(const ParameterInfo& weight, const std::string& before, const std::string& open,
                  const std::string& close) {
        const ParameterInfo* bias = biasOf(weight);
        const std::string opened = open.empty() ? " = " : open;
        if (bias && info().isModule) {
            const Shape& shape = part_[weight.parameter];
            text_ += before + "linear = torch.nn.Linear(" + std::to_string(shape.rows) + ", " +
                     std::to_string(shape.cols) + ")\n";
            text_ += before + name(weight) + opened + "linear.weight.T" + close + "\n";
            text_ += before + name(*bias) + opened + "linear.bias" + close + "\n";
            return;
        }
        if (part_[weight.parameter])
            text_ += before + name(weight) + opened + weightText(part_[weight.parameter]) + close + "\n";
        if (bias) text_ += before + name(*bias) + opened + biasText(part_[bias->parameter]) + close + "\n";
    }

    void writeHeadByHead(const std::vector<const ParameterInfo*>& weights) {
        std::vector<std::string> names;
        for (const ParameterInfo* weight : weights) {
            if (part_[weight->parameter]) names.push_back(name(*weight));
            if (const ParameterInfo* bias = biasOf(*weight)) names.push_back(name(*bias));
        }
        for (const auto& each : names) text_ += each + " = []\n";
        text_ += "for head in range(" + std::to_string(part_.heads) + "):\n";
        for (const ParameterInfo* weight : weights) writeOne(*weight, "    ", ".append(", ")");
    }

    /// Writes one projection. Several heads are drawn by one nn.Linear for all, or one after the other.
    void writeAllHeads(const ParameterInfo& weight) {
        if (part_.heads == 1) return writeOne(weight, "", "", "");
        const ParameterInfo* bias = biasOf(weight);
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
    int index_;
    const Drawing::Part& part_;
    std::string& text_;
};

std::string embeddingsText(const Drawing& drawing) {
    const Drawing::Shape& shape = drawing.embeddings;
    const InitialiserInfo& info = infoOf(ofEmbeddings(drawing));
    return info.isModule ? filled(info.python, shape.cols, shape.rows) : filled(info.python, shape.rows, shape.cols);
}

} // namespace

std::string pythonOf(const Drawing& drawing) {
    std::string text = "import torch\n\ntorch.manual_seed(" + std::to_string(drawing.seed) + ")\n";
    if (drawing.embeddings) text += "embeddings = " + embeddingsText(drawing) + "\n";
    for (int part = 0; part < static_cast<int>(drawing.parts.size()); ++part) PartLines(drawing, part, text).write();
    return text;
}

} // namespace headlight
