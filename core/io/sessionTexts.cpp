// Describes a session: its texts and positions, and the list of its layers.

#include "io/ObjectIo.h"
#include "io/sessionDraft.h"
#include "text/tokenizers.h"

#include <limits>

namespace headlight {
namespace {

constexpr std::size_t kUnlimited = std::numeric_limits<std::size_t>::max();

constexpr auto kTokenizer = [](ObjectIo& io, auto& text) {
    Word kinds;
    for (const Tokenizer& tokenizer : tokenizers()) kinds.words.push_back(tokenizer.id);
    io.field("kind", text.tokenizer.kind, kinds);
    io.field("remove", text.tokenizer.remove);
    io.unknown(text.unknownOfTokenizer);
};

/// An entry of a vocabulary. It is no ObjectIo, because there may be many thousands of them.
struct EntryForm {
    static void read(JsonReader& json, VocabularyEntry& to) {
        const Names keys = readMembers(
            json, nullptr,
            {{"token", [&] { to.token = json.text(); }}, {"id", [&] {
                                                              Whole{0, kMaxFileRows - 1}.read(json, to.id);
                                                          }}});
        if (json.ok() && keys.size() < 2) json.fail("needs a \"token\" and an \"id\"");
    }
    static std::string text(const VocabularyEntry& entry) {
        return "{\"token\": " + jsonText(entry.token) + ", \"id\": " + std::to_string(entry.id) + "}";
    }
};

auto& entriesOf(TextDraft& text) { return text.vocabulary; }
auto& entriesOf(const Text& text) { return text.vocabulary->entries; }

void describeText(ObjectIo& io, auto& text) {
    io.field("sentence", text.sentence);
    io.field("tokenizer", text, kTokenizer);
    io.field("vocabulary", entriesOf(text), OrNull{List{kUnlimited, "tokens", EntryForm{}, true}});
    io.field("embeddings", text.embeddings, MatrixForm{});
}

void describeDrawn(ObjectIo& io, const char* table, auto& owner) {
    io.object("drawn_by", owner,
              [table](ObjectIo& by, auto& all) { by.field(table, all.drawn, Plain{}, isThere(all.drawn)); });
}

constexpr auto kSource = [](ObjectIo& io, auto& text) {
    io.inLines();
    describeText(io, text);
    describeDrawn(io, "embeddings", text);
    io.unknown(text.unknown);
    io.check([](JsonReader& json, const Names& keys) {
        if (!keys.contains("sentence")) json.fail("needs a \"sentence\"");
    });
};

constexpr auto kPositions = [](ObjectIo& io, auto& positions) {
    io.field("kind", positions.kind, Word{{"sinusoidal", "learned"}});
    io.field("table", positions.table, MatrixForm{}, isThere(positions.table));
    describeDrawn(io, "table", positions.table);
    io.unknown(positions.unknown);
};

auto& drawingsOf(ObjectIo&, SessionDraft& draft) { return draft.drawings; }
auto& drawingsOf(ObjectIo& io, const Session&) { return io.writing().drawings.all(); }

void describeSession(ObjectIo& io, auto& session) {
    io.field("seed", session.seed);
    describeText(io, session.text);
    io.optional("positions", session.positions, OrNull{kPositions});
    io.names("off", {offSwitch("positions", session.positions), offSwitch("context_sentence", session.source)});
    io.field("layers", session.layers, List{kMaxLayers, "layers"});
    io.optional("drawings", drawingsOf(io, session), List{kMaxDrawings, "drawings", DrawingForm{}, true});
    describeDrawn(io, "embeddings", session.text);
    io.field("context_sentence", session.source, OrNull{kSource});
}

} // namespace

void describe(ObjectIo& io, SessionDraft& session) { describeSession(io, session); }
void describe(ObjectIo& io, const Session& session) { describeSession(io, session); }

} // namespace headlight
