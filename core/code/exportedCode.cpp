#include "code/exportedCode.h"

#include "attention/formulas.h"
#include "base/numberText.h"
#include "code/PythonText.h"
#include "code/comparison.h"
#include "code/paragraphs.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace headlight {
namespace {

constexpr const char* kInFloat = ".astype(np.float32).astype(float)";
constexpr const char* kOfRows = "(axis=-1, keepdims=True)";

std::string listOf(const std::vector<std::string>& items) {
    constexpr std::size_t kWidth = 100;
    std::string text, line;
    for (const std::string& item : items) {
        if (line.size() + item.size() > kWidth) text += std::exchange(line, {}) + "\n    ";
        line += (line.empty() ? "" : " ") + item + (&item == &items.back() ? "" : ",");
    }
    return "[" + text + line + "]";
}

std::string listOf(const auto& numbers) {
    std::vector<std::string> items;
    for (const int number : numbers) items.push_back(std::to_string(number));
    return listOf(items);
}

/// Writes the code of one session.
class Exporter {
public:
    Exporter(const Session& session, std::span<const Program> programs, std::span<const Trace> layers,
             PythonText& python)
        : session_(session),
          programs_(programs),
          layers_(layers),
          exact_(exactLayers(session, programs)),
          python_(python) {}

    void write() {
        python_.begin("Parameters");
        for (const Program& program : programs_)
            for (const Op& op : program.inputs())
                if (op.kind == Op::Kind::Lookup) addText(op);
        for (std::size_t l = 0; l < layers_.size(); ++l) addParameters(l);
        for (std::size_t l = 0; l < layers_.size(); ++l) addLayer(l);
        addResults();
        addComparison();
    }

private:
    /// Return "W_q2" in layer 2 of several, else "W_q". A stage of the model has no number.
    std::string var(const std::string& name, std::size_t l) const {
        return layers_.size() > 1 ? name + std::to_string(l + 1) : name;
    }
    std::string var(Stage stage, std::size_t l) const {
        return infoOf(stage).isOfModel ? infoOf(stage).id : var(infoOf(stage).id, l);
    }
    /// Returns "layer2." in layer 2 of several, else nothing: the beginning of names of arrays.
    std::string prefix(std::size_t l) const { return layers_.size() > 1 ? var("layer", l) + "." : ""; }
    std::string in(std::size_t l) const { return "code." + prefix(l); }
    /// True if the layer shows the stage, and no layer below does so for all.
    bool shows(Stage stage, std::size_t l) const {
        return layers_[l].has(stage) && (!infoOf(stage).isOfModel || firstLayerWith(stage, session_) == int(l));
    }

    /// Adds the tokens of a sentence with their vectors.
    void addText(const Op& op) {
        const bool isOfSource = infoOf(op.result).rows == Side::KeyTokens;
        const Text& text = isOfSource ? *session_.source : session_.text;
        const std::string of = isOfSource ? "_kv" : "";
        std::vector<std::string> tokens;
        for (const std::string& token : text.tokens->texts) tokens.push_back(pythonText(token));
        python_.addAsIs("tokens" + of + " = " + listOf(tokens) + "\n");
        python_.addNumbers(var(op.result, 0), "code.", {tokenVectors(text)});
        if (session_.positions && session_.positions->kind == Positions::Kind::Learned)
            python_.addNumbers("positions" + of, "code.",
                               {session_.positions->table.inUse()->topRows(Index(tokens.size()))});
    }

    /// Adds the matrices of all heads; zeros for a head that has none.
    void addHeadNumbers(std::size_t l, const LayerWeights& weights, const ParameterInfo& info) {
        std::vector<Matrix> parts;
        for (const auto& head : weights.heads)
            parts.push_back(head[info.parameter] ? Matrix(*head[info.parameter]) : Matrix());
        const auto some = std::ranges::find_if(parts, [](const Matrix& m) { return m.size() > 0; });
        if (some == parts.end()) return;
        const Matrix none = Matrix::Zero(some->rows(), some->cols());
        for (Matrix& part : parts)
            if (part.size() == 0) part = none;
        python_.addNumbers(nameIn(info.parameter, l), in(l), std::move(parts));
    }

