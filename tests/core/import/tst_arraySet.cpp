#include "import/ArraySet.h"

#include <QTest>

#include <cmath>

using namespace headlight;

namespace {

using Shape = std::vector<std::int64_t>;

NamedArray array(const std::string& name, Shape shape) {
    std::size_t count = 1;
    for (const auto side : shape) count *= static_cast<std::size_t>(side);
    return {name, std::move(shape), std::vector<float>(count, 0.5F)};
}

/// Returns a mask with the value `above` above its diagonal, and `below` elsewhere.
NamedArray mask(const std::string& name, std::int64_t n, float above, float below, Shape before = {}) {
    NamedArray made{name, std::move(before)};
    made.shape.insert(made.shape.end(), {n, n});
    for (std::int64_t i = 0; i < n * n; ++i) made.values.push_back(i % n > i / n ? above : below);
    return made;
}

/// Returns the parts of a layer, such as "W_q 3x2 transposed from 4 of a, ...".
QString said(const ArrayLayer& layer, const std::vector<NamedArray>& arrays) {
    QStringList parts;
    for (const ArrayPart& part : layer.parts) {
        QString text = QString::fromStdString(nameOf({part.parameter, 0, part.head}));
        text.remove(" of all heads");
        text += QString(" %1x%2").arg(part.rows).arg(part.cols);
        if (part.isTransposed) text += " transposed";
        if (part.first > 0) text += QString(" from %1").arg(part.first);
        if (part.slice) text += QString(" slice %1").arg(*part.slice);
        if (arrays.size() < 3) text += " of " + QString::fromStdString(arrays[part.array].name);
        parts << text;
    }
    return parts.join(", ");
}

} // namespace

