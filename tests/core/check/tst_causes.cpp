#include "support/verdicts.h"

#include <QTest>

using namespace headlight;
using namespace headlight::testing;

// Tests which causes are named for faulty files, whose numbers faultyNotebook.h computes.

class CausesTest : public QObject {
    Q_OBJECT

private slots:
    void everyCause_data() {
        QTest::addColumn<testing::Fault>("fault");
        QTest::addColumn<Names>("arrays");
        QTest::addColumn<QString>("verdict");
        const auto row = [](const char* name, const testing::Fault& fault, const Names& arrays, const char* verdict) {
            QTest::newRow(name) << fault << arrays << QString(verdict);
        };
        row("right", {},
            {"X", "Q", "K", "V", "scores", "scaled", "attn_weights", "context", "concat", "output", "q_proj.weight",
             "q_proj.bias", "k_proj.weight", "k_proj.bias", "v_proj.weight", "v_proj.bias", "out_proj.weight",
             "out_proj.bias"},
            "agrees");
        row("right, but for a bias of K that the file does not have", {},
            {"X", "attn_weights", "q_proj.weight", "q_proj.bias", "k_proj.weight"}, "agrees");
        row("no mask", {.attends = attendsToAll}, kHeads, "agrees");
        row("no scale, which nothing states", {.scale = 1}, kHeads, "agrees");
        row("no scale", {.scale = 1}, kStages, "scaled: no_scale");
        row("sqrt(d_model)", {.scale = 1 / std::sqrt(12)}, kHeads, "weights: sqrt_d_model");
        row("sqrt(d_model) in scaled", {.scale = 1 / std::sqrt(12)}, kStages, "scaled: sqrt_d_model");
        row("d_k", {.scale = 0.25}, kHeads, "weights: over_dk");
        row("d_k in scaled", {.scale = 0.25}, kStages, "scaled: over_dk");
        row("times sqrt(d_k)", {.scale = 2}, kHeads, "weights: times_root");
        row("times sqrt(d_k) in scaled", {.scale = 2}, kStages, "scaled: times_root");
        row("hidden keys without a mask", {.attends = [](int, int k) { return k != 2; }}, kHeads, "agrees");
        row("and causal", {.attends = [](int q, int k) { return k != 2 && k <= q; }}, kHeads, "agrees");
        row("hidden keys, over queries", {.attends = [](int, int k) { return k != 2; }, .over = 'q'}, kHeads,
            "weights: softmax_axis");
        row("mask by zeros", {.masksByZero = true}, kHeads, "weights: mask_zero");
        row("over queries", {.over = 'q'}, kHeads, "weights: softmax_axis");
        row("over heads", {.attends = attendsToAll, .over = 'h'}, kHeads, "weights: softmax_axis");
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
        row("times sqrt(d_k), over queries", {.scale = 2, .over = 'q'}, kHeads, "weights: unknown");
        row("d_k, mask by zeros", {.scale = 0.25, .masksByZero = true}, kHeads, "weights: unknown");
        row("upper, sqrt(d_model)", {.scale = 1 / std::sqrt(12), .attends = [](int q, int k) { return k >= q; }},
            kHeads, "weights: unknown");
        row("mask after, dropout", {.masksAfter = true, .dropout = 0.4}, kHeads, "weights: unknown");
        row("over heads, mask after", {.over = 'h', .masksAfter = true}, kHeads, "weights: unknown");
        row("over queries, dropout", {.over = 'q', .dropout = 0.2}, kHeads, "weights: unknown");
        row("not transposed, no bias", {.turned = "q", .leftOut = "q"}, kProjected, "Q: unknown");
        row("viewed, no bias", {.isViewed = true, .leftOut = "q"}, kProjected, "Q: unknown");
    }
    void everyCause() {
        QFETCH(testing::Fault, fault);
        QFETCH(Names, arrays);
        const auto report = checked(Notebook(7, 12, 3, fault).only(arrays));
        QTEST(verdict(report), "verdict");
        QCOMPARE(report->exitStatus(), verdict(report) == "agrees" ? 0 : 1);
    }

