// Verbs at random: whatever is done to a session, what the window relies on holds.
#include "session/Change.h"
#include "session/consistency.h"
#include "session/edits.h"
#include "session/reshape.h"
#include "support/blocks.h"

#include <QTest>

#include <functional>
#include <random>
#include <set>

using namespace headlight;

namespace {

using Verb = std::function<Result<Session>(const Session&)>;

constexpr int kManyLayers = 5; ///< so many that a walk still ends soon

/// What a step does to the columns that a layer makes, if it does no more than that: the column each one was, or -1.
struct Columns {
    int layer = -1;
    std::vector<Index> from{};
};

struct Step {
    std::string name;
    Verb verb;
    Columns columns{};
};

class Walk {
public:
    explicit Walk(unsigned seed) : random_(seed), mayDuplicate_(seed % 2 == 0) {
        Session session = newSession(seed, 1 + below(5), 1 + below(3), 1 + below(4), 1 + below(4));
        if (seed % 5 == 0) session = crossed(session, seed % 10 == 0 ? sizesOf(session).d : 1 + below(5));
        if (seed % 3 == 0)
            session = *withOptional(*withOptional(session, 0, Parameter::Wo, true), 0, Parameter::Bo, true);
        if (seed % 4 == 0)
            if (const auto plain = withoutTrainableWeights(session, 0)) session = *plain;
        for (unsigned layers = seed % 4; layers > 0; --layers) session = *withLayerAdded(session);
        UnknownMembers ofHeads;
        for (std::size_t l = 0; l < session.layers.size(); ++l)
            for (std::size_t h = 0; h < session.layers[l].heads.size(); ++h)
                ofHeads[headsOf(static_cast<int>(l)) + "[" + std::to_string(h) + "]"] = "{}";
        session.unknown = ofHeads;
        first_ = session_ = session;
    }

    /// What is wrong after one more step; empty if nothing is.
    std::string step() {
        const Step step = drawn();
        const Session before = session_;
        const Result<Session> after = step.verb(before);
        std::string wrong = after ? std::string() : complaintOf(after.text());
        if (!sameValues(session_, before)) wrong = "it changed its argument";
        if (after && wrong.empty()) {
            session_ = *after;
            wrong = check(before);
            if (wrong.empty()) wrong = keptRows(step.columns, before);
            if (wrong.empty()) changes_.push_back(Change::between(before, session_));
        }
        return wrong.empty() ? wrong : step.name + ": " + wrong;
    }

    /// All of it back, step by step and at once.
    std::string back() const {
        Session session = session_;
        for (auto change = changes_.rbegin(); change != changes_.rend(); ++change) session = change->backward(session);
        if (!sameValues(session, first_)) return "the changes, one after the other, do not lead back";
        for (const Change& change : changes_) session = change.forward(session);
        if (!sameValues(session, session_)) return "the changes, one after the other, do not lead there again";
        const Change all = Change::between(first_, session_);
        if (!sameValues(all.forward(first_), session_)) return "the change of all of it does not go forward";
        if (!sameValues(all.backward(session_), first_)) return "the change of all of it does not go back";
        return {};
    }

private:
    int below(int n) { return static_cast<int>(random_() % static_cast<unsigned>(n)); }

    Session crossed(Session session, Index d) {
        Text text;
        text.sentence = "k l m";
        session.source = *completed(text, 7, d);
        for (Head& head : session.layers[0].heads)
            for (const Parameter w : {Parameter::Wk, Parameter::Wv})
                head[w] = testing::randomMatrix(random_, d, head[w]->cols());
        return session;
    }

