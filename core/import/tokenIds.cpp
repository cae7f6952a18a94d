#include "import/tokenIds.h"

#include "base/numberText.h"

#include <algorithm>
#include <cmath>

namespace headlight {
namespace {

std::optional<std::size_t> arrayOf(std::span<const NamedArray> arrays, std::string_view names) {
    for (std::size_t i = 0; i < arrays.size(); ++i) {
        std::string_view name = arrays[i].name;
        if (name.ends_with(".weight")) name.remove_suffix(7);
        if (isAmong(plainPart(pathOfName(name).back()), names)) return i;
    }
    return std::nullopt;
}

bool isX(const NamedArray& array) {
    const auto role = roleOf(array);
    return role && role->kind == ArrayRole::Kind::X;
}

/// Returns the ids of a text, of a model with so many embeddings and positions; or why it cannot be read.
Result<std::vector<std::size_t>> idsIn(const NamedArray& array, std::int64_t embeddings, std::int64_t positions) {
    const auto count = std::ssize(array.values);
    if (array.shape.empty() || array.shape.back() != count || count == 0)
        return Problem{"its input_ids " + shapeText(array.shape) +
                       " are not of one text; save one, such as input_ids[0]"};
    if (count > positions)
        return Problem{"the text has " + std::to_string(count) + " tokens, but there are " + std::to_string(positions) +
                       " positions"};
    std::vector<std::size_t> ids;
    for (const float id : array.values) {
        if (!(id >= 0 && id < float(embeddings)) || id != std::floor(id))
            return Problem{"there is no embedding of the id " + shortest(id)};
        ids.push_back(static_cast<std::size_t>(id));
    }
    return ids;
}

} // namespace

void addXOfIds(FileArrays& file, const std::filesystem::path& folder) {
    const auto table = arrayOf(file.listed, "wte"), places = arrayOf(file.listed, "wpe"),
               own = arrayOf(file.listed, "inputids ids tokenids");
    if (!table || !places || std::ranges::any_of(file.listed, isX)) return;
    const auto beside = own ? Result(file.file) : ArrayFile::opened(folder / "input_ids.npy");
    const auto &rows = file.listed[*table].shape, &positions = file.listed[*places].shape;
    if (!beside || beside->count() == 0 || rows.size() != 2 || positions.size() != 2 || rows[1] != positions[1]) return;
    std::size_t numbersLeft = kMaxArrayNumbers;
    const auto array = beside->read(own.value_or(0), numbersLeft);
    auto ids = array ? idsIn(*array, rows[0], positions[0]) : array.problem();
    if (ids && double(rows[0] + positions[0]) * double(rows[1]) > double(kMaxArrayNumbers))
        ids = Problem{"wte and wpe have more than " + std::to_string(kMaxArrayNumbers) + " numbers"};
    NamedArray x{kXOfIds, {array ? std::ssize(array->values) : 0, rows[1]}};
    numbersLeft = kMaxArrayNumbers;
    const auto vectors = ids ? file.read(*table, numbersLeft) : ids.problem();
    const auto added = vectors ? file.read(*places, numbersLeft) : vectors.problem();
    if (!added) x.whyNot = added.text();
    const auto d = static_cast<std::size_t>(rows[1]);
    for (std::size_t n = 0; added && n < ids->size(); ++n)
        for (std::size_t i = 0; i < d; ++i)
            x.values.push_back(vectors->values[(*ids)[n] * d + i] + added->values[n * d + i]);
    file.listed.push_back(std::move(x));
    if (!added) return;
    for (const auto& used : {table, places, own})
        if (used) file.listed[*used].whyNot = kPartOfX;
    if (arrayOf(file.listed, "tokens words")) return;
    NamedArray tokens{"tokens", {std::ssize(*ids)}};
    tokens.areTexts = true;
    for (const std::size_t id : *ids) tokens.texts.push_back(std::to_string(id));
    file.listed.push_back(std::move(tokens));
}

} // namespace headlight
