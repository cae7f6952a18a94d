// Switched-off parts are kept, follow the sizes, are written to the file, and come back as they were.
#include "io/sessionFile.h"
#include "session/consistency.h"
#include "session/edits.h"
#include "session/lossOf.h"
#include "support/changing.h"
#include "support/layers.h"
#include "support/pinned.h"

#include <QTest>

using namespace headlight;
using namespace headlight::testing;

namespace {

/// Returns the session with every number typed by a person.
Session typed(Session s) {
    float number = 1;
    changeParameters(s, [&](const ParameterRef&, ParameterValue& value) {
        if (!value) return;
        Matrix typed = *value;
        for (float& x : typed.reshaped()) x = number++;
        value = std::move(typed);
    });
    return s;
}

/// Returns a layer with every option.
Session everything() {
    Session s = withOutput(sample(1), 0);
    for (const Parameter p : {Parameter::Bq, Parameter::Bk, Parameter::Bv, Parameter::Bo})
        s = *withOptional(s, 0, p, true);
    s = *withResidual(*withPositions(s, Positions::Kind::Learned), 0, true);
    Options options;
    options.mask.window = 2;
    options.dropout = Dropout{0.25, 7};
    s = *withOptions(s, 0, options);
    s = typed(*withNorm(s, 0, Norm{Norm::Place::Before, 0.25}));
    options = s.layers[0].options;
    options.mask.given = Matrix(Matrix::Identity(sizesOf(s).tokens, sizesOf(s).tokens));
    return *withOptions(s, 0, options);
}

/// Returns three layers, the second without trainable weights, so that its width is the first one's result; with norms
/// that read this, and with `d` columns of X.
Session tower(int d, bool hasOutput) {
    Session s = *withoutTrainableWeights(*withEmbeddingSize(sample(3), d), 1);
    if (hasOutput) s = withOutput(s, 0);
    for (const Parameter p : {Parameter::Bq, Parameter::Bv}) s = *withOptional(s, 2, p, true);
    s = *withNorm(*withNorm(s, 0, Norm{Norm::Place::After}), 1, Norm{Norm::Place::After});
    return typed(*withNorm(s, 2, Norm{}));
}

struct Switch {
    const char* name;
    Edit off, on;
};

const std::vector<Switch>& switches() {
    const auto optional = [](const char* name, Parameter p) {
        return Switch{name, [p](const Session& s) { return withOptional(s, 0, p, false); },
                      [p](const Session& s) { return withOptional(s, 0, p, true); }};
    };
    const auto options = [](auto change) -> Edit {
        return [change](const Session& s) {
            Options now = s.layers[0].options;
            change(now);
            return withOptions(s, 0, now);
        };
    };
    static const std::vector<Switch> list{
        optional("b_q", Parameter::Bq),
        optional("b_v", Parameter::Bv),
        optional("b_o", Parameter::Bo),
        {"W_o and its bias",
         [](const Session& s) -> Result<Session> {
             const auto alone = withResidual(s, 0, false); // the residual needs that width
             return alone ? withOptional(*alone, 0, Parameter::Wo, false) : alone;
         },
         [](const Session& s) -> Result<Session> {
             const auto with = withOptional(s, 0, Parameter::Wo, true);
             return with ? withResidual(*with, 0, true) : with;
         }},
        {"norm", [](const Session& s) { return withNorm(s, 0, {}); },
         [](const Session& s) { return withNorm(s, 0, s.layers[0].norm.kept); }},
        {"positions", [](const Session& s) { return withPositions(s, {}); },
         [](const Session& s) { return withPositions(s, Positions::Kind::Learned); }},
        {"sinusoidal ones instead", [](const Session& s) { return withPositions(s, Positions::Kind::Sinusoidal); },
         [](const Session& s) { return withPositions(s, Positions::Kind::Learned); }},
        {"sinusoidal ones, and then none",
         [](const Session& s) { return withPositions(*withPositions(s, Positions::Kind::Sinusoidal), {}); },
         [](const Session& s) { return withPositions(s, Positions::Kind::Learned); }},
        {"dropout", options([](Options& o) { o.dropout.isOn = false; }),
         options([](Options& o) { o.dropout.isOn = true; })},
        {"window", options([](Options& o) { o.mask.window.isOn = false; }),
         options([](Options& o) { o.mask.window.isOn = true; })},
        {"a given mask", [](const Session& s) { return withGivenMask(s, 0, false); },
         [](const Session& s) { return withGivenMask(s, 0, true); }},
        {"trainable weights", [](const Session& s) { return withoutTrainableWeights(s, 0); },
         [](const Session& s) { return withTrainableWeights(s, 0); }},
    };
    return list;
}

void eachSwitch() {
    QTest::addColumn<int>("index");
    for (std::size_t i = 0; i < switches().size(); ++i) QTest::newRow(switches()[i].name) << static_cast<int>(i);
}

/// A switch that changes the width of the input of other layers, or of their keys.
struct Cut {
    const char* name;
    Session before;
    Edit off, on;
    const char* said;
};

const std::vector<Cut>& cuts() {
    const auto output = [](bool isThere) {
        return [isThere](const Session& s) { return withOptional(s, 0, Parameter::Wo, isThere); };
    };
    const auto trained = [](bool isThere) {
        return [isThere](const Session& s) {
            return isThere ? withTrainableWeights(s, 0) : withoutTrainableWeights(s, 0);
        };
    };
    const auto second = [](bool isThere) {
        return [isThere](const Session& s) { return withSecondSentence(s, isThere); };
    };
    const auto place = [](Norm::Place to) { return [to](const Session& s) { return withNorm(s, 0, Norm{to}); }; };
    const Session crossed = typed(*withSecondSentence(sample(3), true));
    static const std::vector<Cut> list{
        {"W_o makes it wider", tower(6, true), output(false), output(true),
         "2 columns of gain and bias in layer 1 were removed; 2 rows of W_q, W_k and W_v in layer 2 were removed; and others. Undo restores them."},
        {"W_o makes it narrower", tower(2, true), output(false), output(true),
         "2 columns of gain and bias in layer 1 were added; 2 rows of W_q, W_k and W_v in layer 2 were drawn anew; and others. Undo restores them."},
        {"weights make it wider", tower(3, false), trained(false), trained(true),
         "1 column of gain and bias in layer 1 was removed; 1 row of W_q, W_k and W_v in layer 2 was removed; and others. Undo restores them."},
        {"weights make it narrower", tower(6, false), trained(false), trained(true),
         "2 columns of gain and bias in layer 1 were added; 2 rows of W_q, W_k and W_v in layer 2 were drawn anew; and others. Undo restores them."},
        {"the second sentence is wider", crossed, second(false), second(true),
         "1 row of W_k and W_v in layer 2 was removed; 1 row of W_k and W_v in layer 3 was removed. Undo restores them."},
        {"the second sentence is narrower", typed(*withEmbeddingSize(crossed, 3)), second(false), second(true),
         "1 row of W_k and W_v in layer 2 was drawn anew; 1 row of W_k and W_v in layer 3 was drawn anew. Undo restores them."},
        {"a norm at its other place", tower(6, false), place(Norm::Place::Before), place(Norm::Place::After),
         "2 columns of gain and bias in layer 1 were added. Undo restores them."},
    };
    return list;
}

void eachCut() {
    QTest::addColumn<int>("index");
    for (std::size_t i = 0; i < cuts().size(); ++i) QTest::newRow(cuts()[i].name) << static_cast<int>(i);
}

/// Returns all numbers that are switched on.
std::vector<float> numbersOf(const Session& session) {
    std::vector<float> numbers;
    forEachParameter(session, [&](const ParameterRef&, const FrozenMatrix& matrix) {
        if (matrix) numbers.insert(numbers.end(), matrix->data(), matrix->data() + matrix->size());
    });
    return numbers;
}

} // namespace