    Step drawn() {
        const int layers = static_cast<int>(session_.layers.size());
        // Now and then one that is not there.
        const int layer = below(40) ? below(layers) : layers, head = below(4), size = 1 + below(6);
        const bool isOn = below(2) == 1;
        static const char* const sentences[] = {"", "a", "a b a c", "c b", "zoo a b b b a", "ä ö a"};
        const char* sentence = sentences[below(6)];
        const Parameter parameter = below(3) ? anyParameter() : Parameter::X, optional = anyParameter();
        const auto value = static_cast<float>(below(9) - 4);
        switch (mayDuplicate_ ? below(19) : 1 + below(18)) {
        case 13: {
            const int kind = below(3);
            return {"positions", [=](const Session& s) {
                        return withPositions(s, kind == 0 ? std::nullopt
                                                          : std::optional(static_cast<Positions::Kind>(kind - 1)));
                    }};
        }
        case 14: {
            const int place = below(3);
            return {"norm", [=](const Session& s) {
                        return withNorm(s, layer,
                                        place == 0 ? std::nullopt
                                                   : std::optional(Norm{static_cast<Norm::Place>(place - 1), 1e-5}));
                    }};
        }
        case 15: {
            const Sentence which = isOn ? Sentence::Second : Sentence::First;
            if (below(3) == 0)
                return {"second sentence", [=](const Session& s) { return withSecondSentence(s, isOn); }};
            return {"words", [=](const Session& s) -> Result<Session> {
                        return textOf(s, which) ? withSentence(s, sentence, {}, which) : s;
                    }};
        }
        case 16: return {"given mask", [=](const Session& s) { return withGivenMask(s, layer, isOn); }};
        case 0:
            if (isOn && layers < kManyLayers)
                return {"duplicate a layer", [=](const Session& s) { return withLayerDuplicated(s, layer); }};
            return {"duplicate", [=](const Session& s) { return withHeadDuplicated(s, layer, head); }};
        case 1: return {"add a head", [=](const Session& s) { return withHeadAdded(s, layer); }, headAdded(layer)};
        case 2:
            return {"remove a head", [=](const Session& s) { return withHeadRemoved(s, layer, head); },
                    headRemoved(layer, head)};
        case 3: return {"d", [=](const Session& s) { return withEmbeddingSize(s, size); }};
        case 4: return {"d_k", [=](const Session& s) { return withKeySize(s, layer, size); }};
        case 5: return {"d_v", [=](const Session& s) { return withValueSize(s, layer, size); }, valueSize(layer, size)};
        case 6: return {"sentence", [=](const Session& s) { return withSentence(s, sentence); }};
        case 7: {
            const Options options = anyOptions(layer);
            return {"options", [=](const Session& s) { return withOptions(s, layer, options); }};
        }
        case 8:
            return {"weights on or off", [=](const Session& s) {
                        return size > 4 ? withoutTrainableWeights(s, layer) : withTrainableWeights(s, layer);
                    }};
        case 9:
            if (layers < kManyLayers) return {"add a layer", withLayerAdded};
            [[fallthrough]];
        case 10: return {"remove a layer", [=](const Session& s) { return withLayerRemoved(s, layer); }};
        case 11: return {"residual", [=](const Session& s) { return withResidual(s, layer, isOn); }};
        case 12:
            return {std::string(isOn ? "add " : "remove ") + symbolOf(optional),
                    [=](const Session& s) { return withOptional(s, layer, optional, isOn); }};
        default:
            if (below(3) == 0)
                return {"a row of zeros", [=](const Session& s) -> Result<Session> {
                            const FrozenMatrix* matrix = slotOf(s, {parameter, layer, head});
                            if (!matrix || !*matrix || (*matrix)->rows() < 2) return s; // biases may be equal
                            const Matrix zeros = Matrix::Zero(1, (*matrix)->cols());
                            return withBlock(s, {parameter, layer, head}, static_cast<int>((*matrix)->rows()) - 1, 0,
                                             zeros);
                        }};
            if (below(3) == 0)
                return {"drawn anew", [=](const Session& s) -> Result<Session> {
                            const Matrix drawn = *drawnAnew(s, {parameter, layer, head});
                            const FrozenMatrix was = matrixOf(s, {parameter, layer, head});
                            if (was && (was->rows() != drawn.rows() || was->cols() != drawn.cols()))
                                return Result<Session>(Problem{"it is drawn in another shape"});
                            return drawn.size() ? withBlock(s, {parameter, layer, head}, 0, 0, drawn) : s;
                        }};
            if (below(4) == 0)
                return {"a block of all heads", [=](const Session& s) {
                            return withBlock(s, {parameter, layer, kAllHeads}, 0, 1, Matrix::Constant(1, 5, value));
                        }};
            return {"a cell", [=](const Session& s) { return withCell(s, {parameter, layer, head}, 0, 0, value); }};
        }
    }

    Parameter anyParameter() {
        const auto all = parameters();
        return all[random_() % all.size()].parameter;
    }

    /// Of masks now and then one that does not fit.
    Options anyOptions(int layer) {
        const int there = layerOr(layer, 0);
        const Sizes sizes = sizesOf(session_, there);
        Options options = session_.layers[static_cast<std::size_t>(there)].options;
        options.temperature = 1 + below(3);
        options.mask = testing::maskOf(random_, below(testing::kMaskSorts), sizes.tokens,
                                       sizes.keyTokens + (below(8) ? 0 : 1));
        return options;
    }

    int layerOr(int layer, int otherwise) const {
        return layer < static_cast<int>(session_.layers.size()) ? layer : otherwise;
    }

    // ---- What becomes of the columns of a layer without W_o.

    Columns columnsOf(int layer) const {
        if (layerOr(layer, -1) < 0) return {};
        Columns columns{layer, {}};
        for (Index col = 0; col < sizesOf(session_, layer).concat(); ++col) columns.from.push_back(col);
        return columns;
    }
    Columns headAdded(int layer) const {
        Columns columns = columnsOf(layer);
        if (columns.layer >= 0) columns.from.insert(columns.from.end(), std::size_t(sizesOf(session_, layer).dv), -1);
        return columns;
    }
    Columns headRemoved(int layer, int head) const {
        Columns columns = columnsOf(layer);
        if (columns.layer < 0 || head >= sizesOf(session_, layer).heads) return {};
        const Index dv = sizesOf(session_, layer).dv;
        const auto first = columns.from.begin() + head * dv;
        columns.from.erase(first, first + dv);
        return columns;
    }
    Columns valueSize(int layer, int dv) const {
        if (layerOr(layer, -1) < 0) return {};
        Columns columns{layer, {}};
        const Sizes s = sizesOf(session_, layer);
        for (int head = 0; head < s.heads; ++head)
            for (int col = 0; col < dv; ++col) columns.from.push_back(col < s.dv ? head * s.dv + col : -1);
        return columns;
    }

