// Files of attention that another program has computed become sessions of given stages.
#include "attention/stages.h"
#include "core/import/givenFiles.h"
#include "import/givenArrays.h"
#include "session/consistency.h"
#include "session/edits.h"
#include "session/reshape.h"

#include <QTest>

using namespace headlight;
using namespace headlight::testing;

class GivenArraysTest : public QObject {
    Q_OBJECT

    ArrayFolder folder_;

private slots:
    void sessions_data() {
        QTest::addColumn<Arrays>("arrays");
        QTest::addColumn<QString>("sizes");  // tokens, keys, layers, heads
        QTest::addColumn<QString>("stages"); // those of the first layer
        const QString weighed = "weights", valued = "V weights context concat";
        QTest::newRow("heads") << Arrays{even("attn", "3, 8, 8")} << "8 8 1 3" << weighed;
        QTest::newRow("layers") << Arrays{even("attentions", "2, 4, 12, 12")} << "12 12 2 4" << weighed;
        QTest::newRow("layers of a batch of one")
            << Arrays{even("attentions", "2, 1, 4, 5, 5")} << "5 5 2 4" << weighed;
        QTest::newRow("a batch of one") << Arrays{even("model.attention_weights", "1, 4, 5, 5")} << "5 5 1 4"
                                        << weighed;
        QTest::newRow("a map") << Arrays{even("weights", "5, 5")} << "5 5 1 1" << weighed;
        QTest::newRow("layers with two prefixes")
            << Arrays{even("encoder.attentions", "3, 2, 4, 4"), even("decoder.attentions", "3, 2, 4, 4")} << "4 4 6 2"
            << weighed;
        QTest::newRow("cross-attention") << Arrays{even("cross_attentions", "2, 3, 5")} << "3 5 1 2" << weighed;
        QTest::newRow("weights and V") << Arrays{even("weights", "2, 3, 3"), counted("V", "2, 3, 4")} << "3 3 1 2"
                                       << valued;
        QTest::newRow("scores") << Arrays{counted("scores", "2, 3, 3")} << "3 3 1 2"
                                << "scores scaled weights";
        QTest::newRow("Q and K") << Arrays{counted("Q", "2, 3, 4"), counted("K", "2, 3, 4")} << "3 3 1 2"
                                 << "Q K scores scaled weights";
        QTest::newRow("all of it") << Arrays{counted("q", "2, 3, 4"), counted("k", "2, 3, 4"), counted("v", "2, 3, 1"),
                                             counted("scores", "2, 3, 3"), even("weights", "2, 3, 3")}
                                   << "3 3 1 2"
                                   << "Q K V scores scaled weights context concat";
        QTest::newRow("a prefix for each layer")
            << Arrays{even("layer0.attn", "3, 4, 4"), even("layer1.attn", "3, 4, 4")} << "4 4 2 3" << weighed;
        QTest::newRow("names of check") << Arrays{counted("attn.query_states", "2, 3, 4"),
                                                  counted("attn.key_states", "2, 3, 4")}
                                        << "3 3 1 2"
                                        << "Q K scores scaled weights";
        QTest::newRow("scores without a name") << Arrays{counted("", "2, 3, 3")} << "3 3 1 2"
                                               << "scores scaled weights";
        QTest::newRow("a map without a name") << Arrays{even("", "5, 5")} << "5 5 1 1" << weighed;
        QTest::newRow("cross-attention without a name") << Arrays{even("", "2, 3, 5")} << "3 5 1 2" << weighed;
        QTest::newRow("W_o, transposed") << Arrays{even("attn", "2, 3, 3"), counted("v", "2, 3, 4"),
                                                   counted("out_proj.weight", "5, 8"), counted("out_proj.bias", "5")}
                                         << "3 3 1 2" << valued + " output";
        QTest::newRow("one prefix, and none")
            << Arrays{counted("h.q", "2, 3, 4"), counted("h.k", "2, 3, 4"), even("weights", "2, 3, 3")} << "3 3 1 2"
            << "Q K scores scaled weights";
    }
    void sessions() {
        QFETCH(Arrays, arrays);
        QFETCH(QString, sizes);
        QFETCH(QString, stages);
        const auto file = folder_.opened(arrays);
        QVERIFY2(file, file ? "" : file.text().c_str());
        const Session& session = file->file.session;
        QVERIFY(file->arrays.listed.empty() && !file->isSessionFile);
        const Sizes s = sizesOf(session);
        QCOMPARE(QString("%1 %2 %3 %4").arg(s.tokens).arg(s.keyTokens).arg(session.layers.size()).arg(s.heads), sizes);
        QStringList made;
        for (const StageInfo& info : headlight::stages())
            if (!info.isAside() && hasStage(info.stage, session, 0)) made << info.id;
        QCOMPARE(made.join(' '), stages);
        QCOMPARE(session.text.tokens->texts.front(), std::string("1"));
    }

