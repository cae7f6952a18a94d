// The sessions that edits make, in long walks through all shapes, are those that they made when the sums below were
// recorded: the numbers that an edit keeps, moves and draws, and the blocks that it shares. Another case in
// RandomSteps makes other walks: then record the sums anew, in a commit that changes nothing in core.
#include "core/session/RandomSteps.h"
#include "io/sessionFile.h"
#include "random/initialisers.h"
#include "session/blocks.h"
#include "session/drawNumbers.h"

#include <QTest>

#include <map>

using namespace headlight;
using namespace headlight::testing;

namespace {

/// RandomSteps, and the edits that it does not have: drawn numbers, pins, tokenizers, whole layers, options.
class VerbSteps {
public:
    explicit VerbSteps(unsigned seed) : steps_(seed), random_(seed) {}

    const Session& session() const { return steps_.session(); }
    void go(const Session& to) { steps_.go(to); }

    Step drawn() {
        const int layer = below(static_cast<int>(session().layers.size())), size = 1 + below(5), other = 1 + below(5);
        const bool isOn = below(2) == 1;
        switch (below(16)) {
        case 0: {
            static const char* const kinds[] = {"whitespace", "words", "characters"};
            const TokenizerSpec spec{kinds[below(3)], isOn ? "" : "a"};
            const Sentence which = below(3) ? Sentence::First : Sentence::Second;
            return {"tokenizer", [=](const Session& s) { return withTokenizer(s, spec, {}, which); }};
        }
        case 1:
        case 2: {
            const DrawRequest request = anyRequest(layer);
            return {"draw", [=](const Session& s) { return withDrawn(s, request); }};
        }
        case 3: {
            const std::string name = isOn ? "A" : "B";
            if (size > 4) return {"unpin", [=](const Session& s) { return withoutPin(s, name); }};
            if (size > 2) return {"pin", [=](const Session& s) { return withPin(s, name); }};
            return {"back to a pin", [=](const Session& s) { return withPinnedState(s, name); }};
        }
        case 4:
            return {"sizes", [=](const Session& s) {
                        return withSizes(s, layer, {{isOn ? Side::D : Side::Dk, size}, {Side::Dv, other}});
                    }};
        case 5: {
            const LayerMatrices matrices = anyMatrices(layer, size, other);
            return {"matrices", [=](const Session& s) { return withMatrices(s, layer, matrices); }};
        }
        case 6: {
            Options options = layerAt(session(), layer).options;
            options.scale.kind = static_cast<Scale::Kind>(below(3));
            options.dropout.isOn = isOn;
            if (isOn) options.dropout = Dropout{};
            return {"scale and dropout", [=](const Session& s) { return withOptions(s, layer, options); }};
        }
        case 7: {
            const auto parameter = parameters()[random_() % parameters().size()].parameter;
            return {"optional", [=](const Session& s) { return withOptional(s, layer, parameter, isOn); }};
        }
        default: return steps_.drawn();
        }
    }

private:
    int below(int n) { return static_cast<int>(random_() % static_cast<unsigned>(n)); }

    DrawRequest anyRequest(int layer) {
        DrawRequest request;
        request.which = static_cast<DrawRequest::Which>(below(4));
        request.ref = {static_cast<Parameter>(below(static_cast<int>(Parameter::End))), layer, below(3) - 1};
        request.withEmbeddings = below(2) == 1;
        request.initialiser = static_cast<Initialiser>(below(7));
        request.seed = random_();
        request.order = static_cast<Drawing::Order>(below(2));
        request.isTransposed = below(2) == 1;
        return request;
    }

    /// Returns matrices for a layer; sometimes they do not fit.
    LayerMatrices anyMatrices(int layer, int dk, int dv) {
        const Sizes sizes = sizesOf(session(), layer);
        const int heads = 1 + below(3), width = below(2) ? sizes.d : 1 + below(5), rows = sizes.d + (below(8) == 0);
        const bool hasBias = below(2) == 1, hasOutput = below(2) == 1;
        LayerMatrices matrices;
        for (int h = 0; h < heads; ++h) {
            PerHeadParameter<FrozenMatrix> head;
            head[Parameter::Wq] = randomMatrix(random_, rows, dk);
            head[Parameter::Wk] = randomMatrix(random_, sizes.dSource, dk);
            head[Parameter::Wv] = randomMatrix(random_, sizes.dSource, dv);
            if (hasBias) head[Parameter::Bv] = randomMatrix(random_, 1, dv);
            matrices.heads.push_back(head);
        }
        if (hasOutput) matrices.layer[Parameter::Wo] = randomMatrix(random_, Index(heads) * dv, width);
        return matrices;
    }

