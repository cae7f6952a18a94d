// A new parameter needs one line in the list, and is computed with where a formula and a stage name it: core is
// compiled once more for this test, with some more parameters (tests/CMakeLists.txt adds them).
#include "io/sessionFile.h"
#include "session/consistency.h"
#include "session/edits.h"
#include "support/frames.h"
#include "support/gated.h"

#include <QTest>

#include <cmath>
#include <set>

using namespace headlight;
using namespace headlight::testing;

namespace {

const ParameterRef kRef{Parameter::Wtest, 0, 1};

/// Two heads, d = 4, d_k = 3, d_v = 2; the second has the newcomer [d, d_v].
Session sample() {
    Session session = *withSentence(newSession(1, 4, 2, 3, 2), "a b");
    session.layers[0].allHeads[1][Parameter::Wtest] = Matrix((Matrix(4, 2) << 1, 2, 3, 4, 5, 6, 7, 8).finished());
    return session;
}

/// A vector of layer l, by which everything that its heads make, or all that it reads, could be multiplied.
Session with(Parameter p, std::vector<float> numbers, Session session = sample(), int l = 0) {
    session.layers[static_cast<std::size_t>(l)][p] = Matrix(
        Eigen::Map<Matrix>(numbers.data(), 1, static_cast<Index>(numbers.size())));
    return session;
}

/// "1 2 ? 3": what stands in it; ? where something else does than whole numbers, which must have been drawn.
std::string textOf(const Session& session, Parameter p, int l = 0) {
    if (const auto wrong = firstInconsistency(session)) return *wrong;
    std::string text;
    std::set<float> drawn;
    for (const float x : session.layers[static_cast<std::size_t>(l)][p]->reshaped()) {
        const bool isDrawn = x != std::round(x);
        if (isDrawn && !drawn.insert(x).second) return "drawn twice";
        text += (text.empty() ? "" : " ") + (isDrawn ? "?" : std::to_string(static_cast<int>(x)));
    }
    return text;
}

std::string textOf(const Result<Session>& session, Parameter p, int l = 0) {
    return session ? textOf(*session, p, l) : session.text();
}

/// Without what is switched off, which would come back.
Session never(Session session) {
    forEachParameter(session, [](const ParameterRef&, ParameterValue& value) {
        if (!value) value = {};
    });
    return session;
}

const Matrix& newcomer(const Session& session) { return *valueOf(session, kRef)->kept; }

} // namespace

class NewParameterTest : public QObject {
    Q_OBJECT

private slots:
    void hasItsName() {
        QCOMPARE(parameters().size(), std::size_t(15));
        QCOMPARE(nameOf(kRef), std::string("W_test of head 2"));
    }

    void isEdited() {
        const Session s = sample(), now = *withCell(s, kRef, 3, 1, 0.5F);
        QCOMPARE(newcomer(now)(3, 1), 0.5F);
        QVERIFY(!sameValues(s, now));
    }

    /// Its line in the list says whether it may be absent, and how it is drawn.
    void comesAndGoes() {
        const auto with = [](const Session& s, Parameter p, bool isThere) { return withOptional(s, 0, p, isThere); };
        const Session off = *with(sample(), Parameter::Wtest, false), none = never(off);
        QVERIFY(newcomer(*with(off, Parameter::Wtest, true)) == newcomer(sample()));
        QCOMPARE(with(none, Parameter::Btest, true).text(), std::string("b_test requires W_test. Add a W_test first."));
        const Session both = *with(*with(none, Parameter::Wtest, true), Parameter::Btest, true);
        const Matrix& drawn = newcomer(both);
        QVERIFY(drawn.maxCoeff() - drawn.minCoeff() > 1); // uniform within 1 / sqrt(d_v), not 1 / sqrt(d)
        QVERIFY(drawn.cwiseAbs().maxCoeff() < 0.7072F);
        QVERIFY(both.layers[0].allHeads[0][Parameter::Btest]);
        QVERIFY(sameValues(never(*with(both, Parameter::Wtest, false)), none)); // its bias goes with it
        Session alone = both;
        alone.layers[0].allHeads[1][Parameter::Wtest] = {};
        QCOMPARE(*firstInconsistency(alone), std::string("layers[0].heads[1].b_test: a bias without W_test."));
    }

