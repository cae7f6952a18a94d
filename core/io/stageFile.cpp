#include "io/stageFile.h"

#include "base/csv.h"
#include "base/numberText.h"
#include "io/JsonReader.h"
#include "io/NumberType.h"
#include "io/files.h"
#include "io/npy.h"
#include "io/npz.h"
#include "io/stageArrays.h"

#include <algorithm>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace headlight {
namespace {

using Arrays = std::vector<StageArray>;

/// Returns the tokens, of which those that are there several times, or that are names of columns of the table, have
/// their position: "My", "are (3)", "are (7)". Programs that read tables need different names.
std::vector<std::string> namesOf(const std::vector<std::string>& tokens) {
    std::map<std::string, int> counts{{"head", 1}, {"query", 1}, {"token", 1}};
    for (const std::string& one : tokens) ++counts[one];
    std::vector<std::string> names;
    for (const std::string& one : tokens) {
        const std::string place = " (" + std::to_string(names.size() + 1) + ")";
        std::string name = counts[one] > 1 ? one + place : one;
        while (name != one && counts.contains(name)) name += place; // a token may look like such a name
        names.push_back(name);
    }
    return names;
}

/// Returns the names of the tokens along a side, or for other sides "1", "2" ...
std::vector<std::string> namesAlong(Side side, const Session& session, Index count) {
    if (side == Side::Tokens) return namesOf(session.text.tokens->texts);
    if (side == Side::KeyTokens) return namesOf(keyText(session).tokens->texts);
    std::vector<std::string> names;
    for (Index i = 0; i < count; ++i) names.push_back(std::to_string(i + 1));
    return names;
}

/// The sides of an array that a table has names for.
struct TableSides {
    Side rows, cols;
    bool isOfHeads;
    int head; ///< from 0; -1: all heads
};

/// The pieces of a .csv: the heading, and then the rows of each piece of the array.
class CsvPieces {
public:
    CsvPieces(const StageArray& array, const Session& session, const TableSides& sides)
        : array_(array),
          cols_(static_cast<std::size_t>(array.shape.back())),
          head_(sides.head),
          isOfHeads_(sides.isOfHeads) {
        rows_ = namesAlong(sides.rows, session, sides.rows == Side::One ? 1 : array.shape[array.shape.size() - 2]);
        const bool isMap = sides.rows == Side::Tokens && sides.cols == Side::KeyTokens;
        const bool areTokens = sides.rows == Side::Tokens || sides.rows == Side::KeyTokens;
        heading_ = std::string(isOfHeads_ ? "head," : "") + (isMap ? "query" : areTokens ? "token" : "row");
        for (const std::string& name : namesAlong(sides.cols, session, array.shape.back()))
            heading_ += ',' + csvText(name);
        heading_ += '\n';
    }
    std::string operator()(std::size_t i) {
        if (i == 0) return heading_;
        const std::string bytes = array_.numbers(i - 1);
        std::string text;
        for (std::size_t at = 0; at < bytes.size(); ++row_) {
            if (isOfHeads_)
                text += std::to_string(1 + std::max(head_, 0) + static_cast<int>(row_ / rows_.size())) + ',';
            text += csvText(rows_[row_ % rows_.size()]);
            for (std::size_t col = 0; col < cols_; ++col, at += sizeof(float))
                text += ',' + shortest(floatAt(&bytes[at], NumberType::F32, false));
            text += '\n';
        }
        return text;
    }

private:
    const StageArray& array_;
    std::size_t cols_, row_ = 0;
    int head_;
    bool isOfHeads_;
    std::vector<std::string> rows_;
    std::string heading_;
};

/// Returns the length of the header (<u8) and the header, padded so that the numbers begin at a multiple of 8.
std::string safetensorsHeader(const Arrays& arrays, const Session& session, std::string_view sessionText) {
    std::string tokens = "[";
    for (const std::string& text : session.text.tokens->texts)
        tokens += (tokens.size() > 1 ? "," : "") + jsonText(text);
    std::string json = "{\"__metadata__\":{\"tokens\":" + jsonText(tokens + "]") + "}";
    std::uint64_t at = 0;
    const auto add = [&](const std::string& name, const char* type, const std::vector<std::int64_t>& shape,
                         std::uint64_t bytes) {
        json += "," + jsonText(name) + ":{\"dtype\":\"" + type + "\",\"shape\":[";
        for (std::size_t i = 0; i < shape.size(); ++i) json += (i > 0 ? "," : "") + std::to_string(shape[i]);
        json += "],\"data_offsets\":[" + std::to_string(at) + "," + std::to_string(at + bytes) + "]}";
        at += bytes;
    };
    for (const StageArray& array : arrays) add(array.name, "F32", array.shape, array.bytes());
    if (!sessionText.empty()) add("session", "U8", {static_cast<std::int64_t>(sessionText.size())}, sessionText.size());
    json += '}';
    json.append((8 - json.size() % 8) % 8, ' ');
    std::string header;
    appendLittle(header, json.size(), 8);
    return header + json;
}

/// Returns the pieces of a file: `header`, the numbers of array after array, and `end`.
FilePieces piecesOf(std::string header, const Arrays& arrays, std::string_view end = {}) {
    return [header = std::move(header), &arrays, end, array = std::size_t{0},
            piece = std::size_t{0}](std::size_t i) mutable {
        if (i == 0) return header;
        for (; array < arrays.size(); ++array, piece = 0)
            if (std::string bytes = arrays[array].numbers(piece); !bytes.empty()) {
                ++piece;
                return bytes;
            }
        return std::string(std::exchange(end, {}));
    };
}

/// Writes one array with the sides `one`, or without these all arrays; a name of .npy or .csv needs one array.
Result<void> writeArrays(const std::filesystem::path& path, const Session& session, const Arrays& arrays,
                         const std::optional<TableSides>& one, std::string_view sessionText = {}) {
    if (hasEnding(path, ".csv")) return writePieces(path, CsvPieces(arrays.front(), session, *one));
    if (hasEnding(path, ".npy")) return writePieces(path, piecesOf(npyHeaderOfFloats(arrays.front().shape), arrays));
    if (hasEnding(path, ".safetensors"))
        return writePieces(path, piecesOf(safetensorsHeader(arrays, session, sessionText), arrays, sessionText));
    std::vector<NpzMember> members = one ? std::vector<NpzMember>() : tokenMembers(session);
    for (const StageArray& array : arrays) members.push_back(npzMember(array));
    if (!sessionText.empty()) members.push_back(sessionMember(sessionText));
    return writeNpz(path, members);
}

bool holdsOne(const std::filesystem::path& path) { return hasEnding(path, ".npy") || hasEnding(path, ".csv"); }

Problem holdsOnly(const std::filesystem::path& path, const char* one) {
    return {quotedPath(path) + ": Such a file holds one " + one + ". Choose which, or a .npz for all."};
}

} // namespace

