// Reads a text of a session: its sentence, tokenizer, vocabulary and embeddings. Reads positions, too.

#include "io/sessionDraft.h"
#include "text/tokenizers.h"

#include <algorithm>

namespace headlight {
namespace {

TokenizerSpec readTokenizer(JsonReader& reader, UnknownMembers& unknown) {
    TokenizerSpec spec;
    std::vector<std::string> kinds;
    for (const Tokenizer& tokenizer : tokenizers()) kinds.push_back(tokenizer.id);
    readMembers(reader, &unknown,
                {
                    {"kind", [&] { spec.kind = kinds[oneOf(reader, kinds)]; }},
                    {"remove", [&] { spec.remove = reader.text(); }},
                });
    return spec;
}

std::vector<VocabularyEntry> readVocabulary(JsonReader& reader) {
    std::vector<VocabularyEntry> entries;
    reader.list([&](std::size_t) {
        auto& [token, id] = entries.emplace_back();
        const Names keys = readMembers(
            reader, nullptr,
            {
                {"token", [&, &to = token] { to = reader.text(); }},
                {"id", [&, &to = id] { to = static_cast<int>(reader.whole(0, kMaxFileRows - 1)); }},
            });
        if (reader.ok() && keys.size() < 2) reader.fail("needs a \"token\" and an \"id\"");
    });
    std::ranges::stable_sort(entries, {}, &VocabularyEntry::id);
    return entries;
}

} // namespace

std::vector<Member> textMembers(JsonReader& reader, TextDraft& text) {
    return {
        {"sentence", [&] { text.sentence = reader.text(); }},
        {"tokenizer", [&] { text.tokenizer = readTokenizer(reader, text.unknownOfTokenizer); }},
        {"vocabulary",
         [&] {
             if (!takeNull(reader)) text.vocabulary = readVocabulary(reader);
         }},
        {"embeddings", [&] { text.embeddings = readMatrix(reader); }},
        {"drawn_by",
         [&] {
             text.drawn = readDrawnBy(reader, {{Parameter::X, "embeddings"}});
         }},
    };
}

std::optional<PositionsDraft> readPositions(JsonReader& reader) {
    if (takeNull(reader)) return std::nullopt;
    using enum Positions::Kind;
    PositionsDraft positions;
    readMembers(reader, &positions.unknown,
                {
                    {"kind",
                     [&] {
                         positions.kind = oneOf(reader, {"sinusoidal", "learned"}) == 0 ? Sinusoidal : Learned;
                     }},
                    {"table", [&] { positions.table = readMatrix(reader); }},
                    {"drawn_by",
                     [&] {
                         positions.drawn = readDrawnBy(reader, {{Parameter::P, "table"}});
                     }},
                });
    return positions;
}

std::optional<TextDraft> readSource(JsonReader& reader) {
    if (takeNull(reader)) return std::nullopt;
    TextDraft text;
    const Names keys = readMembers(reader, &text.unknown, textMembers(reader, text));
    if (reader.ok() && !keys.contains("sentence")) reader.fail("needs a \"sentence\"");
    return text;
}

} // namespace headlight