    void followsTheSizes() {
        const Session now = *withValueSize(*withEmbeddingSize(sample(), 5), 0, 3);
        QCOMPARE(newcomer(now).rows(), Index(5));
        QCOMPARE(newcomer(now).cols(), Index(3));
        QVERIFY(newcomer(now).topLeftCorner(4, 2) == newcomer(sample()));
        QVERIFY(newcomer(now).rightCols(1).cwiseAbs().minCoeff() > 0); // drawn
        QVERIFY(!firstInconsistency(now));
    }

    void followsItsHead() {
        QVERIFY(newcomer(*withHeadDuplicated(sample(), 0, 1)) == newcomer(sample()));
        QVERIFY((*withHeadRemoved(sample(), 0, 0)).layers[0].allHeads[0][Parameter::Wtest]);
        QVERIFY((*withHeadAdded(sample(), 0)).layers[0].allHeads[2][Parameter::Wtest]); // as the head before has one
        QVERIFY(!valueOf(*withoutTrainableWeights(sample(), 0), {Parameter::Wtest, 0, 0}));
    }

    /// One number for each column of what the heads make: it goes where its column goes.
    void aVectorFollowsTheHeads() {
        const Parameter p = Parameter::Gain;
        const Session s = with(p, {1, 2, 3, 4});
        QCOMPARE(textOf(withHeadAdded(s, 0), p), std::string("1 2 3 4 ? ?"));
        QCOMPARE(textOf(withHeadRemoved(s, 0, 0), p), std::string("3 4"));
        QCOMPARE(textOf(withHeadDuplicated(s, 0, 0), p), std::string("1 2 1 2 3 4"));
        QCOMPARE(textOf(withValueSize(s, 0, 3), p), std::string("1 2 ? 3 4 ?"));
        QCOMPARE(textOf(withValueSize(s, 0, 1), p), std::string("1 3"));
        QCOMPARE(textOf(withHeadRemoved(*withHeadAdded(s, 0), 0, 2), p), std::string("1 2 3 4"));
        QCOMPARE(textOf(withHeadAdded(*withHeadRemoved(*withHeadAdded(s, 0), 0, 0), 0), p), std::string("3 4 ? ? ? ?"));
        QVERIFY(!withoutTrainableWeights(s, 0)->layers[0][p]);
    }

    /// What reads the heads' columns above is not spared by a vector beside them, and a vector above follows, too, also
    /// through a layer that has no weights.
    void aVectorFollowsTheLayerBelow() {
        const Parameter p = Parameter::Shift;
        const Session two = *withLayerAdded(with(Parameter::Gain, {1, 2, 3, 4}));
        const Session trained = with(p, {1, 2, 3, 4}, two, 1);
        const Session plain = with(p, {1, 2, 3, 4}, *withoutTrainableWeights(two, 1), 1);
        for (const Session& s : {trained, plain}) {
            QCOMPARE(textOf(withHeadAdded(s, 0), p, 1), std::string("1 2 3 4 ? ?"));
            QCOMPARE(textOf(withHeadRemoved(s, 0, 0), p, 1), std::string("3 4"));
            QCOMPARE(textOf(withValueSize(s, 0, 3), p, 1), std::string("1 2 ? 3 4 ?"));
        }
        const Session above = with(Parameter::Gain, {1, 2, 3, 4}, plain, 1);
        QCOMPARE(textOf(withHeadRemoved(above, 0, 0), Parameter::Gain, 1), std::string("3 4"));
        QCOMPARE(textOf(withEmbeddingSize(with(p, {1, 2, 3, 4}), 5), p), std::string("1 2 3 4 ?"));
    }

    void aWrongShapeIsSaid() {
        Session s = sample();
        *valueOf(s, kRef) = Matrix(Matrix::Ones(4, 3));
        QCOMPARE(*firstInconsistency(s),
                 std::string("layers[0].heads[1].W_test: 4 rows by 3 columns, but it must be 4 by 2 (of the test)."));
    }

    void isWrittenAndRead() {
        const std::string text = sessionText({sample(), {}});
        QVERIFY(text.find("\"W_test\": {\"dtype\": \"F32\", \"shape\": [4, 2]") != text.npos);
        const auto back = parseSession(text);
        QVERIFY2(back.ok(), back.ok() ? "" : back.text().c_str());
        QVERIFY(newcomer(back->session) == newcomer(sample()));
    }

