#include "code/exportedCode.h"

#include "attention/LayerWeights.h"
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
    Exporter(const Session& session, std::span<const Trace> layers, PythonText& python)
        : session_(session), layers_(layers), python_(python) {}

    void write() {
        addShown();
        addInput();
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

    void addShown() {
        python_.begin("What Headlight shows");
        python_.add("shown = {}\n");
        for (std::size_t l = 0; l < layers_.size(); ++l)
            for (const StageInfo& info : stages())
                if (layers_[l].has(info.stage) && (l == 0 || !info.isOfModel))
                    python_.addShown(info.isOfModel ? info.id : prefix(l) + info.id, layers_[l].all(info.stage),
                                     info.scope == Scope::Head);
    }

    void addText(const Text& text, const std::string& of) {
        std::vector<std::string> tokens;
        for (const std::string& token : text.tokens->texts) tokens.push_back(pythonText(token));
        python_.addAsIs("tokens" + of + " = " + listOf(tokens) + "\n");
        python_.addNumbers("embeddings" + of, "code.", {tokenVectors(text)}, false);
        const std::string vectors = "embeddings" + of;
        if (layers_[0].has(of.empty() ? Stage::Embeddings : Stage::EmbeddingsKv))
            python_.add(vectors + " = check(" + pythonText(vectors) + ", " + vectors + ", 0.0)\n");
        const std::string count = std::to_string(tokens.size());
        const Positions* positions = session_.positions ? &*session_.positions : nullptr;
        const std::string x = nameOf(of.empty() ? Stage::X : Stage::XKv, 0);
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

    void addInput() {
        python_.begin("The sentence, and the vectors of its tokens");
        addText(session_.text, "");
        if (session_.source) addText(*session_.source, "_kv");
        if (layers_[0].has(Stage::Rollout))
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
        if (!options.dropout) return;
        const Frozen<DropoutMask> drawn = ruleOf(options, sizes).dropout;
        std::vector<Matrix> kept;
        for (const CellMask& dropped : drawn->dropped)
            kept.push_back(Matrix::NullaryExpr(sizes.tokens, sizes.keyTokens,
                                               [&](Index row, Index col) { return dropped(row, col) ? 0.0F : 1.0F; }));
        python_.addNumbers("kept", "code." + prefix(l), std::move(kept), true);
        python_.add("rate = " + shortest(options.dropout->rate) + "\n");
    }

    void addProjection(std::size_t l, const std::string& from, const LayerWeights& weights, const Projection& p) {
        const auto has = [&](Parameter one) {
            return std::ranges::any_of(weights.heads, [&](const auto& head) { return bool(head[one]); });
        };
        const std::string w = std::string(infoOf(p.weight).symbol) + "[head]",
                          b = std::string(infoOf(p.bias).symbol) + "[head]";
        std::string value = from, bound = "0.0";
        if (has(p.weight)) value += " @ " + w, bound = "of_product(" + from + ", " + w;
        if (has(p.bias)) value += " + " + b;
        if (has(p.weight)) bound += has(p.bias) ? ", " + b + ")" : ")";
        if (!has(p.weight) && has(p.bias)) bound = "ROUNDING * abs(" + value + ")";
        addCheck(infoOf(p.stage).id, p.stage, l, value, bound, true);
    }

    /// Adds `NAME = check(STAGE, VALUE, BOUND)`, for each head or for the layer.
    void addCheck(const std::string& name, Stage stage, std::size_t l, const std::string& value,
                  const std::string& bound, bool isOfHead) {
        const std::string indent = isOfHead ? "    " : "",
                          begin = indent + name + " = check(" + nameOf(stage, l) + ", ";
        const std::string end = bound + (isOfHead ? ", head)\n" : ")\n");
        const bool fits = begin.size() + value.size() + end.size() < 118;
        python_.add(begin + value + (fits ? ", " : ",\n" + std::string(indent.size() + name.size() + 9, ' ')) + end);
    }

    void addHeads(std::size_t l, const LayerWeights& weights) {
        const Trace& trace = layers_[l];
        const Options& options = session_.layers[l].options;
        const std::string source = session_.source ? "X_kv" : trace.has(Stage::Normed) ? "normed" : "X";
        const std::string x = trace.has(Stage::Normed) ? "normed" : "X";
        python_.add("contexts, of_heads = [], []\nfor head in range(" + std::to_string(weights.heads.size()) + "):\n");
        for (const Projection& p : kProjections) addProjection(l, p.input == Stage::X ? x : source, weights, p);
        const auto ofHead = [&](const char* name, Stage stage, const std::string& value, const std::string& bound) {
            if (trace.has(stage)) addCheck(name, stage, l, value, bound, true);
        };
        ofHead("scores", Stage::Scores, "Q @ K.T", "of_product(Q, K.T)");
        ofHead("scaled", Stage::Scaled, "scores * scale / temperature",
               "3 * ROUNDING * abs(scores * scale / temperature) + SMALLEST");
        const bool isSum = options.normalisation == Normalisation::Sum;
        const std::string weigh = isSum ? "shares" : "softmax";
        if (options.masksAfter())
            ofHead("masked", Stage::Masked, "np.where(allowed, softmax(scaled, scaled == scaled), 0.0)",
                   "of_softmax(softmax(scaled, scaled == scaled), scaled, scaled == scaled)");
        else
            ofHead("masked", Stage::Masked, "np.where(allowed, scaled, -inf)", "0.0");
        ofHead("weights", Stage::Weights, weigh + "(scaled, allowed)",
               "of_" + weigh + "(" + weigh + "(scaled, allowed), scaled, allowed)");
        ofHead("dropped", Stage::Dropped, "np.where(kept[head] == 1, weights / (1 - rate), 0.0)",
               "3 * ROUNDING * abs(weights / (1 - rate)) + SMALLEST");
        const std::string summed = trace.has(Stage::Dropped) ? "dropped" : "weights";
        ofHead("context", Stage::Context, summed + " @ V", "of_product(" + summed + ", V)");
        python_.add("    contexts.append(context)\n    of_heads.append(weights)\n");
    }

    void addLayer(std::size_t l) {
        const LayerWeights weights = weightsOf(session_.layers[l]);
        const Trace& trace = layers_[l];
        const std::string in = "code." + prefix(l);
        python_.begin(layers_.size() > 1 ? "Layer " + std::to_string(l + 1) : "Attention");
        for (const ParameterInfo& info : parameters())
            if (info.scope == Scope::Head) addHeadNumbers(l, weights, info.parameter, info.symbol);
        for (const auto& [p, name] : {std::pair{Parameter::Wo, "W_o"},
                                      {Parameter::Bo, "b_o"},
                                      {Parameter::NormGain, "gain"},
                                      {Parameter::NormBias, "norm_bias"}})
            if (weights[p]) python_.addNumbers(name, in, {*weights[p]}, false);
        if (weights.norm) python_.add("eps = " + shortest(weights.norm->eps) + "\n");
        addRule(l, sizesOf(session_, static_cast<int>(l)));
        python_.add("\n");
        if (trace.has(Stage::Normed))
            addCheck("normed", Stage::Normed, l, "layer_norm(X, gain, norm_bias, eps)",
                     "of_layer_norm(X, 0.0 * X, gain, norm_bias, eps)", false);
        addHeads(l, weights);
        addCheck("concat", Stage::Concat, l, "np.concatenate(contexts, axis=-1)", "0.0", false);
        addResult(l, weights);
        addRollouts(l);
    }

    void addResult(std::size_t l, const LayerWeights& weights) {
        const Trace& trace = layers_[l];
        std::string last = "concat";
        if (trace.has(Stage::Output)) {
            const std::string b = weights[Parameter::Bo] ? "b_o" : "";
            addCheck("output", Stage::Output, l, "concat @ W_o" + (b.empty() ? b : " + " + b),
                     "of_product(concat, W_o" + (b.empty() ? b : ", " + b) + ")", false);
            last = "output";
        }
        if (trace.has(Stage::Result)) {
            const std::string sum = weights.residual ? "X + " + last : last;
            const std::string off = weights.residual ? "ROUNDING * abs(" + sum + ")" : "0.0 * " + last;
            if (weights.hasNorm(Norm::Place::After))
                addCheck("result", Stage::Result, l, "layer_norm(" + sum + ", gain, norm_bias, eps)",
                         "of_layer_norm(" + sum + ", " + off + ", gain, norm_bias, eps)", false);
            else
                addCheck("result", Stage::Result, l, sum, off + " + SMALLEST", false);
            last = "result";
        }
        if (l + 1 < layers_.size()) addCheck("X", Stage::X, l + 1, last, "0.0", false);
    }

    void addRollouts(std::size_t l) {
        for (const auto& [stage, name] : {std::pair{Stage::Rollout, "rollout"}, {Stage::Product, "product"}}) {
            if (!layers_[l].has(stage)) continue;
            const std::string before = name, mean = "sum(of_heads) / len(of_heads)";
            python_.add(
                "step = " + (stage == Stage::Product ? mean : "0.5 * " + mean + " + 0.5 * np.eye(len(of_heads[0]))") +
                "  # all heads" + (stage == Stage::Product ? "" : ", and what the residual passes on") + "\n");
            addCheck(name, stage, l, "step @ " + before,
                     "(len(of_heads) + 3) * of_product(abs(step), abs(" + before + "))", false);
        }
    }

    const Session& session_;
    std::span<const Trace> layers_;
    PythonText& python_;
};

} // namespace

bool needsBeside(const Session& session) {
    double count = 0;
    for (std::size_t l = 0; l < session.layers.size(); ++l) {
        count += numbersOf(session, static_cast<int>(l));
        const LayerWeights weights = weightsOf(session.layers[l]);
        for (const ParameterInfo& info : parameters())
            for (const auto& head : weights.heads)
                if (head[info.parameter]) count += static_cast<double>(head[info.parameter]->size());
    }
    return count > kMaxNumbersInCode;
}

ExportedCode exportedCode(const Session& session, std::span<const Trace> layers, CodeLibrary library, CodeForm form,
                          const std::string& beside) {
    const bool isBeside = needsBeside(session);
    PythonText python(library, isBeside);
    python.begin("");
    const std::string imports = importsOf(library, form, isBeside ? beside : "");
    python.addAsIs(
        "\"\"\"Attention as Headlight shows it, stage by stage. Each stage is computed from the numbers of the stages before it,\n"
        "printed, and compared with what Headlight shows: change a number, and the next comparison fails.\"\"\"\n" +
        imports);
    python.add(kFunctions);
    Exporter(session, layers, python).write();
    return python.taken(form);
}

} // namespace headlight