    /// Weights have no scale. Matrices that are imported in their place have the usual one.
    void theScaleComesWithMatrices() {
        const Session session = folder_.opened({even("weights", "2, 2"), counted("V", "2, 1")})->file.session;
        QVERIFY(session.layers[0].options.scale.kind == Scale::Kind::None);
        LayerMatrices matrices;
        matrices.heads.resize(1);
        for (const Parameter p : {Parameter::Wq, Parameter::Wk, Parameter::Wv})
            matrices.heads[0][p] = Matrix(Matrix::Ones(sizesOf(session).d, 2));
        const auto computed = withMatrices(session, 0, matrices);
        QVERIFY2(computed, computed ? "" : computed.text().c_str());
        QVERIFY(computed->layers[0].options.scale.kind == Scale::Kind::SqrtDk);
    }

    /// Number l * 48 + h * 12 + row * 3 + col of [layers, heads, rows, columns] stands at its place.
    void placesOfNumbers() {
        const auto file = folder_.opened({counted("weights", "2, 4, 4, 3")});
        QVERIFY2(file, file ? "" : file.text().c_str());
        const auto at = [&](int layer, int head) {
            return *matrixOf(file->file.session, {Parameter::GivenWeights, layer, head});
        };
        QCOMPARE(at(1, 2)(3, 1), 48.0F + 24 + 9 + 1);
        QCOMPARE(QString::fromStdString(file->edited).section(". ", 0, 0),
                 QString("The given weights are taken as they are"));
    }

    /// The first of four sides may be layers or a batch. The name "attentions" says that it is layers.
    void whatMayBeABatch_data() {
        QTest::addColumn<Arrays>("arrays");
        QTest::addColumn<bool>("mayBeBatch");
        QTest::newRow("weights") << Arrays{even("attn_weights", "3, 2, 4, 4")} << true;
        QTest::newRow("Q and K") << Arrays{counted("q", "3, 2, 4, 5"), counted("k", "3, 2, 4, 5")} << true;
        QTest::newRow("no name") << Arrays{even("", "3, 2, 4, 4")} << true;
        QTest::newRow("attentions") << Arrays{even("attentions", "3, 2, 4, 4")} << false;
        QTest::newRow("of cross-attention") << Arrays{even("cross_attentions", "3, 2, 4, 5")} << false;
        QTest::newRow("one") << Arrays{even("attn_weights", "1, 2, 4, 4")} << false;
        QTest::newRow("heads") << Arrays{even("attn_weights", "3, 4, 4")} << false;
    }
    void whatMayBeABatch() {
        QFETCH(Arrays, arrays);
        const auto file = folder_.opened(arrays);
        QVERIFY2(file, file ? "" : file.text().c_str());
        QTEST(file->mayBeBatch, "mayBeBatch");
        if (!file->mayBeBatch) return;
        OpenedFile one = *file;
        const auto taken = takeItemOfBatch(one, 2);
        QVERIFY2(taken, taken ? "" : taken.text().c_str());
        QVERIFY(one.file.session.layers.size() == 1 && !firstInconsistency(one.file.session));
        const Parameter given = arrays.front().name == "q" ? Parameter::GivenQ : Parameter::GivenWeights;
        QCOMPARE(*matrixOf(one.file.session, {given, 0, 1}), *matrixOf(file->file.session, {given, 2, 1}));
    }

    /// The text has its own mask, and the W_o of all texts.
    void allOfOneOfABatch() {
        auto file = folder_.opened({counted("q", "2, 1, 3, 2"),
                                    counted("k", "2, 1, 3, 2"),
                                    counted("v", "2, 1, 3, 2"),
                                    {"mask", "2, 3", {1, 1, 1, 1, 1, 0}},
                                    counted("W_o", "2, 5")});
        QVERIFY2(file, file ? "" : file.text().c_str());
        QVERIFY(file->mayBeBatch);
        const auto taken = takeItemOfBatch(*file, 1);
        QVERIFY2(taken, taken ? "" : taken.text().c_str());
        const Session& session = file->file.session;
        QCOMPARE((*matrixOf(session, {Parameter::GivenV, 0, 0}))(0, 0), 6.0F); // the seventh number
        QCOMPARE(*session.layers[0].options.mask.given.kept,
                 Matrix((Matrix(3, 3) << 1, 1, 0, 1, 1, 0, 1, 1, 0).finished()));
        QCOMPARE(matrixOf(session, {Parameter::Wo, 0, 0})->cols(), Index(5));
    }

