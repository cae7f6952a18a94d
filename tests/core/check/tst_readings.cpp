#include "support/verdicts.h"

#include <QTest>

using namespace headlight;
using namespace headlight::testing;

// Tests what the arrays of a file may mean, and which are left out.

class ReadingsTest : public QObject {
    Q_OBJECT

private slots:
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
            QCOMPARE(verdict(report), over == 'k' ? "agrees" : "weights: softmax_axis");
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
        QCOMPARE(verdict(checked(tensors)), "agrees");
        QCOMPARE(checked(tensors)->stages.size(), std::size_t(3));
        tensors["Q"].values[4 * 12 + 1 * 4 + 2] += 1;
        QCOMPARE(checked(tensors)->firstDiffering()->where, (std::vector<std::int64_t>{0, 4, 1, 2}));
        tensors["attn_output_weights"] = tensors["attn_weights"];
        tensors["context_layer"] = tensors["context"];
        for (const char* name : {"X", "Q", "K", "attn_weights", "context"}) tensors.erase(name);
        QCOMPARE(verdict(checked(tensors)), "agrees");
    }

    /// A bias may have sides of 1, or a row for each head.
    void biasesOfOtherShapes_data() {
        QTest::addColumn<std::vector<std::int64_t>>("shape");
        QTest::newRow("[1, d]") << std::vector<std::int64_t>{1, 12};
        QTest::newRow("[heads, d_k]") << std::vector<std::int64_t>{3, 4};
        QTest::newRow("[heads, 1, d_k]") << std::vector<std::int64_t>{3, 1, 4};
    }
    void biasesOfOtherShapes() {
        QFETCH(std::vector<std::int64_t>, shape);
        Tensors tensors = Notebook(5, 12, 3, {}).only(kProjected);
        tensors["q_proj.bias"].shape = shape;
        QCOMPARE(verdict(checked(tensors)), "agrees");
        Tensors joined = tensors; // q of c_attn; its k and v are not in the file as stages
        const std::vector<float> weight = tensors["q_proj.weight"].values, bias = tensors["q_proj.bias"].values;
        joined.erase("q_proj.weight"), joined.erase("q_proj.bias");
        joined["c_attn.weight"] = {{36, 12}, std::vector<float>(36 * 12, 0.5F)};
        joined["c_attn.bias"] = {{1, 36}, std::vector<float>(36, 0.5F)};
        std::ranges::copy(weight, joined["c_attn.weight"].values.begin());
        std::ranges::copy(bias, joined["c_attn.bias"].values.begin());
        QCOMPARE(verdict(checked(joined)), "agrees");
    }

    /// With as many tokens as heads the shape does not say which comes first.
    void asManyTokensAsHeads() {
        Tensors tensors = Notebook(3, 12, 3, {}).only({"X", "Q", "K", "attn_weights", "q_proj.weight", "q_proj.bias"});
        for (const char* name : {"Q", "K"}) {
            Tensor& tensor = tensors[name];
            const std::vector<float> before = tensor.values;
            tensor.shape = {1, 3, 3, 4};
            for (std::size_t i = 0; i < 36; ++i) tensor.values[i] = before[i / 4 % 3 * 12 + i / 12 * 4 + i % 4];
        }
        const auto report = checked(tensors);
        QCOMPARE(verdict(report), "agrees");
        QCOMPARE(report->stages.size(), std::size_t(2));
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
        QCOMPARE(report->stages[0].formula,
                 "softmax of (X W_q^T + b_q) (X W_k^T + b_k)^T / sqrt(4), causal, mean of the heads");
    }

    /// Without a W_o the output may be the contexts, or what comes behind a W_o.
    void outputWithoutItsWeight_data() {
        QTest::addColumn<Names>("others");
        QTest::addColumn<std::string>("what");
        QTest::addColumn<QString>("why");
        const QString unsaid = "the file does not say whether a W_o comes before it: it is not ";
        const Names qkv{"Q", "K", "V", "attn_weights"};
        QTest::newRow("the contexts") << qkv << std::string("concat") << QString();
        QTest::newRow("behind W_o") << qkv << std::string("output") << unsaid + "weights V";
        QTest::newRow("behind contexts") << Names{"Q", "K", "attn_weights", "context"} << std::string("output")
                                         << unsaid + "context";
        QTest::newRow("without V") << Names{"Q", "K", "attn_weights"} << std::string("output")
                                   << "the file does not have what it follows from";
    }
    void outputWithoutItsWeight() {
        QFETCH(Names, others);
        QFETCH(std::string, what);
        QFETCH(QString, why);
        const Notebook notebook(5, 12, 3, {});
        for (const char* name : {"output", "attn_output"}) {
            Tensors tensors = notebook.only(others);
            tensors[name] = notebook.only({what}).at(what);
            const auto report = checked(tensors);
            QCOMPARE(verdict(report), "agrees");
            QVERIFY(report->skipped.empty() == why.isEmpty());
            const auto left = std::ranges::find(report->skipped, name, &SkippedArray::array);
            QCOMPARE(left == report->skipped.end() ? QString() : QString::fromStdString(left->why), why);
        }
    }

    /// Classes give the name attn_output to the contexts before W_o, or to what follows.
    void attnOutput() {
        const Notebook right(5, 12, 3, {}), wrong(5, 12, 3, {.isViewedBack = true});
        const Names names{"V", "attn_weights", "out_proj.weight", "out_proj.bias"};
        for (const char* name : {"concat", "output"}) {
            Tensors tensors = right.only(names);
            tensors["attn_output"] = right.only({name}).at(name);
            const auto report = checked(tensors);
            QCOMPARE(verdict(report), "agrees");
            QCOMPARE(report->stages.back().stage, std::string(name));
            tensors["attn_output"] = wrong.only({name}).at(name);
            QCOMPARE(verdict(checked(tensors)).section(": ", 1), "heads_viewed");
        }
    }

    /// Q = K = V = X is a guess, which is used only if it fits.
    void guesses() {
        Tensors tensors = Notebook(5, 12, 3, {}).only({"X", "attn_weights"});
        QVERIFY2(checked(tensors).text().find("\"attn_weights\" is left out") != std::string::npos,
                 checked(tensors).text().c_str());
        tensors = Notebook(5, 12, 3, {}).only({"X", "context", "output", "out_proj.weight", "out_proj.bias"});
        const auto report = checked(tensors);
        QCOMPARE(verdict(report), "agrees");
        QCOMPARE(report->stages.size(), std::size_t(1));
        QCOMPARE(report->skipped[0].array, "context");
        tensors = {{"X", tensorOf({2, 1}, {0, 1})}, {"scores", tensorOf({2, 2}, {0, 0, 0, 1})}};
        QCOMPARE(verdict(checked(tensors)), "agrees");
    }

    /// The check knows no layer norm: a normalised X is given as `normed`.
    void normsBeforeTheHeads() {
        Tensors tensors{{"hidden_states", tensorOf({2, 3}, {1, 2, 4, 0, 3, 1})},
                        {"query", tensorOf({2, 2}, {-1.0F, 0.0F, -5.5F, 2.0F})},
                        {"h.0.attn.q_proj.weight", tensorOf({2, 3}, {1, -2, 0.5F, 2, 1, -1})},
                        {"h.0.ln_1.weight", tensorOf({3}, {1.5F, 0.5F, -1})}};
        QCOMPARE(verdict(checked(tensors)), "agrees"); // without the norm
        tensors["query"].values[0] = 3;
        QVERIFY2(verdict(checked(tensors)).contains("does not say whether X is normalised first"),
                 qPrintable(verdict(checked(tensors))));
        tensors["normed"] = tensors["hidden_states"];
        QCOMPARE(verdict(checked(tensors)), "Q: unknown");
    }

    /// Arrays that fit no stage do not end the check.
    void otherShapes() {
        Tensors tensors = Notebook(5, 12, 3, {.over = 'q'}).only({"X", "Q", "K", "attn_weights"});
        tensors["logits"] = {{1, 5, 50}, std::vector<float>(250, 1)};
        QCOMPARE(verdict(checked(tensors)), "weights: softmax_axis");
        QCOMPARE(checked(tensors)->skipped[0].why, "its shape [1, 5, 50] does not fit 5 queries and 5 keys");
        tensors["attention"] = {{5, 50},
                                std::vector<float>(250, 0.02F)}; // of a language model, in the place of weights
        QCOMPARE(verdict(checked(tensors)), "weights: softmax_axis");
        tensors.erase("attention");
        tensors["mask"] = {{3, 4}, std::vector<float>(12, 1)};
        QCOMPARE(verdict(checked(tensors)), "weights: softmax_axis");
        QCOMPARE(checked(tensors)->skipped.size(), std::size_t(2));
        tensors["attn_weights"].values[0] = 2; // which may follow from the mask
        QVERIFY2(checked(tensors).text().find("\"attn_weights\" is left out") != std::string::npos,
                 checked(tensors).text().c_str());
    }
    /// A stage of a wrong shape differs.
    void wrongShapes_data() {
        QTest::addColumn<std::string>("array");
        QTest::addColumn<std::vector<std::int64_t>>("shape");
        QTest::addColumn<QString>("verdict");
        QTest::addColumn<std::string>("why");
        const auto row = [](const char* name, const char* array, std::vector<std::int64_t> shape, const char* verdict,
                            const char* why) {
            QTest::newRow(name) << std::string(array) << std::move(shape) << QString(verdict) << std::string(why);
        };
        row("weights in the place of the context", "context", {3, 5, 5}, "context: unknown",
            "its shape [3, 5, 5] is not that of weights V, [3, 5, 4]");
        row("too few queries", "attn_weights", {3, 4, 5}, "weights: unknown",
            "its shape [3, 4, 5] does not fit 5 queries and 5 keys");
        row("another d_k", "K", {3, 5, 3}, "weights: unknown", "it would follow from Q and K, whose shapes do not fit");
    }
    void wrongShapes() {
        QFETCH(std::string, array);
        QFETCH(std::vector<std::int64_t>, shape);
        Tensors tensors = Notebook(5, 12, 3, {}).only({"Q", "K", "V", "attn_weights", "context"});
        const std::int64_t count = shape[0] * shape[1] * shape[2];
        tensors[array] = {shape, std::vector<float>(static_cast<std::size_t>(count), 0.5F)};
        const auto report = checked(tensors);
        QTEST(verdict(report), "verdict");
        QTEST(report->firstDiffering()->why, "why");
        QCOMPARE(report->exitStatus(), 1);
        QVERIFY(linesOf(*report).back().starts_with("The first stage that differs is "));
    }

    /// Keys of a cache, several layers and parts have other shapes, and are right.
    void shapesThatMayBeRight_data() {
        QTest::addColumn<std::string>("array");
        QTest::addColumn<std::vector<std::int64_t>>("shape");
        QTest::addColumn<std::string>("why");
        using Shape = std::vector<std::int64_t>;
        const std::string sides = " does not fit 5 queries and 5 keys";
        QTest::newRow("V of fewer keys") << std::string("V") << Shape{3, 4, 4} << "its shape [3, 4, 4]" + sides;
        QTest::newRow("weights of layers") << std::string("attn_weights") << Shape{2, 3, 5, 5}
                                           << std::string("its shape [2, 3, 5, 5] is not that of softmax of Q K^T / "
                                                          "sqrt(4), [3, 5, 5]; it may be of several layers");
        QTest::newRow("weights of a query")
            << std::string("attn_weights") << Shape{3, 1, 5} << "its shape [3, 1, 5]" + sides;
        QTest::newRow("the context of a token") << std::string("context") << Shape{3, 4} << "its shape [3, 4]" + sides;
        QTest::newRow("Q of fewer columns")
            << std::string("Q") << Shape{5, 8} << std::string("its shape [5, 8] is not that of X W_q^T + b_q, [5, 12]");
    }
    void shapesThatMayBeRight() {
        QFETCH(std::string, array);
        QFETCH(std::vector<std::int64_t>, shape);
        QFETCH(std::string, why);
        const Names qkv{"Q", "K", "V", "attn_weights", "context"};
        Tensors tensors = Notebook(5, 12, array == "Q" ? 1 : 3, {}).only(array == "Q" ? kProjected : qkv);
        std::size_t count = 1;
        for (const std::int64_t side : shape) count *= static_cast<std::size_t>(side);
        tensors[array] = {shape, std::vector<float>(count, 0.5F)};
        const auto report = checked(tensors);
        if (report) QCOMPARE(verdict(report), "agrees");
        if (report) QCOMPARE(report->skipped[0].why, why);
        if (!report) QVERIFY2(report.text().find(why) != std::string::npos, report.text().c_str());
    }

    /// Where the file's number of heads does not fit, that is said, and it is not used.
    void theNumberOfHeadsDoesNotFit_data() {
        QTest::addColumn<float>("count");
        QTest::addColumn<QString>("said");
        QTest::newRow("no divisor") << 5.0F << "5";
        QTest::newRow("huge") << 1e9F << "1e+09";
        QTest::newRow("NaN") << std::numeric_limits<float>::quiet_NaN() << "NaN";
    }
    void theNumberOfHeadsDoesNotFit() {
        QFETCH(float, count);
        Tensors tensors = Notebook(5, 12, 1, {}).only(kProjected);
        tensors["num_heads"] = tensorOf({}, {count});
        const auto report = checked(tensors);
        QCOMPARE(verdict(report), "agrees");
        QCOMPARE(report->skipped.size(), std::size_t(1));
        QTEST(QString::fromStdString(report->skipped[0].why).section(" heads do not fit the stages", 0, 0), "said");
        Tensors heads = Notebook(5, 12, 3, {}).only(kHeads);
        heads["num_heads"] = tensorOf({}, {2});
        QCOMPARE(checked(heads)->skipped[0].why, "2 heads do not fit the stages");
    }

    /// The heads of [N, d] are those that the file names; mistakes are looked for.
    void theNumberOfHeads() {
        Tensors tensors = Notebook(5, 12, 3, {.scale = 1 / std::sqrt(12)})
                              .only({"X", "q_proj.weight", "q_proj.bias", "k_proj.weight", "k_proj.bias",
                                     "v_proj.weight", "v_proj.bias", "concat"});
        QCOMPARE(verdict(checked(tensors)), "concat: unknown");
        tensors["num_heads"] = tensorOf({}, {3});
        QCOMPARE(verdict(checked(tensors)), "concat: sqrt_d_model");
    }

    /// nn.MultiheadAttention has X and its output as [N, 1, d], unless it is told otherwise.
    void tokensBeforeTheBatch() {
        Tensors tensors = Notebook(5, 12, 3, {})
                              .only({"X", "attn_weights", "v_proj.weight", "v_proj.bias", "out_proj.weight",
                                     "out_proj.bias", "output"});
        for (const char* name : {"X", "output"}) tensors[name].shape = {5, 1, 12};
        const auto report = checked(tensors);
        QCOMPARE(verdict(report), "agrees");
        QCOMPARE(report->stages.back().stage, "output");
        tensors["output"].values[13] += 1;
        QCOMPARE(checked(tensors)->firstDiffering()->where, (std::vector<std::int64_t>{1, 0, 1}));
        Tensors query = Notebook(5, 12, 1, {}).only(kProjected);
        for (const char* name : {"X", "Q"}) query[name].shape = {5, 1, 12};
        QCOMPARE(verdict(checked(query)), "agrees");
        QVERIFY(checked(query)->stages.size() == 1 && checked(query)->skipped.empty());
    }

    /// Arrays with known names and any sides are refused or left out.
    void oddShapes() {
        const Tensor one{{2}, {1, 2}}, flat{{2, 4}, std::vector<float>(8, 1)},
            deep{{2, 1, 3, 3}, std::vector<float>(18, 1)};
        const Notebook notebook(5, 12, 3, {});
        for (const auto& [name, tensor] : Tensors{{"c_attn.weight", one}, {"in_proj_weight", flat}, {"W_q", deep}}) {
            QVERIFY(!checked({{name, tensor}, {"mask", flat}}).ok());
            Tensors tensors = notebook.only(kHeads);
            tensors[name] = tensor;
            QCOMPARE(verdict(checked(tensors)), "agrees");
        }
        Tensors scores = notebook.only({"scores"}); // of three heads
        scores["scaled"] = {{5, 5}, std::vector<float>(25, 1)};
        QVERIFY(!checked(scores).ok());
        Tensors heads = notebook.only({"X", "Q"});
        heads["heads.0.W_q"] = flat;
        heads["heads.1.W_q"] = deep;
        const std::string why = "it would follow from X and W_q, whose shapes do not fit";
        QVERIFY2(checked(heads).text().find(why) != std::string::npos, checked(heads).text().c_str());
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

QTEST_APPLESS_MAIN(ReadingsTest)
#include "tst_readings.moc"
