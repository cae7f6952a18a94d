#include "import/tokenIds.h"

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

} // namespace

Result<void> addXOfIds(FileArrays& file, const std::filesystem::path& folder) {
    const auto table = arrayOf(file.listed, "wte"), places = arrayOf(file.listed, "wpe"),
               own = arrayOf(file.listed, "inputids ids tokenids");
    const auto beside = ArrayFile::opened(folder / "input_ids.npy");
    if (!table || !places || !(own || beside) || arrayOf(file.listed, "x")) return {};
    std::size_t numbersLeft = kMaxArrayNumbers;
    const auto ids = own ? file.read(*own, numbersLeft) : beside->read(0, numbersLeft),
               rows = file.read(*table, numbersLeft), positions = file.read(*places, numbersLeft);
    for (const auto* read : {&ids, &rows, &positions})
        if (!*read) return read->problem();
    const std::size_t count = ids->values.size();
    const bool isOneText = !ids->shape.empty() && ids->shape.back() == static_cast<std::int64_t>(count);
    if (!isOneText || rows->shape.size() != 2 || positions->shape.size() != 2) return {};
    const std::size_t d = static_cast<std::size_t>(rows->shape[1]);
    if (positions->shape[1] != rows->shape[1]) return {};
    NamedArray x{kXOfIds, {ids->shape.back(), rows->shape.back()}}, tokens{"tokens", {ids->shape.back()}};
    tokens.areTexts = true;
    for (std::size_t n = 0; n < count; ++n) {
        const float id = ids->values[n];
        tokens.texts.push_back(std::to_string(static_cast<long long>(id)));
        if (!(id >= 0 && id < float(rows->shape[0])) || (n + 1) * d > positions->values.size())
            return Problem{"It has no embedding or no position for the token of id " + tokens.texts.back() + "."};
        for (std::size_t i = 0; i < d; ++i)
            x.values.push_back(rows->values[std::size_t(id) * d + i] + positions->values[n * d + i]);
    }
    for (const auto& used : {table, places, own})
        if (used) file.listed[*used].whyNot = "X is made with it";
    file.listed.push_back(std::move(x));
    if (!arrayOf(file.listed, "tokens words")) file.listed.push_back(std::move(tokens));
    return {};
}

} // namespace headlight
