// Tests layers that come and go, which layer an edit changes, and what is refused.
#include "session/Limits.h"
#include "session/consistency.h"
#include "support/blocks.h"
#include "support/changing.h"
#include "support/layers.h"

#include <QTest>

#include <set>

using namespace headlight;
using namespace headlight::testing;

namespace {

Options optionsWith(const std::function<void(Mask&)>& change) {
    Options options;
    change(options.mask);
    return options;
}

} // namespace

class LayersTest : public QObject {
    Q_OBJECT

private slots:
    void aLayerGoes_data() {
        QTest::addColumn<int>("layer");
        QTest::newRow("first") << 0;
        QTest::newRow("middle") << 1;
        QTest::newRow("last") << 2;
    }
    void aLayerGoes() {
        QFETCH(int, layer);
        const Session before = sample(3), now = *withLayerRemoved(before, layer);
        QVERIFY(!firstInconsistency(now));
        QCOMPARE(now.layers.size(), std::size_t(2));
        std::vector<int> numbers;
        for (const Layer& l : now.layers) numbers.push_back(l.number);
        std::vector<int> expected{0, 1, 2};
        expected.erase(expected.begin() + layer);
        QCOMPARE(numbers, expected);
        if (layer > 0) QVERIFY(now.layers[0] == before.layers[0]);
        if (layer == 1) QVERIFY(now.layers[1] == before.layers[2]); // it reads 4 columns from whichever is below
    }

    void aCopyStandsOnItsOriginal() {
        const Session before = sample(3);
        const Session same = *withLayerDuplicated(before, 1); // it makes as many columns as it reads
        QVERIFY(same.layers.size() == 4 && same.layers[1] == before.layers[1] && same.layers[3] == before.layers[2]);
        QVERIFY(block(same, 2, Parameter::Wq) == block(before, 1, Parameter::Wq) && same.layers[2].number == 3);
        const Session narrower = *withLayerDuplicated(before, 0); // it reads 5 columns and makes 4
        QVERIFY(!firstInconsistency(narrower));
        QVERIFY(narrower.layers[0] == before.layers[0] && narrower.layers[2] == before.layers[1]);
        QVERIFY(block(narrower, 1, Parameter::Wk) == block(before, 0, Parameter::Wk).topRows(4));
        QCOMPARE(withLayerDuplicated(before, 7).text(), std::string("There is no layer 8; the session has 3."));
        Session full = before;
        while (full.layers.size() < kMaxLayers) full.layers.push_back(full.layers[1]);
        QCOMPARE(withLayerDuplicated(full, 1).text(),
                 std::string("A session has at most 64 layers. Remove one first."));
    }

    void aNewLayerIsLikeTheOneBelow() {
        Session before = sample(1);
        before = *withOptional(before, 0, Parameter::Bk, true);
        before = *withOptions(before, 0, optionsWith([](Mask& mask) {
                                  mask.causal = true;
                                  mask.hidden = {1};
                              }));
        const Session now = *withLayerAdded(before);
        QVERIFY(!firstInconsistency(now));
        QVERIFY(now.layers[0] == before.layers[0]);
        const Layer& added = now.layers[1];
        QVERIFY(added.options.mask == before.layers[0].options.mask);
        const Sizes s = sizesOf(now, 1);
        QCOMPARE(s.heads, 2);
        QCOMPARE(s.dk, 3);
        QCOMPARE(s.dv, 2);
        QCOMPARE(s.d, 4);
        QCOMPARE(s.width(), 4);
        for (const Head& head : added.allHeads) QVERIFY(head[Parameter::Bk] && !head[Parameter::Bq]);
        QVERIFY(withResidual(now, 1, true).ok());
        QVERIFY(sameValues(*withLayerAdded(*withLayerRemoved(now, 1)), now)); // the seed determines it
    }

    void aLayerThatWentAndCameIsNoTwin() {
        const Session now = *withLayerAdded(*withLayerRemoved(sample(4), 1));
        std::set<int> numbers;
        std::set<std::vector<float>> seen;
        for (std::size_t l = 0; l < now.layers.size(); ++l) QVERIFY(numbers.insert(now.layers[l].number).second);
        forEachParameter(now, [&](const ParameterRef& ref, const FrozenMatrix& matrix) {
            const bool isNew = !matrix || seen.insert({matrix->data(), matrix->data() + matrix->size()}).second;
            QVERIFY2(isNew, (nameOf(ref) + " of layer " + std::to_string(ref.layer)).c_str());
        });
    }

    void thereAreAtMost64Layers() {
        Session s = sample(1);
        while (static_cast<int>(s.layers.size()) < kMaxLayers) s = *withLayerAdded(s);
        QVERIFY(!firstInconsistency(s));
        QCOMPARE(withLayerAdded(s).text(), std::string("A session has at most 64 layers. Remove one first."));
        for (const Layer& layer : s.layers) QVERIFY(layer.number < kMaxLayers);
        QVERIFY(withLayerAdded(*withLayerRemoved(s, 30)).ok());
    }

