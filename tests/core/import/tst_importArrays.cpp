#include "attention/formulas.h"
#include "core/import/smallArrays.h"
#include "import/importArrays.h"
#include "import/leftOut.h"
#include "session/consistency.h"
#include "session/edits.h"

#include <QTest>

#include <cmath>

using namespace headlight;
using namespace headlight::testing;

namespace {

Result<std::vector<NamedArray>> dataFile(const QString& name) {
    return readArrays(std::filesystem::path(HEADLIGHT_TEST_DATA) / "arrays" / name.toStdString());
}

const NamedArray& named(const std::vector<NamedArray>& arrays, std::string_view name) {
    return *std::ranges::find(arrays, name, &NamedArray::name);
}

} // namespace

class ImportArraysTest : public QObject {
    Q_OBJECT

private slots:
    /// The formulas compute what the classes of the notebooks and nn.MultiheadAttention made of their input X. The
    /// tolerance is float32's roundings in about 20 sums and products of numbers below 2: 20 * 2 * 2^-24 < 3e-6.
    void whatTheClassesMake_data() {
        QTest::addColumn<int>("heads");
        QTest::addColumn<QString>("uses"); // "b": biases, "o": W_o, "m": the mask
        for (const char* ending : {".npz", ".safetensors"}) {
            const auto row = [&](const char* name, int heads, const char* uses) {
                QTest::newRow(qPrintable(QString(name) + ending)) << heads << QString(uses);
            };
            row("v1", 1, "");
            row("v2", 1, "b");
            row("causal", 1, "m");
            row("wrapper", 2, "m");
            row("split", 2, "om");
        }
        QTest::newRow("torch.safetensors") << 2 << "bo";
    }
    void whatTheClassesMake() {
        QFETCH(int, heads);
        QFETCH(QString, uses);
        const auto arrays = dataFile(QTest::currentDataTag());
        QVERIFY(arrays.ok());
        const auto set = arraySet(*arrays);
        QVERIFY2(set, set ? "" : set.text().c_str());
        const Session blank = blankSession();
        ImportChoices choices = usualChoices(*set);
        choices.heads = heads;
        const auto session = withArrays(blank, 0, *set, *arrays, choices);
        QVERIFY2(session, session ? "" : session.text().c_str());
        QVERIFY(!firstInconsistency(*session));
        const Layer& layer = session->layers[0];
        QCOMPARE(static_cast<bool>(layer.allHeads[0][Parameter::Bq]), uses.contains('b'));
        QCOMPARE(static_cast<bool>(layer[Parameter::Wo]), uses.contains('o'));
        QCOMPARE(layer.options.mask.causal, uses.contains('m'));
        const ReferenceTrace trace = reference(*session);
        const MatrixD& made = trace(uses.contains('o') ? Stage::Output : Stage::Concat);
        const NamedArray& meant = named(*arrays, "made");
        QCOMPARE(static_cast<std::size_t>(made.size()), meant.values.size());
        for (Index i = 0; i < made.size(); ++i)
            QVERIFY2(std::abs(made.data()[i] - double(meant.values[static_cast<std::size_t>(i)])) < 3e-6,
                     qPrintable(QString("%1: %2, %3").arg(i).arg(made.data()[i]).arg(meant.values[size_t(i)])));
    }

    void aSentenceIsKept() {
        const auto arrays = small();
        const auto set = arraySet(arrays);
        const Session before = *withSentence(newSession(1, 3, 2, 2, 2), "the cat");
        const auto after = withArrays(before, 0, *set, arrays, usualChoices(*set));
        QVERIFY2(after, after ? "" : after.text().c_str());
        QCOMPARE(after->text.tokens->texts, before.text.tokens->texts);
        QCOMPARE(tokenVectors(after->text), Matrix(tokenVectors(before.text).leftCols(2)));
        QCOMPARE(*after->layers[0].allHeads[0][Parameter::Wk].kept, Matrix((Matrix(2, 1) << 3, 4).finished()));
    }