    /// A product of the wrong arrays: scores K Q^T, or contexts weights^T V.
    void wrongProducts() {
        Tensors tensors = Notebook(7, 12, 3, {}).only(kHeads);
        std::swap(tensors["Q"], tensors["K"]);
        QCOMPARE(verdict(checked(tensors)), "weights: qk_exchanged");
        tensors = Notebook(7, 12, 3, {}).only({"V", "attn_weights", "context"});
        const std::vector<float> before = tensors["attn_weights"].values;
        for (std::size_t i = 0; i < before.size(); ++i)
            tensors["attn_weights"].values[i] = before[i / 49 * 49 + i % 7 * 7 + i / 7 % 7];
        QCOMPARE(verdict(checked(tensors)), "context: weights_transposed");
    }

    /// The names of K and V are exchanged, alone or beside another fault.
    void kAndVExchanged_data() {
        QTest::addColumn<Names>("arrays");
        QTest::addColumn<testing::Fault>("fault");
        QTest::addColumn<QString>("verdict");
        const Names stages{"Q", "K", "V", "attn_weights"}, contexts{"K", "V", "attn_weights", "context"},
            projected{"X", "K", "V", "k_proj.weight", "k_proj.bias", "v_proj.weight", "v_proj.bias"};
        QTest::newRow("in weights") << stages << testing::Fault() << "weights: kv_exchanged";
        QTest::newRow("in contexts") << contexts << testing::Fault() << "context: kv_exchanged";
        QTest::newRow("in K") << projected << testing::Fault() << "K: kv_exchanged";
        QTest::newRow("over queries") << stages << testing::Fault{.over = 'q'} << "weights: unknown";
        QTest::newRow("no bias") << projected << testing::Fault{.leftOut = "v"} << "K: unknown";
    }
    void kAndVExchanged() {
        QFETCH(Names, arrays);
        QFETCH(testing::Fault, fault);
        Tensors tensors = Notebook(7, 12, 3, fault).only(arrays);
        std::swap(tensors["K"], tensors["V"]);
        QTEST(verdict(checked(tensors)), "verdict");
    }

    /// Scaled scores are scaled once more before the softmax.
    void scaledTwice() {
        Tensors tensors = Notebook(7, 12, 3, {}).only(kStages);
        tensors["attn_weights"] = Notebook(7, 12, 3, {.scale = 0.25}).only(kHeads).at("attn_weights");
        QCOMPARE(verdict(checked(tensors)), "weights: over_dk");
    }

    /// The number `causal` states the mask.
    void statedByANumber() {
        Tensors tensors = Notebook(7, 12, 3, {.attends = attendsToAll}).only(kHeads);
        tensors["is_causal"] = tensorOf({}, {0});
        QCOMPARE(verdict(checked(tensors)), "agrees");
        tensors["is_causal"] = tensorOf({}, {1});
        QCOMPARE(verdict(checked(tensors)), "weights: mask_left_out");
        const auto lower = [](int q, int k) { return k != 2 && k <= q; };
        for (const testing::Fault& fault : {testing::Fault(), testing::Fault{.attends = lower}}) { // causal, yet 0
            tensors = Notebook(7, 12, 3, fault).only(kHeads);
            tensors["is_causal"] = tensorOf({}, {0});
            QCOMPARE(verdict(checked(tensors)), "weights: unknown");
        }
        tensors = Notebook(7, 12, 3, {.attends = [](int, int k) { return k != 2; }}).only(kHeads);
        tensors["is_causal"] = tensorOf({}, {0}); // which says nothing of hidden keys
        QCOMPARE(verdict(checked(tensors)), "agrees");
    }

    /// With one key the only weight is 1, whatever the key is.
    void oneKey() {
        const auto report = checked(Notebook(1, 12, 3, {}).only({"Q", "K", "V", "attn_weights"}));
        QCOMPARE(verdict(report), "agrees");
        const auto& unseen = report->stages.front().unseen;
        const auto found = std::ranges::find(unseen, "kv_exchanged", &FoundCause::name);
        QVERIFY(found != unseen.end());
        QCOMPARE(found->whyUnseen, "they are equal, or there is one key");
    }