bool isStageFile(const std::filesystem::path& path) {
    return std::ranges::any_of(std::initializer_list<const char*>{".npz", ".npy", ".csv", ".safetensors"},
                               [&](const char* ending) { return hasEnding(path, ending); });
}

Result<void> writeStageFile(const std::filesystem::path& path, const Session& session, TraceReader& layers,
                            const StageChoice& choice, std::string_view sessionText, const Watch& watch) try {
    const auto& [stage, layer, head] = choice;
    if (!stage && holdsOne(path)) return holdsOnly(path, "stage");
    if (!stage && hasEnding(path, ".npz")) return writeTrace(path, session, layers, sessionText, watch);
    if (!stage) return writeArrays(path, session, stageArrays(layers, watch), {}, sessionText);
    const StageInfo& info = infoOf(*stage);
    const Arrays one{stageArray(info.id, layers, std::size_t(layer), *stage, head, watch)};
    return writeArrays(path, session, one, TableSides{info.rows, info.cols, info.scope == Scope::Head, head});
} catch (const NotRead& notRead) {
    return notRead.problem;
}

Result<void> writeParameterFile(const std::filesystem::path& path, const Session& session,
                                const std::optional<ParameterRef>& which, std::string_view sessionText) {
    if (!which && holdsOne(path)) return holdsOnly(path, "parameter");
    if (!which) {
        Arrays all;
        for (ParameterArray& one : parameterArrays(session)) all.push_back(std::move(one.array));
        return writeArrays(path, session, all, {}, sessionText);
    }
    const ParameterInfo& info = infoOf(which->parameter);
    const Arrays one{parameterArray(info.fileName(), session, *which)};
    if (one.front().shape.empty()) return Problem{"The session has no " + nameOf(*which) + "."};
    return writeArrays(path, session, one, TableSides{info.rows, info.cols, info.scope == Scope::Head, which->head});
}

} // namespace headlight