    void aSentenceIsTyped() {
        const auto arrays = small();
        const auto set = arraySet(arrays);
        ImportChoices choices = usualChoices(*set);
        choices.words = ImportChoices::Words::Typed;
        choices.sentence = "a b a";
        const auto after = withArrays(blankSession(), 0, *set, arrays, choices);
        QCOMPARE(after->text.tokens->count(), 3);
        QCOMPARE(after->text.embeddings.cols(), Index(2));
    }

    void wordsOfX_data() {
        QTest::addColumn<bool>("hasTokens");
        QTest::addColumn<QString>("sentence");
        QTest::addColumn<QString>("meant");
        QTest::newRow("the file's") << true << "two words"
                                    << "a b";
        QTest::newRow("the session's") << false << "two words"
                                       << "two words";
        QTest::newRow("none") << false << ""
                              << "x1 x2";
    }
    void wordsOfX() {
        QFETCH(bool, hasTokens);
        QFETCH(QString, sentence);
        QFETCH(QString, meant);
        auto arrays = small();
        arrays.push_back(array("X", {2, 2}, {1, 2, 3, 4}));
        if (hasTokens) arrays.push_back({"tokens", {2}, {}, {"a", "b"}});
        const auto set = arraySet(arrays);
        Session before = *withSentence(blankSession(), sentence.toStdString());
        before = *withGivenMask(before, 0, true);
        const auto after = withArrays(before, 0, *set, arrays, usualChoices(*set));
        QVERIFY2(after, after ? "" : after.text().c_str());
        QVERIFY(!firstInconsistency(*after));
        QCOMPARE(QString::fromStdString(after->text.sentence), meant);
        QCOMPARE(tokenVectors(after->text), Matrix((Matrix(2, 2) << 1, 2, 3, 4).finished()));
    }

    void tokensOfXAreNamed() {
        auto arrays = small();
        arrays.push_back(array("X", {2, 2}, {1, 2, 3, 4}));
        const auto set = arraySet(arrays);
        ImportChoices choices = usualChoices(*set);
        choices.sentence = "my shoes,";
        const auto after = withArrays(blankSession(), 0, *set, arrays, choices);
        QCOMPARE(after->text.tokens->texts, (std::vector<std::string>{"my", "shoes,"}));
        QCOMPARE(tokenVectors(after->text), Matrix((Matrix(2, 2) << 1, 2, 3, 4).finished()));
        choices.sentence = "my shoes are";
        QCOMPARE(withArrays(blankSession(), 0, *set, arrays, choices).text(),
                 std::string("The text has 3 tokens, but X has 2 rows."));
    }

    void tokensWithSpaces_data() {
        using Texts = std::vector<std::string>;
        QTest::addColumn<Texts>("tokens");
        QTest::addColumn<Texts>("names");
        QTest::newRow("as GPT-2 has them") << Texts{"Your", " journey"} << Texts{"Your", "journey"};
        QTest::newRow("within") << Texts{" a b", "c\n"} << Texts{"a␣b", "c"};
        QTest::newRow("empty") << Texts{"a", ""} << Texts{"a", "x2"};
        QTest::newRow("space alone") << Texts{" ", "\xC2\xA0"} << Texts{"x1", "x2"};
        QTest::newRow("two that differ") << Texts{"the", " the"} << Texts{"the", "␣the"};
        QTest::newRow("two spaces, the mark itself") << Texts{"a  b", "␣c"} << Texts{"a␣␣b", "␣c"};
    }
    /// Tokens with spaces have the same names in the file and in the window's field, which joins and splits them.
    void tokensWithSpaces() {
        QFETCH(std::vector<std::string>, tokens);
        QFETCH(std::vector<std::string>, names);
        auto arrays = small();
        arrays.push_back(array("X", {2, 2}, {1, 2, 3, 4}));
        arrays.push_back({"tokens", {2}, {}, tokens});
        const auto set = arraySet(arrays);
        ImportChoices choices = usualChoices(*set);
        QCOMPARE(tokensOfX(*set, arrays, blankSession()), names);
        for (const std::string& field : {std::string(), names[0] + " " + names[1]}) {
            choices.sentence = field;
            const auto after = withArrays(blankSession(), 0, *set, arrays, choices);
            QVERIFY2(after, after ? "" : after.text().c_str());
            QCOMPARE(after->text.tokens->texts, names);
            QCOMPARE(tokenVectors(after->text), Matrix((Matrix(2, 2) << 1, 2, 3, 4).finished()));
        }
    }

