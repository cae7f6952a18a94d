// Verbs at random: whatever is done to a session, what the window relies on holds.
#include "session/Change.h"
#include "session/consistency.h"
#include "session/edits.h"

#include <QTest>

#include <random>
#include <set>

using namespace headlight;

namespace {

using Verb = std::function<Result<Session>(const Session&)>;

class Walk {
public:
    explicit Walk(unsigned seed) : random_(seed), mayDuplicate_(seed % 2 == 0) {
        session_ = newSession(seed, 1 + below(5), 1 + below(3), 1 + below(4), 1 + below(4));
        if (seed % 3 == 0) session_ = withOutput(session_);
        UnknownMembers ofHeads;
        for (std::size_t h = 0; h < session_.layers[0].heads.size(); ++h)
            ofHeads[headsOf(0) + "[" + std::to_string(h) + "]"] = "{}";
        session_.unknown = ofHeads;
        if (seed % 4 == 0) session_ = *withoutTrainableWeights(session_, 0);
    }

    const Session& session() const { return session_; }

    /// What the step was; empty if it was refused.
    std::string step() {
        const int kind = mayDuplicate_ ? below(10) : 1 + below(9), head = below(4);
        const auto [name, verb] = verbOf(kind, head);
        const Session before = session_;
        const Result<Session> after = verb(before);
        if (!after) return sameValues(session_, before) ? std::string() : name + ": a refused step changed something";
        session_ = *after;
        return check(name, before);
    }

private:
    int below(int n) { return static_cast<int>(random_() % static_cast<unsigned>(n)); }

    static Session withOutput(Session session) {
        const Sizes s = sizesOf(session);
        session.layers[0][Parameter::Wo] = Matrix(Matrix::Random(s.concat(), 3));
        session.layers[0][Parameter::Bo] = Matrix(Matrix::Random(1, 3));
        return session;
    }

    std::pair<std::string, Verb> verbOf(int kind, int head) {
        const int size = 1 + below(6);
        static const char* const sentences[] = {"", "a", "a b a c", "c b", "zoo a b b b a", "ä ö a"};
        const char* sentence = sentences[below(6)];
        const auto all = parameters();
        const Parameter parameter = below(3) ? all[random_() % all.size()].parameter : Parameter::X;
        const auto value = static_cast<float>(below(9) - 4);
        Options options = session_.layers[0].options;
        options.temperature = 1 + below(3);
        options.mask.causal = below(2) == 1;
        switch (kind) {
        case 1: return {"add a head", [](const Session& s) { return withHeadAdded(s, 0); }};
        case 0: return {"duplicate", [=](const Session& s) { return withHeadDuplicated(s, 0, head); }};
        case 2: return {"remove", [=](const Session& s) { return withHeadRemoved(s, 0, head); }};
        case 3: return {"d", [=](const Session& s) { return withEmbeddingSize(s, size); }};
        case 4: return {"d_k", [=](const Session& s) { return withKeySize(s, 0, size); }};
        case 5: return {"d_v", [=](const Session& s) { return withValueSize(s, 0, size); }};
        case 6: return {"sentence", [=](const Session& s) { return withSentence(s, sentence); }};
        case 7: return {"options", [=](const Session& s) { return withOptions(s, 0, options); }};
        case 8:
            return {"weights on or off", [=](const Session& s) {
                        return size > 4 ? withoutTrainableWeights(s, 0) : withTrainableWeights(s, 0);
                    }};
        default: return {"a cell", [=](const Session& s) { return withCell(s, {parameter, 0, head}, 0, 0, value); }};
        }
    }

    std::string check(const std::string& name, const Session& before) const {
        if (const auto wrong = firstInconsistency(session_)) return name + ": " + *wrong;
        if (sameValues(session_, before) && !(session_ == before)) return name + ": no change, but not its argument";
        const Change change = Change::between(before, session_);
        if (!sameValues(change.forward(before), session_)) return name + ": the change does not go forward";
        if (!sameValues(change.backward(session_), before)) return name + ": the change does not go back";
        for (const auto& [field, members] : *session_.unknown)
            if (std::stoul(field.substr(headsOf(0).size() + 1)) >= session_.layers[0].heads.size())
                return name + ": unknown members of no head: " + field;
        return twins(name);
    }

    /// No two heads are equal unless one was duplicated; rows of W_o as little.
    std::string twins(const std::string& name) const {
        if (mayDuplicate_) return {};
        std::set<std::vector<float>> seen;
        const auto isNew = [&](const auto& block) {
            const Matrix values = block;
            return seen.insert({values.data(), values.data() + values.size()}).second;
        };
        const Layer& layer = session_.layers[0];
        for (const Head& head : layer.heads)
            if (const auto& w = head[Parameter::Wq]; w && w->size() > 1 && !isNew(*w))
                return name + ": two equal heads";
        seen.clear();
        const Sizes s = sizesOf(session_);
        if (const auto& wo = layer[Parameter::Wo])
            for (Index h = 0; h < s.heads; ++h)
                if (!isNew(wo->middleRows(h * s.dv, s.dv))) return name + ": two heads with equal rows in W_o";
        return {};
    }

    std::mt19937 random_;
    bool mayDuplicate_;
    Session session_;
};

} // namespace

class VerbsTest : public QObject {
    Q_OBJECT

private slots:
    void whateverIsDone() {
        for (unsigned seed = 1; seed <= 60; ++seed) {
            Walk walk(seed);
            for (int step = 0; step < 120; ++step) {
                const std::string wrong = walk.step();
                QVERIFY2(wrong.empty(),
                         qPrintable(QString("seed %1, step %2: %3").arg(seed).arg(step).arg(wrong.c_str())));
            }
        }
    }
};

QTEST_GUILESS_MAIN(VerbsTest)
#include "tst_verbs.moc"
