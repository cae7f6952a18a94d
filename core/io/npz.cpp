#include "io/npz.h"

#include "base/tooLittleMemory.h"
#include "io/StoredZip.h"
#include "io/files.h"
#include "io/npy.h"
#include "io/stageArrays.h"
#include "session/givenStages.h"

#include <algorithm>
#include <new>
#include <optional>
#include <span>

namespace headlight {
namespace {

std::string npyOf(const Matrix& m) {
    return npyOfFloats({m.data(), static_cast<std::size_t>(m.size())}, {m.rows(), m.cols()});
}

Problem noMemory(const std::filesystem::path& path, std::size_t bytes = 0) {
    return tooLittleMemory([&] {
        return "Could not save " + quotedPath(path) + ": not enough memory for " + std::to_string(1 + (bytes >> 20)) +
               " MB. Close other programs, or shorten the sentence.";
    });
}

/// Returns [count + 1] offsets: the bytes of token i are from offsets[i] to offsets[i + 1].
std::string npyOfOffsets(const std::vector<std::string>& texts) {
    std::vector<std::int64_t> offsets{0};
    for (const auto& text : texts) offsets.push_back(offsets.back() + static_cast<std::int64_t>(text.size()));
    return npyOfInts(offsets, {static_cast<std::int64_t>(offsets.size())});
}

std::string joined(const std::vector<std::string>& texts) {
    std::string all;
    for (const auto& text : texts) all += text;
    return all;
}

using NpzMembers = std::vector<NpzMember>;

void addVectors(NpzMembers& members, const std::string& name, const Text& text) {
    const std::size_t numbers = text.tokens->ids.size() * static_cast<std::size_t>(text.embeddings.cols());
    members.push_back({name, sizeof(float) * numbers, [&text] { return npyOf(tokenVectors(text)); }});
}

/// Returns the members of a trace, which refer to `session` and `layers`.
NpzMembers membersOf(const Session& session, TraceReader& layers, const Watch& watch) {
    NpzMembers members = tokenMembers(session);
    if (readsEmbeddings(session)) addVectors(members, "embeddings", session.text);
    if (readsSecondSentence(session)) addVectors(members, "embeddings_kv", *session.source);
    for (StageArray& array : stageArrays(layers, watch)) // the embeddings may be among them
        if (std::ranges::find(members, array.name, &NpzMember::name) == members.end())
            members.push_back(npzMember(array));
    return members;
}

void addTokens(NpzMembers& members, const std::string& name, const Text& text) {
    const std::vector<std::string>& tokens = text.tokens->texts;
    if (const std::size_t size = textArrayBytes(tokens); size <= kMaxTextArray)
        return members.push_back({name, size, [&tokens] { return npyOfTexts(tokens); }});
    members.push_back({name + "_utf8", text.sentence.size(), [&tokens] { return npyOfBytes(joined(tokens)); }});
    members.push_back({name + "_offsets", 8 * tokens.size(), [&tokens] { return npyOfOffsets(tokens); }});
}

} // namespace

NpzMembers tokenMembers(const Session& session) {
    NpzMembers members;
    addTokens(members, "tokens", session.text);
    if (session.source) addTokens(members, "tokens_kv", *session.source);
    return members;
}

NpzMember sessionMember(std::string_view text) {
    return {"session", text.size(), [text] { return npyOfBytes(text); }};
}

NpzMember npzMember(const StageArray& array) {
    return {array.name, array.aboutBytes, [shape = array.shape] { return npyHeaderOfFloats(shape); }, array.numbers};
}

Result<void> writeNpz(const std::filesystem::path& path, const std::vector<NpzMember>& members) {
    std::size_t maxBytes = 0;
    for (const auto& member : members) maxBytes = std::max(maxBytes, member.aboutBytes);
    try {
        return writeFileBy(path, [&](int file) {
            StoredZip zip(file);
            std::string why;
            for (const auto& member : members) {
                const auto piece = [&](std::size_t i) {
                    return i == 0 ? member.npy() : member.more ? member.more(i - 1) : std::string();
                };
                if (why.empty()) why = zip.add(member.name + ".npy", piece);
            }
            return why.empty() ? zip.finish() : why;
        });
    } catch (const std::bad_alloc&) {
        return noMemory(path, maxBytes);
    }
}

Result<void> writeTrace(const std::filesystem::path& path, const Session& session, TraceReader& layers,
                        std::string_view sessionText, const Watch& watch) {
    try {
        NpzMembers members = membersOf(session, layers, watch);
        if (!sessionText.empty()) members.push_back(sessionMember(sessionText));
        return writeNpz(path, members);
    } catch (const NotRead& notRead) {
        return notRead.problem;
    } catch (const std::bad_alloc&) {
        return noMemory(path);
    }
}

} // namespace headlight
