// Each calculation of the inspector's page, and each sentence of a walk, is repeated with its printed numbers and gives
// the printed result. The numbers themselves are those of the formulas.
#include "document/selection.h"
#include "panels/inspector/way.h"
#include "plot/stepWords.h"
#include "session/consistency.h"
#include "session/edits.h"
#include "support/changing.h"
#include "support/incremental.h"
#include "support/knownNumbers.h"
#include "support/randomModel.h"
#include "ui/panels/inspector/lessonText.h"
#include "ui/panels/readPage.h"
#include "ui/panels/readSteps.h"

#include <QTest>

using namespace headlight;
using namespace headlight::testing;

namespace {

/// Returns a session of a head without weights, with these rows of X.
Session bare(const std::string& x, const std::function<void(Options&)>& set) {
    Session session = bareSession(matrixFrom(x));
    session.layers.change(0, [&](Layer& layer) { set(layer.options); });
    return session;
}
void number(Options& options, double scale, double temperature = 1) {
    options.scale = {Scale::Kind::Factor, scale};
    options.temperature = temperature;
}
void after(Options& options, const std::string& given) {
    options.mask.given = FrozenMatrix(matrixFrom(given));
    options.maskMode = MaskMode::After;
}

struct Corner {
    const char* name;
    Session session;
};
std::vector<Corner> allCorners() {
    const auto none = [](Options& o) { o.scale.kind = Scale::Kind::None; };
    const auto plain = [&](const char* x) { return bare(x, none); };
    const auto with = [&](const char* x, auto set) { return bare(x, [&](Options& o) { none(o), set(o); }); };
    const char *const usual = "1 0.5; -0.3 0.8; 0.2 -1", *const infinite = "1 0.5; inf 0.8; 0.2 -1";
    const char* const hidesSecond = "1 0 1; 1 0 1; 1 0 1";
    Session normed = *withNorm(plain(usual), 0, Norm{Norm::Place::After, 1e-5});
    changing(normed)[Parameter::NormGain] = FrozenMatrix(matrixFrom("2 0.5"));
    changing(normed)[Parameter::NormBias] = FrozenMatrix(matrixFrom("1 -1"));
    Session normedBefore = *withNorm(normed, 0, Norm{Norm::Place::Before, 0.1});
    Session many = plain("1 0.5");
    std::mt19937 random(9);
    many.text = textOf(randomMatrix(random, 15, 2));
    return {
        {"scale 0 and a temperature", with(usual, [](Options& o) { number(o, 0, 2); })},
        {"a number with nine digits", with(usual, [](Options& o) { number(o, 0.123456789); })},
        {"a temperature of all digits", with(usual, [](Options& o) { o.temperature = 17.12345678; })},
        {"a dropout rate of all digits", with(usual,
                                              [](Options& o) {
                                                  o.dropout = Dropout{0.123456789, 3};
                                              })},
        {"not finite", plain(infinite)},
        {"not finite, masked after",
         with(infinite, [](Options& o) { o.mask.causal = true, o.maskMode = MaskMode::After; })},
        {"not finite and hidden before", with(infinite, [](Options& o) { o.mask.causal = true; })},
        {"not finite and hidden after", with(infinite, [&](Options& o) { after(o, hidesSecond); })},
        {"NaN", plain("1 0.5; nan 0.8; 0.2 -1")},
        {"all minus infinity",
         with("1; -inf; 2", [](Options& o) { o.mask.given = FrozenMatrix(matrixFrom("0 1 0; 1 1 1; 0 1 0")); })},
        {"beyond float32", with("1e19; 1e19; -1e19", [](Options& o) { number(o, 1000); })},
        {"beyond float32, masked after",
         with("1e19; 1e19; -1e19", [](Options& o) { number(o, 1000), after(o, "1 0 1; 0 1 1; 1 1 1"); })},
        {"next to nothing is left", with("10 0; 9 0; -5 1", [](Options& o) { after(o, "0 1 1; 1 0 1; 1 1 0"); })},
        {"every key masked",
         with(usual, [](Options& o) { o.mask.given = FrozenMatrix(matrixFrom("0 0 0; 0 0 0; 1 1 0")); })},
        {"every key masked after", with(usual, [](Options& o) { after(o, "0 0 0; 0 0 0; 1 1 0"); })},
        {"sum, every key masked", with(usual,
                                       [](Options& o) {
                                           o.normalisation = Normalisation::Sum,
                                           o.mask.given = FrozenMatrix(matrixFrom("0 0 0; 0 0 0; 1 1 0"));
                                       })},
        {"sum, causal", with(usual, [](Options& o) { o.normalisation = Normalisation::Sum, o.mask.causal = true; })},
        {"sum 0", with("1 0; 1 0; -2 0", [](Options& o) { o.normalisation = Normalisation::Sum; })},
        {"sum not finite", with(infinite, [](Options& o) { o.normalisation = Normalisation::Sum; })},
        {"norm before, as it is made", *withNorm(plain(usual), 0, Norm{Norm::Place::Before, 1e-9})},
        {"norm after, gain and bias", normed},
        {"norm before, gain and bias", normedBefore},
        {"fifteen keys", many},
    };
}

} // namespace

