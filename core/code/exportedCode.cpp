#include "code/exportedCode.h"

#include "attention/program.h"
#include "base/numberText.h"
#include "code/PythonText.h"
#include "code/prelude.h"

#include <algorithm>
#include <utility>

namespace headlight {
namespace {

std::string listOf(const std::vector<std::string>& items) {
    constexpr std::size_t kWidth = 100;
    std::string text, line;
    for (const std::string& item : items) {
        if (line.size() + item.size() > kWidth) text += std::exchange(line, {}) + "\n    ";
        line += item + (&item == &items.back() ? "" : ", ");
    }
    return "[" + text + line + "]";
}

/// Writes the code of one session.
class Exporter {
public:
    Exporter(const Session& session, std::span<const Program> programs, std::span<const Trace> layers,
             PythonText& python)
        : session_(session), programs_(programs), layers_(layers), python_(python) {}

    void write() {
        addShown();
        addInputs();
        for (std::size_t l = 0; l < layers_.size(); ++l) addLayer(l);
        python_.add("print(\"Everything is what Headlight shows.\")\n");
    }

private:
    std::string prefix(std::size_t layer) const {
        return layers_.size() > 1 ? "layer" + std::to_string(layer + 1) + "." : "";
    }
    std::string nameOf(Stage stage, std::size_t layer) const {
        const StageInfo& info = infoOf(stage);
        return pythonText(info.isOfModel ? info.id : prefix(layer) + info.id);
    }

    bool isFirstWith(Stage stage, std::size_t l) const {
        return firstLayerWith(stage, session_) == static_cast<int>(l);
    }

    void addShown() {
        python_.begin("What Headlight shows");
        python_.add("shown = {}\n");
        for (std::size_t l = 0; l < layers_.size(); ++l)
            for (const StageInfo& info : stages())
                if (layers_[l].has(info.stage) && (!info.isOfModel || isFirstWith(info.stage, l)))
                    python_.addShown(info.isOfModel ? info.id : prefix(l) + info.id, layers_[l].all(info.stage),
                                     info.scope == Scope::Head);
    }

    void addText(const Text& text, const std::string& of, Stage input) {
        std::vector<std::string> tokens;
        for (const std::string& token : text.tokens->texts) tokens.push_back(pythonText(token));
        python_.addAsIs("tokens" + of + " = " + listOf(tokens) + "\n");
        python_.addNumbers("embeddings" + of, "code.", {tokenVectors(text)}, false);
        const std::string vectors = "embeddings" + of;
        if (session_.positions) python_.add(vectors + " = check(" + pythonText(vectors) + ", " + vectors + ", 0.0)\n");
        const std::string count = std::to_string(tokens.size());
        const Positions* positions = session_.positions ? &*session_.positions : nullptr;
        const std::string x = nameOf(input, 0);
        if (!positions) return python_.add("X" + of + " = check(" + x + ", embeddings" + of + ", 0.0)\n");
        if (positions->kind == Positions::Kind::Learned) {
            python_.addNumbers("table" + of, "code.", {positions->table.inUse()->topRows(Index(tokens.size()))}, false);
            python_.add("P" + of + " = check(\"positions" + of + "\", table" + of + ", 0.0)\n");
        } else {
            python_.add("P" + of + " = sinusoidal(" + count + ", " + std::to_string(text.embeddings.cols()) + ")\n");
            python_.add("P" + of + " = check(\"positions" + of + "\", P" + of + ", ROUNDING * abs(P" + of +
                        ") + 1e-15)\n");
        }
        const std::string sum = "embeddings" + of + " + P" + of;
        python_.add("X" + of + " = check(" + x + ", " + sum + ", ROUNDING * abs(" + sum + ") + SMALLEST)\n");
    }

    /// Adds X if it is given.
    void addGivenInput(const Op& op) {
        const std::string name = nameIn(op.parameters[0]);
        python_.addNumbers(name, "code.", {*session_.layers[0][op.parameters[0]].inUse()}, false);
        python_.add("X = check(" + nameOf(op.result, 0) + ", " + name + ", 0.0)\n");
    }

    void addInput(const Op& op) {
        const bool isOfSource = infoOf(op.result).rows == Side::KeyTokens;
        if (op.kind == Op::Kind::Given)
            addGivenInput(op);
        else if (!infoOf(op.result).isOnHost)
            addText(isOfSource ? *session_.source : session_.text, isOfSource ? "_kv" : "", op.result);
    }