    void addParameters(std::size_t l) {
        const LayerWeights weights = weightsOf(session_.layers[l]);
        const Sizes sizes = sizesOf(session_, static_cast<int>(l));
        const Options& options = session_.layers[l].options;
        if (weights.heads.size() > 1 && l == 0)
            python_.add("# The first index of a matrix of the heads is the head.\n");
        for (const ParameterInfo& info : parameters())
            if (info.scope == Scope::Head)
                addHeadNumbers(l, weights, info);
            else if (info.scope == Scope::Layer && weights[info.parameter])
                python_.addNumbers(nameIn(info.parameter, l), in(l), {*weights[info.parameter]});
        if (weights.norm) python_.add(var("eps", l) + " = " + shortest(weights.norm->eps) + "\n");
        if (programs_[l].find(Stage::Scaled)) {
            if (divides(l)) python_.add(var("d_k", l) + " = " + std::to_string(sizes.dk) + "\n");
            if (hasFactor(l)) python_.add(var("scale", l) + " = " + shortest(options.scale.factor) + "\n");
            if (options.temperature != 1)
                python_.add(var("temperature", l) + " = " + shortest(options.temperature) + "\n");
            if (options.mask.given) python_.addNumbers(var("custom_mask", l), in(l), {*options.mask.given.inUse()});
        }
        if (!options.dropout) return;
        python_.add(var("rate", l) + " = " + shortest(options.dropout->rate) + "\n");
        const Frozen<DropoutMask> drawn = ruleOf(options, sizes).dropout;
        std::vector<Matrix> kept;
        for (const CellMask& dropped : drawn->dropped)
            kept.push_back(Matrix::NullaryExpr(sizes.tokens, sizes.keyTokens,
                                               [&](Index row, Index col) { return dropped(row, col) ? 0.0F : 1.0F; }));
        python_.addNumbers(var("kept", l), in(l), std::move(kept));
    }

    bool divides(std::size_t l) const {
        return session_.layers[l].options.scale.kind == Scale::Kind::SqrtDk && sizesOf(session_, int(l)).dk > 1;
    }
    bool hasFactor(std::size_t l) const {
        const Scale& scale = session_.layers[l].options.scale;
        return scale.kind != Scale::Kind::SqrtDk && scale.kind != Scale::Kind::None;
    }

    void addLayer(std::size_t l) {
        const LayerWeights weights = weightsOf(session_.layers[l]);
        bool isFirst = true;
        const auto add = [&](const Op& op) {
            if (!shows(op.result, l)) return;
            const std::string lines = linesOf(op, l, weights), about = paragraph(op, weights.heads.size());
            if (lines.empty()) return;
            if (isFirst) python_.begin(layers_.size() > 1 ? "Layer " + std::to_string(l + 1) : "Attention");
            if (!about.empty()) python_.addAsIs((isFirst ? "# " : "\n# ") + about + "\n");
            python_.add(lines);
            if (exceedsFloat(layers_[l], exact_[l], op.result))
                python_.add(var(op.result, l) + " = " + var(op.result, l) + kInFloat +
                            "  # infinite, where float32 has no number so large\n");
            isFirst = false;
        };
        for (const bool areAside : {false, true}) // behind the layer's result, which does not need them
            for (const Op& op : programs_[l])
                if (infoOf(op.result).isAside() == areAside) add(op);
    }

    /// Adds prints of what people look for first.
    void addResults() {
        python_.begin("What it computes");
        const auto print = [&](Stage stage, std::size_t l) {
            if (layers_[l].has(stage))
                python_.addAsIs("print(\"" + var(stage, l) + "\", " + var(stage, l) + ", sep=\"\\n\")\n");
        };
        for (std::size_t l = 0; l < layers_.size(); ++l) print(Stage::Weights, l);
        if (const Stage last = programs_.back().result(); last != Stage::Weights) print(last, layers_.size() - 1);
    }

    void addComparison() {
        python_.begin("Comparison with Headlight");
        python_.addCompare();
        for (std::size_t l = 0; l < layers_.size(); ++l)
            for (const StageInfo& info : stages())
                if (shows(info.stage, l))
                    python_.addCompared(var(info.stage, l), (info.isOfModel ? "" : prefix(l)) + info.id,
                                        layers_[l].all(info.stage),
                                        lossOf(layers_[l].all(info.stage), exact_[l].all(info.stage)));
        python_.addVerdict();
    }