class ArraySetTest : public QObject {
    Q_OBJECT

private slots:
    void layers_data() {
        QTest::addColumn<int>("index");
        QTest::addColumn<QString>("meant");
        QTest::addColumn<QString>("sizes"); // d, dk, dv, heads
        int count = 0;
        const auto row = [&](const char* name, const char* sizes, std::vector<NamedArray> arrays, const char* meant) {
            QTest::newRow(name) << count++ << QString(meant) << QString(sizes);
            sets_.push_back(std::move(arrays));
        };
        sets_.clear();
        row("[in, out]", "3 2 2 0", {array("W_query", {3, 2}), array("W_key", {3, 2}), array("W_value", {3, 2})},
            "W_q 3x2, W_k 3x2, W_v 3x2");
        row("nn.Linear, biases", "3 2 4 0",
            {array("W_query.weight", {2, 3}), array("W_query.bias", {2}), array("W_key.weight", {2, 3}),
             array("W_value.weight", {4, 3})},
            "W_q 3x2 transposed, b_q 1x2, W_k 3x2 transposed, W_v 3x4 transposed");
        row("heads from 1, in any order", "3 4 4 2",
            {array("W_q2", {3, 2}), array("W_q1", {3, 2}), array("W_k1", {3, 2}), array("W_k2", {3, 2}),
             array("W_v1", {3, 2}), array("W_v2", {3, 2}), array("b_v2", {1, 2})},
            "W_q of head 2 3x2, W_q of head 1 3x2, W_k of head 1 3x2, W_k of head 2 3x2, W_v of head 1 3x2, "
            "W_v of head 2 3x2, b_v of head 2 1x2");
        row("heads as the first side", "3 4 2 2",
            {array("W_q", {2, 3, 2}), array("W_k", {2, 3, 2}), array("W_v", {2, 3, 1}), array("b_q", {2, 2})},
            "W_q of head 1 3x2 slice 0, W_q of head 2 3x2 slice 1, W_k of head 1 3x2 slice 0, W_k of head 2 3x2 slice "
            "1, W_v of head 1 3x1 slice 0, W_v of head 2 3x1 slice 1, b_q of head 1 1x2 slice 0, b_q of head 2 1x2 "
            "slice 1");
        row("TransformerLens", "4 4 4 2",
            {array("W_Q", {2, 4, 2}), array("W_K", {1, 4, 2}), array("W_V", {1, 4, 2}), array("W_O", {2, 2, 4})},
            "W_q of head 1 4x2 slice 0, W_q of head 2 4x2 slice 1, W_k of head 1 4x2 slice 0, W_v of head 1 4x2 slice "
            "0, W_o 4x4");
        row("Keras", "3 4 4 2",
            {array("query/kernel", {3, 2, 2}), array("query/bias", {2, 2}), array("key/kernel", {3, 2, 2}),
             array("value/kernel", {3, 2, 2}), array("attention_output/kernel", {2, 2, 3})},
            "W_q of head 1 3x2, W_q of head 2 3x2 from 2, b_q of head 1 1x2 slice 0, b_q of head 2 1x2 slice 1, W_k of "
            "head 1 3x2, W_k of head 2 3x2 from 2, W_v of head 1 3x2, W_v of head 2 3x2 from 2, W_o 4x3");
        row("groups of heads", "4 4 4 0",
            {array("q_proj.weight", {4, 4}), array("k_proj.weight", {2, 4}), array("v_proj.weight", {2, 4}),
             array("o_proj.weight", {4, 4})},
            "W_q 4x4 transposed, W_k 4x2 transposed, W_v 4x2 transposed, W_o 4x4 transposed");
        row("nn.MultiheadAttention", "4 4 4 0", {array("in_proj_weight", {12, 4}), array("in_proj_bias", {12})},
            "W_q 4x4 transposed of in_proj_weight, W_k 4x4 transposed from 4 of in_proj_weight, W_v 4x4 transposed "
            "from 8 of in_proj_weight, b_q 1x4 of in_proj_bias, b_k 1x4 from 4 of in_proj_bias, b_v 1x4 from 8 of "
            "in_proj_bias");
        row("GPT-2", "4 4 4 0",
            {array("attn.c_proj.weight", {4, 4}), array("attn.c_attn.weight", {4, 12}),
             array("mlp.c_fc.weight", {4, 16})},
            "W_o 4x4, W_q 4x4, W_k 4x4 from 4, W_v 4x4 from 8");
        row("minGPT", "4 4 4 0", {array("c_attn.weight", {12, 4}), array("c_proj.weight", {4, 4})},
            "W_q 4x4 transposed of c_attn.weight, W_k 4x4 transposed from 4 of c_attn.weight, W_v 4x4 transposed "
            "from 8 of c_attn.weight, W_o 4x4 transposed of c_proj.weight");
        row("nn.Linear of more inputs than outputs", "9 2 2 0", {array("qkv.weight", {6, 9})},
            "W_q 9x2 transposed of qkv.weight, W_k 9x2 transposed from 2 of qkv.weight, W_v 9x2 transposed from 4 of "
            "qkv.weight");
        row("transposed by X", "3 2 2 0",
            {array("W_query", {2, 3}), array("W_key", {2, 3}), array("W_value", {2, 3}), array("X", {6, 3})},
            "W_q 3x2 transposed, W_k 3x2 transposed, W_v 3x2 transposed");
        row("W_o transposed by its shape", "3 2 2 0",
            {array("W_q", {3, 2}), array("W_k", {3, 2}), array("W_v", {3, 2}), array("W_o", {5, 2}), array("b_o", {5})},
            "W_q 3x2, W_k 3x2, W_v 3x2, W_o 2x5 transposed, b_o 1x5");
        row("a second sentence of another width", "3 2 2 0",
            {array("W_q", {3, 2}), array("W_k", {4, 2}), array("W_v", {4, 2}), array("X_kv", {5, 4})},
            "W_q 3x2, W_k 4x2, W_v 4x2");
        row("both transposed by X and X_kv", "3 2 2 0",
            {array("W_q", {2, 3}), array("W_k", {2, 4}), array("W_v", {2, 4}), array("X", {6, 3}),
             array("X_kv", {5, 4})},
            "W_q 3x2 transposed, W_k 4x2 transposed, W_v 4x2 transposed");
        row("nn.MultiheadAttention with kdim", "4 4 4 0",
            {array("q_proj_weight", {4, 4}), array("k_proj_weight", {4, 3}), array("v_proj_weight", {4, 3}),
             array("X_kv", {5, 3})},
            "W_q 4x4 transposed, W_k 3x4 transposed, W_v 3x4 transposed");
        row("the same place twice", "3 2 2 0",
            {array("W_q", {3, 2}), array("W_query", {3, 2}), array("W_k", {3, 2}), array("W_v", {3, 2})},
            "W_q 3x2, W_k 3x2, W_v 3x2");
        row("b_o without W_o", "3 2 2 0",
            {array("W_q", {3, 2}), array("W_k", {3, 2}), array("W_v", {3, 2}), array("b_o", {2})},
            "W_q 3x2, W_k 3x2, W_v 3x2");
    }
    void layers() {
        QFETCH(int, index);
        QFETCH(QString, meant);
        QFETCH(QString, sizes);
        const auto& arrays = sets_[static_cast<std::size_t>(index)];
        const auto set = arraySet(arrays);
        QVERIFY2(set, set ? "" : set.text().c_str());
        QCOMPARE(set->layers.size(), std::size_t(1));
        const ArrayLayer& layer = set->layers[0];
        QCOMPARE(said(layer, arrays), meant);
        QCOMPARE(QString("%1 %2 %3 %4").arg(layer.d).arg(layer.dk).arg(layer.dv).arg(layer.heads), sizes);
    }

