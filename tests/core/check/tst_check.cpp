#include "check/report.h"
#include "io/files.h"
#include "support/faultyNotebook.h"

#include <nlohmann/json.hpp>

#include <QTemporaryDir>
#include <QTest>

using namespace headlight;
using namespace headlight::testing;

// Tests the verdicts on right and faulty files, whose numbers faultyNotebook.h computes.

namespace {

using Names = std::vector<std::string>;
const Names kHeads{"Q", "K", "attn_weights"}, kStages{"Q", "K", "scores", "scaled", "attn_weights"};
const Names kProjected{"X", "Q", "q_proj.weight", "q_proj.bias"};

/// "weights: no_scale, sqrt_d_model" of the first stage that differs; "agrees" if there is none.
QString verdict(const CheckReport& report) {
    const StageReport* first = report.firstDiffering();
    if (!first) return "agrees";
    QStringList names;
    for (const FoundCause& cause : first->causes) names << QString::fromStdString(cause.name);
    return QString::fromStdString(first->stage) + ": " + (names.isEmpty() ? "unknown" : names.join(", "));
}

QString unseenIn(const CheckReport& report) {
    QStringList names;
    for (const StageReport& stage : report.stages)
        for (const FoundCause& cause : stage.unseen) names << QString::fromStdString(cause.name);
    return names.join(", ");
}

} // namespace

class CheckTest : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;
    Result<CheckReport> checked(const Tensors& tensors, const CheckOptions& options = {}) const {
        const std::filesystem::path path = folder_.filePath("a.npz").toStdString();
        const auto saved = saveTensors(path, tensors);
        return saved ? check(path, options) : saved.problem();
    }
    Result<CheckReport> checkedText(const char* text) const {
        const std::filesystem::path path = folder_.filePath("a.txt").toStdString();
        const auto saved = writeFile(path, text);
        return saved ? check(path) : saved.problem();
    }