    void xAlone() {
        const std::vector arrays{array("X", {2, 2}, {1, 2, 3, 4})};
        const auto set = arraySet(arrays);
        const Session before = *withSentence(newSession(1, 3, 2, 2, 2), "one two");
        const auto after = withArrays(before, 0, *set, arrays, usualChoices(*set));
        QVERIFY2(after, after ? "" : after.text().c_str());
        QVERIFY(!firstInconsistency(*after));
        QCOMPARE(tokenVectors(after->text), Matrix((Matrix(2, 2) << 1, 2, 3, 4).finished()));
        QCOMPARE(after->layers[0].allHeads.size(), std::size_t(2));
    }

    /// Rows that differ for equal tokens belong to their places.
    void rowsOfEqualTokens() {
        auto arrays = small();
        arrays.push_back(array("X", {2, 2}, {1, 2, 1, 2}));
        arrays.push_back({"tokens", {2}, {}, {"a", "a"}});
        const auto set = arraySet(arrays);
        const auto same = withArrays(blankSession(), 0, *set, arrays, usualChoices(*set));
        QVERIFY(same.ok() && !matrixOf(*same, {Parameter::GivenX, 0, 0}));
        arrays[3].values[2] = 5;
        const auto after = withArrays(blankSession(), 0, *set, arrays, usualChoices(*set));
        QVERIFY2(after, after ? "" : after.text().c_str());
        QCOMPARE((*matrixOf(*after, {Parameter::GivenX, 0, 0}))(1, 0), 5.0F);
    }

    /// The layers above read what the imported layer makes.
    void ofSeveralLayers() {
        const auto arrays = small();
        const auto set = arraySet(arrays);
        const Session before = *withLayerAdded(*withSentence(newSession(1, 2, 2, 2, 2), "the cat"));
        ImportChoices choices = usualChoices(*set);
        const auto lower = withArrays(before, 0, *set, arrays, choices);
        QVERIFY2(lower, lower ? "" : lower.text().c_str());
        QVERIFY(!firstInconsistency(*lower));
        QCOMPARE(sizesOf(*lower, 1).d, 1);
        const auto upper = withArrays(before, 1, *set, arrays, choices);
        QCOMPARE(upper.text(),
                 std::string("W_q of head 1 is [2, 1], but layer 2 needs [4, 1] (d by the d_k of the first "
                             "head)."));
    }

    /// Nothing of the old layer stays, even if the set has less.
    void nothingOfTheOldLayerStays() {
        const auto arrays = small();
        const auto set = arraySet(arrays);
        Session before = *withOptional(newSession(1, 2, 2, 2, 2), 0, Parameter::Wo, true);
        before = *withOptional(before, 0, Parameter::Bq, true);
        before = *withoutTrainableWeights(before, 0);
        const auto after = withArrays(before, 0, *set, arrays, usualChoices(*set));
        const Layer& layer = after->layers[0];
        QCOMPARE(layer.allHeads.size(), std::size_t(1));
        QVERIFY(layer.usesWeights() && !layer[Parameter::Wo].kept && !layer.allHeads[0][Parameter::Bq].kept);
        QCOMPARE(layer.options.scale.kind, Scale::Kind::SqrtDk);
        const auto again = withArrays(*after, 0, *set, arrays, usualChoices(*set));
        QVERIFY(*again == *after); // no undo step
    }