class OffTest : public QObject {
    Q_OBJECT

private slots:
    void comesBackAsItWas_data() { eachSwitch(); }
    void comesBackAsItWas() {
        QFETCH(int, index);
        const Switch& one = switches()[static_cast<std::size_t>(index)];
        const Session before = everything();
        const auto off = one.off(before);
        QVERIFY2(off.ok(), off.ok() ? "" : off.text().c_str());
        QVERIFY(numbersOf(*off) != numbersOf(before) || off->layers[0].options != before.layers[0].options);
        QVERIFY(!firstInconsistency(*off));
        const auto back = one.on(*off);
        QVERIFY2(back.ok(), back.ok() ? "" : back.text().c_str());
        QVERIFY(numbersOf(*back) == numbersOf(before));
        QVERIFY(sameValues(*back, before));
    }

    void isKeptInItsFile_data() { eachSwitch(); }
    void isKeptInItsFile() {
        QFETCH(int, index);
        const Switch& one = switches()[static_cast<std::size_t>(index)];
        const Session off = *one.off(everything());
        const std::string text = sessionText({off, {}});
        QVERIFY(text.find("\"min_reader\": 2") != text.npos);
        const auto read = parseSession(text);
        QVERIFY2(read.ok(), read.ok() ? "" : read.text().c_str());
        QCOMPARE(sessionText(*read), text);
        QVERIFY(sameValues(read->session, pinned(off)));
        QVERIFY(numbersOf(*one.on(read->session)) == numbersOf(everything()));
    }

