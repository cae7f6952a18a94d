#include "io/npz.h"

#include "base/tooLittleMemory.h"
#include "io/StoredZip.h"
#include "io/files.h"
#include "io/npy.h"

#include <algorithm>
#include <new>
#include <optional>
#include <span>

namespace headlight {
namespace {

constexpr Index kNumbersAtOnce = Index{1} << 20;

/// Rows that could not be read.
struct NotRead {
    Problem problem;
};

std::string npyOf(const Matrix& m) {
    return npyOfFloats({m.data(), static_cast<std::size_t>(m.size())}, {m.rows(), m.cols()});
}

/// Of a stage of all heads [heads, rows, cols], or of the layer [rows, cols].
NpzMember memberOf(const std::string& name, TraceReader& layers, std::size_t layer, Stage stage) {
    const TraceReader::Size size = layers.sizeOf(layer, stage);
    std::vector<std::int64_t> shape{size.rows, size.cols};
    if (infoOf(stage).scope == Scope::Head) shape.insert(shape.begin(), static_cast<std::int64_t>(size.count));
    const Index strip = std::clamp<Index>(kNumbersAtOnce / std::max<Index>(1, size.cols), 1,
                                          std::max<Index>(1, size.rows));
    const auto perHead = static_cast<std::size_t>((size.rows + strip - 1) / strip);
    const auto more = [=, &layers](std::size_t i) {
        std::string bytes;
        if (size.cols == 0 || perHead == 0 || i / perHead >= size.count) return bytes;
        const Index first = static_cast<Index>(i % perHead) * strip;
        const auto rows = layers.rows(layer, stage, i / perHead, first, std::min(strip, size.rows - first));
        if (!rows) throw NotRead{rows.problem()};
        appendFloats(bytes, {rows->data(), static_cast<std::size_t>(rows->size())});
        return bytes;
    };
    const auto atOnce = sizeof(float) * static_cast<std::size_t>(strip * size.cols);
    return {name, atOnce, [shape] { return npyHeaderOfFloats(shape); }, more};
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
void addStages(NpzMembers& members, const std::string& prefix, TraceReader& layers, std::size_t layer,
               std::optional<bool> isModel) {
    for (const StageInfo& info : stages())
        if (layers.sizeOf(layer, info.stage).count > 0 && !info.isRollout && !(isModel && info.isOfModel != *isModel) &&
            !isThere(members, info.id))
            members.push_back(memberOf(prefix + info.id, layers, layer, info.stage));
}

/// They refer to `session` and `layers`.
NpzMembers membersOf(const Session& session, TraceReader& layers) {
    NpzMembers members;
    addTokens(members, "tokens", session.text);
    if (session.source) addTokens(members, "tokens_kv", *session.source);
    addVectors(members, "embeddings", session.text);
    if (session.source) addVectors(members, "embeddings_kv", *session.source);
    if (layers.layers() == 1) {
        addStages(members, "", layers, 0, std::nullopt);
        return members;
    }
    addStages(members, "", layers, 0, true);
    for (std::size_t l = 0; l < layers.layers(); ++l)
        addStages(members, "layer" + std::to_string(l + 1) + ".", layers, l, false);
    if (const std::size_t last = layers.layers() - 1; layers.sizeOf(last, Stage::Rollout).count > 0)
        members.push_back(memberOf("rollout", layers, last, Stage::Rollout));
    return members;
}

} // namespace

Result<void> writeNpz(const std::filesystem::path& path, const std::vector<NpzMember>& members) {
    std::size_t most = 0;
    for (const auto& member : members) most = std::max(most, member.aboutBytes);
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
        return noMemory(path, most);
    }
}

Result<void> writeTrace(const std::filesystem::path& path, const Session& session, TraceReader& layers,
                        std::string_view sessionText) {
    try {
        NpzMembers members = membersOf(session, layers);
        if (!sessionText.empty())
            members.push_back({"session", sessionText.size(), [=] { return npyOfBytes(sessionText); }});
        return writeNpz(path, members);
    } catch (const NotRead& notRead) {
        return notRead.problem;
    } catch (const std::bad_alloc&) {
        return noMemory(path);
    }
}

Result<void> writeTrace(const std::filesystem::path& path, const Session& session, std::span<const Trace> layers,
                        std::string_view sessionText) {
    HeldTraces held(layers);
    return writeTrace(path, session, held, sessionText);
}

} // namespace headlight