    /// Returns the name of a parameter in the code; a given stage has the name of the stage.
    std::string nameIn(Parameter p, std::size_t l) const {
        const auto* given = std::ranges::find_if(
            programs_[l], [&](const Op& op) { return op.kind == Op::Kind::Given && op.parameters[0] == p; });
        if (given != programs_[l].end()) return var(given->result, l);
        return var(p == Parameter::NormBias ? "norm_bias" : infoOf(p).symbol, l);
    }

    /// Returns the lines of a kind of operation. Variables have the names of their stages.
    std::string linesOf(const Op& op, std::size_t l, const LayerWeights& weights) const {
        std::vector<std::string> x;
        for (const Stage input : op.inputs) x.push_back(var(input, op.isFromBelow && input != op.result ? l - 1 : l));
        const std::string begin = var(op.result, l) + " = ";
        switch (op.kind) {
        case Op::Kind::Lookup:
        case Op::Kind::Given: return {};
        case Op::Kind::Positions: return positions(op, begin);
        case Op::Kind::Copy: return begin + x[0] + "\n";
        case Op::Kind::Sum: return begin + x[0] + " + " + x[1] + "\n";
        case Op::Kind::Affine: return begin + affine(op, l, x[0], weights) + "\n";
        case Op::Kind::Norm: return norm(x, begin, l);
        case Op::Kind::Scores:
            return begin + x[0] + " @ " + x[1] + (weights.heads.size() > 1 ? ".swapaxes(-2, -1)\n" : ".T\n");
        case Op::Kind::Scale:
            return begin + x[0] + (divides(l) ? " / " + var("d_k", l) + "**0.5" : "") +
                   (hasFactor(l) ? " * " + var("scale", l) : "") +
                   (session_.layers[l].options.temperature != 1 ? " / " + var("temperature", l) : "") + "\n";
        case Op::Kind::Mask: return allowed(l) + begin + "np.where(" + var("allowed", l) + ", " + x[0] + ", -np.inf)\n";
        case Op::Kind::SoftmaxOfAll: return allowed(l) + softmax(x[0], var("allowed", l), l, begin);
        case Op::Kind::Softmax: return softmax(x.size() > 2 ? x[2] : x[0], "", l, begin);
        case Op::Kind::Renormalise: return renormalised(op, l, begin);
        case Op::Kind::Shares: return shares(x[0], x.size() > 2 ? var("allowed", l) : "", l, begin);
        case Op::Kind::Dropout:
            return begin + "np.where(" + var("kept", l) + " == 1, " + x[0] + " / (1 - " + var("rate", l) + "), 0.0)\n";
        case Op::Kind::WeightedSum:
            return begin + weightedSum(x, isFinite(layers_[l], op.inputs[1])) + "\n" +
                   switchedOff(var(op.result, l), weights);
        case Op::Kind::Beside:
            return begin + (weights.heads.size() > 1 ? "np.concatenate(list(" + x[0] + "), axis=-1)\n" : x[0] + "\n");
        case Op::Kind::Rest: return rest(x[0], l, begin);
        case Op::Kind::Mean: return begin + mean(x[0], weights) + "\n";
        case Op::Kind::Rollout: return rollout(op, l, x[0], begin, weights);
        }
        return {};
    }

    std::string positions(const Op& op, const std::string& begin) const {
        if (session_.positions->kind == Positions::Kind::Learned) return {}; // they are among the parameters
        const Text& text = infoOf(op.result).rows == Side::KeyTokens ? *session_.source : session_.text;
        const std::string d = std::to_string(text.embeddings.cols());
        return "# positions: sin(p / 10000^(2i/d)) in column 2i of row p, and the cosine in column 2i + 1\n"
               "p, column = np.arange(" +
               std::to_string(text.tokens->count()) + ")[:, None], np.arange(" + d +
               ")\nangle = p / 10000.0 ** ((column - column % 2) / " + d + ")\n" + begin +
               "np.where(column % 2 == 0, np.sin(angle), np.cos(angle))\n";
    }