private slots:
    void everyCause_data() {
        QTest::addColumn<Fault>("fault");
        QTest::addColumn<Names>("arrays");
        QTest::addColumn<QString>("verdict");
        const auto row = [](const char* name, const Fault& fault, const Names& arrays, const char* verdict) {
            QTest::newRow(name) << fault << arrays << QString(verdict);
        };
        const auto all = [](int, int) { return true; };
        row("right", {},
            {"X", "Q", "K", "V", "scores", "scaled", "attn_weights", "context", "concat", "output", "q_proj.weight",
             "q_proj.bias", "k_proj.weight", "k_proj.bias", "v_proj.weight", "v_proj.bias", "out_proj.weight",
             "out_proj.bias"},
            "agrees");
        row("right, but for a bias of K that the file does not have", {},
            {"X", "attn_weights", "q_proj.weight", "q_proj.bias", "k_proj.weight"}, "agrees");
        row("no mask", {.attends = all}, kHeads, "agrees");
        row("no scale, which nothing states", {.scale = 1}, kHeads, "agrees");
        row("no scale", {.scale = 1}, kStages, "scaled: no_scale");
        row("sqrt(d_model)", {.scale = 1 / std::sqrt(12)}, kHeads, "weights: sqrt_d_model");
        row("sqrt(d_model) in scaled", {.scale = 1 / std::sqrt(12)}, kStages, "scaled: sqrt_d_model");
        row("over queries", {.over = 'q'}, kHeads, "weights: softmax_axis");
        row("over heads", {.attends = all, .over = 'h'}, kHeads, "weights: softmax_axis");
        row("mask after", {.masksAfter = true}, kHeads, "weights: mask_after");
        row("upper with the diagonal", {.attends = [](int q, int k) { return k >= q; }}, kHeads,
            "weights: wrong_triangle");
        row("lower without", {.attends = [](int q, int k) { return k < q; }}, kHeads, "weights: wrong_triangle");
        row("exchanged or the upper one without", {.attends = [](int q, int k) { return k > q; }}, kHeads,
            "weights: wrong_triangle, mask_exchanged");
        row("not transposed", {.turned = "q"}, kProjected, "Q: not_transposed");
        row("viewed", {.isViewed = true}, kProjected, "Q: heads_viewed");
        row("viewed back", {.isViewedBack = true}, {"context", "concat"}, "concat: heads_viewed");
        row("viewed back, seen in the output", {.isViewedBack = true},
            {"context", "output", "out_proj.weight", "out_proj.bias"}, "output: heads_viewed");
        row("no bias", {.leftOut = "q"}, kProjected, "Q: bias_left_out");
        row("no bias, seen in the weights", {.leftOut = "q"},
            {"X", "attn_weights", "q_proj.weight", "q_proj.bias", "k_proj.weight", "k_proj.bias"},
            "weights: bias_left_out");
        row("dropout", {.dropout = 0.3}, kHeads, "weights: dropout_on");
        // two mistakes in one step
        row("sqrt(d_model), over queries", {.scale = 1 / std::sqrt(12), .over = 'q'}, kHeads, "weights: unknown");
        row("upper, sqrt(d_model)", {.scale = 1 / std::sqrt(12), .attends = [](int q, int k) { return k >= q; }},
            kHeads, "weights: unknown");
        row("mask after, dropout", {.masksAfter = true, .dropout = 0.4}, kHeads, "weights: unknown");
        row("over heads, mask after", {.over = 'h', .masksAfter = true}, kHeads, "weights: unknown");
        row("over queries, dropout", {.over = 'q', .dropout = 0.2}, kHeads, "weights: unknown");
        row("not transposed, no bias", {.turned = "q", .leftOut = "q"}, kProjected, "Q: unknown");
        row("viewed, no bias", {.isViewed = true, .leftOut = "q"}, kProjected, "Q: unknown");
    }
    void everyCause() {
        QFETCH(Fault, fault);
        QFETCH(Names, arrays);
        const auto report = checked(Notebook(7, 12, 3, fault).only(arrays));
        QVERIFY2(report.ok(), report.ok() ? "" : report.text().c_str());
        QTEST(verdict(*report), "verdict");
        QCOMPARE(report->exitStatus(), verdict(*report) == "agrees" ? 0 : 1);
    }

    /// A mask or scale that is stated is binding.
    void masksAndScales_data() {
        QTest::addColumn<Fault>("fault");
        QTest::addColumn<Tensor>("mask");
        QTest::addColumn<QString>("scale");
        QTest::addColumn<QString>("verdict");
        const auto row = [](const char* name, const Fault& fault, const Tensor& mask, const char* scale,
                            const char* verdict) {
            QTest::newRow(name) << fault << mask << QString(scale) << QString(verdict);
        };
        const auto all = [](int, int) { return true; };
        const auto notBand = [](int query, int key) { return !isBand(query, key); };
        const auto upper = [](int query, int key) { return key > query; };
        row("causal, 1 hides", {}, maskOf(7, upper), "", "agrees");
        row("of a module, larger than the text", {}, maskOf(20, upper), "", "agrees");
        row("causal, 1 attends", {}, maskOf(7, [](int q, int k) { return k <= q; }), "", "agrees");
        row("a band, 1 attends", {.attends = isBand}, maskOf(7, isBand), "", "agrees");
        row("a band, 1 hides", {.attends = isBand}, maskOf(7, notBand), "", "agrees");
        row("a band, exchanged", {.attends = notBand}, maskOf(7, isBand), "", "weights: mask_exchanged");
        row("a band, after", {.attends = isBand, .masksAfter = true}, maskOf(7, isBand), "", "weights: mask_after");
        row("left out", {.attends = all}, maskOf(7, upper), "", "weights: mask_left_out");
        row("the last key is padding", {.attends = [](int, int k) { return k < 6; }},
            tensorOf({7}, {1, 1, 1, 1, 1, 1, 0}), "", "agrees");
        row("rows that attend to nothing", {.attends = [](int q, int) { return q < 5; }},
            maskOf(7, [](int q, int) { return q < 5; }), "", "agrees");
        row("stated scale", {}, {}, "sqrt_dk", "agrees");
        row("stated scale, left out", {.scale = 1}, {}, "sqrt_dk", "weights: no_scale");
        row("stated none", {.scale = 1}, {}, "none", "agrees");
        row("stated number", {.scale = 0.3}, {}, "0.3", "agrees");
    }
    void masksAndScales() {
        QFETCH(Fault, fault);
        QFETCH(Tensor, mask);
        QFETCH(QString, scale);
        Tensors tensors = Notebook(7, 12, 3, fault).only(kHeads);
        if (!mask.shape.empty()) tensors["mask"] = mask;
        const auto report = checked(tensors, {{}, scale.toStdString()});
        QVERIFY(report.ok());
        QTEST(verdict(*report), "verdict");
    }

    /// A scale that is stated belongs to one step: scores may be raw or scaled.
    void aStatedScaleOfScores_data() {
        QTest::addColumn<Names>("arrays");
        QTest::addColumn<bool>("areScoresScaled");
        QTest::addColumn<Fault>("fault");
        QTest::addColumn<QString>("verdict");
        const Names all{"Q", "K", "scores", "attn_weights"};
        QTest::newRow("raw") << all << false << Fault() << "agrees";
        QTest::newRow("raw, beside scaled") << kStages << false << Fault() << "agrees";
        QTest::newRow("scaled") << all << true << Fault() << "agrees";
        QTest::newRow("raw, left out") << all << false << Fault{.scale = 1} << "weights: no_scale";
    }
    void aStatedScaleOfScores() {
        QFETCH(Names, arrays);
        QFETCH(bool, areScoresScaled);
        QFETCH(Fault, fault);
        const Notebook notebook(7, 12, 3, fault); // d_k = 4
        Tensors tensors = notebook.only(arrays);
        if (areScoresScaled) tensors["scores"] = notebook.only({"scaled"}).at("scaled");
        QTEST(verdict(*checked(tensors, {{}, "sqrt_dk"})), "verdict");
        tensors["scale"] = tensorOf({1}, {0.5F});
        QTEST(verdict(*checked(tensors)), "verdict");
    }

    /// nn.MultiheadAttention's mask of keys, where 1 hides; alone, and beside a causal mask.
    void paddingMasks_data() {
        QTest::addColumn<Fault>("fault");
        QTest::addColumn<bool>("isCausal");
        QTest::addColumn<QString>("verdict");
        const auto first = [](int, int key) { return key < 5; };
        QTest::newRow("alone") << Fault{.attends = first} << false << "agrees";
        QTest::newRow("and causal") << Fault{.attends = [](int q, int k) { return k < 5 && k <= q; }} << true
                                    << "agrees";
        QTest::newRow("exchanged") << Fault{.attends = [](int, int key) { return key >= 5; }} << false
                                   << "weights: mask_exchanged";
        QTest::newRow("left out") << Fault{.attends = [](int, int) { return true; }} << false
                                  << "weights: mask_left_out";
    }
    void paddingMasks() {
        QFETCH(Fault, fault);
        QFETCH(bool, isCausal);
        Tensors tensors = Notebook(7, 12, 3, fault).only(kHeads);
        tensors["src_key_padding_mask"] = tensorOf({1, 7}, {0, 0, 0, 0, 0, 1, 1});
        if (isCausal) tensors["attn_mask"] = maskOf(7, [](int query, int key) { return key > query; });
        QTEST(verdict(*checked(tensors)), "verdict");
    }

    void cannotBeSeen_data() {
        QTest::addColumn<int>("tokens");
        QTest::addColumn<int>("heads");
        QTest::addColumn<Names>("arrays");
        QTest::addColumn<QString>("unseen");
        QTest::newRow("d_model = d_k") << 6 << 1 << kHeads << "sqrt_d_model";
        QTest::newRow("one token") << 1 << 3 << kHeads << "no_scale, sqrt_d_model, softmax_axis";
        QTest::newRow("one head is not viewed") << 6 << 1 << kProjected << "";
        QTest::newRow("a bias of K, from the weights")
            << 6 << 3 << Names{"X", "attn_weights", "q_proj.weight", "q_proj.bias", "k_proj.weight", "k_proj.bias"}
            << "bias_left_out";
        QTest::newRow("nothing") << 6 << 3 << kHeads << "";
    }
    void cannotBeSeen() {
        QFETCH(int, tokens);
        QFETCH(int, heads);
        QFETCH(Names, arrays);
        const auto report = checked(
            Notebook(tokens, 12, heads, {.attends = [](int, int) { return true; }}).only(arrays));
        QVERIFY(report.ok());
        QCOMPARE(verdict(*report), "agrees");
        QTEST(unseenIn(*report), "unseen");
    }

    void aSymmetricWeightHidesTheTranspose() {
        const auto report = checked({{"X", tensorOf({2, 2}, {0.1F, 0.7F, 0.3F, 0.9F})},
                                     {"W_q", tensorOf({2, 2}, {1, 2, 2, 5})},
                                     {"Q", tensorOf({2, 2}, {1.5F, 3.7F, 2.1F, 5.1F})}});
        QVERIFY(report.ok());
        QCOMPARE(unseenIn(*report), "not_transposed");
    }

    /// Q = K makes the scores symmetric, which lets only the softmax over queries be its transpose.
    void symmetricScores() {
        Tensors tensors = Notebook(6, 8, 2, {.attends = [](int, int) { return true; }, .over = 'q'}).only(kHeads);
        const auto weights = [&](int over) { // of K = Q
            Tensor& q = tensors["Q"];
            Tensor made{{2, 6, 6}, {}};
            for (int i = 0; i < 72; ++i) {
                const auto power = [&](int a, int b) {
                    double dot = 0;
                    for (int c = 0; c < 4; ++c)
                        dot += double(q.values[std::size_t((i / 36 * 6 + a) * 4 + c)]) *
                               double(q.values[std::size_t((i / 36 * 6 + b) * 4 + c)]);
                    return std::exp(dot / 2);
                };
                double sum = 0;
                for (int other = 0; other < 6; ++other)
                    sum += over == 'k' ? power(i / 6 % 6, other) : power(other, i % 6);
                made.values.push_back(static_cast<float>(power(i / 6 % 6, i % 6) / sum));
            }
            return made;
        };
        tensors["K"] = tensors["Q"];
        tensors["attn_weights"] = weights('k');
        QCOMPARE(verdict(*checked(tensors)), "agrees");
        tensors["attn_weights"] = weights('q');
        QCOMPARE(verdict(*checked(tensors)), "weights: softmax_axis");
    }

    void roundedNumbers_data() {
        QTest::addColumn<int>("bits");
        QTest::addColumn<Fault>("fault");
        QTest::addColumn<QString>("verdict");
        for (const int bits : {24, 11, 8}) {
            QTest::addRow("right, %d bits", bits) << bits << Fault() << "agrees";
            QTest::addRow("over queries, %d bits", bits) << bits << Fault{.over = 'q'} << "weights: softmax_axis";
        }
    }
    void roundedNumbers() {
        QFETCH(int, bits);
        QFETCH(Fault, fault);
        Tensors tensors = Notebook(7, 12, 3, fault).only({"Q", "K", "V", "attn_weights", "context"});
        roundBits(tensors, bits);
        const auto report = checked(tensors);
        QVERIFY(report.ok());
        QTEST(verdict(*report), "verdict");
    }

    void shapes_data() {
        QTest::addColumn<int>("heads");
        QTest::addColumn<int>("sides"); // of each array
        QTest::newRow("[heads, N, N]") << 3 << 3;
        QTest::newRow("[1, heads, N, N]") << 3 << 4;
        QTest::newRow("[N, N]") << 1 << 2;
        QTest::newRow("[1, N, N]") << 1 << 3;
    }
    void shapes() {
        QFETCH(int, heads);
        QFETCH(int, sides);
        for (const char over : {'k', 'q'}) {
            Tensors tensors = Notebook(5, 12, heads, {.over = over}).only({"Q", "K", "V", "attn_weights", "context"});
            for (auto& [name, tensor] : tensors) {
                if (sides == 2) tensor.shape.erase(tensor.shape.begin());
                if (sides == 4) tensor.shape.insert(tensor.shape.begin(), 1);
            }
            const auto report = checked(tensors);
            QVERIFY(report.ok());
            QCOMPARE(verdict(*report), over == 'k' ? "agrees" : "weights: softmax_axis");
            QCOMPARE(report->stages[0].where.size(), std::size_t(sides));
        }
    }

    /// Before PyTorch's transpose(1, 2) they are [1, N, heads, d_k]; the context is so after it.
    void headsAfterTokens() {
        Tensors tensors = Notebook(5, 12, 3, {})
                              .only({"X", "Q", "K", "V", "attn_weights", "context", "q_proj.weight", "q_proj.bias"});
        for (const char* name : {"Q", "K", "V", "context"}) {
            Tensor& tensor = tensors[name];
            const std::vector<float> before = tensor.values;
            tensor.shape = {1, 5, 3, 4};
            for (std::size_t i = 0; i < 60; ++i) // of token i / 12
                tensor.values[i] = before[i / 4 % 3 * 20 + i / 12 * 4 + i % 4];
        }
        QCOMPARE(verdict(*checked(tensors)), "agrees");
        QCOMPARE(checked(tensors)->stages.size(), std::size_t(3));
        tensors["Q"].values[4 * 12 + 1 * 4 + 2] += 1;
        QCOMPARE(checked(tensors)->firstDiffering()->where, (std::vector<std::int64_t>{0, 4, 1, 2}));
        tensors["attn_output_weights"] = tensors["attn_weights"];
        tensors["context_layer"] = tensors["context"];
        for (const char* name : {"X", "Q", "K", "attn_weights", "context"}) tensors.erase(name);
        QCOMPARE(verdict(*checked(tensors)), "agrees");
    }

    void nanAgreesWithNan() {
        Tensors tensors = Notebook(5, 12, 3, {}).only(kHeads);
        tensors["Q"].values[0] = std::numeric_limits<float>::quiet_NaN(); // of query 0, head 0, which sees key 0 alone
        tensors["attn_weights"].values[0] = tensors["Q"].values[0];
        QCOMPARE(verdict(*checked(tensors)), "agrees");
        tensors["attn_weights"].values[1] = 0.5F;
        QCOMPARE(verdict(*checked(tensors)), "weights: unknown");
    }

    /// nn.MultiheadAttention returns the mean of the heads, and the file does not say how many there are.
    void theMeanOfHeads() {
        Tensors tensors = Notebook(5, 12, 3, {})
                              .only({"X", "attn_weights", "q_proj.weight", "q_proj.bias", "k_proj.weight",
                                     "k_proj.bias"});
        Tensor& weights = tensors["attn_weights"];
        for (std::size_t i = 0; i < 25; ++i)
            weights.values[i] = (weights.values[i] + weights.values[25 + i] + weights.values[50 + i]) / 3;
        weights = tensorOf({5, 5}, {weights.values.begin(), weights.values.begin() + 25});
        const auto report = checked(tensors);
        QVERIFY(report.ok());
        QCOMPARE(report->stages[0].formula,
                 "softmax of (X W_q^T + b_q) (X W_k^T + b_k)^T / sqrt(4), causal, mean of the heads");
    }

    /// Weights whose names do not say that they are nn.Linear's are used alike; the odd one out is the fault.
    void theOddOneOut() {
        Tensors tensors = Notebook(5, 12, 1, {.turned = "v", .leftOut = "qkv"}).only({"X", "Q", "K", "V"});
        const Tensors weights = Notebook(5, 12, 1, {}).only({"q_proj.weight", "k_proj.weight", "v_proj.weight"});
        for (const char* letter : {"q", "k", "v"})
            tensors[std::string("W_") + letter] = weights.at(letter + std::string("_proj.weight"));
        const auto report = checked(tensors);
        QVERIFY(report.ok());
        QCOMPARE(verdict(*report), "V: not_transposed");
        QCOMPARE(report->stages[0].formula, "X W_q^T");
    }

    /// The numbers are from numpy: x = [[1, 2, 4], [0, 3, 1]]; (x - mean) / sqrt(var + 1e-5), or x / rms, times the
    /// gain.
    void normsBeforeTheHeads_data() {
        QTest::addColumn<Tensor>("q");
        QTest::addColumn<bool>("hasBias");
        QTest::addColumn<QString>("verdict");
        QTest::newRow("none") << tensorOf({2, 2}, {-1.0F, 0.0F, -5.5F, 2.0F}) << true << "agrees";
        QTest::newRow("layer norm") << tensorOf({2, 2}, {-2.1544529F, -1.9044529F, -2.956234F, -2.706234F}) << true
                                    << "agrees";
        QTest::newRow("its eps of BERT") << tensorOf({2, 2}, {-2.1544593F, -1.9044593F, -2.956243F, -2.706243F}) << true
                                         << "agrees";
        QTest::newRow("without a bias") << tensorOf({2, 2}, {-2.0044529F, -2.0044529F, -2.806234F, -2.806234F}) << false
                                        << "agrees";
        QTest::newRow("rms norm") << tensorOf({2, 2}, {-0.9449111F, 3.0237156F, -1.9170287F, 1.3693062F}) << false
                                  << "agrees";
        QTest::newRow("without its gain")
            << tensorOf({2, 2}, {0.1336302F, -3.7416454F, -3.8752756F, -0.5345208F}) << true << "Q: unknown";
    }
    void normsBeforeTheHeads() {
        QFETCH(Tensor, q);
        QFETCH(bool, hasBias);
        Tensors tensors{{"hidden_states", tensorOf({2, 3}, {1, 2, 4, 0, 3, 1})},
                        {"query", q},
                        {"h.0.attn.q_proj.weight", tensorOf({2, 3}, {1, -2, 0.5F, 2, 1, -1})},
                        {"h.0.ln_1.weight", tensorOf({3}, {1.5F, 0.5F, -1})}};
        if (hasBias) tensors["h.0.ln_1.bias"] = tensorOf({3}, {0.1F, 0.2F, 0.3F});
        const auto report = checked(tensors);
        QVERIFY2(report.ok(), report.ok() ? "" : report.text().c_str());
        QTEST(verdict(*report), "verdict");
    }

    void printedDecimals() {
        // numpy.random.default_rng(1).normal(size=(3, 2)) of Q and then K; printed with four decimals
        const char* kText = "queries = array([[0.3456, 0.8216], [0.3304, -1.3032], [0.9054, 0.4464]])\n"
                            "keys = array([[-0.537, 0.5811], [0.3646, 0.2941], [0.0284, 0.5467]])\n";
        const std::string text(kText);
        const auto right = checkedText(
            (text +
             "attn_weights = array([[0.3144, 0.3317, 0.3539], [0.2641, 0.4248, 0.3111], [0.2471, 0.4019, 0.3510]])")
                .c_str());
        QVERIFY2(right.ok(), right.ok() ? "" : right.text().c_str());
        QCOMPARE(verdict(*right), "agrees");
    }

    void toleranceIsAbsolute() {
        Tensors tensors = Notebook(5, 12, 3, {}).only(kHeads);
        tensors["attn_weights"].values[0] += 0.01F;
        QCOMPARE(verdict(*checked(tensors)), "weights: unknown");
        QCOMPARE(verdict(*checked(tensors, {0.02, {}})), "agrees");
        const auto report = checked(tensors);
        QCOMPARE(report->stages[0].differing, std::size_t(1));
        QCOMPARE(report->stages[0].where, (std::vector<std::int64_t>{0, 0, 0}));
        QVERIFY(std::abs(report->stages[0].largest - 0.01) < 1e-6);
    }

    void words() {
        const auto right = checked(Notebook(5, 12, 3, {}).only(kHeads));
        const std::vector<std::string> lines = linesOf(*right);
        QVERIFY2(lines[0].starts_with("weights (attn_weights): softmax of Q K^T / sqrt(4), causal, to "),
                 lines[0].c_str());
        QCOMPARE(lines.back(), "All stages agree.");
        const auto wrong = checked(Notebook(5, 12, 3, {.over = 'q'}).only(kHeads));
        QCOMPARE(linesOf(*wrong)[1],
                 "  Cause: the softmax is over queries or over heads, not over keys: softmax over queries "
                 "of Q K^T / sqrt(4), causal.");
        QCOMPARE(linesOf(*wrong).back(), "The first stage that differs is weights (attn_weights).");
    }

    /// Graders read these names.
    void json() {
        const auto report = checked(Notebook(5, 12, 3, {.over = 'q'}).only(kHeads));
        const auto json = nlohmann::json::parse(jsonOf(*report));
        QCOMPARE(json["status"].get<int>(), 1);
        QCOMPARE(json["first_differing"].get<std::string>(), "attn_weights");
        const auto& stage = json["stages"][0];
        for (const char* key : {"stage", "array", "agrees", "formula", "differing", "of", "largest", "where",
                                "computed", "in_file", "tolerance", "causes", "why", "unseen"})
            QVERIFY2(stage.contains(key), key);
        QCOMPARE(stage["causes"][0]["name"].get<std::string>(), "softmax_axis");
    }

    /// Classes give the name attn_output to the contexts before W_o, or to what follows.
    void attnOutput() {
        const Notebook right(5, 12, 3, {}), wrong(5, 12, 3, {.isViewedBack = true});
        const Names names{"V", "attn_weights", "out_proj.weight", "out_proj.bias"};
        for (const char* name : {"concat", "output"}) {
            Tensors tensors = right.only(names);
            tensors["attn_output"] = right.only({name}).at(name);
            const auto report = checked(tensors);
            QCOMPARE(verdict(*report), "agrees");
            QCOMPARE(report->stages.back().stage, std::string(name));
            tensors["attn_output"] = wrong.only({name}).at(name);
            QCOMPARE(verdict(*checked(tensors)).section(": ", 1), "heads_viewed");
        }
    }

    /// Q = K = V = X is a guess, which is used only if it fits.
    void guesses() {
        Tensors tensors = Notebook(5, 12, 3, {}).only({"X", "attn_weights"});
        QVERIFY2(checked(tensors).text().find("\"attn_weights\" is not compared") != std::string::npos,
                 checked(tensors).text().c_str());
        tensors = Notebook(5, 12, 3, {}).only({"X", "context", "output", "out_proj.weight", "out_proj.bias"});
        const auto report = checked(tensors);
        QVERIFY(report.ok());
        QCOMPARE(verdict(*report), "agrees");
        QCOMPARE(report->stages.size(), std::size_t(1));
        QVERIFY2(report->notes[0].starts_with("\"context\" is not compared"), report->notes[0].c_str());
        tensors = {{"X", tensorOf({2, 1}, {0, 1})}, {"scores", tensorOf({2, 2}, {0, 0, 0, 1})}};
        QCOMPARE(verdict(*checked(tensors)), "agrees");
    }

    /// Arrays that fit no stage do not end the check.
    void otherShapes() {
        Tensors tensors = Notebook(5, 12, 3, {.over = 'q'}).only({"X", "Q", "K", "attn_weights"});
        tensors["logits"] = {{1, 5, 50}, std::vector<float>(250, 1)};
        QCOMPARE(verdict(*checked(tensors)), "weights: softmax_axis");
        QVERIFY(
            checked(tensors)->notes[0].starts_with("\"logits\" is left out, since its shape does not fit 5 queries"));
        tensors["mask"] = {{3, 4}, std::vector<float>(12, 1)};
        QCOMPARE(verdict(*checked(tensors)), "weights: softmax_axis");
        QCOMPARE(checked(tensors)->notes.size(), std::size_t(2));
        tensors["attn_weights"].values[0] = 2; // which may follow from the mask
        QVERIFY2(checked(tensors).text().find("\"attn_weights\" is not compared") != std::string::npos,
                 checked(tensors).text().c_str());
    }

    void nothingToCompare_data() {
        QTest::addColumn<Names>("arrays");
        QTest::newRow("weights alone") << Names{"attn_weights"};
        QTest::newRow("a model alone") << Names{"q_proj.weight", "k_proj.weight"};
    }
    void nothingToCompare() {
        QFETCH(Names, arrays);
        const auto report = checked(Notebook(5, 12, 3, {}).only(arrays));
        QVERIFY(!report.ok());
        QVERIFY(report.text().find("no stage beside what it follows from") != std::string::npos);
    }
};

QTEST_APPLESS_MAIN(CheckTest)
#include "tst_check.moc"