    /// A refusal gives the sizes and the way out, and nothing has changed.
    void refusals_data() {
        QTest::addColumn<Edit>("before");
        QTest::addColumn<Edit>("edit");
        QTest::addColumn<QString>("text");
        const auto row = [](const char* name, const Edit& before, const Edit& edit, const char* text) {
            QTest::newRow(name) << before << edit << QString(text);
        };
        const Edit asItIs = [](const Session& s) { return s; };
        const Edit added = [](const Session& s) { return *withResidual(withOutput(s, 1), 1, true); };
        row(
            "residual of another width", asItIs, [](const Session& s) { return withResidual(s, 0, true); },
            "The width of layer 1's output is 4, but the width of its X is 5, so they cannot be added. Add a W_o "
            "of shape [4, 5] first.");
        row(
            "another width below a residual", added, [](const Session& s) { return withHeadAdded(s, 0); },
            "Layer 2, residual: X has 6 columns, but the output has 4, so they cannot be added. Add a W_o of "
            "shape [4, 6], or switch the residual off.");
        row(
            "d_v below a residual", added, [](const Session& s) { return withValueSize(s, 0, 1); },
            "Layer 2, residual: X has 2 columns, but the output has 4, so they cannot be added. Add a W_o of "
            "shape [4, 2], or switch the residual off.");
        row(
            "a residual without its W_o",
            [](const Session& s) { return *withValueSize(*withResidual(withOutput(s, 1), 1, true), 1, 1); },
            [](const Session& s) { return withOptional(s, 1, Parameter::Wo, false); },
            "Layer 2, residual: X has 4 columns, but the output has 2, so they cannot be added. Add a W_o of "
            "shape [2, 4], or switch the residual off.");
        row(
            "layer below a residual", added, [](const Session& s) { return withLayerRemoved(s, 0); },
            "Layer 1, residual: X has 5 columns, but the output has 4, so they cannot be added. Add a W_o of "
            "shape [4, 5], or switch the residual off.");
        row(
            "the last layer", [](const Session& s) { return withLayerRemoved(s, 1); },
            [](const Session& s) { return withLayerRemoved(s, 0); }, "A session needs at least one layer.");
        row(
            "no such layer to remove", asItIs, [](const Session& s) { return withLayerRemoved(s, 2); },
            "There is no layer 3; the session has 2.");
        row(
            "no such layer to add to", asItIs, [](const Session& s) { return withResidual(s, -1, true); },
            "There is no layer 0; the session has 2.");
        row(
            "no such layer for a bias", asItIs,
            [](const Session& s) { return withOptional(s, 7, Parameter::Bq, true); },
            "There is no layer 8; the session has 2.");
        row(
            "b_o alone", asItIs, [](const Session& s) { return withOptional(s, 0, Parameter::Bo, true); },
            "b_o requires W_o. Add a W_o first.");
        row(
            "X", asItIs, [](const Session& s) { return withOptional(s, 0, Parameter::X, true); },
            "X cannot be added or removed by itself.");
        row(
            "W_k", asItIs, [](const Session& s) { return withOptional(s, 1, Parameter::Wk, false); },
            "W_k cannot be added or removed by itself.");
        row(
            "window below 0", asItIs,
            [](const Session& s) { return withOptions(s, 1, optionsWith([](Mask& mask) { mask.window = -1; })); },
            "Layer 2, options.mask.window: must be from 1 to 46339.");
        row(
            "hidden token that is not there", asItIs,
            [](const Session& s) {
                return withOptions(s, 1, optionsWith([](Mask& mask) { mask.hidden = {1, 3}; }));
            },
            "Layer 2, options.mask.hidden: there is no key token 3 (counted from 0; there are 3). "
            "Remove it.");
        row(
            "hidden twice", asItIs,
            [](const Session& s) {
                return withOptions(s, 0, optionsWith([](Mask& mask) { mask.hidden = {1, 1}; }));
            },
            "Layer 1, options.mask.hidden: the tokens must be in ascending order, without duplicates.");
        row(
            "given mask of another size", asItIs,
            [](const Session& s) {
                return withOptions(s, 1, optionsWith([](Mask& mask) { mask.given = matrixFrom("1 0; 1 1"); }));
            },
            "Layer 2, options.mask: 2 rows by 2 columns, but it must be 3 by 3 (queries by keys). "
            "It needs a row for each query token and a column for each key token.");
        row(
            "given mask of other numbers", asItIs,
            [](const Session& s) {
                return withOptions(s, 1,
                                   optionsWith([](Mask& mask) { mask.given = matrixFrom("1 0 1; 1 2 1; 1 1 1"); }));
            },
            "Layer 2, options.mask: contains a number that is neither 0 nor 1.");
    }
    void refusals() {
        QFETCH(Edit, before);
        QFETCH(Edit, edit);
        QFETCH(QString, text);
        const Session session = *before(sample());
        const Session copy = session;
        const auto refused = edit(session);
        QVERIFY(!refused.ok());
        QCOMPARE(QString::fromStdString(refused.text()), text);
        QVERIFY(session == copy);
    }

