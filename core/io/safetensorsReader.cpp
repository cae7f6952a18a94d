// Reads a .safetensors: the length of a JSON header, the header, and the numbers, without overlaps or holes.

#include "base/quotedText.h"
#include "io/JsonReader.h"
#include "io/arrayBytes.h"

#include <algorithm>
#include <limits>
#include <optional>
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

Result<NamedArray> arrayOf(Tensor& tensor, ByteSource numbers, std::size_t& numbersLeft) {
    NamedArray array{std::move(tensor.name), std::move(tensor.shape)};
    const auto type = typeOfSafetensors(tensor.type);
    if (!type) {
        array.whyNot = "its type is " + quotedBriefly(tensor.type);
        return array;
    }
    const auto count = elementsOf(array.shape, numbersLeft);
    if (!count) return tooManyNumbers();
    if (auto taken = takeNumbers(numbers, *type, false, *count, array); !taken)
        return Problem{"its array " + quotedBriefly(array.name) + ": " + taken.text()};
    numbersLeft -= *count;
    return array;
}

struct TensorList {
    std::vector<Tensor> tensors;
    std::uint64_t bytes = 0; ///< of the header, with the 8 bytes of its length
};

Result<TensorList> headerIn(const ReadPart& read, std::uint64_t size) {
    if (size < 8) return Problem{"it is shorter than the 8 bytes that it begins with"};
    const auto first = read(0, 8);
    if (!first) return first.problem();
    std::uint64_t length = 0;
    for (std::size_t i = 8; i-- > 0;) length = length << 8 | static_cast<unsigned char>((*first)[i]);
    if (length > kMaxJsonHeader)
        return Problem{"its header is longer than " + std::to_string(kMaxJsonHeader) + " bytes, the maximum"};
    if (length > size - 8)
        return Problem{"its header has " + std::to_string(length) + " bytes, but it ends after " +
                       std::to_string(size - 8)};
    const auto json = read(8, length);
    if (!json) return json.problem();
    auto tensors = tensorsIn(*json);
    if (!tensors) return tensors.problem();
    if (auto covered = coverAll(*tensors, size - 8 - length); !covered) return covered.problem();
    if (auto fill = allFill(*tensors); !fill) return fill.problem();
    return TensorList{*std::move(tensors), 8 + length};
}

} // namespace

ReadPart partsOf(std::string_view bytes) {
    return [bytes](std::uint64_t at, std::uint64_t count) { return std::string(bytes.substr(at, count)); };
}

Result<std::vector<NamedArray>> safetensorsArrays(std::string_view bytes) {
    auto header = headerIn(partsOf(bytes), bytes.size());
    if (!header) return header.problem();
    bytes.remove_prefix(header->bytes);
    std::vector<NamedArray> arrays;
    std::size_t numbersLeft = kMaxArrayNumbers;
    for (Tensor& tensor : header->tensors) {
        auto array = arrayOf(tensor, ByteSource(bytes.substr(tensor.begin, tensor.end - tensor.begin)), numbersLeft);
        if (!array) return array.problem();
        arrays.push_back(std::move(*array));
    }
    return arrays;
}

Result<void> forEachInSafetensors(const ReadPart& read, std::uint64_t size, const IsWanted& isWanted,
                                  const ArrayVisit& f) {
    auto header = headerIn(read, size);
    if (!header) return header.problem();
    std::size_t numbersLeft = kMaxArrayNumbers;
    for (Tensor& one : header->tensors) {
        if (!isWanted(one.name)) continue;
        std::optional<Problem> unread; // says more than that the array is damaged
        const auto some = [&, at = one.begin](char* to, std::size_t count) mutable -> std::ptrdiff_t {
            const auto bytes = read(header->bytes + at, std::min<std::uint64_t>(count, one.end - at));
            if (!bytes) {
                unread = bytes.problem();
                return -1;
            }
            at += bytes->size();
            return std::ranges::copy(*bytes, to).out - to;
        };
        auto array = arrayOf(one, ByteSource(some, one.end - one.begin), numbersLeft);
        if (!array) return unread ? *unread : array.problem();
        f(std::move(*array));
    }
    return {};
}

Result<std::optional<std::string>> sessionInSafetensors(const ReadPart& read, std::uint64_t size) {
    const auto header = headerIn(read, size);
    if (!header) return header.problem();
    for (const Tensor& one : header->tensors) {
        if (one.name != "session" || one.type != "U8" || one.shape.size() != 1) continue;
        if (one.end - one.begin > kMaxSession) return Problem{"its array \"session\": " + tooLargeSession().text};
        auto text = read(header->bytes + one.begin, one.end - one.begin);
        return text ? Result<std::optional<std::string>>(*std::move(text)) : text.problem();
    }
    return std::optional<std::string>();
}

} // namespace headlight