    /// A caution is about what changes the numbers, not about what is merely not used.
    void cautions_data() {
        QTest::addColumn<Arrays>("arrays");
        QTest::addColumn<QString>("begins");
        QTest::newRow("weights") << Arrays{even("", "2, 3, 3")} << "";
        QTest::newRow("after dropout") << Arrays{{"", "1, 2, 2", {0.5F, 0, 1, 1}}}
                                       << "Not every row sums to 1, so the numbers are taken as scores";
        QTest::newRow("W_o of other heads")
            << Arrays{even("weights", "2, 3, 3"), counted("V", "2, 3, 4"), counted("W_o", "7, 5")}
            << "Its W_o is not used: its W_o is [7, 5] as [in, out], and the heads make 8";
        QTest::newRow("a mask of each head")
            << Arrays{counted("scores", "3, 2, 2"), {"mask", "3, 2, 2", {1, 1, 0, 1, 1, 0, 1, 1, 1, 1, 0, 1}}}
            << "Its mask is not used. It is [3, 2, 2], of several heads or texts.";
        QTest::newRow("a causal mask of fewer tokens")
            << Arrays{counted("scores", "1, 3, 3"), {"mask", "2, 2", {1, 0, 1, 1}}} << "Its mask is not used. ";
        QTest::newRow("a causal mask of all queries, with more keys, which come first")
            << Arrays{counted("K", "1, 5, 2"), counted("Q", "1, 3, 2"), {"mask", "3, 3", {1, 0, 0, 1, 1, 0, 1, 1, 1}}}
            << "";
        QTest::newRow("zeros") << Arrays{counted("scores", "1, 2, 2"), {"mask", "2, 2", {0, 0, 0, 0}}}
                               << "Its mask is not used. All numbers are 0, which may mean";
    }
    void cautions() {
        QFETCH(Arrays, arrays);
        QFETCH(QString, begins);
        const auto file = folder_.opened(arrays);
        QVERIFY2(file, file ? "" : file.text().c_str());
        const QString said = QString::fromStdString(file->file.caution.text);
        QVERIFY2(begins.isEmpty() ? said.isEmpty() : said.startsWith(begins), qPrintable(said));
    }

    /// A scale of 1 or more divides, as in the check.
    void scales_data() {
        QTest::addColumn<float>("scale");
        QTest::addColumn<double>("factor");
        QTest::newRow("1") << 1.0F << 1.0;
        QTest::newRow("8") << 8.0F << 0.125;
        QTest::newRow("1/4") << 0.25F << 0.25;
    }
    void scales() {
        QFETCH(float, scale);
        const Arrays qk{counted("Q", "2, 3, 4"), counted("K", "2, 3, 4"), {"scale", "", {scale}}};
        const auto file = folder_.opened(qk);
        QVERIFY2(file, file ? "" : file.text().c_str());
        const Scale& taken = file->file.session.layers[0].options.scale;
        QVERIFY(taken.kind == Scale::Kind::Factor);
        QTEST(taken.factor, "factor");
        QVERIFY(file->edited.starts_with("Its scale is taken: scores are multiplied by "));
    }

    /// Layers stand in the order of their numbers, not of the file: 10 stands behind 2.
    void placesOfLayers() {
        Arrays arrays;
        for (const int layer : {10, 2, 1})
            arrays.push_back({QString("blocks.%1.attn.pattern").arg(layer), "1, 1, 1", {static_cast<float>(layer)}});
        const auto file = folder_.opened(arrays);
        QVERIFY2(file, file ? "" : file.text().c_str());
        QStringList found;
        for (int l = 0; l < 3; ++l)
            found << QString::number((*matrixOf(file->file.session, {Parameter::GivenWeights, l, 0}))(0, 0));
        QCOMPARE(found.join(' '), QString("1 2 10"));
    }