    void sidesAreSwapped() {
        const std::vector<NamedArray> arrays{array("W_q", {3, 3}), array("W_k", {3, 3}), array("W_v", {3, 2})};
        QVERIFY(!arraySet(arrays, {.areSidesSwapped = true}).ok()); // W_v would read two numbers
        const std::vector<NamedArray> square{array("W_q", {3, 3}), array("W_k", {3, 3}), array("W_v", {3, 3})};
        QCOMPARE(said(arraySet(square, {.areSidesSwapped = true})->layers[0], square),
                 QString("W_q 3x3 transposed, W_k 3x3 transposed, W_v 3x3 transposed"));
    }

    void severalLayers() {
        std::vector<NamedArray> arrays{array("tok_emb.weight", {9, 4})};
        for (const std::string at : {"blocks.0.att.", "blocks.1.att."})
            for (const std::string name : {"W_query", "W_key", "W_value", "out_proj"})
                arrays.push_back(array(at + name + ".weight", {4, 4}));
        arrays.push_back(mask("blocks.1.att.mask", 5, 1, 0));
        const auto set = arraySet(arrays);
        QVERIFY(set.ok());
        QCOMPARE(set->layers.size(), std::size_t(2));
        QCOMPARE(set->layers[1].name, std::string("blocks.1.att"));
        QVERIFY(set->layers[1].hasOutput);
        QVERIFY(!set->layers[0].hasCausalMask);
        QVERIFY(set->layers[1].hasCausalMask);
    }

