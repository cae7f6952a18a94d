// A text of a session: its sentence, tokenizer, vocabulary and embeddings.

#include "io/sessionReader.h"
#include "text/tokenizers.h"

#include <algorithm>

namespace headlight {
namespace {

TokenizerSpec readTokenizer(JsonReader& reader, Frozen<std::string>& unknown) {
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
        std::optional<std::string> token;
        std::optional<int> id;
        readMembers(reader, nullptr,
                    {
                        {"token", [&] { token = reader.text(); }},
                        {"id", [&] { id = static_cast<int>(reader.whole(0, kMaxFileRows - 1)); }},
                    });
        if (!reader.ok()) return;
        if (!token || !id) return reader.fail("needs a \"token\" and an \"id\"");
        entries.push_back({*token, *id});
    });
    std::ranges::stable_sort(entries, {}, &VocabularyEntry::id);
    return entries;
}

} // namespace

std::vector<Member> textMembers(JsonReader& reader, TextDraft& text, bool& hasSentence) {
    return {
        {"sentence",
         [&] {
             hasSentence = true;
             text.sentence = reader.text();
         }},
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
    bool hasSentence = false;
    readMembers(reader, &text.unknown, textMembers(reader, text, hasSentence));
    if (reader.ok() && !hasSentence) reader.fail("needs a \"sentence\"");
    return text;
}

} // namespace headlight