    /// A second sentence's tokens are named by the file or by the session's second sentence, or not at all.
    void aSecondSentence_data() {
        QTest::addColumn<bool>("isThere"); // a second sentence in the session
        QTest::addColumn<bool>("hasTokens");
        QTest::addColumn<QString>("meant");
        QTest::newRow("new") << false << false << "x1 x2 x3";
        QTest::newRow("named") << false << true << "a b c";
        QTest::newRow("of the session") << true << false << "one two three";
        QTest::newRow("named instead") << true << true << "a b c";
    }
    void aSecondSentence() {
        QFETCH(bool, isThere);
        QFETCH(bool, hasTokens);
        QFETCH(QString, meant);
        std::vector arrays{array("W_q", {2, 1}, {1, 2}), array("W_k", {3, 1}, {3, 4, 5}),
                           array("W_v", {3, 1}, {5, 6, 7}), array("X", {2, 2}, {1, 2, 3, 4}),
                           array("X_kv", {3, 3}, {1, 2, 3, 4, 5, 6, 7, 8, 9})};
        if (hasTokens) arrays.push_back({"tokens_kv", {3}, {}, {"a", "b", "c"}});
        const auto set = arraySet(arrays);
        QVERIFY2(set, set ? "" : set.text().c_str());
        Session before = blankSession();
        if (isThere) before = *withSentence(*withSecondSentence(before, true), "one two three", {}, Sentence::Second);
        const ImportChoices choices = usualChoices(*set);
        const auto after = withArrays(before, 0, *set, arrays, choices);
        QVERIFY2(after, after ? "" : after.text().c_str());
        QVERIFY(!firstInconsistency(*after));
        QVERIFY(notUsedText(*set, arrays, choices).empty());
        QCOMPARE(QString::fromStdString(after->source->sentence), meant);
        QCOMPARE(tokenVectors(*after->source), Matrix((Matrix(3, 3) << 1, 2, 3, 4, 5, 6, 7, 8, 9).finished()));
        QCOMPARE(*matrixOf(*after, {Parameter::Wk, 0, 0}), Matrix((Matrix(3, 1) << 3, 4, 5).finished()));
    }

    /// One rule holds for all arrays that are taken; a mask may have any numbers.
    void onlyFiniteNumbersAreTaken_data() {
        QTest::addColumn<QString>("which");
        QTest::addColumn<bool>("isTooLarge");
        QTest::addColumn<QString>("why");
        for (const char* which : {"W_q", "W_v", "X", "X_kv"})
            QTest::newRow(which) << which << false
                                 << QString(
                                        "Its array \"%1\" has numbers that are NaN or infinite, but only finite ones "
                                        "can be taken.")
                                        .arg(which);
        QTest::newRow("1e300") << "W_k" << true
                               << "Its array \"W_k\" has numbers that are too large for float32, which ends at 3.4e38, "
                                  "but only finite ones can be taken.";
        QTest::newRow("mask") << "mask" << false << "";
    }
    void onlyFiniteNumbersAreTaken() {
        QFETCH(QString, which);
        QFETCH(bool, isTooLarge);
        QFETCH(QString, why);
        auto arrays = small();
        arrays.push_back(array("X", {2, 2}, {1, 2, 3, 4}));
        arrays.push_back(array("X_kv", {2, 2}, {1, 2, 3, 4}));
        arrays.push_back(array("mask", {2, 2}, {0, -INFINITY, 0, 0}));
        auto& one = *std::ranges::find(arrays, which.toStdString(), &NamedArray::name);
        if (which != "mask") one.values[1] = INFINITY;
        one.isTooLarge = isTooLarge;
        const auto set = arraySet(arrays);
        const auto after = withArrays(blankSession(), 0, *set, arrays, usualChoices(*set));
        QCOMPARE(after ? QString() : QString::fromStdString(after.text()), why);
    }

    /// The number of heads is only known if the file says it.
    void usualHeads() {
        const auto heads = [](const std::vector<std::int64_t>& shape) {
            std::vector<NamedArray> arrays;
            for (const char* name : {"W_q", "W_k", "W_v"}) arrays.push_back(array(name, shape, std::vector<float>(8)));
            return usualChoices(*arraySet(arrays)).heads;
        };
        QCOMPARE(heads({2, 4}), 0);
        QCOMPARE(heads({2, 2, 2}), 2);
        QCOMPARE(heads({8, 1}), 1);
    }

