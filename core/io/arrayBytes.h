#pragma once
// Private to core/io: how ArrayFile finds and reads arrays. Problems are parts of a sentence: "its header has no
// shape".

#include "io/NumberType.h"
#include "io/arrays.h"
#include "io/fileCalls.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace headlight {

/// A sequence of bytes, from a part of a file or from a member of a ZIP that is unpacked meanwhile.
class ByteSource {
public:
    /// Puts up to `count` bytes to `to` and returns their number: fewer only at the end.
    using Read = std::function<Result<std::size_t>(char* to, std::size_t count)>;
    ByteSource(Read read, std::uint64_t size) : read_(std::move(read)), left_(size) {}

    std::uint64_t left() const { return left_; } ///< as the file says, which need not be true
    /// Reads `count` bytes; a Problem if fewer are left.
    Result<void> take(char* to, std::size_t count);
    /// Returns a Problem unless `needed` bytes are left.
    Result<void> holds(std::uint64_t needed) const;
    /// Ends the reading: a Problem if bytes are left, or if the checksum is wrong.
    Result<void> finish();

private:
    Read read_;
    std::uint64_t left_;
};

using SharedFile = std::shared_ptr<const OpenFile>;
ByteSource bytesOf(SharedFile, std::uint64_t at, std::uint64_t size);

/// An array as its header describes it.
struct ArrayHeader {
    NamedArray array; ///< without its numbers and texts
    std::optional<NumberType> type{};
    std::optional<std::size_t> letters{}; ///< the length of each text of an array of texts
    bool isBigEndian = false, isFortran = false;
};

/// Where an array is in an open file.
struct ArrayPlace {
    std::string name;
    std::function<Result<ByteSource>()> bytes;
    std::optional<ArrayHeader> header{}; ///< if there is none, the bytes are a .npy and begin with it
};
Result<std::vector<ArrayPlace>> placesInNpz(OpenFile, std::uint64_t size);
Result<std::vector<ArrayPlace>> placesInSafetensors(const SharedFile&, std::uint64_t size);

/// Reads the header of a .npy.
Result<ArrayHeader> npyHeader(ByteSource&);
/// Returns the number of elements of an array; a Problem if it is more than `numbersLeft`.
Result<std::size_t> countOf(const ArrayHeader&, std::size_t numbersLeft);
/// Reads the rest of `bytes`, which must be `count` numbers or texts. Throws std::bad_alloc before it reads.
Result<NamedArray> arrayOf(const ArrayHeader&, ByteSource& bytes, std::size_t count);

inline constexpr const char* kPickle =
    "it is made by pickle, as torch.save does, which can run code when it is read; write it with "
    "safetensors.torch.save_file(model.state_dict(), \"model.safetensors\"), model.save_pretrained(\"model\") of "
    "Hugging Face, or numpy.savez";

/// True for a format that is recognised but not read, by the beginning of a file or the ending of its name.
bool isOther(std::string_view bytes, const std::filesystem::path& name);
/// Returns why a file has no arrays that can be read, and what to do: it has such a format, or it is text. Empty if it
/// may have some.
std::string whyNotRead(std::string_view bytes, const std::filesystem::path& name);

} // namespace headlight