    void addInputs() {
        python_.begin("The sentence, and the vectors of its tokens");
        for (const Program& program : programs_)
            for (const Op& op : program.inputs())
                if (!op.isFromBelow) addInput(op);
        if (programs_[0].has(Op::Kind::Rollout))
            python_.add("rollout = product = np.eye(" + std::to_string(session_.text.tokens->ids.size()) + ")\n");
    }

    /// Adds the matrices of all heads; zeros for a head that has none.
    void addHeadNumbers(std::size_t l, const LayerWeights& weights, Parameter p, const std::string& name) {
        std::vector<Matrix> parts;
        for (const auto& head : weights.heads) parts.push_back(head[p] ? Matrix(*head[p]) : Matrix());
        const auto some = std::ranges::find_if(parts, [](const Matrix& m) { return m.size() > 0; });
        if (some == parts.end()) return;
        const Matrix none = Matrix::Zero(some->rows(), some->cols());
        for (Matrix& part : parts)
            if (part.size() == 0) part = none;
        python_.addNumbers(name, "code." + prefix(l), std::move(parts), true);
    }

    void addAllowed(std::size_t l, const Mask& mask, Index queries, Index keys) {
        const std::string n = std::to_string(queries), m = std::to_string(keys);
        python_.add("allowed = np.ones((" + n + ", " + m + "), dtype=bool)  # who may attend to whom: [query, key]\n");
        if (!mask.isOn()) return;
        python_.add("query, key = np.arange(" + n + ")[:, None], np.arange(" + m + ")[None, :]\n");
        if (mask.causal) python_.add("allowed &= key <= query  # causal\n");
        if (mask.window) python_.add("allowed &= abs(query - key) < " + std::to_string(*mask.window) + "  # window\n");
        std::vector<std::string> hidden;
        for (const int token : mask.hidden) hidden.push_back(std::to_string(token));
        if (!hidden.empty()) python_.add("allowed[:, " + listOf(hidden) + "] = False  # hidden tokens\n");
        if (!mask.given) return;
        python_.addNumbers("given", "code." + prefix(l), {*mask.given.inUse()}, false);
        python_.add("allowed &= given == 1\n");
    }

    void addRule(std::size_t l, const Sizes& sizes) {
        const Options& options = session_.layers[l].options;
        const std::string scale = options.scale.kind == Scale::Kind::None ? "1"
                                  : options.scale.kind == Scale::Kind::SqrtDk
                                      ? "1 / " + std::to_string(sizes.dk) + "**0.5  # 1 / sqrt(d_k)"
                                      : shortest(options.scale.factor);
        python_.add("scale = " + scale + "\ntemperature = " + shortest(options.temperature) + "\n");
        addAllowed(l, options.mask, sizes.tokens, sizes.keyTokens);
    }

    void addDropout(std::size_t l, const Sizes& sizes) {
        const Options& options = session_.layers[l].options;
        if (!options.dropout) return;
        const Frozen<DropoutMask> drawn = ruleOf(options, sizes).dropout;
        std::vector<Matrix> kept;
        for (const CellMask& dropped : drawn->dropped)
            kept.push_back(Matrix::NullaryExpr(sizes.tokens, sizes.keyTokens,
                                               [&](Index row, Index col) { return dropped(row, col) ? 0.0F : 1.0F; }));
        python_.addNumbers("kept", "code." + prefix(l), std::move(kept), true);
        python_.add("rate = " + shortest(options.dropout->rate) + "\n");
    }

    /// The right side of a check: what is computed in Python, and how far Headlight may be from it.
    struct Checked {
        std::string value, bound;
    };

    /// Adds `NAME = check(STAGE, VALUE, BOUND)`, for each head or for the layer.
    void addCheck(const std::string& name, Stage stage, std::size_t l, const Checked& line, bool isOfHead) {
        const std::string indent = isOfHead ? "    " : "",
                          begin = indent + name + " = check(" + nameOf(stage, l) + ", ";
        const std::string end = line.bound + (isOfHead ? ", head)\n" : ")\n");
        const bool fits = begin.size() + line.value.size() + end.size() < 118;
        python_.add(begin + line.value + (fits ? ", " : ",\n" + std::string(indent.size() + name.size() + 9, ' ')) +
                    end);
    }