    /// Files that version 1 has words for stay as they were; what older readers would not compute, they must refuse.
    void oldFilesStayAsTheyWere() {
        const auto has = [](const Session& s, const char* word) {
            return sessionText({s, {}}).find(word) != std::string::npos;
        };
        const Session old = never(*withOptional(sample(), 0, Parameter::Wtest, false));
        QVERIFY(has(old, "\"version\": 1,") && has(old, "\"min_reader\": 1,") && has(old, "\"b_o\": null"));
        for (const char* word : {"_test", "gain", "shift"}) QVERIFY(!has(old, word));
        const Session gained = with(Parameter::Gain, {1, 2, 3, 4}, old);
        for (const Session& s : {gained, sample()}) {
            QVERIFY(has(s, "\"version\": 2,") && has(s, "\"min_reader\": 2,"));
            const auto back = parseSession(sessionText({s, {}}));
            QVERIFY2(back.ok(), back.ok() ? "" : back.text().c_str());
            QCOMPARE(sessionText(*back), sessionText({s, {}}));
        }
        QVERIFY(has(gained, "\"gain\": {\"dtype\": \"F32\", \"shape\": [4]"));
    }

    void isDrawnByAFile() {
        const auto file = parseSession(R"({"format": "headlight-session", "version": 1, "sentence": "a b",
            "layers": [{"heads": [{"W_q": {"init": "rand", "shape": [4, 3]}, "W_k": {"init": "rand"},
                                   "W_v": {"init": "rand", "shape": [4, 2]}, "W_test": {"init": "linear"}}]}]})");
        QVERIFY2(file.ok(), file.ok() ? "" : file.text().c_str());
        const auto& matrix = file->session.layers[0].allHeads[0][Parameter::Wtest];
        QVERIFY(matrix && matrix->rows() == 4 && matrix->cols() == 2);
        QVERIFY(matrix->maxCoeff() - matrix->minCoeff() > 1);
    }

    /// The stages that name the parameter, and what is made of them; of a parameter that no stage names, nothing.
    void anEditMakesStaleWhatFollows_data() {
        QTest::addColumn<int>("parameter");
        QTest::addColumn<QString>("named");
        const auto row = [](Parameter p, const char* named) {
            QTest::newRow(symbolOf(p)) << static_cast<int>(p) << QString(named);
        };
        row(Parameter::Wtest, "gated.2{all} concat{all}");
        row(Parameter::Btest, "gated.2{all} concat{all}");
        row(Parameter::Gain, "concat{all}");
        row(Parameter::Shift, "");
    }
    void anEditMakesStaleWhatFollows() {
        QFETCH(int, parameter);
        QFETCH(QString, named);
        const Session before = gatedSession(2);
        for (int l = 0; l < 2; ++l) {
            const Session after = *withCell(before, {static_cast<Parameter>(parameter), l, 1}, 0, 1, 5);
            RecordedEngine recorded;
            QCOMPARE(recorded.named(before, after, std::size_t(l)).join(u' '), named);
            const QString other = recorded.named(before, after, std::size_t(1 - l)).join(u' ');
            if (l == 1 || named.isEmpty())
                QCOMPARE(other, QString());
            else
                QVERIFY2(other.startsWith("X{all} ") && other.contains("gated.1{all} gated.2{all} concat{all}"),
                         qPrintable(other));
        }
    }

    /// After any of its edits, an engine that goes on has the bits of a new one, and the numbers of the formulas.
    void theMapsFollow_data() {
        QTest::addColumn<QString>("backend");
        for (const char* backend : {"CPU", "formulas"}) QTest::newRow(backend) << QString(backend);
    }
    void theMapsFollow() {
        QFETCH(QString, backend);
        std::mt19937 random(3);
        const auto below = [&](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
        Session session = gatedSession(3);
        Engine engine(backendNamed(backend));
        for (int step = 0; step < 60; ++step) {
            const Demand demand = everything(session);
            const Frame fresh = Engine(backendNamed(backend)).answer(session, demand);
            QCOMPARE(fresh.problem, std::string());
            QCOMPARE(difference(engine.answer(session, demand), fresh), std::string());
            QCOMPARE(compareGated(session, backend), std::string());
            constexpr Parameter kNew[] = {Parameter::Wtest, Parameter::Btest, Parameter::Gain, Parameter::Shift};
            const ParameterRef ref{kNew[below(4)], below(3), below(2)};
            const auto edited = below(4) > 0 ? withCell(session, ref, 0, below(2), randomMatrix(random, 1, 1)(0, 0))
                                             : withOptional(session, ref.layer, ref.parameter, below(3) > 0);
            if (edited) session = *edited; // one that is absent has no cell
        }
    }
};

QTEST_GUILESS_MAIN(NewParameterTest)
#include "tst_newParameter.moc"
