// A new stage needs its name, its line in the list, its formula, and its leaf in each backend: core is compiled once
// more for this test, with Stage::Gated (tests/CMakeLists.txt adds it), and the engine and the files have it.
#include "core/session/randomVerbs.h"
#include "engine/Walk.h"
#include "io/npz.h"
#include "support/frames.h"
#include "support/gated.h"
#include "support/npzFile.h"
#include "support/traces.h"

#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

using namespace headlight;
using namespace headlight::testing;

namespace {

/// What is named of Gated in the first layer after an edit: "gated.1{7 8}".
QString gatedRows(const Session& before, const Session& after) {
    RecordedEngine recorded;
    return recorded.named(before, after, 0).filter(QRegularExpression("gated|not")).join(u' ');
}

/// gatedSession(2) with whole numbers. Each token attends to itself alone, so that every weight is 1 and every number
/// of every stage a whole one, or half of one.
Session wholeNumbers() {
    Session session = gatedSession(2);
    const auto round = [](const Matrix& m) { return Matrix((m * 3).array().round()); };
    session.text.embeddings = round(*session.text.embeddings.matrix());
    for (Layer& layer : session.layers) {
        layer.options.mask.window = 1;
        layer.options.scale = {Scale::Kind::Factor, 0.5};
    }
    forEachParameter(session, [&](const ParameterRef&, ParameterValue& value) {
        if (value) value = round(*value);
    });
    return session;
}

} // namespace

class NewStageTest : public QObject {
    Q_OBJECT

private slots:
    void isListed() {
        QCOMPARE(findStage("gated"), &infoOf(Stage::Gated));
        const Session session = gatedSession(1);
        const std::vector<Trace> traces = tracesOf(session);
        double numbers = 0;
        for (const StageInfo& info : stages())
            for (const Matrix& matrix : traces[0].all(info.stage)) numbers += double(matrix.size());
        QCOMPARE(numbersOf(session, 0), numbers);
        QVERIFY(hasStage(Stage::Gated, session, 0));
        const Walk walk(session, 0, 0, 0);
        const headlight::Step step{Stage::Gated};
        QVERIFY(walk.at(walk.indexOf(step)) == step); // one goes through it, too
        QCOMPARE(walk.makes(step).cells, (Region{0, 0, 1, 2}));
        QTemporaryDir folder;
        const std::filesystem::path path = folder.filePath("a.npz").toStdString();
        QVERIFY(writeTrace(path, session, traces).ok());
        QCOMPARE(arraysOf(path).at("gated").shape(), (std::vector<std::int64_t>{2, 12, 2}));
    }

    /// Tiles, pooled ones too, and extents are those of the rows of a trace.
    void isRead_data() {
        QTest::addColumn<QString>("backend");
        for (const char* backend : {"CPU", "formulas"}) QTest::newRow(backend) << QString(backend);
    }
    void isRead() {
        QFETCH(QString, backend);
        const Session session = gatedSession(2);
        Engine engine(backendNamed(backend));
        const Trace trace = engine.trace(session, 1, {}).value();
        for (int h = 0; h < 2; ++h) {
            const Matrix& rows = trace(Stage::Gated, std::size_t(h));
            const Frame frame = engine.answer(
                session, {{{Stage::Gated, 1, h, {}, 9, 99}, {Stage::Gated, 1, h, {}, 1, 1, Pooling::Maximum}}});
            QCOMPARE(frame.problem, std::string());
            QVERIFY(sameBits(frame.tiles[0]->values, rows));
            QCOMPARE(frame.tiles[0]->range.low, rows.minCoeff());
            QCOMPARE(frame.tiles[0]->range.high, rows.maxCoeff());
            QCOMPARE(frame.tiles[1]->values(0, 0), rows.maxCoeff());
        }
    }

    /// The mask is causal: rows before an edited token stay.
    void itsRowsAreNamed() {
        const Session session = gatedSession(2);
        QCOMPARE(gatedRows(session, withVector(session, 9, 2)), QString("gated.1{9 10 11} gated.2{9 10 11}"));
        QCOMPARE(gatedRows(session, *withCell(session, {Parameter::Wv, 0, 1}, 0, 0, 3)), QString("gated.2{all}"));
        QCOMPARE(gatedRows(session, *withCell(session, {Parameter::Wtest, 0, 0}, 0, 0, 3)), QString("gated.1{all}"));
        QCOMPARE(gatedRows(session, *withCell(session, {Parameter::Gain, 0, 0}, 0, 0, 3)), QString());
        Session erased = session;
        eraseToken(erased.text, 8);
        QCOMPARE(gatedRows(session, erased), QString("gated.1{8 9 10} gated.2{8 9 10}"));
    }

    /// A person who does everything that edits.h has: the bits of a new engine, and the numbers of the formulas.
    void anyEdit_data() {
        QTest::addColumn<QString>("backend");
        QTest::addColumn<unsigned>("seed");
        for (const char* backend : {"CPU", "formulas"})
            for (unsigned seed = 1; seed <= 40; ++seed)
                QTest::addRow("%s %u", backend, seed) << QString(backend) << seed;
    }
    void anyEdit() {
        QFETCH(QString, backend);
        QFETCH(unsigned, seed);
        RandomVerbs verbs(seed);
        Engine engine(backendNamed(backend));
        for (int number = 0; number < 40; ++number) {
            const testing::Step step = verbs.drawn();
            if (const auto now = step.verb(verbs.session())) verbs.go(*now);
            const Session& session = verbs.session();
            const Demand demand = everything(session);
            const Frame fresh = Engine(backendNamed(backend)).answer(session, demand);
            const std::string text = difference(engine.answer(session, demand), fresh);
            QVERIFY2(text.empty() && fresh.problem.empty(), (step.name + ": " + text + fresh.problem).c_str());
            const std::string far = compareGated(session, backend);
            QVERIFY2(far.empty(), (step.name + ": " + far).c_str());
        }
    }

    /// Where every number is whole, the comparison with the formulas finds no difference, also after an edit.
    void checkedHasNoRemarks() {
        const Session session = wholeNumbers();
        Engine engine(makeBackend("checked").value());
        for (const Session& s : {session, withVector(session, 5, 2)}) {
            const Frame frame = engine.answer(s, everything(s));
            QCOMPARE(frame.problem, std::string());
            int gated = 0;
            for (const std::string& remark : frame.remarks) {
                QVERIFY2(remark.ends_with(" by at most 0"), remark.c_str());
                gated += remark.find(".gated ") != remark.npos ? 1 : 0;
            }
            QCOMPARE(gated, 2); // one of each layer
        }
    }
};

QTEST_GUILESS_MAIN(NewStageTest)
#include "tst_newStage.moc"