    /// Adds which heads are on, if one is off.
    void addSwitches(const LayerWeights& weights) {
        std::vector<std::string> on;
        for (const HeadWeights& head : weights.heads) on.push_back(head.isOn ? "True" : "False");
        if (weights.areAllOn()) return;
        python_.add("on = " + listOf(on) + "  # False: the head is switched off, and its context counts as 0\n");
    }

    void addEndOfHead(const Program& program, bool areAllOn) {
        if (program.find(Stage::Context)) python_.add("    contexts.append(context)\n");
        python_.add(areAllOn ? "    of_heads.append(weights)\n"
                             : "    if on[head]:\n        of_heads.append(weights)\n");
    }

    void addLayer(std::size_t l) {
        const LayerWeights weights = weightsOf(session_.layers[l]);
        const Program& program = programs_[l];
        const std::string in = "code." + prefix(l);
        python_.begin(layers_.size() > 1 ? "Layer " + std::to_string(l + 1) : "Attention");
        for (const ParameterInfo& info : parameters())
            if (info.scope == Scope::Head) addHeadNumbers(l, weights, info.parameter, info.symbol);
        for (const ParameterInfo& info : parameters())
            if (info.scope == Scope::Layer && weights[info.parameter] && info.presence != Presence::Given)
                python_.addNumbers(nameIn(info.parameter), in, {*weights[info.parameter]}, false);
        if (weights.norm) python_.add("eps = " + shortest(weights.norm->eps) + "\n");
        if (program.find(Stage::Scaled)) addRule(l, sizesOf(session_, static_cast<int>(l)));
        addDropout(l, sizesOf(session_, static_cast<int>(l)));
        addSwitches(weights);
        python_.add("\n");
        bool isInHeads = false;
        const auto addOp = [&](const Op& op) {
            if (!layers_[l].has(op.result)) return;
            const bool isOfHead = infoOf(op.result).scope == Scope::Head;
            if (isOfHead && !isInHeads)
                python_.add("contexts, of_heads = [], []\nfor head in range(" + std::to_string(weights.heads.size()) +
                            "):\n");
            if (!isOfHead && isInHeads) addEndOfHead(program, weights.areAllOn());
            isInHeads = isOfHead;
            addCheck(infoOf(op.result).id, op.result, l, lineOf(op, weights), isOfHead);
        };
        for (const Op& op : program.behindInputs())
            if (op.kind != Op::Kind::Rollout) addOp(op);
        if (l + 1 < layers_.size())
            for (const Op& op : programs_[l + 1].inputs())
                if (!infoOf(op.result).isOfModel)
                    addCheck(infoOf(op.result).id, op.result, l + 1, {infoOf(op.inputs[0]).id, "0.0"}, false);
        for (const Op& op : program)
            if (op.kind == Op::Kind::Rollout) addOp(op);
    }

    /// Returns the name of a parameter in the code.
    static std::string nameIn(Parameter p) {
        return p == Parameter::NormGain ? "gain" : p == Parameter::NormBias ? "norm_bias" : infoOf(p).symbol;
    }

