#include "core/session/drawRequests.h"
#include "io/sessionFile.h"
#include "session/Drawing.h"
#include "support/drawnAt.h"

#include <nlohmann/json.hpp>

#include <QTest>

#include <algorithm>
#include <cmath>
#include <fstream>

using namespace headlight;
using namespace headlight::testing;
using Json = nlohmann::json;

namespace {

Json golden(const std::string& name) {
    std::ifstream file(HEADLIGHT_TEST_DATA "/golden/drawings.json");
    const Json all = Json::parse(file);
    for (const Json& one : all.at("cases"))
        if (one.at("name") == name) return one;
    return {};
}

// randn of 16 or more numbers is PyTorch's own vectorised one: tst_TorchGenerator.cpp derives the bound. Nine digits
// tell floats apart, so that all else is equal. orthogonal, here 12 x 3 from d_v by d_out, must be within 1e-6.
double toleranceOf(Initialiser initialiser) {
    return initialiser == Initialiser::Rand || initialiser == Initialiser::Linear ? 1e-9 : 1.8e-6;
}

DrawRequest request(DrawRequest::Which which, ParameterRef ref = {}, Initialiser initialiser = Initialiser::Rand) {
    return {which, ref, false, initialiser, 123, Drawing::Order::ByProjection, false};
}
constexpr auto kLayer = DrawRequest::Which::Layer, kParameter = DrawRequest::Which::Parameter;

/// Returns the name of a matrix in the lines of Python: "W_q[1]" of the second head, "layer2_W_o" of the second layer.
std::string pythonNameOf(const Drawing& drawing, const DrawnPlace& at) {
    if (at.parameter == Parameter::X) return "embeddings";
    std::string name = symbolOf(at.parameter);
    std::ranges::replace(name, ' ', '_');
    if (drawing.parts.size() > 1) name = "layer" + std::to_string(at.layer + 1) + "_" + name;
    const bool isList = belongsToHead(at.parameter) && drawing.parts[static_cast<std::size_t>(at.layer)].heads > 1;
    return isList ? name + "[" + std::to_string(at.head) + "]" : name;
}

bool isAsDrawn(const Session& s, const ParameterRef& ref) {
    const DrawnBy by = drawnBy(s, ref);
    return by.drawing && drawnAt(*by.drawing, by.place) == *matrixOf(s, ref);
}

} // namespace

/// Draws numbers from a seed as PyTorch does, and writes the lines of Python that do it.
class DrawNumbersTest : public QObject {
    Q_OBJECT

private slots:
    void pyTorchsNumbers_data() {
        QTest::addColumn<int>("at");
        for (int i = 0; const auto& [name, request] : drawRequests()) QTest::newRow(name.c_str()) << i++;
    }
    void pyTorchsNumbers() {
        QFETCH(int, at);
        const auto [name, request] = drawRequests()[static_cast<std::size_t>(at)];
        const Session before = twoLayers();
        const Result<Session> now = withDrawn(before, request);
        QVERIFY(now);
        const Drawing drawing = drawingFor(before, request);
        const Json values = golden(name).at("values");
        int met = 0;
        const auto compare = [&, &request = request](const Matrix& m, const DrawnBy& by, Parameter parameter) {
            QVERIFY(*by.drawing == drawing);
            const Json& want = values.at(pythonNameOf(drawing, by.place));
            for (Index i = 0; i < m.size(); ++i) {
                const double number = want.at(std::size_t(i / m.cols())).at(std::size_t(i % m.cols())).get<double>();
                const bool isTable = parameter == Parameter::X;
                const double tolerance = toleranceOf(isTable ? ofEmbeddings(drawing) : request.initialiser);
                QVERIFY2(std::abs(double{m.data()[i]} - number) < tolerance, qPrintable(QString::number(number)));
            }
            ++met;
        };
        forEachParameter(*now, [&](const ParameterRef& ref, const FrozenMatrix& matrix) {
            const DrawnBy by = drawnBy(*now, ref);
            if (by.drawing)
                compare(*matrix, by, ref.parameter);
            else
                QVERIFY(matrix == matrixOf(before, ref)); // other parameters stay
        });
        if (const DrawnBy by = drawnBy(*now, {}); by.drawing) compare(*now->text.embeddings.matrix(), by, Parameter::X);
        const bool isBias = name == "a bias" || name == "b_o"; // its weight is drawn, but not taken
        QCOMPARE(met, int(values.size()) - (isBias ? 1 : 0));
    }