class ToldNumbersTest : public QObject {
    Q_OBJECT

private slots:
    void corners_data() {
        QTest::addColumn<int>("corner");
        const auto all = allCorners();
        for (std::size_t i = 0; i < all.size(); ++i) QTest::newRow(all[i].name) << static_cast<int>(i);
    }
    void corners() {
        QFETCH(const int, corner);
        const Session session = allCorners()[static_cast<std::size_t>(corner)].session;
        for (int query = 0; query < 3 && !QTest::currentTestFailed(); ++query) holds(session, 0, 0, query, 1);
    }

    /// Random models with all options of a layer, so small that every number is told.
    void random() {
        for (unsigned seed = 1; seed <= 60; ++seed) {
            RandomNumbers chance(seed);
            Session session = RandomModel(seed, 4).next();
            for (int l = 0; l < static_cast<int>(session.layers.size()); ++l) // off: a sentence has no numbers
                session.layers.change(l, [](Layer& of) {
                    for (Head& head : of.allHeads) head.isOn = true;
                });
            QVERIFY(!firstInconsistency(session));
            const int layer = chance.pick(0, static_cast<int>(session.layers.size()) - 1);
            const Sizes sizes = sizesOf(session, layer);
            const int query = chance.pick(0, sizes.tokens - 1), key = chance.pick(0, sizes.keyTokens - 1);
            holds(session, layer, chance.pick(0, sizes.heads - 1), query, key);
            if (QTest::currentTestFailed()) {
                qWarning("seed %u", seed);
                return;
            }
        }
        QVERIFY2(onPages_ > 10000 && inSteps_ > 3000, qPrintable(QStringLiteral("%1 %2").arg(onPages_).arg(inSteps_)));
    }

    /// The reader itself finds false lines.
    void falseLinesAreSeen_data() {
        QTest::addColumn<QString>("lines");
        QTest::addColumn<bool>("isTrue");
        const auto row = [](const char* lines, bool isTrue) {
            QTest::newRow(lines) << QString::fromUtf8(lines) << isTrue;
        };
        row("(0.5000 × 2) / √3 = 0.5774", true);
        row("(0.5000 × 2) / √3 = 0.5773", false);
        row("(0.5000 × 2) / √3 ≈ 0.5774", false);
        row("0.3333 × 3 ≈ 1.0000", true);
        row("0.3333 × 3 ≈ 1.0002", false);
        row("0.3333 × 3 = 1.0000", false);
        row("(0.1000 × 0) / 2 ≈ 0.0000", false);
        row("0.2500 / 1e-39 = 8.50705867e37", false);
        row("cos(1 ÷ 1.0000) = 0.5403", true);
        row("0.5000 / 0.0000 = NaN", false);
        row("key\tmasked\tweight\nt0\tNaN\tNaN\nsum\tNaN\t≈ 1.0000", false);
        row("key\tmasked\tweight\nt0\tNaN\tNaN", false);
        row("A score of the row is not finite: it has no weights.\nkey\tmasked\tweight\nt0\tNaN\tNaN", true);
        row("e to the power (s − largest), divided by the sum; s = scaled, largest = 1.0000 (t0)\nkey\tscaled\te^(s−largest)\tweight\nt0\t1.0000\t1.0000\t0.7311\nt1\t0.0000\t0.3679\t0.2689\n"
            "sum\t\t1.3679\t1.0000",
            true);
        row("e to the power (s − largest), divided by the sum; s = scaled, largest = 1.0000 (t0)\nkey\tscaled\te^(s−largest)\tweight\nt0\t1.0000\t1.0000\t0.7311\nt1\t0.0000\t0.3579\t0.2689\n"
            "sum\t\t1.3579\t1.0000",
            false);
        row("\tq\t× k\t\n1\t0.5000\t× -0.5000\t= -0.2500\n2\t1.0000\t× 2.0000\t= 2.0000\nsum\t\t\t1.7500", true);
        row("\tq\t× k\t\n1\t0.5000\t× -0.5000\t= -0.2500\n2\t1.0000\t× 2.0000\t= 2.0000\nsum\t\t\t≈ 1.7500", false);
        row("\tq\t× k\t\n1\t0.5000\t× -0.5000\t= -0.2501\nsum\t\t\t-0.2501", false);
        row("Embeddings\t0.5000\nPositions\t0.8415\nsum\t1.3414", false);
        row("\tx\t(x − mean)^2\n1\t1.0000\t0.2500\n2\t2.0000\t0.2500\nmean\t1.5000\t0.2500", true);
        row("\tx\t(x − mean)^2\n1\t1.0000\t0.2500\n2\t2.0000\t0.2500\nmean\t1.5000\t0.5000", false);
        row("0.5000 is = to what?", false);
    }
    void falseLinesAreSeen() {
        QFETCH(const QString, lines);
        QFETCH(const bool, isTrue);
        PageReader reader(QStringLiteral("▾ Section\t0.5\n") + lines, 4);
        const QString wrong = reader.wrong();
        QVERIFY2(wrong.isEmpty() == isTrue, qPrintable(wrong));
    }

private:
    void holds(const Session& session, int layer, int head, int query, int key) {
        pagesHold(session, layer, head, query, key);
        if (!QTest::currentTestFailed() && sizesOf(session, layer).keyTokens <= kStepExamples)
            stepsHold(session, layer, head, query, key);
    }