    /// Each edit changes the layer that it names and leaves the others.
    void editsReachTheirLayer_data() {
        QTest::addColumn<Edit>("edit");
        const auto row = [](const char* name, const Edit& edit) { QTest::newRow(name) << edit; };
        row("head added", [](const Session& s) { return withHeadAdded(s, 1); });
        row("head duplicated", [](const Session& s) { return withHeadDuplicated(s, 1, 0); });
        row("head removed", [](const Session& s) { return withHeadRemoved(s, 1, 0); });
        row("d_k", [](const Session& s) { return withKeySize(s, 1, 7); });
        row("d_v", [](const Session& s) { return withValueSize(s, 1, 7); });
        row("no weights", [](const Session& s) { return withoutTrainableWeights(s, 1); });
        row("W_o", [](const Session& s) { return withOptional(s, 1, Parameter::Wo, true); });
        row("b_v", [](const Session& s) { return withOptional(s, 1, Parameter::Bv, true); });
        row("a cell", [](const Session& s) { return withCell(s, {Parameter::Wv, 1, 1}, 2, 1, 9); });
        row("mask", [](const Session& s) { return withOptions(s, 1, optionsWith([](Mask& m) { m.window = 2; })); });
    }
    void editsReachTheirLayer() {
        QFETCH(Edit, edit);
        Session before = withOutput(sample(3), 2);
        before = *withKeySize(before, 2, 3);
        const Session now = *edit(before);
        QVERIFY(!firstInconsistency(now));
        QVERIFY(now.layers[0] == before.layers[0]);
        QVERIFY(!(now.layers[1] == before.layers[1]));
        QVERIFY(now.layers[2].options == before.layers[2].options && now.layers[2].allHeads.size() == 2);
        QVERIFY(now.layers[2][Parameter::Wo] == before.layers[2][Parameter::Wo]);
    }

    void whatChangesNothingIsItsArgument_data() {
        QTest::addColumn<Edit>("edit");
        const auto row = [](const char* name, const Edit& edit) { QTest::newRow(name) << edit; };
        row("residual", [](const Session& s) { return withResidual(s, 1, false); });
        row("W_o", [](const Session& s) { return withOptional(s, 1, Parameter::Wo, false); });
        row("b_o", [](const Session& s) { return withOptional(s, 0, Parameter::Bo, false); });
        row("b_q", [](const Session& s) { return withOptional(s, 1, Parameter::Bq, false); });
        row("d_v", [](const Session& s) { return withValueSize(s, 1, 2); });
        row("options", [](const Session& s) { return withOptions(s, 1, s.layers[1].options); });
        row("an equal mask", [](const Session& s) {
            Options options = s.layers[1].options;
            options.mask.given = Matrix(*options.mask.given);
            return withOptions(s, 1, options);
        });
    }
    void whatChangesNothingIsItsArgument() {
        QFETCH(Edit, edit);
        const Session s = *withOptions(sample(), 1,
                                       optionsWith([](Mask& m) { m.given = matrixFrom("1 0 1; 1 1 1; 0 0 1"); }));
        QVERIFY(*edit(s) == s);
    }

    /// The bias of W_o goes with it; either all heads of a layer have a bias, or none.
    void whatNeedNotBeThere() {
        const Session s = sample();
        const Session with = *withOptional(withOutput(s, 1), 1, Parameter::Bo, true);
        QCOMPARE(block(with, 1, Parameter::Wo).cols(), Index(4));
        QCOMPARE(block(with, 1, Parameter::Bo).cols(), Index(4));
        Session without = *withOptional(with, 1, Parameter::Wo, false);
        QVERIFY(without.layers[1][Parameter::Wo].kept == with.layers[1][Parameter::Wo]);
        Session before = s;
        for (Session* one : {&without, &before})
            for (const Parameter p : {Parameter::Wo, Parameter::Bo}) changing(*one, 1)[p] = {};
        QVERIFY(without == before);
        Session one = *withCell(*withOptional(s, 1, Parameter::Bq, true), {Parameter::Bq, 1, 0}, 0, 0, 7);
        changing(one, 1)->allHeads[1][Parameter::Bq] = {};
        const Session both = *withOptional(one, 1, Parameter::Bq, true);
        QCOMPARE(block(both, 1, Parameter::Bq, 0)(0, 0), 7.0F); // an existing one stays
        QVERIFY(both.layers[1].allHeads[1][Parameter::Bq]);
    }

    void masksOfAllLayersFollowTheSentence() {
        Session s = sample();
        s = *withOptions(s, 0, optionsWith([](Mask& m) { m.hidden = {0, 2}; }));
        s = *withOptions(s, 1, optionsWith([](Mask& m) { m.given = matrixFrom("1 0 1; 1 1 1; 0 0 1"); }));
        const Session now = *withSentence(s, "x a c");
        QVERIFY(!firstInconsistency(now));
        QCOMPARE(now.layers[0].options.mask.hidden, (std::vector<int>{1, 2}));
        QVERIFY(*now.layers[1].options.mask.given == matrixFrom("1 1 1; 1 1 1; 1 0 1"));
    }
};

QTEST_GUILESS_MAIN(LayersTest)
#include "tst_layers.moc"