    /// Whatever reads the columns of a layer without W_o keeps the numbers of those that stayed: the first layer above
    /// that has weights. (Of a second sentence keys and values are made, whatever the layer below makes.)
    std::string keptRows(const Columns& columns, const Session& before) const {
        if (columns.layer < 0 || before.layers[static_cast<std::size_t>(columns.layer)][Parameter::Wo]) return {};
        for (std::size_t l = static_cast<std::size_t>(columns.layer) + 1; l < before.layers.size(); ++l) {
            const Layer &was = before.layers[l], &is = session_.layers[l];
            for (std::size_t h = 0; h < was.heads.size(); ++h)
                for (const Parameter w : {Parameter::Wq, Parameter::Wk, Parameter::Wv}) {
                    if (!was.heads[h][w] || (before.source && w != Parameter::Wq)) continue;
                    const Matrix &old = *was.heads[h][w], &now = *is.heads[h][w];
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

    // ---- What holds whatever was done.

    /// A refusal is a line for a person, and about something that the verb could not have brought into line itself.
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
        const Change change = Change::between(before, session_);
        if (!sameValues(change.forward(before), session_)) return "the change does not go forward";
        if (!sameValues(change.backward(session_), before)) return "the change does not go back";
        for (const auto& [field, members] : *session_.unknown)
            if (!isOfHead(field)) return "unknown members of no head: " + field;
        return twins();
    }

    bool isOfHead(const std::string& field) const {
        const auto isAmong = [&](const std::string& list, const Layer& layer) {
            for (std::size_t h = 0; h < layer.heads.size(); ++h)
                if (field == list + "[" + std::to_string(h) + "]") return true;
            return false;
        };
        for (std::size_t l = 0; l < session_.layers.size(); ++l) {
            const Layer& layer = session_.layers[l];
            if (isAmong(headsOf(static_cast<int>(l)), layer)) return true;
            for (const auto& [slot, name] : kWholes)
                if (layer.*slot && isAmong(layerField(static_cast<int>(l)) + ".off." + name + ".heads", *(layer.*slot)))
                    return true;
        }
        return false;
    }

    /// No two weights of the session are equal, of whatever layer and head, unless one was duplicated; the rows of W_o
    /// that belong to a head as little.
    std::string twins() const {
        std::set<int> numbers;
        for (const Layer& layer : session_.layers)
            if (!numbers.insert(layer.number).second) return "two layers with one number";
        if (mayDuplicate_) return {};
        std::set<std::vector<float>> seen;
        const auto isNew = [&](const auto& block) {
            const Matrix values = block;
            return values.size() < 2 || seen.insert({values.data(), values.data() + values.size()}).second;
        };
        std::string wrong;
        forEachParameter(session_, [&](const ParameterRef& ref, const FrozenMatrix& matrix) {
            if (infoOf(ref.parameter).start == Start::Drawn && matrix && !isNew(*matrix)) // ones are ones everywhere
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

    std::mt19937 random_;
    bool mayDuplicate_;
    Session first_, session_;
    std::vector<Change> changes_;
};

} // namespace

class VerbsTest : public QObject {
    Q_OBJECT

private slots:
    /// Those that may draw many numbers look up, and change nothing when they are stopped.
    void theLongOnesCanBeStopped() {
        const Session session = *withSentence(newSession(1, 4, 3, 3, 3), "one two three");
        TokenizerSpec characters = session.text.tokenizer;
        characters.kind = "characters";
        using Watched = std::function<Result<Session>(const Watch&)>;
        const std::vector<Watched> verbs{
            [&](const Watch& watch) { return withSentence(session, "four five six seven", watch); },
            [&](const Watch& watch) { return withTokenizer(session, characters, watch); },
            [&](const Watch& watch) { return withEmbeddingSize(session, 9, watch); },
            [&](const Watch& watch) { return withKeySize(session, 0, 9, watch); },
            [&](const Watch& watch) { return withValueSize(session, 0, 9, watch); }};
        for (const Watched& verb : verbs) {
            std::vector<double> told;
            const auto done = verb([&](double part) { return told.push_back(part), true; });
            QVERIFY(done.ok());
            QVERIFY(sameValues(*done, *verb({})));
            QVERIFY(told.size() >= 3 && std::ranges::is_sorted(told) && told.back() <= 1);
            for (std::size_t looks = 0; looks < told.size(); ++looks) {
                std::size_t left = looks;
                QVERIFY(!verb([&](double) { return left-- > 0; }).ok());
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
            verify(120, walk.back());
        }
    }
};

QTEST_GUILESS_MAIN(VerbsTest)
#include "tst_verbs.moc"