    /// Checks the pages of one number of each stage, with all numbers that lead to it.
    void pagesHold(const Session& session, int layer, int head, int query, int key) {
        const KnownNumbers known(session, layer);
        Engine engine(eigen());
        for (const StageInfo& info : stages()) {
            if (!hasStage(info.stage, session, layer)) continue;
            CellRef cell{info.stage, layer, info.scope == Scope::Head ? head : 0, query, 0};
            if (info.rows == Side::KeyTokens) cell.row = key;
            cell.col = info.isMap() ? key : query % static_cast<int>(lengthOf(info.cols, sizesOf(session, layer)));
            View view;
            view.layer = layer, view.head = head, view.query = query, view.key = key;
            const int decimals = ++pages_ % 3 == 0 ? 2 : 4;
            pageHolds(engine, session, cell, wayTo(cell, session, view), decimals, known);
            if (QTest::currentTestFailed()) return;
        }
    }
    void pageHolds(Engine& engine, const Session& session, const CellRef& selected, const std::vector<CellRef>& way,
                   int decimals, const KnownNumbers& known) {
        const std::vector<CellDemand> cells(way.begin(), way.end());
        LessonLook look;
        look.decimals = decimals;
        for (const StageInfo& info : stages())
            if (!isOpenAtFirst(selected, info.stage)) look.toggled.insert({info.stage, false});
        const Frame frame = engine.answer(session, {{}, cells});
        const QString page = lessonHtml({session, selected, look}, frame.explanations).text();
        PageReader reader(page, decimals);
        const QString wrong = reader.wrong();
        QVERIFY2(wrong.isEmpty(), qPrintable(wrong + QStringLiteral("\n---\n") + page));
        onPages_ += reader.relations();
        isKnown(reader.top.value(1).section(u' ', -1), selected, decimals, known);
        auto cell = way.begin();
        for (const PageSection& section : reader.sections()) {
            auto end = cell;
            while (end != way.end() && end->stage == cell->stage) ++end;
            const QStringList said = section.value.isEmpty() ? section.results : QStringList(section.value);
            QVERIFY2(said.size() == end - cell, qPrintable(section.title + u'\n' + page));
            for (const QString& text : said) isKnown(text, *cell++, decimals, known);
            if (QTest::currentTestFailed()) return qWarning("%s", qPrintable(page));
        }
        QVERIFY2(cell == way.end(), qPrintable(page));
    }
    /// Checks that the printed number is that of the formulas.
    static void isKnown(const QString& said, const CellRef& at, int decimals, const KnownNumbers& known) {
        const Meant number = known(at.stage, at.head, at.row, at.col), meant = meantBy(said, decimals);
        const bool isNear = (number.low <= meant.high && meant.low <= number.high) || meant.holds(number.value);
        const bool isBeyond = std::isinf(meant.value) && std::abs(number.value) > std::numeric_limits<float>::max();
        QVERIFY2(isNear || isBeyond, qPrintable(QStringLiteral("%1 is not %2").arg(said).arg(number.value)));
    }

    void stepsHold(const Session& session, int layer, int head, int query, int key) {
        const Walk walk(session, layer, head, query, key);
        StepsReader reader(session, layer, head, query, key);
        Engine engine(eigen());
        for (int i = 0; i < walk.count(); ++i) {
            const Step step = walk.at(i);
            const std::vector<CellRef> made = walk.examples(step, kStepExamples);
            const Frame frame = engine.answer(session, {{}, std::vector<CellDemand>(made.begin(), made.end())});
            const QString wrong = reader.wrong(step, stepWords(session, layer, query, walk, step, frame.explanations));
            QVERIFY2(wrong.isEmpty(), qPrintable(wrong));
        }
        inSteps_ += reader.relations();
    }

    int pages_ = 0, onPages_ = 0, inSteps_ = 0;
};

QTEST_MAIN(ToldNumbersTest)
#include "tst_toldNumbers.moc"