    /// The caller states the mask.
    void statedMasks_data() {
        QTest::addColumn<testing::Fault>("fault");
        QTest::addColumn<QString>("mask");
        QTest::addColumn<QString>("verdict");
        QTest::newRow("causal") << testing::Fault() << "causal"
                                << "agrees";
        QTest::newRow("causal, left out") << testing::Fault{.attends = attendsToAll} << "causal"
                                          << "weights: mask_left_out";
        QTest::newRow("none") << testing::Fault{.attends = attendsToAll} << "none"
                              << "agrees";
        QTest::newRow("none, but causal") << testing::Fault() << "none"
                                          << "weights: unknown";
    }
    void statedMasks() {
        QFETCH(testing::Fault, fault);
        QFETCH(QString, mask);
        QTEST(verdict(checked(Notebook(7, 12, 3, fault).only(kHeads), {{}, {}, mask.toStdString()})), "verdict");
    }

    /// A mask or scale that is stated is binding.
    void masksAndScales_data() {
        QTest::addColumn<testing::Fault>("fault");
        QTest::addColumn<Tensor>("mask");
        QTest::addColumn<QString>("scale");
        QTest::addColumn<QString>("verdict");
        const auto row = [](const char* name, const testing::Fault& fault, const Tensor& mask, const char* scale,
                            const char* verdict) {
            QTest::newRow(name) << fault << mask << QString(scale) << QString(verdict);
        };
        const auto notBand = [](int query, int key) { return !isBand(query, key); };
        const auto upper = [](int query, int key) { return key > query; };
        row("causal, 1 hides", {}, maskOf(7, upper), "", "agrees");
        row("of a module, larger than the text", {}, maskOf(20, upper), "", "agrees");
        row("causal, 1 attends", {}, maskOf(7, [](int q, int k) { return k <= q; }), "", "agrees");
        row("a band, 1 attends", {.attends = isBand}, maskOf(7, isBand), "", "agrees");
        row("a band, 1 hides", {.attends = isBand}, maskOf(7, notBand), "", "agrees");
        row("a band, exchanged", {.attends = notBand}, maskOf(7, isBand), "", "weights: mask_exchanged");
        row("a band, after", {.attends = isBand, .masksAfter = true}, maskOf(7, isBand), "", "weights: mask_after");
        row("left out", {.attends = attendsToAll}, maskOf(7, upper), "", "weights: mask_left_out");
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
        QFETCH(testing::Fault, fault);
        QFETCH(Tensor, mask);
        QFETCH(QString, scale);
        Tensors tensors = Notebook(7, 12, 3, fault).only(kHeads);
        if (!mask.shape.empty()) tensors["mask"] = mask;
        const auto report = checked(tensors, {{}, scale.toStdString()});
        QTEST(verdict(report), "verdict");
    }

    /// A scale that is stated belongs to one step: scores may be raw or scaled.
    void aStatedScaleOfScores_data() {
        QTest::addColumn<Names>("arrays");
        QTest::addColumn<bool>("areScoresScaled");
        QTest::addColumn<testing::Fault>("fault");
        QTest::addColumn<QString>("verdict");
        const Names all{"Q", "K", "scores", "attn_weights"};
        QTest::newRow("raw") << all << false << testing::Fault() << "agrees";
        QTest::newRow("raw, beside scaled") << kStages << false << testing::Fault() << "agrees";
        QTest::newRow("scaled") << all << true << testing::Fault() << "agrees";
        QTest::newRow("raw, left out") << all << false << testing::Fault{.scale = 1} << "weights: no_scale";
    }
    void aStatedScaleOfScores() {
        QFETCH(Names, arrays);
        QFETCH(bool, areScoresScaled);
        QFETCH(testing::Fault, fault);
        const Notebook notebook(7, 12, 3, fault); // d_k = 4
        Tensors tensors = notebook.only(arrays);
        if (areScoresScaled) tensors["scores"] = notebook.only({"scaled"}).at("scaled");
        QTEST(verdict(checked(tensors, {{}, "sqrt_dk"})), "verdict");
        tensors["scale"] = tensorOf({1}, {0.5F});
        QTEST(verdict(checked(tensors)), "verdict");
    }