    std::string affine(const Op& op, std::size_t l, const std::string& x, const LayerWeights& weights) const {
        const bool isOfHead = infoOf(op.result).scope == Scope::Head;
        const auto part = [&](const char* sign, Parameter p) {
            const bool has = isOfHead
                                 ? std::ranges::any_of(weights.heads, [&](const auto& head) { return bool(head[p]); })
                                 : bool(weights[p]);
            return has ? sign + nameIn(p, l) : std::string();
        };
        return x + part(" @ ", op.parameters[0]) + part(" + ", op.parameters[1]);
    }

    std::string norm(const std::vector<std::string>& x, const std::string& begin, std::size_t l) const {
        const std::string of = x.size() > 1 ? "summed" : x[0];
        return (x.size() > 1 ? "summed = " + x[0] + " + " + x[1] + "\n" : "") + "centred = " + of + " - " + of +
               ".mean" + kOfRows + "\n" + begin + "centred / np.sqrt((centred**2).mean" + kOfRows + " + " +
               var("eps", l) + ") * " + nameIn(Parameter::NormGain, l) + " + " + nameIn(Parameter::NormBias, l) + "\n";
    }

    /// Returns the lines that say who may attend to whom.
    std::string allowed(std::size_t l) const {
        const Mask& mask = session_.layers[l].options.mask;
        const Sizes sizes = sizesOf(session_, static_cast<int>(l));
        const std::string n = std::to_string(sizes.tokens), m = std::to_string(sizes.keyTokens),
                          name = var("allowed", l);
        std::vector<std::string> parts;
        if (mask.causal) parts.emplace_back("key <= query");
        if (mask.window) parts.push_back("abs(query - key) < " + std::to_string(*mask.window));
        std::string text = parts.empty() ? "" : "query, key = np.arange(" + n + ")[:, None], np.arange(" + m + ")\n";
        if (mask.given) parts.push_back(var("custom_mask", l) + " == 1");
        if (parts.empty()) parts.push_back("np.ones((" + n + ", " + m + "), dtype=bool)");
        text += name + " = " + (parts.size() > 1 ? "(" + parts[0] + ")" : parts[0]);
        for (std::size_t i = 1; i < parts.size(); ++i) text += " & (" + parts[i] + ")";
        text += "  # [query, key]\n";
        if (!mask.hidden.empty()) text += name + "[:, " + listOf(mask.hidden) + "] = False  # hidden tokens\n";
        return text;
    }

    /// Returns the softmax of x as a line, and those that it needs. `may`: the condition that a query sees a key;
    /// empty: x is minus infinity where it does not.
    std::string softmax(const std::string& x, std::string may, std::size_t l, const std::string& begin) const {
        const std::string largest = "np.amax(" + x + ", axis=-1, keepdims=True)";
        const char* about = "";
        if (hasEmptyRow(layers_[l], Stage::Weights)) {
            may = (programs_[l].find(Stage::Masked) ? var("allowed", l) + " & " : "") + "(" + largest + " != -np.inf)";
            about = "  # 0, too, for a query that sees no key";
        }
        const std::string share = std::string("e / e.sum") + kOfRows;
        return "e = np.exp(" + x + " - " + largest + ")\n" + begin +
               (may.empty() ? share : "np.where(" + may + ", " + share + ", 0.0)") + about + "\n";
    }

    std::string renormalised(const Op& op, std::size_t l, const std::string& begin) const {
        const std::string x = var(op.inputs[2], l);
        if (!hasEmptyRow(layers_[l], op.inputs[2])) return begin + x + " / " + x + ".sum" + kOfRows + "\n";
        return "visible = np.where(" + var("allowed", l) + ", " + var(op.inputs[0], l) +
               ", -np.inf)  # a sum of masked weights may be too small to divide by\n" +
               softmax("visible", "", l, begin);
    }

    std::string shares(const std::string& x, const std::string& may, std::size_t l, const std::string& begin) const {
        const std::string share = x + " / total";
        return "total = " + (may.empty() ? x : "np.where(" + may + ", " + x + ", 0.0)") + kInFloat + ".sum" + kOfRows +
               "  # rounded as in Headlight, since a sum near 0 enlarges it\n" +
               (hasEmptyRow(layers_[l], Stage::Weights)
                    ? "total = np.where((total == 0) | (abs(total) == np.inf), np.nan, total)\n"
                    : "") +
               begin + (may.empty() ? share : "np.where(" + may + ", " + share + ", 0.0)") + "\n";
    }

