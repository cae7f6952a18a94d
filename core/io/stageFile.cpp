#include "io/stageFile.h"

#include "base/csv.h"
#include "base/numberText.h"
#include "io/JsonReader.h"
#include "io/files.h"
#include "io/npy.h"
#include "io/npz.h"
#include "io/stageArrays.h"

#include <algorithm>
#include <bit>
#include <functional>
#include <string>
#include <vector>

namespace headlight {
namespace {

using Arrays = std::vector<StageArray>;

/// "My", "shoes" ..., or "1", "2" ...
std::vector<std::string> namesAlong(Side side, const Session& session, Index count) {
    if (side == Side::Tokens) return session.text.tokens->texts;
    if (side == Side::KeyTokens) return keyText(session).tokens->texts;
    std::vector<std::string> names;
    for (Index i = 0; i < count; ++i) names.push_back(std::to_string(i + 1));
    return names;
}

/// The heading, and then the rows of each piece.
class CsvPieces {
public:
    CsvPieces(const StageArray& array, const Session& session, const StageInfo& info, int head)
        : array_(array), cols_(static_cast<std::size_t>(array.shape.back())), head_(head) {
        rows_ = namesAlong(info.rows, session, array.shape[array.shape.size() - 2]);
        isOfHeads_ = info.scope == Scope::Head;
        heading_ = std::string(isOfHeads_ ? "head," : "") + (info.isMap() ? "query" : "token");
        for (const std::string& name : namesAlong(info.cols, session, array.shape.back()))
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
                text += ',' + shortest(floatAt(bytes, at));
            text += '\n';
        }
        return text;
    }

private:
    static float floatAt(const std::string& bytes, std::size_t at) {
        std::uint32_t bits = 0;
        for (std::size_t b = 0; b < sizeof(float); ++b)
            bits |= std::uint32_t{static_cast<unsigned char>(bytes[at + b])} << (8 * b);
        return std::bit_cast<float>(bits);
    }

    const StageArray& array_;
    std::size_t cols_, row_ = 0;
    int head_;
    std::vector<std::string> rows_;
    bool isOfHeads_ = false;
    std::string heading_;
};

/// The length of the header (<u8), the header, padded so that the numbers begin at a multiple of 8.
std::string safetensorsHeader(const Arrays& arrays, const Session& session) {
    std::string tokens = "[";
    for (const std::string& text : session.text.tokens->texts)
        tokens += (tokens.size() > 1 ? "," : "") + jsonText(text);
    std::string json = "{\"__metadata__\":{\"tokens\":" + jsonText(tokens + "]") + "}";
    std::uint64_t at = 0;
    for (const StageArray& array : arrays) {
        json += "," + jsonText(array.name) + ":{\"dtype\":\"F32\",\"shape\":[";
        for (std::size_t i = 0; i < array.shape.size(); ++i)
            json += (i > 0 ? "," : "") + std::to_string(array.shape[i]);
        json += "],\"data_offsets\":[" + std::to_string(at) + "," + std::to_string(at + array.bytes()) + "]}";
        at += array.bytes();
    }
    json += '}';
    json.append((8 - json.size() % 8) % 8, ' ');
    std::string header;
    for (int i = 0; i < 8; ++i) header.push_back(static_cast<char>(json.size() >> (8 * i) & 0xFFU));
    return header + json;
}

/// What stands before the numbers, and they, array after array.
FilePieces piecesOf(std::string header, const Arrays& arrays) {
    return
        [header = std::move(header), &arrays, array = std::size_t{0}, piece = std::size_t{0}](std::size_t i) mutable {
            if (i == 0) return header;
            for (; array < arrays.size(); ++array, piece = 0)
                if (std::string bytes = arrays[array].numbers(piece); !bytes.empty()) {
                    ++piece;
                    return bytes;
                }
            return std::string();
        };
}

} // namespace

bool isStageFile(const std::filesystem::path& path) {
    return std::ranges::any_of(std::initializer_list<const char*>{".npz", ".npy", ".csv", ".safetensors"},
                               [&](const char* ending) { return hasEnding(path, ending); });
}

Result<void> writeStageFile(const std::filesystem::path& path, const Session& session, TraceReader& layers,
                            const StageChoice& choice, std::string_view sessionText, const Watch& watch) try {
    const auto& [stage, layer, head] = choice;
    if (hasEnding(path, ".npz") && !stage) return writeTrace(path, session, layers, sessionText, watch);
    const Arrays arrays = stage ? Arrays{stageArray(infoOf(*stage).id, layers, std::size_t(layer), *stage, head, watch)}
                                : stageArrays(layers, watch);
    if (hasEnding(path, ".npz")) return writeNpz(path, {npzMember(arrays.front())});
    if (hasEnding(path, ".safetensors")) return writePieces(path, piecesOf(safetensorsHeader(arrays, session), arrays));
    if (!stage) return Problem{quotedPath(path) + ": Such a file holds one stage. Choose which, or a .npz for all."};
    if (hasEnding(path, ".csv")) return writePieces(path, CsvPieces(arrays.front(), session, infoOf(*stage), head));
    return writePieces(path, piecesOf(npyHeaderOfFloats(arrays.front().shape), arrays));
} catch (const NotRead& notRead) {
    return notRead.problem;
}

} // namespace headlight