    /// nn.MultiheadAttention's mask of keys, where 1 hides; alone, and beside a causal mask.
    void paddingMasks_data() {
        QTest::addColumn<testing::Fault>("fault");
        QTest::addColumn<bool>("isCausal");
        QTest::addColumn<QString>("verdict");
        const auto first = [](int, int key) { return key < 5; };
        QTest::newRow("alone") << testing::Fault{.attends = first} << false << "agrees";
        QTest::newRow("and causal") << testing::Fault{.attends = [](int q, int k) { return k < 5 && k <= q; }} << true
                                    << "agrees";
        QTest::newRow("exchanged") << testing::Fault{.attends = [](int, int key) { return key >= 5; }} << false
                                   << "weights: mask_exchanged";
        QTest::newRow("left out") << testing::Fault{.attends = attendsToAll} << false << "weights: mask_left_out";
    }
    void paddingMasks() {
        QFETCH(testing::Fault, fault);
        QFETCH(bool, isCausal);
        Tensors tensors = Notebook(7, 12, 3, fault).only(kHeads);
        tensors["src_key_padding_mask"] = tensorOf({1, 7}, {0, 0, 0, 0, 0, 1, 1});
        if (isCausal) tensors["attn_mask"] = maskOf(7, [](int query, int key) { return key > query; });
        QTEST(verdict(checked(tensors)), "verdict");
    }
    /// A mask of keys for each of two texts.
    void paddingMasksOfABatch() {
        const auto firstFour = [](int, int key) { return key < 4; };
        const auto weights = [](const testing::Fault& first, const testing::Fault& second) {
            Tensors tensors = Notebook(6, 12, 3, first).only(kHeads);
            for (const auto& [name, other] : Notebook(6, 12, 3, second).only(kHeads)) {
                Tensor& tensor = tensors[name];
                tensor.shape.insert(tensor.shape.begin(), 2);
                tensor.values.insert(tensor.values.end(), other.values.begin(), other.values.end());
            }
            return tensors;
        };
        const auto masked = [&](const testing::Fault& first, const testing::Fault& second) {
            Tensors tensors = weights(first, second);
            tensors["attention_mask"] = tensorOf({2, 6}, {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0});
            return tensors;
        };
        const testing::Fault all{.attends = attendsToAll}, four{.attends = firstFour},
            five{.attends = [](int, int key) { return key < 5; }},
            causalFour{.attends = [](int query, int key) { return key < 4 && key <= query; }};
        QCOMPARE(verdict(checked(masked(all, four))), "agrees");
        QCOMPARE(verdict(checked(masked(all, all))), "weights: mask_left_out");
        QCOMPARE(verdict(checked(masked(four, four))), "weights: unknown");
        for (const testing::Fault& second : {all, five}) // without a mask the keys of each text may be hidden
            QCOMPARE(verdict(checked(weights(four, second))), "agrees");
        QCOMPARE(verdict(checked(weights(causalFour, {}))), "agrees");
        QCOMPARE(verdict(checked(weights(causalFour, five))), "weights: unknown");
    }

    /// The name of a mask of keys says what its 1 means, or it is said that it does not.
    void masksOfKeysExchanged_data() {
        QTest::addColumn<QString>("verdict");
        QTest::addColumn<QString>("unseen");
        QTest::newRow("attention_mask") << "weights: mask_exchanged"
                                        << "";
        QTest::newRow("mask") << "agrees"
                              << "mask_exchanged";
    }
    void masksOfKeysExchanged() {
        Tensors tensors = Notebook(6, 12, 3, {.attends = [](int, int key) { return key >= 4; }}).only(kHeads);
        tensors[QTest::currentDataTag()] = tensorOf({1, 6}, {1, 1, 1, 1, 0, 0});
        QTEST(verdict(checked(tensors)), "verdict");
        QTEST(unseenIn(checked(tensors)), "unseen");
    }

    /// A file that is stated to be causal keeps its mask of keys.
    void aCausalMaskBesideThatOfKeys() {
        Tensors tensors = Notebook(6, 12, 3, {.attends = [](int q, int k) { return k <= q && k < 4; }}).only(kHeads);
        tensors["attention_mask"] = tensorOf({1, 6}, {1, 1, 1, 1, 0, 0});
        QCOMPARE(verdict(checked(tensors, {.mask = "causal"})), "agrees");
    }