    void python_data() { pyTorchsNumbers_data(); }
    void python() {
        QFETCH(int, at);
        const auto [name, request] = drawRequests()[static_cast<std::size_t>(at)];
        std::string want;
        const Json expected = golden(name);
        for (const Json& line : expected.at("python")) want += line.get<std::string>() + "\n";
        QCOMPARE(pythonOf(drawingFor(twoLayers(), request)).c_str(), want.c_str());
    }

    void everyPlaceIsDrawnAgainByItself() {
        for (const auto& [name, request] : drawRequests()) {
            const Session now = *withDrawn(twoLayers(), request);
            forEachParameter(now, [&, &name = name](const ParameterRef& ref, const FrozenMatrix&) {
                if (drawnBy(now, ref).drawing) QVERIFY2(isAsDrawn(now, ref), name.c_str());
            });
        }
    }

    /// One nn.Linear for all heads is the heads' matrices side by side; one after the other they differ.
    void theOrderMatters() {
        DrawRequest byProjection = request(kLayer), byHead = byProjection;
        byHead.order = Drawing::Order::ByHead;
        const Session a = *withDrawn(twoLayers(), byProjection), b = *withDrawn(twoLayers(), byHead);
        QVERIFY(*matrixOf(a, {Parameter::Wq, 0, 0}) == *matrixOf(b, {Parameter::Wq, 0, 0}));
        QVERIFY(*matrixOf(a, {Parameter::Wq, 0, 1}) != *matrixOf(b, {Parameter::Wq, 0, 1}));
    }

    void anEditKeepsWhatIsRemembered() {
        const Session drawn = *withDrawn(twoLayers(), request(kLayer));
        const ParameterRef ref{Parameter::Wk, 0, 1};
        const Session now = *withCell(drawn, ref, 0, 1, 5);
        QVERIFY(drawnBy(now, ref) == drawnBy(drawn, ref));
        QVERIFY(!isAsDrawn(now, ref));
        QVERIFY(isAsDrawn(now, {Parameter::Wk, 0, 2}));
    }

    void anotherShapeIsNotTheDrawnOne() {
        const Session drawn = *withDrawn(twoLayers(), request(DrawRequest::Which::Session));
        const auto knows = [](const Session& s, Parameter parameter, int layer = 0, int head = 0) {
            return bool(drawnBy(s, {parameter, layer, head}).drawing);
        };
        const Session there = *withKeySize(drawn, 0, 5), back = *withKeySize(there, 0, 2);
        QVERIFY(!knows(there, Parameter::Wq) && !knows(there, Parameter::Wk, 0, 2) &&
                !knows(there, Parameter::Bq, 0, 1));
        QVERIFY(knows(there, Parameter::Wv) && knows(there, Parameter::Wo) && knows(there, Parameter::Wq, 1));
        QVERIFY(!knows(back, Parameter::Wq));
        const Session narrow = *withEmbeddingSize(drawn, 2);
        QVERIFY(!knows(narrow, Parameter::Wq) && !knows(narrow, Parameter::X) && knows(narrow, Parameter::Wo));
    }

    /// A drawing is kept with what is switched off, also in a file; numbers that are then new are the program's own.
    void aSwitchKeepsIt_data() {
        QTest::addColumn<bool>("byFile");
        QTest::newRow("at once") << false;
        QTest::newRow("by its file") << true;
    }
    void aSwitchKeepsIt() {
        QFETCH(bool, byFile);
        const Session drawn = *withDrawn(twoLayers(), request(DrawRequest::Which::Session));
        const auto kept = [byFile](const Session& s) {
            return byFile ? parseSession(sessionText({s, {}}))->session : s;
        };
        const auto isKept = [&](const Session& s, int layer) {
            bool same = true;
            forEachParameter(drawn, [&](const ParameterRef& ref, const FrozenMatrix& matrix) {
                if (ref.layer == layer) same = same && (!matrix || drawnBy(s, ref) == drawnBy(drawn, ref));
            });
            return same;
        };
        for (const Parameter p : {Parameter::Bq, Parameter::Bo, Parameter::Wo}) {
            const Session off = kept(*withOptional(drawn, 0, p, false));
            QVERIFY(!drawnBy(off, {p, 0, 0}).drawing);
            QVERIFY(isKept(*withOptional(off, 0, p, true), 0));
        }
        for (const int layer : {0, 1}) {
            const Session off = kept(*withoutTrainableWeights(drawn, layer));
            const Session made = *withOptional(off, layer, Parameter::Wo, true);
            QVERIFY(!drawnBy(made, {Parameter::Wo, layer, 0}).drawing);
            QVERIFY(isKept(*withTrainableWeights(off, layer), layer));
        }
        const Session positions = *withDrawn(*withPositions(drawn, Positions::Kind::Learned),
                                             request(kParameter, {Parameter::P}, Initialiser::Randn));
        QVERIFY(drawnBy(positions, {Parameter::P}).drawing);
        QVERIFY(!drawnBy(kept(*withEmbeddingSize(positions, 2)), {Parameter::P}).drawing);
    }

