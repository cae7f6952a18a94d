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
            0xe356272a8093f1e6, 0xfe46de4af3b49cc0, 0xbb81818b8802716e, 0x86d7cbc74d4514d2, 0x48d9e5e80c12fba4,
            0x42c50f916c849ec2, 0xc8af635e456e0b5b, 0xe4900668fba16554, 0x410f6028b8cace57, 0x56b27581be9423b8,
            0x48a5762233e84dd3, 0x3e83a1680bc0c03d, 0xdb5086ca622e8c6b, 0xee6de638b999a80c, 0x6ef91e20a71da9da,
            0x67e224f3650f99fa, 0xe3206fff25a2b6dc, 0x58b8f01dd0dd1eeb, 0x33d78ab050254bdb, 0xf7e730678419fc61,
            0x146bbde7b086139d, 0x41757d78ac2c086b, 0xee817ef6b4f7fada, 0xa400f54bedc3575d, 0x6e829ee007927d87,
            0xaec223a43fc9caec, 0xc01ec5270be3fc42, 0x123496b605e14260, 0x657fe0d33071940d, 0x1838edcef585ee3c,
            0xf5a10eeb1581693e, 0xee8fb6ef5bd5ad91, 0x6d597fad6b1d6c3a, 0xe2b9419c9436bcec, 0x10808a056bb6aa61,
            0xd98928e458ed8206, 0x4bed8ae497c7b6b8, 0x362a5cb7a457853c, 0x55cb209892ba85b0, 0xdbeda89e0f708450};
        for (unsigned seed = 1; const std::uint64_t sum : kSums) {
            const std::uint64_t now = sumOf(seed);
            QVERIFY2(now == sum, qPrintable(QString("walk %1: 0x%2").arg(seed).arg(now, 16, 16, QChar('0'))));
            ++seed;
        }
    }
};

QTEST_GUILESS_MAIN(VerbsTest)
#include "tst_verbs.moc"
