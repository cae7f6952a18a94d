// Computed rows move along with their tokens; the Engine's answers are still those of a new one.
#include "engine/Engine.h"
#include "support/RecordingBackend.h"
#include "support/blocks.h"
#include "support/changing.h"
#include "support/frames.h"
#include "support/incremental.h"
#include "support/projections.h"
#include "support/targets.h"

#include <QTest>

using namespace headlight;
using namespace headlight::testing;

class MovedTokensTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase_data() { addTargets(); }
    void init() { useTarget(); }

    /// A word that is typed or deleted costs its own rows, wherever it stands; in the layer above, under causal masks,
    /// it costs the rows behind it.
    void aWordInTheMiddle_data() {
        QTest::addColumn<int>("place"); // of 12 tokens
        QTest::addColumn<bool>("comes");
        for (const int place : {0, 5, 8, 11, 12}) {
            QTest::addRow("comes at %d", place) << place << true;
            if (place < 12) QTest::addRow("goes from %d", place) << place << false;
        }
    }
    void aWordInTheMiddle() {
        QFETCH(int, place);
        QFETCH(bool, comes);
        std::mt19937 random(14);
        const Session session = causalLayers(random, 2);
        Session edited = session;
        if (comes)
            insertToken(edited.text, place, 3);
        else
            eraseToken(edited.text, place);
        const auto updates = std::make_shared<Updates>();
        Engine engine(std::make_unique<RecordingBackend>(updates));
        engine.answer(session, everything(session));
        updates->clear();
        const Frame after = engine.answer(edited, everything(edited));
        QCOMPARE(difference(after, Engine(eigen()).answer(edited, everything(edited))), std::string());

        const Index count = edited.text.tokens->count();
        for (std::size_t l = 0; l < 2; ++l) {
            QVERIFY((*updates)[l].queriesMoved && (*updates)[l].queriesMoved == (*updates)[l].keysMoved);
            for (const HeadUpdate& head : (*updates)[l].heads)
                for (const Projection& p : kProjections) {
                    const IndexSet& rows = head.rows[p.stage];
                    std::vector<Index> expected;
                    for (Index row = place; row < (l == 0 ? place + comes : count); ++row) expected.push_back(row);
                    QVERIFY(!rows.all);
                    QCOMPARE(rows.items, expected);
                }
        }
    }

    /// Queries come and go while the keys of a second sentence stay, or the reverse: stages that nobody looks at move
    /// along.
    void wordsOfOneOfTwoSentences_data() {
        QTest::addColumn<bool>("causal");
        QTest::addColumn<bool>("ofKeys");
        for (const bool causal : {false, true})
            for (const bool ofKeys : {false, true})
                QTest::addRow("%s%s", ofKeys ? "keys" : "queries", causal ? ", causal" : "") << causal << ofKeys;
    }
    void wordsOfOneOfTwoSentences() {
        QFETCH(bool, causal);
        QFETCH(bool, ofKeys);
        for (unsigned seed = 1; seed <= 40; ++seed) {
            std::mt19937 random(seed);
            Session session = causalLayers(random, 1);
            changing(session)->options.mask.causal = causal;
            const int heads = seed % 2 == 0 ? 2 : 1; // with one head, no other head hides a missing move
            changing(session)->allHeads.resize(static_cast<std::size_t>(heads));
            changing(session)[Parameter::Wo] = randomMatrix(random, 2 * heads, 3);
            session.source = textOf(randomMatrix(random, 9, 4));
            const Demand looks[] = {{{{Stage::Output, 0, 0, {}, 200, 200}}, {}},
                                    {{{Stage::Concat, 0, 0, {}, 200, 200}}, {}},
                                    {{{Stage::Context, 0, heads - 1, {}, 200, 200}}, {}},
                                    {{{Stage::Weights, 0, 0, {}, 200, 200}}, {}}};
            Engine engine(eigen());
            for (int step = 0; step < 12; ++step) {
                const Demand& demand = looks[step == 0 ? 0 : random() % 4];
                QCOMPARE(difference(engine.answer(session, demand), Engine(eigen()).answer(session, demand)),
                         std::string());
                Text& text = ofKeys ? *session.source : session.text;
                if (random() % 3 == 0) {
                    Matrix x = *text.embeddings.matrix();
                    x.row(static_cast<Index>(random()) % x.rows()).setConstant(randomMatrix(random, 1, 1)(0, 0));
                    text.embeddings = x;
                }
                const auto at = static_cast<std::ptrdiff_t>(random() % text.tokens->ids.size());
                if (random() % 2 == 0 && text.tokens->count() > 4)
                    eraseToken(text, at);
                else
                    insertToken(text, at, 3);
            }
        }
    }

    void afterAStoppedRun() {
        for (int asks = 0; asks < 6; ++asks) QCOMPARE(afterAStoppedJump(eigen, asks), std::string());
    }

    void typedWordAndBack() {
        std::mt19937 random(10);
        Session session = randomSession(random, {40, 5, 2, 4, 4});
        const Demand demand = scoresAndWeights(2, 17);
        Engine engine(eigen());
        const Frame before = engine.answer(session, demand);
        Session longer = session;
        insertToken(longer.text, 40, 3);
        QVERIFY(!difference(engine.answer(longer, demand), before).empty());
        const std::string text = difference(engine.answer(session, demand), before);
        QVERIFY2(text.empty(), text.c_str());
    }
};

QTEST_APPLESS_MAIN(MovedTokensTest)
#include "tst_movedTokens.moc"