    void headsTakeItAlong() {
        const Session drawn = *withDrawn(twoLayers(), request(kLayer));
        const auto head = [&](const Session& s, int at) { return drawnBy(s, {Parameter::Wq, 0, at}); };
        Session now = *withHeadDuplicated(drawn, 0, 1);
        QVERIFY(head(now, 2) == head(drawn, 1) && head(now, 3) == head(drawn, 2));
        QVERIFY(!drawnBy(now, {Parameter::Wo, 0, 0}).drawing); // its new rows are not drawn
        now = *withHeadRemoved(drawn, 0, 0);
        QVERIFY(head(now, 0) == head(drawn, 1));
        now = *withHeadAdded(drawn, 0);
        QVERIFY(!head(now, 3).drawing); // drawn by the program
    }

    /// A word that is not drawn comes after the drawn rows, which keep their tokens.
    void newTokensAreTheProgramsOwn() {
        const Session drawn = *withDrawn(twoLayers(), request(kParameter));
        const Session now = *withSentence(drawn, "My new shoes");
        const DrawnBy by = drawnBy(now, {});
        QVERIFY(by.drawing);
        QCOMPARE(by.drawing->embeddings.rows, drawn.text.embeddings.rows());
        QCOMPARE(now.text.embeddings.rows(), drawn.text.embeddings.rows() + 1);
        QVERIFY(now.text.embeddings.matrix()->topRows(9) == *drawn.text.embeddings.matrix());
    }

    void theSameAgainIsNoChange() {
        const Session before = twoLayers();
        for (const auto& [name, request] : drawRequests()) {
            const Session after = *withDrawn(before, request);
            QVERIFY2(sameValues(*withDrawn(after, request), after) && *withDrawn(after, request) == after,
                     name.c_str());
        }
        const Session after = *withDrawn(before, request(kLayer));
        QVERIFY(!sameValues(*withDrawn(after, request(kLayer, {}, Initialiser::Randn)), after));
        // Equal numbers that were drawn in another way are another session: their Python differs.
        const Session rand = *withDrawn(before, request(kParameter, {Parameter::Wq, 0, 0}));
        QVERIFY(*matrixOf(after, {Parameter::Wq, 0, 0}) == *matrixOf(rand, {Parameter::Wq, 0, 0}));
        QVERIFY(!sameValues(*withDrawn(after, request(kParameter, {Parameter::Wq, 0, 0})), after));
    }

    void refusals() {
        const auto text = [](const Session& s, const DrawRequest& r) {
            return QString::fromStdString(withDrawn(s, r).text());
        };
        const Session simple = *withoutTrainableWeights(newSession(1, 3, 1, 2, 2), 0);
        QVERIFY(text(simple, request(kLayer)).contains("no numbers to draw"));
        QVERIFY(text(twoLayers(), request(kLayer, {Parameter::Wq, 9, 0})).contains("no numbers to draw"));
        QVERIFY(text(twoLayers(), request(kParameter, {Parameter::Wq, 0, 9})).contains("no numbers to draw"));
        const Session large = newSession(1, 1024, 7, 1024, 1024);
        QVERIFY(text(large, request(kLayer)).contains("At most 20000000 numbers"));
        int asked = 0;
        QVERIFY(!withDrawn(twoLayers(), request(kLayer), [&](double) { return ++asked < 3; }));
        QCOMPARE(asked, 3);
    }
};

QTEST_APPLESS_MAIN(DrawNumbersTest)
#include "tst_drawNumbers.moc"