    /// So it does where no token attends to itself. Zeros alone hide nothing.
    void squareAttentionMasks_data() {
        QTest::addColumn<testing::Fault>("fault");
        QTest::addColumn<Tensor>("mask");
        QTest::addColumn<QString>("verdict");
        const auto notBand = [](int query, int key) { return !isBand(query, key); };
        const Tensor others = maskOf(7, notBand), zeros = tensorOf({7, 7}, std::vector<float>(49, 0));
        QTest::newRow("right") << testing::Fault{.attends = notBand} << others << "agrees";
        QTest::newRow("exchanged") << testing::Fault{.attends = isBand} << others << "weights: mask_exchanged";
        QTest::newRow("left out") << testing::Fault{.attends = attendsToAll} << others << "weights: mask_left_out";
        QTest::newRow("zeros") << testing::Fault{.attends = attendsToAll} << zeros << "agrees";
    }
    void squareAttentionMasks() {
        QFETCH(testing::Fault, fault);
        QFETCH(Tensor, mask);
        Tensors tensors = Notebook(7, 12, 3, fault).only(kHeads);
        tensors["attention_mask"] = mask;
        QTEST(verdict(checked(tensors)), "verdict");
        tensors["key_padding_mask"] = tensorOf({1, 7}, std::vector<float>(7, 0)); // which hides nothing
        QTEST(verdict(checked(tensors)), "verdict");
    }

    /// The weights follow from the scores before `masked`, without its mask.
    void theMaskedStageIsIgnored() {
        Tensors tensors = Notebook(6, 12, 3, {.attends = attendsToAll}).only({"Q", "K", "scaled", "attn_weights"});
        Tensor& masked = tensors["masked"] = tensors["scaled"];
        for (std::size_t i = 0; i < masked.values.size(); ++i)
            if (i % 6 > i / 6 % 6) masked.values[i] = -std::numeric_limits<float>::infinity();
        QCOMPARE(verdict(checked(tensors)), "weights: mask_left_out");
        tensors.erase("scaled");
        QCOMPARE(verdict(checked(tensors)), "weights: mask_left_out");
    }

    void cannotBeSeen_data() {
        QTest::addColumn<int>("tokens");
        QTest::addColumn<int>("heads");
        QTest::addColumn<Names>("arrays");
        QTest::addColumn<QString>("unseen");
        QTest::newRow("d_model = d_k") << 6 << 1 << kHeads << "sqrt_d_model";
        QTest::newRow("one token") << 1 << 3 << kHeads
                                   << "no_scale, sqrt_d_model, over_dk, times_root, "
                                      "qk_exchanged, softmax_axis";
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
        const auto report = checked(Notebook(tokens, 12, heads, {.attends = attendsToAll}).only(arrays));
        QCOMPARE(verdict(report), "agrees");
        QTEST(unseenIn(report), "unseen");
    }
    void aSymmetricWeightHidesTheTranspose() {
        const auto report = checked({{"X", tensorOf({2, 2}, {0.1F, 0.7F, 0.3F, 0.9F})},
                                     {"W_q", tensorOf({2, 2}, {1, 2, 2, 5})},
                                     {"Q", tensorOf({2, 2}, {1.5F, 3.7F, 2.1F, 5.1F})}});
        QCOMPARE(unseenIn(report), "not_transposed");
    }

    /// Q = K makes the scores symmetric, which lets only the softmax over queries be its transpose.
    void symmetricScores() {
        Tensors tensors = Notebook(6, 8, 2, {.attends = attendsToAll, .over = 'q'}).only(kHeads);
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
        QCOMPARE(verdict(checked(tensors)), "agrees");
        tensors["attn_weights"] = weights('q');
        QCOMPARE(verdict(checked(tensors)), "weights: softmax_axis");
    }

    /// Weights whose names do not say that they are nn.Linear's are used alike; the odd one out is the fault.
    void theOddOneOut() {
        Tensors tensors = Notebook(5, 12, 1, {.turned = "v", .leftOut = "qkv"}).only({"X", "Q", "K", "V"});
        const Tensors weights = Notebook(5, 12, 1, {}).only({"q_proj.weight", "k_proj.weight", "v_proj.weight"});
        for (const char* letter : {"q", "k", "v"})
            tensors[std::string("W_") + letter] = weights.at(letter + std::string("_proj.weight"));
        const auto report = checked(tensors);
        QCOMPARE(verdict(report), "V: not_transposed");
        QCOMPARE(report->stages[0].formula, "X W_q^T");
    }
};

QTEST_APPLESS_MAIN(CausesTest)
#include "tst_causes.moc"