    /// Returns the line of a kind of operation. Variables have the names of their stages.
    Checked lineOf(const Op& op, const LayerWeights& weights) {
        std::vector<std::string> x;
        for (const Stage input : op.inputs) x.emplace_back(infoOf(input).id);
        switch (op.kind) {
        case Op::Kind::Lookup:
        case Op::Kind::Positions: return {};
        case Op::Kind::Given: return {nameIn(op.parameters[0]) + "[head]", "0.0"};
        case Op::Kind::Copy: return {x[0], "0.0 * " + x[0] + " + SMALLEST"};
        case Op::Kind::Sum: return {x[0] + " + " + x[1], "ROUNDING * abs(" + x[0] + " + " + x[1] + ") + SMALLEST"};
        case Op::Kind::Affine: return affine(op, x[0], weights);
        case Op::Kind::Norm: {
            const std::string sum = x.size() > 1 ? x[0] + " + " + x[1] : x[0], with = ", gain, norm_bias, eps)";
            const std::string off = x.size() > 1 ? "ROUNDING * abs(" + sum + ")" : "0.0 * " + sum;
            return {"layer_norm(" + sum + with, "of_layer_norm(" + sum + ", " + off + with};
        }
        case Op::Kind::Scores: return {x[0] + " @ " + x[1] + ".T", "of_product(" + x[0] + ", " + x[1] + ".T)"};
        case Op::Kind::Scale: {
            const std::string scaled = x[0] + " * scale / temperature";
            return {scaled, "3 * ROUNDING * abs(" + scaled + ") + SMALLEST"};
        }
        case Op::Kind::Mask: return {"np.where(allowed, " + x[0] + ", -inf)", "0.0"};
        case Op::Kind::SoftmaxOfAll: {
            const std::string all = x[0] + " == " + x[0], softmax = "softmax(" + x[0] + ", " + all + ")";
            return {"np.where(allowed, " + softmax + ", 0.0)",
                    "of_softmax(" + softmax + ", " + x[0] + ", " + all + ")"};
        }
        case Op::Kind::Softmax:
        case Op::Kind::Renormalise:
        case Op::Kind::Shares: {
            const std::string name = op.kind == Op::Kind::Shares ? "shares" : "softmax", of = x[0] + ", allowed)";
            return {name + "(" + of, "of_" + name + "(" + name + "(" + of + ", " + of};
        }
        case Op::Kind::Dropout: {
            const std::string kept = x[0] + " / (1 - rate)";
            return {"np.where(kept[head] == 1, " + kept + ", 0.0)", "3 * ROUNDING * abs(" + kept + ") + SMALLEST"};
        }
        case Op::Kind::WeightedSum: {
            const std::string value = x[0] + " @ " + x[1], bound = "of_product(" + x[0] + ", " + x[1] + ")";
            if (weights.areAllOn()) return {value, bound};
            return {value + " if on[head] else np.zeros((len(" + x[0] + "), " + x[1] + ".shape[-1]))",
                    bound + " if on[head] else 0.0"}; // not times 0, since the weights may be NaN
        }
        case Op::Kind::Beside: return {"np.concatenate(contexts, axis=-1)", "0.0"};
        case Op::Kind::Rollout: return rollout(op, weights);
        }
        return {};
    }

    Checked affine(const Op& op, const std::string& x, const LayerWeights& weights) {
        const bool isOfHead = infoOf(op.result).scope == Scope::Head;
        const auto has = [&](Parameter p) {
            return isOfHead ? std::ranges::any_of(weights.heads, [&](const auto& head) { return bool(head[p]); })
                            : bool(weights[p]);
        };
        const std::string place = isOfHead ? "[head]" : "", w = nameIn(op.parameters[0]) + place,
                          b = nameIn(op.parameters[1]) + place;
        const bool hasW = has(op.parameters[0]), hasB = has(op.parameters[1]);
        const std::string value = x + (hasW ? " @ " + w : "") + (hasB ? " + " + b : "");
        if (hasW) return {value, "of_product(" + x + ", " + w + (hasB ? ", " + b : "") + ")"};
        return {value, hasB ? "ROUNDING * abs(" + value + ")" : "0.0"};
    }

    Checked rollout(const Op& op, const LayerWeights& weights) {
        const std::string before = infoOf(op.result).id,
                          mean = weights.areAllOn()
                                     ? "sum(of_heads) / len(of_heads)"
                                     : "sum(of_heads, np.zeros(" + before + ".shape)) / max(1, len(of_heads))";
        const bool isWhole = rolloutShare(op.result) == 1;
        python_.add("step = " + (isWhole ? mean : "0.5 * " + mean + " + 0.5 * np.eye(len(" + before + "))") +
                    "  # all heads" + (isWhole ? "" : ", and what the residual passes on") + "\n");
        return {"step @ " + before, "(len(of_heads) + 3) * of_product(abs(step), abs(" + before + "))"};
    }

    const Session& session_;
    std::span<const Program> programs_;
    std::span<const Trace> layers_;
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
    const bool isBeside = needsBeside(session);
    PythonText python(library, isBeside);
    python.begin("");
    const std::string imports = importsOf(library, form, isBeside ? beside : "");
    python.addAsIs(
        "\"\"\"Attention as Headlight shows it, stage by stage. Each stage is computed from the numbers of the stages before it,\n"
        "printed, and compared with what Headlight shows: change a number, and the next comparison fails.\"\"\"\n" +
        imports);
    python.add(kFunctions);
    Exporter(session, programs, layers, python).write();
    return python.taken(form);
}

} // namespace headlight