    /// An array of one number says how many heads there are, if that divides W_q.
    void statedHeads_data() {
        QTest::addColumn<std::vector<std::int64_t>>("shape");
        QTest::addColumn<float>("number");
        QTest::addColumn<int>("heads");
        QTest::addColumn<std::string>("unused");
        using Shape = std::vector<std::int64_t>;
        for (const char* name : {"heads", "n_heads", "num_heads", "n_head", "num_attention_heads"})
            QTest::newRow(name) << Shape{} << 2.0F << 2 << std::string();
        QTest::newRow("blocks.num_heads") << Shape{1} << 0.0F << 0 << std::string();
        QTest::newRow("nhead") << Shape{1} << 4.0F << 4 << std::string();
        QTest::newRow("NumHeads") << Shape{} << 3.0F << 0 << std::string("3 heads do not fit W_q, [2, 4]");
        QTest::newRow("Heads") << Shape{2} << 2.0F << 0 << std::string();
    }
    void statedHeads() {
        QFETCH(std::vector<std::int64_t>, shape);
        QFETCH(float, number);
        QFETCH(std::string, unused);
        std::vector<NamedArray> arrays;
        for (const char* name : {"W_q", "W_k", "W_v"}) arrays.push_back(array(name, {2, 4}, std::vector<float>(8)));
        arrays.push_back(array(QTest::currentDataTag(), shape, {number}));
        const auto set = arraySet(arrays);
        const ImportChoices choices = usualChoices(*set);
        QTEST(choices.heads, "heads");
        QCOMPARE(set->unused.contains(3) ? set->unused.at(3) : std::string(), unused);
        QCOMPARE(notUsedText(*set, arrays, choices).empty(), choices.heads > 0);
    }

    /// GPT-2's files have no mask since its buffers are not saved.
    void cAttnIsCausal() {
        const auto isCausal = [](const char* name) {
            return usualChoices(*arraySet(std::vector{array(name, {2, 6}, std::vector<float>(12))})).isCausal;
        };
        QVERIFY(isCausal("h.0.attn.c_attn.weight"));
        QVERIFY(!isCausal("h.0.attn.qkv.weight") && !isCausal("in_proj_weight"));
        const std::vector stated{array("c_attn.weight", {2, 6}, std::vector<float>(12)), array("is_causal", {}, {0})};
        QVERIFY(!usualChoices(*arraySet(stated)).isCausal);
    }