    RandomSteps steps_;
    std::mt19937 random_;
};

/// Returns the text of the session's file, but for the version of the program, and what the file does not tell.
std::string textOf(const Session& session) {
    std::string text = sessionText({session, {}});
    const std::size_t at = text.find("\"generator\"");
    text.erase(at, text.find('\n', at) - at);
    for (const Sentence which : {Sentence::First, Sentence::Second})
        if (const Text* of = textOf(session, which)) text += std::to_string(of->vocabulary->pinnedRows) + " ";
    return text;
}

/// Returns a number for each block: equal ones for the same block, in `before` or in `now`.
std::string sharingOf(const Session& before, const Session& now) {
    std::map<const void*, std::size_t> numbers;
    std::string text;
    const auto add = [&](const void* block) {
        text += std::to_string(numbers.try_emplace(block, numbers.size()).first->second) + " ";
    };
    for (const Session* session : {&before, &now}) {
        for (const Sentence which : {Sentence::First, Sentence::Second})
            if (const Text* of = textOf(*session, which)) {
                add(of->tokens.get());
                add(of->vocabulary.get());
                of->embeddings.forEachBlock([&](const void* block, std::size_t) { add(block); });
            }
        for (const Layer& layer : session->layers) add(&layer);
        forEachBlock(*session, [&](const FrozenMatrix& matrix) { add(matrix.get()); });
    }
    return text;
}

constexpr int kSteps = 150;

/// Returns a sum of all that the walk comes by.
std::uint64_t sumOf(unsigned seed) {
    VerbSteps steps(seed);
    std::uint64_t sum = namedSeed(seed, textOf(steps.session()));
    for (int step = 0; step < kSteps; ++step) {
        const Session before = steps.session();
        const auto now = steps.drawn().edit(before);
        sum = namedSeed(sum, now ? textOf(*now) + sharingOf(before, *now) : "refused");
        if (now) steps.go(*now);
    }
    return sum;
}

} // namespace

class VerbsTest : public QObject {
    Q_OBJECT

private slots:
    void theyMakeTheSessionsThatTheyMade() {
        static constexpr std::uint64_t kSums[] = {
            0xd17f957a85bb71d9, 0x6448a02fed798cce, 0xef79c283d976035c, 0xefa37bb9e9a997b6, 0xe5a52570196bf986,
            0xd2653dc571e3b996, 0xeb709194d10a418f, 0xa23ac2d94eba575a, 0x2e84f396f479b44e, 0x88091bddbd365a77,
            0x00ee5dbf01427204, 0x973906a1f8d5de36, 0x982b3b5be2217ca9, 0xb5c210e74e6f37ce, 0x9cac662d3ca3ec74,
            0x05cceb12f95a9968, 0xdf10451fccf552dd, 0x58b8f01dd0dd1eeb, 0x7656e9feda34b124, 0xfa14715a8aa2d4ac,
            0xb910d1c80ddf0974, 0xf7c8e0092d3b6cb2, 0xfcfa55ae535d5fbf, 0x585fdd619a2e1fc4, 0x9747a1066d1de6af,
            0xe1ea0bd8e30475c5, 0xb2c72336f54e7b8b, 0x8e33f6ebb6f2d2c9, 0x657fe0d33071940d, 0xb164a771c4f9a141,
            0x4300bf0b98422f07, 0x2abf13686037110e, 0x06b89047c2d7a039, 0x94f51d1244f9ee94, 0xd93feb2cebe8590c,
            0xc3056d45662a4ed9, 0x4fdea1765c0d0912, 0x0aee72b60d279a76, 0x2e5c0b99ee768f75, 0x1b66600f41d99ea1};
        for (unsigned seed = 1; const std::uint64_t sum : kSums) {
            const std::uint64_t now = sumOf(seed);
            QVERIFY2(now == sum, qPrintable(QString("walk %1: 0x%2").arg(seed).arg(now, 16, 16, QChar('0'))));
            ++seed;
        }
    }
};

QTEST_GUILESS_MAIN(VerbsTest)
#include "tst_verbs.moc"