    /// A message says what a switch cuts, in other layers too; undo restores it.
    void whatItCutsIsSaid_data() { eachCut(); }
    void whatItCutsIsSaid() {
        QFETCH(int, index);
        const Cut& cut = cuts()[static_cast<std::size_t>(index)];
        const auto off = cut.off(cut.before);
        QVERIFY2(off.ok(), off.ok() ? "" : off.text().c_str());
        QCOMPARE(QString::fromStdString(firstInconsistency(*off).value_or("")), QString());
        QCOMPARE(QString::fromStdString(lossOf(cut.before, *off)), QString(cut.said));
        const std::string text = sessionText({*off, {}});
        const auto read = parseSession(text);
        QVERIFY2(read.ok(), read.ok() ? "" : read.text().c_str());
        QCOMPARE(sessionText(*read), text);
        QVERIFY(sameValues(read->session, pinned(*off)));
        const auto back = cut.on(*off);
        QVERIFY2(back.ok(), back.ok() ? "" : back.text().c_str());
        QCOMPARE(QString::fromStdString(firstInconsistency(*back).value_or("")), QString());
    }

    void whatCutsNothingSaysNothing_data() { eachSwitch(); }
    void whatCutsNothingSaysNothing() {
        QFETCH(int, index);
        const Switch& one = switches()[static_cast<std::size_t>(index)];
        const Session before = everything(), off = *one.off(before);
        QCOMPARE(lossOf(before, off), std::string());
        QCOMPARE(lossOf(off, *one.on(off)), std::string());
    }

    /// Masks made by hand belong to tokens, which the other sentence may not have.
    void whatASecondSentenceUnmasksIsSaid() {
        Session s = *withSecondSentence(*withSentence(newSession(7, 3, 2, 2, 2), "a b"), true);
        s = *withSentence(s, "new a", {}, Sentence::Second);
        changing(s)->options.mask.hidden = {0};
        QCOMPARE(lossOf(s, *withSecondSentence(s, false)),
                 std::string("1 hidden token in layer 1 was removed. Undo restores them."));
        changing(s)->options.mask.hidden = {1};
        changing(s)->options.mask.given = Matrix(Matrix::Zero(2, 2));
        const Session off = *withSecondSentence(s, false);
        QCOMPARE(off.layers[0].options.mask.hidden, std::vector{0}); // "a"
        QCOMPARE(lossOf(s, off), std::string("2 masked cells in layer 1 were removed. Undo restores them."));
        Session shown = s;
        changing(shown)->options.mask.hidden = {};
        QCOMPARE(lossOf(s, shown), std::string()); // the person asked for it
    }