    /// A remark names what is in the file, but not in the session.
    void remarks_data() {
        QTest::addColumn<Arrays>("arrays");
        QTest::addColumn<QString>("remark");
        const Array weights = even("weights", "2, 3, 3");
        const QString computed = "Computed, and not taken from the file: ";
        QTest::newRow("two layers") << Arrays{even("layer0.attn", "2, 3, 3"), even("layer1.attn", "2, 3, 3")} << "";
        QTest::newRow("scores") << Arrays{counted("scores", "2, 3, 3"), weights} << computed + "weights.";
        QTest::newRow("squares") << Arrays{counted("query", "4, 4"), counted("key", "4, 4"), counted("value", "4, 4")}
                                 << "Its square \"query\" is taken as Q. If it is W_q of a layer, use File > Import "
                                    "matrices.";
        QTest::newRow("q without k") << Arrays{weights, counted("q", "2, 3, 4")} << "Not used: q [2, 3, 4].";
        QTest::newRow("two of a kind") << Arrays{weights, even("attn", "2, 3, 3")} << "Not used: attn [2, 3, 3].";
        QTest::newRow("X and output") << Arrays{weights, counted("X", "3, 4"), counted("output", "3, 4")}
                                      << "Not used: X [3, 4], output [3, 4].";
        QTest::newRow("W_o without V") << Arrays{counted("X", "3, 4"), weights, counted("W_o", "4, 4")}
                                       << "Not used: X [3, 4], W_o [4, 4].";
    }
    void remarks() {
        QFETCH(Arrays, arrays);
        const auto file = folder_.opened(arrays);
        QVERIFY2(file, file ? "" : file.text().c_str());
        QTEST(QString::fromStdString(file->edited), "remark");
    }

    /// A text gives the places names; it must have as many tokens.
    void names() {
        const auto file = folder_.opened({counted("Q", "1, 3, 2"), counted("K", "1, 3, 2")});
        QVERIFY2(file, file ? "" : file.text().c_str());
        const auto named = withNames(file->file.session, "the cat  the");
        QVERIFY2(named, named ? "" : named.text().c_str());
        QCOMPARE(named->text.tokens->texts, (std::vector<std::string>{"the", "cat", "the"}));
        QCOMPARE(*matrixOf(*named, {Parameter::GivenQ, 0, 0}),
                 *matrixOf(file->file.session, {Parameter::GivenQ, 0, 0}));
        QCOMPARE(withNames(*named, "a b").text(), std::string("The text has 2 tokens, but what is given has 3 rows."));
    }

    /// A hook of a projection catches heads side by side: head h has the columns from h * d_k.
    void headsSideBySide() {
        const auto file = folder_.opened({counted("Q", "1, 3, 4"), counted("K", "1, 3, 4"), counted("V", "1, 3, 2")});
        QVERIFY2(file, file ? "" : file.text().c_str());
        const auto cut = withGivenHeads(file->file.session, 2);
        QVERIFY2(cut, cut ? "" : cut.text().c_str());
        QVERIFY(!firstInconsistency(*cut));
        for (int head = 0; head < 2; ++head) {
            const FrozenMatrix q = matrixOf(*cut, {Parameter::GivenQ, 0, head});
            const FrozenMatrix v = matrixOf(*cut, {Parameter::GivenV, 0, head});
            QCOMPARE(std::pair(q->cols(), v->cols()), std::pair(Index(2), Index(1)));
            for (int row = 0; row < 3; ++row) {
                for (int col = 0; col < 2; ++col)
                    QCOMPARE((*q)(row, col), static_cast<float>(4 * row + 2 * head + col));
                QCOMPARE((*v)(row, 0), static_cast<float>(2 * row + head));
            }
        }
        QCOMPARE(withGivenHeads(file->file.session, 4).text(),
                 std::string("4 heads do not divide its V of 2 columns."));
    }

    /// Layers of which each is a batch: of [layers, texts, heads, rows, columns], or with a prefix for each layer.
    void batchesOfLayers_data() {
        QTest::addColumn<Arrays>("arrays");
        QTest::addColumn<float>("second"); // first number of the second layer of text 2
        QTest::newRow("five sides") << Arrays{counted("weights", "2, 3, 2, 4, 4")} << (3.0F + 2) * 32;
        QTest::newRow("prefixes") << Arrays{counted("l0.attn", "3, 2, 4, 4"), counted("l1.attn", "3, 2, 4, 4")}
                                  << 64.0F;
    }
    void batchesOfLayers() {
        QFETCH(Arrays, arrays);
        auto file = folder_.opened(arrays);
        QVERIFY2(file, file ? "" : file.text().c_str());
        QVERIFY(!file->mayBeBatch);
        QCOMPARE(file->texts, 3);
        QVERIFY2(file->edited.ends_with("Of its batch of 3, the first is taken."), file->edited.c_str());
        const auto first = [&](int layer) {
            return (*matrixOf(file->file.session, {Parameter::GivenWeights, layer, 0}))(0, 0);
        };
        QCOMPARE(first(0), 0.0F);
        const auto taken = takeItemOfBatch(*file, 2);
        QVERIFY2(taken, taken ? "" : taken.text().c_str());
        QCOMPARE(file->file.session.layers.size(), std::size_t(2));
        QCOMPARE(first(0), 64.0F);
        QTEST(first(1), "second");
        QVERIFY(file->edited.find("the first is taken") == std::string::npos);
    }