    std::string rest(const std::string& x, std::size_t l, const std::string& begin) const {
        const bool isPlain = !hasEmptyRow(layers_[l], Stage::Rest);
        return "others = np.where(np.arange(" + std::to_string(sizesOf(session_, int(l)).keyTokens) + ") > 0, " + x +
               ", 0.0)\ntotal = others.sum" + kOfRows + "\n" + begin +
               (isPlain ? "others / total\n"
                        : "np.where((others == 0) | (total == 0), 0.0, others / np.where(total == 0, 1.0, total))\n");
    }

    static std::string weightedSum(const std::vector<std::string>& x, bool isFinite) {
        if (isFinite) return x[0] + " @ " + x[1];
        const std::string w = x[0] + "[..., None]";
        return "np.where(" + w + " == 0, 0.0, " + w + " * " + x[1] +
               "[..., None, :, :]).sum(axis=-2)  # a key of weight 0 adds nothing, even if its value is not a number";
    }

    /// Returns the heads that are on, or those that are off.
    static std::vector<int> heads(const LayerWeights& weights, bool areOn) {
        std::vector<int> list;
        for (std::size_t i = 0; i < weights.heads.size(); ++i)
            if (weights.heads[i].isOn == areOn) list.push_back(int(i));
        return list;
    }

    static std::string switchedOff(const std::string& context, const LayerWeights& weights) {
        if (weights.areAllOn()) return {};
        return context + "[" + (weights.heads.size() > 1 ? listOf(heads(weights, false)) : "...") +
               "] = 0.0  # heads that are switched off\n";
    }

    static std::string mean(const std::string& x, const LayerWeights& weights) {
        const std::vector<int> on = heads(weights, true);
        const bool isOne = weights.heads.size() == 1;
        if (on.empty()) return "np.zeros_like(" + x + (isOne ? ")" : "[0])");
        return isOne ? x : x + (weights.areAllOn() ? "" : "[" + listOf(on) + "]") + ".mean(axis=0)";
    }

    std::string rollout(const Op& op, std::size_t l, const std::string& x, const std::string& begin,
                        const LayerWeights& weights) const {
        const std::string n = std::to_string(sizesOf(session_, static_cast<int>(l)).tokens);
        const std::string of = programs_[l].find(Stage::Mean) ? var(Stage::Mean, l) : mean(x, weights);
        const bool isWhole = rolloutShare(op.result) == 1, hasBelow = l > 0 && layers_[l - 1].has(op.result);
        const std::string step = isWhole ? of : "0.5 * " + of + " + 0.5 * np.eye(" + n + ")";
        if (!hasBelow) return begin + step + "\n";
        return begin + (isWhole ? step : "(" + step + ")") + " @ " + var(op.result, l - 1) + "\n";
    }

    const Session& session_;
    std::span<const Program> programs_;
    std::span<const Trace> layers_;
    std::vector<ReferenceTrace> exact_;
    PythonText& python_;
};

} // namespace

bool needsBeside(const Session& session) {
    double count = 0;
    for (std::size_t l = 0; l < session.layers.size(); ++l) {
        count += numbersOf(session, static_cast<int>(l));
        const LayerWeights weights = weightsOf(session.layers[l]);
        for (const auto& head : weights.heads)
            forEachParameter(head, Scope::Head, [&](const ParameterInfo&, const FrozenMatrix& matrix) {
                if (matrix) count += static_cast<double>(matrix->size());
            });
    }
    return count > kMaxNumbersInCode;
}

ExportedCode exportedCode(const Session& session, std::span<const Trace> layers, CodeLibrary library, CodeForm form,
                          const std::string& beside) {
    std::vector<Program> programs;
    for (std::size_t l = 0; l < layers.size(); ++l) programs.push_back(programOf(session, static_cast<int>(l)));
    return exportedCode(session, programs, layers, library, form, beside);
}

ExportedCode exportedCode(const Session& session, std::span<const Program> programs, std::span<const Trace> layers,
                          CodeLibrary library, CodeForm form, const std::string& beside) {
    PythonText python(library, form, needsBeside(session) ? beside : "");
    python.begin("");
    python.addImports(std::ranges::any_of(layers, [](const Trace& t) { return hasEmptyRow(t, Stage::Weights); }));
    Exporter(session, programs, layers, python).write();
    return python.taken();
}

} // namespace headlight
