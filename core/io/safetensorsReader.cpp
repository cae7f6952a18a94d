// Finds the arrays of a .safetensors: the length of a JSON header, the header, and the numbers, without overlaps or
// holes.

#include "base/quotedText.h"
#include "io/JsonReader.h"
#include "io/arrayBytes.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace headlight {
namespace {

constexpr std::uint64_t kMaxJsonHeader = 100'000'000;
constexpr std::size_t kMaxMembers = 400'000; ///< of the header; each array has four

struct Tensor {
    std::string name, type;
    std::vector<std::int64_t> shape;
    std::uint64_t begin = 0, end = 0; ///< in the bytes behind the header
};

std::vector<std::int64_t> wholeNumbers(JsonReader& json, std::size_t maxCount) {
    std::vector<std::int64_t> numbers;
    json.list([&](std::size_t index) {
        numbers.push_back(json.whole(0, std::numeric_limits<std::int64_t>::max()));
        if (index == maxCount) json.fail("is one of more than " + std::to_string(maxCount));
    });
    return numbers;
}

Tensor tensorIn(JsonReader& json, const std::string& name) {
    Tensor tensor{name, {}, {}};
    std::vector<std::int64_t> offsets;
    const Names keys = json.object([&](const std::string& key) {
        if (key == "dtype")
            tensor.type = json.text();
        else if (key == "shape")
            tensor.shape = wholeNumbers(json, kMaxSides);
        else if (key == "data_offsets")
            offsets = wholeNumbers(json, 2);
        else
            json.skip();
    });
    if (offsets.size() != 2 || tensor.type.empty() || !keys.contains("shape")) {
        json.fail("must have dtype, shape and two data_offsets");
        return tensor;
    }
    tensor.begin = static_cast<std::uint64_t>(offsets[0]);
    tensor.end = static_cast<std::uint64_t>(offsets[1]);
    return tensor;
}

Result<std::vector<Tensor>> tensorsIn(std::string_view header) {
    std::vector<Tensor> tensors;
    JsonReader json(header, {.members = kMaxMembers});
    if (json.next() != JsonReader::Kind::Object) return Problem{"its header is not a JSON object"};
    json.object([&](const std::string& name) {
        if (name == "__metadata__")
            json.object([&](const std::string&) { json.text(); });
        else
            tensors.push_back(tensorIn(json, name));
    });
    json.finish();
    if (!json.ok()) return Problem{"its header: " + json.problem().text.substr(0, json.problem().text.size() - 1)};
    return tensors;
}

/// Checks that bytes, type and shape agree, also for arrays that are not read later. Unknown types are not checked.
Result<void> allFill(const std::vector<Tensor>& tensors) {
    for (const Tensor& one : tensors) {
        const auto type = typeOfSafetensors(one.type);
        const std::uint64_t bytes = one.end - one.begin;
        const auto count = elementsOf(one.shape, bytes); // an element has at least one byte
        if (type && (!count || *count * bytesOf(*type) != bytes))
            return Problem{"its array " + quotedBriefly(one.name) + " has " + std::to_string(bytes) +
                           " bytes, which do not fit its type " + one.type + " and its shape " + shapeText(one.shape)};
    }
    return {};
}

/// Checks that each array begins where the one before ends, and that no bytes are left.
Result<void> coverAll(std::vector<Tensor> tensors, std::uint64_t size) {
    std::ranges::sort(tensors, {}, [](const Tensor& one) { return std::pair(one.begin, one.end); });
    std::uint64_t at = 0;
    for (const Tensor& one : tensors) {
        if (one.begin != at || one.end < one.begin)
            return Problem{"its array " + quotedBriefly(one.name) + " has the bytes " + std::to_string(one.begin) +
                           " to " + std::to_string(one.end) + ", but must begin at " + std::to_string(at)};
        at = one.end;
    }
    if (at == size) return {};
    return Problem{"its arrays have " + std::to_string(at) + " bytes, but " + std::to_string(size) +
                   " stand behind its header"};
}

/// Reads the header, of `length` bytes.
Result<std::vector<Tensor>> headerIn(ByteSource& bytes, std::uint64_t& length) {
    if (bytes.left() < 8) return Problem{"it is shorter than the 8 bytes that it begins with"};
    char first[8];
    if (auto has = bytes.take(first, sizeof(first)); !has) return has.problem();
    length = bitsAt(first, sizeof(first), false);
    if (length > kMaxJsonHeader)
        return Problem{"its header is longer than " + std::to_string(kMaxJsonHeader) + " bytes, the maximum"};
    if (length > bytes.left())
        return Problem{"its header has " + std::to_string(length) + " bytes, but it ends after " +
                       std::to_string(bytes.left())};
    std::string json(length, '\0');
    if (auto has = bytes.take(json.data(), length); !has) return has.problem();
    auto tensors = tensorsIn(json);
    if (!tensors) return tensors;
    if (auto covered = coverAll(*tensors, bytes.left()); !covered) return covered.problem();
    if (auto fill = allFill(*tensors); !fill) return fill.problem();
    return tensors;
}

} // namespace

Result<std::vector<ArrayPlace>> placesInSafetensors(const SharedFile& file, std::uint64_t size) {
    std::uint64_t length = 0;
    ByteSource all = bytesOf(file, 0, size);
    auto tensors = headerIn(all, length);
    if (!tensors) return tensors.problem();
    std::vector<ArrayPlace> places;
    for (Tensor& one : *tensors) {
        ArrayHeader header{{one.name, std::move(one.shape)}, typeOfSafetensors(one.type)};
        if (!header.type) header.array.whyNot = "its type is " + quotedBriefly(one.type);
        const std::uint64_t at = 8 + length + one.begin, bytes = one.end - one.begin;
        places.push_back({std::move(one.name), [=] { return bytesOf(file, at, bytes); }, std::move(header)});
    }
    return places;
}

} // namespace headlight