    void refused_data() {
        QTest::addColumn<Arrays>("arrays");
        QTest::addColumn<QString>("why");
        QTest::newRow("two batches") << Arrays{even("attentions", "2, 3, 4, 5, 5"), counted("V", "2, 2, 4, 5, 5")}
                                     << "Its array \"V\" is a batch of 2; save one of them, such as V[:, 0].";
        QTest::newRow("two batches of layers")
            << Arrays{even("l0.attn", "3, 2, 4, 4"), even("l1.attn", "2, 2, 4, 4")}
            << "Its array \"l1.attn\" is a batch of 2; save one of them, such as l1.attn[0].";
        QTest::newRow("no layers") << Arrays{even("attentions", "0, 2, 1, 2, 2")} << "must be [heads, rows, columns]";
        QTest::newRow("six sides") << Arrays{even("attentions", "2, 1, 1, 1, 5, 5")}
                                   << "must be [heads, rows, columns]";
        QTest::newRow("other heads") << Arrays{even("weights", "2, 3, 3"), counted("V", "3, 3, 4")} << "heads differ";
        QTest::newRow("other rows") << Arrays{even("weights", "2, 3, 3"), counted("V", "2, 4, 4")} << "given_V: 4 rows";
        QTest::newRow("too many heads") << Arrays{even("weights", "65, 1, 1")} << "at most 64 layers of 64 heads";
        QTest::newRow("NaN") << Arrays{{"weights", "1, 1, 1", {NAN}}} << "not finite, in row 1 and column 1";
    }
    void refused() {
        QFETCH(Arrays, arrays);
        QFETCH(QString, why);
        const auto file = folder_.opened(arrays);
        QVERIFY(!file);
        QVERIFY2(QString::fromStdString(file.text()).contains(why), file.text().c_str());
    }

    /// A layer's matrices are imported as ever, whatever stands beside them.
    void matricesAreNotGiven() {
        const auto file = folder_.opened(
            {counted("W_q", "4, 4"), counted("W_k", "4, 4"), counted("W_v", "4, 4"), even("weights", "2, 3, 3")});
        QVERIFY2(file, file ? "" : file.text().c_str());
        QCOMPARE(file->arrays.listed.size(), std::size_t(4));
    }

    /// An array that is not taken may have any shape.
    void othersNeedNotFit() {
        const auto file = folder_.opened({counted("X", "3, 4"), counted("value", "1, 2, 3, 4, 1")});
        QVERIFY2(file, file ? "" : file.text().c_str());
        QCOMPARE(file->arrays.listed.size(), std::size_t(2));
    }

    /// Rows of X that differ for equal words are given; other ones are embeddings.
    void hiddenStates() {
        NamedArray x{"X", {3, 2}, {1, 0, 0, 1, 0.5F, -1}}, tokens{"tokens", {3}, {}, {"my", "shoes", "my"}};
        tokens.areTexts = true;
        const std::vector<NamedArray> arrays{x, tokens};
        const auto set = arraySet(arrays);
        QVERIFY2(set, set ? "" : set.text().c_str());
        const auto session = withArrays(blankSession(), 0, *set, arrays, usualChoices(*set));
        QVERIFY2(session, session ? "" : session.text().c_str());
        QCOMPARE(sizesOf(*session).d, 2);
        QCOMPARE((*matrixOf(*session, {Parameter::GivenX, 0, 0}))(2, 1), -1.0F);
        std::vector<NamedArray> same = arrays;
        same[0].values = {1, 0, 0, 1, 1, 0};
        const auto words = withArrays(*session, 0, *set, same, usualChoices(*set));
        QVERIFY2(words, words ? "" : words.text().c_str());
        QVERIFY(!matrixOf(*words, {Parameter::GivenX, 0, 0}));
    }
};

QTEST_GUILESS_MAIN(GivenArraysTest)
#include "tst_givenArrays.moc"