    void positionsThatAreOffFollowD() {
        const Session off = *withPositions(*withResidual(everything(), 0, false), {});
        const int d = sizesOf(off).d;
        const Session wide = *withEmbeddingSize(off, d + 2);
        QCOMPARE(wide.positions.kept->table.kept->cols(), Index(d + 2));
        QVERIFY(parseSession(sessionText({wide, {}})).ok());
        QVERIFY(wide.positions.kept->table.kept->leftCols(d) == *off.positions.kept->table.kept);
    }

    /// Edits change the sizes while something is off; then it comes back and fits.
    void followsTheSizes_data() { eachSwitch(); }
    void followsTheSizes() {
        QFETCH(int, index);
        const Switch& one = switches()[static_cast<std::size_t>(index)];
        Session s = *withResidual(everything(), 0, false);
        s = *withOptional(s, 0, Parameter::Wo, true);
        s = *one.off(s);
        for (const Edit& edit : std::vector<Edit>{
                 [](const Session& x) { return withEmbeddingSize(x, 7); },
                 [](const Session& x) { return withSentence(x, "a b c d e f"); },
                 [](const Session& x) { return isSimplified(x.layers[0]) ? Result<Session>(x) : withKeySize(x, 0, 5); },
                 [](const Session& x) {
                     return isSimplified(x.layers[0]) ? Result<Session>(x) : withHeadRemoved(x, 0, 0);
                 },
                 [](const Session& x) { return withEmbeddingSize(x, 4); }}) {
            const auto now = edit(s);
            QVERIFY2(now.ok(), now.ok() ? "" : now.text().c_str());
            s = *now;
            QCOMPARE(QString::fromStdString(firstInconsistency(s).value_or("")), QString());
        }
        auto back = std::string(one.name) == "W_o and its bias" ? withOptional(s, 0, Parameter::Wo, true) : one.on(s);
        QVERIFY2(back.ok(), back.ok() ? "" : back.text().c_str());
        QCOMPARE(QString::fromStdString(firstInconsistency(*back).value_or("")), QString());
        QCOMPARE(sizesOf(*back).d, 4);
    }

    void theScaleComesBackWithTheWeights() {
        Options options;
        options.scale = {Scale::Kind::Factor, 0.5};
        const Session before = *withOptions(everything(), 0, options);
        Session off = *withoutTrainableWeights(before, 0);
        QCOMPARE(off.layers[0].options.scale.kind, Scale::Kind::None);
        options = off.layers[0].options;
        options.scale.kind = Scale::Kind::SqrtDk; // without weights
        off = *withOptions(off, 0, options);
        QVERIFY(withTrainableWeights(off, 0)->layers[0].options == before.layers[0].options);
    }

    /// One head is computed; the others keep their places.
    void headsStayWhereTheyAre() {
        const Session before = everything(), off = *withoutTrainableWeights(before, 0);
        QVERIFY(before.layers[0].heads().size() > 1);
        QCOMPARE(off.layers[0].heads().size(), std::size_t(1));
        QCOMPARE(off.layers[0].allHeads.size(), before.layers[0].allHeads.size());
        QVERIFY(off.layers[0].allHeads[1][Parameter::Wq].kept == before.layers[0].allHeads[1][Parameter::Wq]);
        QVERIFY(!off.layers[0].allHeads[1][Parameter::Wq]);
    }
};

QTEST_APPLESS_MAIN(OffTest)
#include "tst_off.moc"