    /// A file of 64 MB may name this many; a search quadratic in their number would take hours.
    void manyLayers() {
        std::vector<NamedArray> arrays;
        for (int i = 0; i < 300'000; ++i) arrays.push_back(array("l" + std::to_string(i) + ".mask", {1, 1}));
        QVERIFY(!arraySet(arrays).ok());
    }

    void masks_data() {
        QTest::addColumn<bool>("isCausal");
        QTest::newRow("triu(diagonal=1)") << true;
        QTest::newRow("tril") << true;
        QTest::newRow("-inf") << true;
        QTest::newRow("[1, 1, n, n]") << true;
        QTest::newRow("ones") << false;
        QTest::newRow("one cell is another") << false;
    }
    void masks() {
        QFETCH(bool, isCausal);
        const QString name = QTest::currentDataTag();
        NamedArray one = name == "tril"           ? mask("mask", 4, 0, 1)
                         : name == "-inf"         ? mask("mask", 4, -INFINITY, 0)
                         : name == "[1, 1, n, n]" ? mask("mask", 4, 1, 0, {1, 1})
                         : name == "ones"         ? mask("mask", 4, 1, 1)
                                                  : mask("mask", 4, 1, 0);
        if (name.startsWith("one cell")) one.values[9] = 1;
        const auto set = arraySet(std::vector{array("W_q", {3, 2}), array("W_k", {3, 2}), array("W_v", {3, 2}), one});
        QCOMPARE(set->layers[0].hasCausalMask, isCausal);
        QCOMPARE(set->masks.size(), std::size_t(isCausal ? 1 : 0));
    }

    /// A mask of a model's whole context is cut; a smaller one says nothing on the tokens after it.
    void theSizeOfACausalMask_data() {
        QTest::addColumn<int>("size");
        QTest::addColumn<QString>("why"); // it is not used
        QTest::newRow("smaller") << 3 << "it is of 3 tokens, but X has 4 rows";
        QTest::newRow("equal") << 4 << "";
        QTest::newRow("larger") << 9 << "";
    }
    void theSizeOfACausalMask() {
        QFETCH(int, size);
        QFETCH(QString, why);
        for (const bool isFirst : {false, true}) {
            std::vector all{array("W_q", {3, 2}), array("W_k", {3, 2}), array("W_v", {3, 2}), array("X", {4, 3})};
            const std::size_t at = isFirst ? 0 : all.size();
            all.insert(all.begin() + std::ptrdiff_t(at), mask("mask", size, 1, 0));
            const auto set = arraySet(all);
            QVERIFY2(set, set ? "" : set.text().c_str());
            QCOMPARE(set->layers[0].hasCausalMask, why.isEmpty());
            const auto said = set->unused.find(at);
            QCOMPARE(said == set->unused.end() ? QString() : QString::fromStdString(said->second), why);
        }
    }

    void whatIsNotUnderstood_data() {
        QTest::addColumn<int>("index");
        QTest::addColumn<QString>("why");
        int count = 0;
        const auto row = [&](const char* name, std::vector<NamedArray> arrays, const char* why) {
            QTest::newRow(name) << count++
                                << QString(why) + ". Layers are recognised by names such as W_query, W_key.weight, "
                                                  "q_proj.weight, heads.0.W_value, in_proj_weight and out_proj.bias.";
            sets_.push_back(std::move(arrays));
        };
        sets_.clear();
        const NamedArray q = array("W_q", {3, 2}), k = array("W_k", {3, 2}), v = array("W_v", {3, 2});
        row("nothing", {}, "It has no arrays, but no W_q, W_k and W_v among them");
        row("stages", {array("Q", {1, 6, 2}), array("weights", {1, 6, 6})},
            "It has Q [1, 6, 2] and weights [1, 6, 6], but no W_q, W_k and W_v among them");
        row("not three of equal width", {array("in_proj_weight", {7, 4})},
            "It has in_proj_weight [7, 4], but no W_q, W_k and W_v among them");
        row("one of them", {q, k}, "It has W_q [3, 2] and W_k [3, 2], but it has no W_v");
        row("several widths", {q, array("W_k", {4, 2}), v},
            "It has W_q [3, 2], W_k [4, 2] and W_v [3, 2], but its W_k is [4, 2] and its W_v [3, 2] as [in, out], but "
            "keys and values are made of the same X");
        row("of a second sentence", {q, array("W_k", {4, 2}), array("W_v", {4, 2})},
            "It has W_q [3, 2], W_k [4, 2] and W_v [4, 2], but its W_k and W_v have 4 rows as [in, out], and its W_q 3; "
            "if they read a second sentence, save its vectors as X_kv, [tokens, 4]");
        row("nn.MultiheadAttention with kdim and vdim",
            {array("q_proj_weight", {4, 4}), array("k_proj_weight", {4, 3}), array("v_proj_weight", {4, 5})},
            "It has q_proj_weight [4, 4], k_proj_weight [4, 3] and v_proj_weight [4, 5], but its W_k is [3, 4] and its "
            "W_v [5, 4] as [in, out], but keys and values are made of the same X");
        row("heads of several widths",
            {array("W_q1", {3, 2}), array("W_q2", {4, 2}), array("W_k1", {3, 2}), array("W_k2", {3, 2}),
             array("W_v1", {3, 2}), array("W_v2", {3, 2})},
            "It has W_q1 [3, 2], W_q2 [4, 2], W_k1 [3, 2], W_k2 [3, 2], W_v1 [3, 2] and W_v2 [3, 2], but its heads have "
            "several shapes of W_q");
        row("no groups", {q, array("W_k", {3, 3}), v},
            "It has W_q [3, 2], W_k [3, 3] and W_v [3, 2], but its W_q makes 2 numbers and its W_k 3, which is no equal "
            "share of them");
        row("three heads and two of keys", {array("W_q", {3, 3, 1}), array("W_k", {2, 3, 1}), array("W_v", {2, 3, 1})},
            "It has W_q [3, 3, 1], W_k [2, 3, 1] and W_v [2, 3, 1], but its W_k has another number of heads than its "
            "W_q");
        row("a head too few", {array("W_q1", {3, 2}), array("W_q2", {3, 2}), array("W_k1", {3, 2}), v},
            "It has W_q1 [3, 2], W_q2 [3, 2], W_k1 [3, 2] and W_v [3, 2], but its W_k has another number of heads than "
            "its W_q");
        row("another bias", {q, k, v, array("b_q", {3})},
            "It has W_q [3, 2], W_k [3, 2], W_v [3, 2] and b_q [3], but its b_q has 3 numbers, which is not the width "
            "of its W_q");
        row("another W_o", {q, k, v, array("W_o", {3, 4})},
            "It has W_q [3, 2], W_k [3, 2], W_v [3, 2] and W_o [3, 4], but its W_o is [3, 4] as [in, out], and the "
            "heads make 2 numbers");
        row("empty", {array("W_q", {0, 2}), k, v},
            "It has W_q [0, 2], W_k [3, 2] and W_v [3, 2], but its W_q is empty");
        row("in a layer", {array("a.W_q", {3, 2})}, "It has a.W_q [3, 2], but of \"a\" it has no W_k");
        NamedArray bad = array("W_v", {3, 2});
        bad.values.clear();
        bad.whyNot = "its numbers are complex";
        const auto other = [&](const char* reason) { // does not end like the others
            QTest::newRow(reason) << count++ << QString(reason);
        };
        other("It has W_q [3, 2], W_k [3, 2] and W_v [3, 2], but its array \"W_v\" is not used: its numbers are "
              "complex.");
        sets_.push_back({q, k, bad});
        other("It has an array [4, 6, 3], but it is not used: it is a batch of 4; save one of them, such as X[0].");
        sets_.push_back({array("", {4, 6, 3})});
        row("too many heads", {array("W_q", {65, 1, 1}), array("W_k", {65, 1, 1}), array("W_v", {65, 1, 1})},
            "It has W_q [65, 1, 1], W_k [65, 1, 1] and W_v [65, 1, 1], but it has more than 64 heads");
    }
    void whatIsNotUnderstood() {
        QFETCH(int, index);
        QFETCH(QString, why);
        const auto set = arraySet(sets_[static_cast<std::size_t>(index)]);
        QCOMPARE(set ? QString("understood") : QString::fromStdString(set.text()), why);
    }

    /// X may be the array of a .npy, which has no name.
    void xAlone() {
        const auto set = arraySet(std::vector{array("", {6, 3})});
        QVERIFY(set.ok());
        QVERIFY(set->x && set->layers.empty());
        QVERIFY(!arraySet(std::vector{array("", {6})}).ok());
        QVERIFY(!arraySet(std::vector{array("X", {6, 3}), array("W_q", {3, 2})}).ok()); // only without weights
    }

    /// For an array that the layer cannot use the reason is given; the others are used.
    void whatIsNotUsed_data() {
        QTest::addColumn<NamedArray>("more");
        QTest::addColumn<QString>("why"); // empty: it is used
        NamedArray complex = array("b_q", {2});
        complex.values.clear();
        complex.whyNot = "its numbers are complex";
        QTest::newRow("complex") << complex << "its numbers are complex";
        QTest::newRow("batch") << array("X", {2, 6, 3}) << "it is a batch of 2; save one of them, such as X[0]";
        QTest::newRow("batch of one token each")
            << array("X", {6, 1, 3})
            << "it is a batch of 6; save one of them, such as X[0], or X[:, 0] if it is [tokens, batch, d]";
        QTest::newRow("another d") << array("X", {6, 4}) << "it has 4 numbers for each token, but W_q has 3 rows";
        QTest::newRow("another d of a second sentence")
            << array("X_kv", {6, 4}) << "it has 4 numbers for each token, but W_k has 3 rows";
        QTest::newRow("mask") << array("mask", {6, 6}) << "it is not causal";
        QTest::newRow("mask of keys") << NamedArray{"mask", {2}, {1, 0}} << "it is not causal";
        QTest::newRow("a batch of one") << array("X", {1, 6, 3}) << "";
        QTest::newRow("X") << array("X", {6, 3}) << "";
    }
    void whatIsNotUsed() {
        QFETCH(NamedArray, more);
        QFETCH(QString, why);
        const std::vector<NamedArray> arrays{array("W_q", {3, 2}), array("W_k", {3, 2}), array("W_v", {3, 2}), more};
        const auto set = arraySet(arrays);
        QVERIFY(set && set->layers.size() == 1);
        QCOMPARE(set->unused.contains(3) ? QString::fromStdString(set->unused.at(3)) : QString(), why);
        QCOMPARE(set->x.has_value(), why.isEmpty());
        if (set->x) QVERIFY(tokensOf(arrays[*set->x]) == 6 && widthOf(arrays[*set->x]) == 3);
    }

    void tokensAreAsManyAsRows() {
        const std::vector<NamedArray> arrays{array("W_q", {3, 2}),
                                             array("W_k", {3, 2}),
                                             array("W_v", {3, 2}),
                                             array("X", {2, 3}),
                                             {"tokens", {3}, {}, {"a", "b", "c"}}};
        const auto set = arraySet(arrays);
        QVERIFY(set && set->x && !set->tokens);
        QCOMPARE(set->unused.at(4), std::string("it has 3 tokens, but X has 2 rows"));
    }

    /// A mask is never the reason why there is no layer.
    void aMaskIsNotBlamed() {
        const auto set = arraySet(std::vector{array("W_q", {3, 2}), array("mask", {6, 6})});
        QVERIFY2(!set && set.text().find("it has no W_k") != std::string::npos, set ? "" : set.text().c_str());
    }

    void headsAreNumbered() {
        std::vector<NamedArray> arrays;
        for (const char* head : {"heads.2.", "heads.0."})
            for (const char* name : {"W_q", "W_k", "W_v"}) arrays.push_back(array(std::string(head) + name, {3, 2}));
        const auto set = arraySet(arrays);
        QVERIFY(set && set->layers.size() == 1 && set->layers[0].heads == 2);
        QCOMPARE(set->layers[0].numbers, (std::set{0, 2}));
    }

    void headsAreDivisors() {
        ArrayLayer layer;
        layer.dk = 12, layer.dv = 8;
        QCOMPARE(headCounts(layer), (std::vector{1, 2, 4}));
        layer.share = 2;
        QCOMPARE(headCounts(layer), (std::vector{2, 4}));
        layer.heads = 3;
        QCOMPARE(headCounts(layer), std::vector{3});
    }

private:
    std::vector<std::vector<NamedArray>> sets_;
};

QTEST_APPLESS_MAIN(ArraySetTest)
#include "tst_arraySet.moc"
