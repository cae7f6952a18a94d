// Random edits: after any of them, everything that the window relies on holds.
#include "core/session/RandomSteps.h"
#include "session/consistency.h"

#include <QTest>

#include <set>

using namespace headlight;
using namespace headlight::testing;

namespace {

class Walk {
public:
    explicit Walk(unsigned seed) : steps_(seed), session_(steps_.session()) {}

    /// Makes one more step. Returns what is wrong after it; empty: nothing.
    std::string step() {
        const Step step = steps_.drawn();
        const Session before = session_;
        const Result<Session> after = step.edit(before);
        std::string wrong = after ? std::string() : complaintOf(after.text());
        if (!sameValues(session_, before)) wrong = "it changed its argument";
        if (after && wrong.empty()) {
            session_ = *after;
            steps_.go(session_);
            wrong = check(before);
            if (wrong.empty()) wrong = keptRows(step.columns, before);
        }
        return wrong.empty() ? wrong : step.name + ": " + wrong;
    }

private:
    /// The first layer above that has weights reads the columns of a layer without W_o, and keeps the rows of those
    /// that stayed. (Keys and values of a second sentence do not depend on the layer below.)
    std::string keptRows(const Columns& columns, const Session& before) const {
        if (columns.layer < 0 || before.layers[static_cast<std::size_t>(columns.layer)][Parameter::Wo]) return {};
        for (std::size_t l = static_cast<std::size_t>(columns.layer) + 1; l < before.layers.size(); ++l) {
            const Layer &was = before.layers[l], &is = session_.layers[l];
            for (std::size_t h = 0; h < was.allHeads.size(); ++h)
                for (const Parameter w : {Parameter::Wq, Parameter::Wk, Parameter::Wv}) {
                    if (!was.allHeads[h][w] || (before.source && w != Parameter::Wq)) continue;
                    const Matrix &old = *was.allHeads[h][w], &now = *is.allHeads[h][w];
                    if (now.rows() != static_cast<Index>(columns.from.size())) return "the rows of the layer above";
                    for (Index row = 0; row < now.rows(); ++row)
                        if (const Index from = columns.from[static_cast<std::size_t>(row)];
                            from >= 0 && now.row(row) != old.row(from))
                            return "row " + std::to_string(row) + " of the layer above has other numbers";
                }
            if (!isSimplified(was) || was[Parameter::Wo]) break;
        }
        return {};
    }

    // ---- Properties that hold after any step.

    /// A refusal must be one line for a person, about something that the edit could not have corrected itself.
    static std::string complaintOf(const std::string& text) {
        const bool isLine = text.size() > 10 && text.size() < 300 && text.ends_with('.') && !text.starts_with(' ') &&
                            text.find('\n') == std::string::npos;
        const bool isOfMask = text.find("options.mask") != std::string::npos;
        const bool isOfShape = text.find("but it must be") != std::string::npos && !isOfMask;
        return isLine && !isOfShape ? std::string() : "refused as \"" + text + "\"";
    }

    std::string check(const Session& before) const {
        if (const auto wrong = firstInconsistency(session_)) return *wrong;
        if (sameValues(session_, before) && !(session_ == before)) return "no change, but not its argument";
        return twins();
    }

    /// No two weights of the session are equal, in whichever layer and head, unless one was duplicated; nor are the
    /// rows of W_o of two heads.
    std::string twins() const {
        std::set<int> numbers;
        for (const Layer& layer : session_.layers)
            if (!numbers.insert(layer.number).second) return "two layers with one number";
        if (steps_.mayDuplicate()) return {};
        std::set<std::vector<float>> seen;
        const auto isNew = [&](const auto& block) {
            const Matrix values = block;
            return values.size() < 2 || seen.insert({values.data(), values.data() + values.size()}).second;
        };
        std::string wrong;
        forEachParameter(session_, [&](const ParameterRef& ref, const FrozenMatrix& matrix) {
            if (infoOf(ref.parameter).start == Start::Drawn && matrix && !isNew(*matrix)) // ones are equal everywhere
                wrong = "a twin of " + nameOf(ref) + " of layer " + std::to_string(ref.layer);
        });
        for (std::size_t l = 0; l < session_.layers.size() && wrong.empty(); ++l) {
            const Sizes s = sizesOf(session_, static_cast<int>(l));
            const FrozenMatrix& wo = session_.layers[l][Parameter::Wo];
            seen.clear();
            for (Index h = 0; wo && h < s.heads; ++h)
                if (!isNew(wo->middleRows(h * s.dv, s.dv))) wrong = "two heads with equal rows in W_o";
        }
        return wrong;
    }

    RandomSteps steps_;
    Session session_;
};

} // namespace

class RandomStepsTest : public QObject {
    Q_OBJECT

private slots:
    /// Edits that may draw many numbers ask their watch, and change nothing when they are stopped.
    void theLongOnesCanBeStopped() {
        const Session session = *withSentence(newSession(1, 4, 3, 3, 3), "one two three");
        TokenizerSpec characters = session.text.tokenizer;
        characters.kind = "characters";
        using Watched = std::function<Result<Session>(const Watch&)>;
        const std::vector<Watched> edits{
            [&](const Watch& watch) { return withSentence(session, "four five six seven", watch); },
            [&](const Watch& watch) { return withTokenizer(session, characters, watch); },
            [&](const Watch& watch) { return withEmbeddingSize(session, 9, watch); },
            [&](const Watch& watch) { return withKeySize(session, 0, 9, watch); },
            [&](const Watch& watch) { return withValueSize(session, 0, 9, watch); }};
        for (const Watched& edit : edits) {
            std::vector<double> told;
            const auto done = edit([&](double part) { return told.push_back(part), true; });
            QVERIFY(done.ok());
            QVERIFY(sameValues(*done, *edit({})));
            QVERIFY(told.size() >= 3 && std::ranges::is_sorted(told) && told.back() <= 1);
            for (std::size_t looks = 0; looks < told.size(); ++looks) {
                std::size_t left = looks;
                QVERIFY(!edit([&](double) { return left-- > 0; }).ok());
            }
        }
    }

    void whateverIsDone() {
        for (unsigned seed = 1; seed <= 60; ++seed) {
            Walk walk(seed);
            const auto verify = [&](int step, const std::string& wrong) {
                QVERIFY2(wrong.empty(),
                         qPrintable(QString("seed %1, step %2: %3").arg(seed).arg(step).arg(wrong.c_str())));
            };
            for (int step = 0; step < 120 && !QTest::currentTestFailed(); ++step) verify(step, walk.step());
            if (QTest::currentTestFailed()) return;
        }
    }
};

QTEST_GUILESS_MAIN(RandomStepsTest)
#include "tst_randomSteps.moc"
