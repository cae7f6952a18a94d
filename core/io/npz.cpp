#include "io/npz.h"

#include "base/tooLittleMemory.h"
#include "io/ZipInMemory.h"
#include "io/files.h"
#include "io/npy.h"

#include <algorithm>
#include <new>
#include <optional>
#include <span>

namespace headlight {
namespace {

std::string npyOf(const Matrix& m) {
    return npyOfFloats({m.data(), static_cast<std::size_t>(m.size())}, {m.rows(), m.cols()});
}

/// One stage of all heads, [heads, rows, cols].
std::string npyOf(const std::vector<Matrix>& heads) {
    std::vector<std::span<const float>> parts;
    for (const Matrix& head : heads) parts.emplace_back(head.data(), std::size_t(head.size()));
    return npyOfStack(parts, heads[0].rows(), heads[0].cols());
}

Problem noMemory(const std::filesystem::path& path, std::size_t bytes = 0) {
    return tooLittleMemory([&] {
        return "Could not save " + quotedPath(path) + ": not enough memory for " + std::to_string(1 + (bytes >> 20)) +
               " MB. Close other programs, or shorten the sentence.";
    });
}

/// Where token i's bytes begin and, as the next one, end: [count + 1].
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

void addTokens(NpzMembers& members, const std::string& name, const Text& text) {
    const std::vector<std::string>& tokens = text.tokens->texts;
    if (const std::size_t size = textArrayBytes(tokens); size <= kMaxTextArray) {
        members.push_back({name, size, [&tokens] { return npyOfTexts(tokens); }});
        return;
    }
    members.push_back({name + "_utf8", text.sentence.size(), [&tokens] { return npyOfBytes(joined(tokens)); }});
    members.push_back({name + "_offsets", 8 * tokens.size(), [&tokens] { return npyOfOffsets(tokens); }});
}

void addVectors(NpzMembers& members, const std::string& name, const Text& text) {
    const std::size_t numbers = text.tokens->ids.size() * static_cast<std::size_t>(text.embeddings.cols());
    members.push_back({name, sizeof(float) * numbers, [&text] { return npyOf(tokenVectors(text)); }});
}

bool isThere(const NpzMembers& members, const std::string& name) {
    return std::ranges::any_of(members, [&](const NpzMember& member) { return member.name == name; });
}

/// All stages, or those of the model, or those of the layer itself.
void addStages(NpzMembers& members, const std::string& prefix, const Trace& trace, std::optional<bool> isModel) {
    for (const StageInfo& info : stages()) {
        const std::vector<Matrix>& all = trace.all(info.stage);
        if (all.empty() || info.isRollout || (isModel && info.isOfModel != *isModel) || isThere(members, info.id))
            continue;
        std::size_t numbers = 0;
        for (const Matrix& matrix : all) numbers += std::size_t(matrix.size());
        const bool perHead = info.scope == Scope::Head;
        members.push_back({prefix + info.id, sizeof(float) * numbers,
                           [&all, perHead] { return perHead ? npyOf(all) : npyOf(all[0]); }});
    }
}

/// They refer to `session` and `layers`.
NpzMembers membersOf(const Session& session, std::span<const Trace> layers) {
    NpzMembers members;
    addTokens(members, "tokens", session.text);
    if (session.source) addTokens(members, "tokens_kv", *session.source);
    addVectors(members, "embeddings", session.text);
    if (session.source) addVectors(members, "embeddings_kv", *session.source);
    if (layers.size() == 1) {
        addStages(members, "", layers[0], std::nullopt);
        return members;
    }
    addStages(members, "", layers[0], true);
    for (std::size_t l = 0; l < layers.size(); ++l)
        addStages(members, "layer" + std::to_string(l + 1) + ".", layers[l], false);
    if (const Trace& last = layers.back(); last.has(Stage::Rollout)) {
        const Matrix& rollout = last(Stage::Rollout);
        members.push_back(
            {"rollout", sizeof(float) * std::size_t(rollout.size()), [&rollout] { return npyOf(rollout); }});
    }
    return members;
}

} // namespace

Result<void> writeNpz(const std::filesystem::path& path, const std::vector<NpzMember>& members) {
    std::size_t expected = 22; // the end of the directory
    for (const auto& member : members) expected += member.aboutBytes + 256 + 2 * member.name.size();
    try {
        std::string bytes;
        ZipInMemory zip(expected);
        bool good = true;
        for (const auto& member : members) good = good && zip.add(member.name + ".npy", member.npy);
        if (!good || !zip.finish(bytes))
            return Problem{"Could not save " + quotedPath(path) + ": creating the archive failed: " + zip.reason() +
                           "."};
        return writeFile(path, bytes);
    } catch (const std::bad_alloc&) {
        return noMemory(path, expected);
    }
}

Result<void> writeTrace(const std::filesystem::path& path, const Session& session, std::span<const Trace> layers,
                        std::string_view sessionText) {
    try {
        NpzMembers members = membersOf(session, layers);
        if (!sessionText.empty())
            members.push_back({"session", sessionText.size(), [=] { return npyOfBytes(sessionText); }});
        return writeNpz(path, members);
    } catch (const std::bad_alloc&) {
        return noMemory(path);
    }
}

} // namespace headlight