    /// Row r of the array is (r, -r), that of the bias 100 + r. Two heads have d_k = 2. Thirds: rows 0 and 1 are q of
    /// head 1, rows 2 and 3 q of head 2, then k, then v. Heads: rows 0 and 1 are q of head 1, rows 2 and 3 its k, 4 and
    /// 5 its v.
    void oneArrayOfAll_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<bool>("isTransposed");
        QTest::addColumn<std::optional<Joined>>("joined"); // nothing: as the name says
        QTest::addColumn<std::vector<int>>("firsts");      // q of head 1, of head 2, k, k, v, v
        const std::vector<int> thirds{0, 2, 4, 6, 8, 10}, heads{0, 6, 2, 8, 4, 10};
        using Choice = std::optional<Joined>;
        QTest::newRow("nn.MultiheadAttention") << "in_proj_" << true << Choice() << thirds;
        QTest::newRow("nanoGPT") << "attn.c_attn." << true << Choice() << thirds;
        QTest::newRow("BLOOM") << "h.0.self_attention.query_key_value." << true << Choice() << heads;
        QTest::newRow("BLOOM, decided") << "query_key_value." << true << Choice(Joined::Thirds) << thirds;
        QTest::newRow("a class, thirds") << "qkv_proj." << true << Choice(Joined::Thirds) << thirds;
        QTest::newRow("a class, heads") << "qkv_proj." << true << Choice(Joined::Heads) << heads;
        QTest::newRow("[in, out], thirds") << "qkv_" << false << Choice(Joined::Thirds) << thirds;
        QTest::newRow("[in, out], heads") << "qkv_" << false << Choice(Joined::Heads) << heads;
    }
    void oneArrayOfAll() {
        QFETCH(QString, name);
        QFETCH(bool, isTransposed);
        QFETCH(std::optional<Joined>, joined);
        QFETCH(std::vector<int>, firsts);
        std::vector<float> weights, biases;
        for (int i = 0; i < 24; ++i)
            weights.push_back(static_cast<float>(isTransposed ? (i % 2 ? -i / 2 : i / 2) : i < 12 ? i : 12 - i));
        for (int i = 0; i < 12; ++i) biases.push_back(static_cast<float>(100 + i));
        const auto shape = isTransposed ? std::vector<std::int64_t>{12, 2} : std::vector<std::int64_t>{2, 12};
        const std::vector arrays{array(name.toStdString() + (isTransposed ? "weight" : ""), shape, weights),
                                 array(name.toStdString() + "bias", {12}, biases)};
        const auto set = arraySet(arrays);
        QVERIFY2(set, set ? "" : set.text().c_str());
        ImportChoices choices = usualChoices(*set);
        QVERIFY(choices.joined || joined);
        if (joined) choices.joined = joined;
        choices.heads = 2;
        const auto session = withArrays(blankSession(), 0, *set, arrays, choices);
        QVERIFY2(session, session ? "" : session.text().c_str());
        std::size_t at = 0;
        using enum Parameter;
        for (const auto& [weight, bias] : {std::pair(Wq, Bq), std::pair(Wk, Bk), std::pair(Wv, Bv)})
            for (const int head : {0, 1}) {
                const float first = static_cast<float>(firsts[at++]);
                QCOMPARE(*matrixOf(*session, {weight, 0, head}),
                         Matrix((Matrix(2, 2) << first, first + 1, -first, -first - 1).finished()));
                QCOMPARE(*matrixOf(*session, {bias, 0, head}),
                         Matrix((Matrix(1, 2) << 100 + first, 101 + first).finished()));
            }
    }

    /// Row r of the array has the number r. The config.json says four heads of one number, and two of keys.
    void oneArrayOfSharedKeys_data() {
        QTest::addColumn<QString>("family");
        QTest::addColumn<std::optional<Joined>>("joined"); // nothing: as the name says
        QTest::addColumn<QString>("rows");                 // q, k and v of each head
        using Choice = std::optional<Joined>;
        const QString thirds = "0 1 2 3 | 4 4 5 5 | 6 6 7 7", groups = "0 1 4 5 | 2 2 6 6 | 3 3 7 7";
        QTest::newRow("self_attention.query_key_value") << "falcon" << Choice() << groups;
        QTest::newRow("self_attn.qkv_proj") << "phi3" << Choice(Joined::Thirds) << thirds;
        QTest::newRow("attention.wqkv") << "internlm2" << Choice(Joined::Heads) << groups;
        QTest::newRow("attn.c_attn") << "gpt_bigcode" << Choice() << thirds;
    }
    void oneArrayOfSharedKeys() {
        QFETCH(QString, family);
        QFETCH(std::optional<Joined>, joined);
        const std::string name = QTest::currentDataTag();
        const std::vector arrays{array(name + ".weight", {8, 1}, {0, 1, 2, 3, 4, 5, 6, 7}),
                                 array(name + ".bias", {8}, {0, 1, 2, 3, 4, 5, 6, 7})};
        const auto config = modelConfig("{\"model_type\": \"" + family.toStdString() +
                                        "\", \"head_dim\": 1, \"num_attention_heads\": 4, \"num_kv_heads\": 2}");
        QVERIFY2(config, config ? "" : config.text().c_str());
        const auto set = arraySet(arrays, {{*config, {}}});
        QVERIFY2(set, set ? "" : set.text().c_str());
        ImportChoices choices = usualChoices(*set);
        QCOMPARE(choices.heads, 4);
        choices.joined = joined ? joined : choices.joined;
        const auto session = withArrays(blankSession(), 0, *set, arrays, choices);
        QVERIFY2(session, session ? "" : session.text().c_str());
        using enum Parameter;
        const auto numbers = [&](const std::array<Parameter, 3>& parameters) {
            QStringList all;
            for (const Parameter one : parameters) {
                QStringList heads;
                for (int head = 0; head < 4; ++head)
                    heads << QString::number((*matrixOf(*session, {one, 0, head}))(0, 0));
                all << heads.join(' ');
            }
            return all.join(" | ");
        };
        QTEST(numbers({Wq, Wk, Wv}), "rows");
        QTEST(numbers({Bq, Bk, Bv}), "rows");
    }
};

QTEST_APPLESS_MAIN(ImportArraysTest)
#include "tst_importArrays.moc"
