#include "base/quotedText.h"
#include "base/tooLittleMemory.h"
#include "io/JsonReader.h"
#include "io/arrayBytes.h"
#include "io/files.h"
#include "io/modelFiles.h"

#include <algorithm>
#include <iterator>
#include <mutex>
#include <new>
#include <utility>

namespace headlight {
namespace {

Problem noMemory() {
    return tooLittleMemory("There is not enough memory to read it. Close other programs and try again.");
}

Problem inFile(const std::filesystem::path& path, const Problem& problem) {
    return tooLittleMemory([&] { return quotedPath(path) + ": " + problem.text; });
}

Problem unusable(const std::string& why) { return {"It cannot be used: " + why + "."}; }

/// Finds the arrays of a file; a Problem is a part of a sentence.
Result<std::vector<ArrayPlace>> placesIn(OpenFile file, std::uint64_t size, ArrayFormat format) {
    if (format == ArrayFormat::Npz) return placesInNpz(std::move(file), size);
    const auto shared = std::make_shared<const OpenFile>(std::move(file));
    if (format == ArrayFormat::Safetensors) return placesInSafetensors(shared, size);
    return std::vector<ArrayPlace>{{"", [=] { return bytesOf(shared, 0, size); }}};
}

/// An array whose header has been read.
struct Begun {
    ByteSource bytes; ///< of its numbers
    ArrayHeader header;
};
Result<Begun> begun(const ArrayPlace& place) {
    auto bytes = place.bytes();
    if (!bytes) return bytes.problem();
    auto header = place.header ? Result<ArrayHeader>(*place.header) : npyHeader(*bytes);
    if (!header) return header.problem();
    header->array.name = place.name;
    return Begun{*std::move(bytes), *std::move(header)};
}

/// Returns an array; without `numbersLeft`, only what its header says.
Result<NamedArray> arrayIn(const ArrayPlace& place, std::size_t* numbersLeft) {
    auto array = begun(place);
    if (!array) return array.problem();
    if (!numbersLeft || !array->header.array.whyNot.empty()) return std::move(array->header.array);
    const auto count = countOf(array->header, *numbersLeft);
    if (!count) return count.problem();
    auto read = arrayOf(array->header, array->bytes, *count);
    if (read) *numbersLeft -= *count;
    return read;
}

Result<std::optional<std::string>> textIn(const ArrayPlace& place) {
    constexpr std::uint64_t kMaxText = JsonLimits{}.bytes;
    auto array = begun(place);
    if (!array) return array.problem();
    auto& [bytes, header] = *array;
    const std::vector<std::int64_t>& shape = header.array.shape;
    if (header.type != NumberType::U8 || shape.size() != 1) return Problem{"it is not a row of bytes"};
    if (bytes.left() > kMaxText) return Problem{"it is larger than " + std::to_string(kMaxText >> 20) + " MB"};
    if (auto holds = bytes.holds(static_cast<std::uint64_t>(shape[0])); !holds) return holds.problem();
    std::string text(static_cast<std::size_t>(shape[0]), '\0');
    if (auto has = bytes.take(text.data(), text.size()); !has) return has.problem();
    if (auto ends = bytes.finish(); !ends) return ends.problem();
    return std::optional(std::move(text));
}

/// Returns what was read; a Problem becomes a sentence that names the array.
template <class T>
Result<T> named(const ArrayPlace& place, Result<T> read) {
    if (read) return read;
    return unusable((place.name.empty() ? "" : "its array " + quotedBriefly(place.name) + ": ") + read.text());
}

} // namespace

ByteSource bytesOf(SharedFile file, std::uint64_t at, std::uint64_t size) {
    const auto read = [file = std::move(file), at, end = at + size](char* to, std::size_t count) mutable {
        const auto most = static_cast<std::size_t>(std::min<std::uint64_t>(count, end - at));
        for (std::size_t done = 0; done < most;) {
            const ssize_t got = retryOnEintr(
                [&] { return ::pread(file->fd(), to + done, most - done, static_cast<off_t>(at)); });
            if (got < 0) return Result<std::size_t>(Problem{"reading: " + systemReason(errno)});
            if (got == 0) return Result<std::size_t>(done);
            done += static_cast<std::size_t>(got);
            at += static_cast<std::uint64_t>(got);
        }
        return Result<std::size_t>(most);
    };
    return {read, size};
}

struct ArrayFile::Opened {
    struct Part { ///< one of the files of a model
        OpenFile file{};
        struct stat state {}; ///< of the file when it was opened
    };
    std::vector<ArrayPlace> places{};
    std::vector<Part> parts{};
    std::mutex mutex{}; ///< one thread reads at a time: libzip needs that

    Result<void> add(const std::filesystem::path&);
    bool areUnchanged() const {
        return std::ranges::all_of(parts, [](const auto& part) {
            struct stat now {};
            return ::fstat(part.file.fd(), &now) == 0 && now.st_size == part.state.st_size &&
                   now.st_mtim.tv_sec == part.state.st_mtim.tv_sec && now.st_mtim.tv_nsec == part.state.st_mtim.tv_nsec;
        });
    }
};

Result<void> ArrayFile::Opened::add(const std::filesystem::path& path) {
    std::uint64_t size = 0;
    auto file = openedToRead(path, size);
    if (!file) return file.problem();
    const std::string beginning = beginningOf(path, kBeginning);
    const auto format = arrayFormat(beginning, path);
    if (!format) return inFile(path, {"It is neither .npy nor .npz nor .safetensors. " + std::string(kPasteTables)});
    const std::string why = whyNotRead(beginning, *format == ArrayFormat::Other ? path : std::filesystem::path());
    if (!why.empty()) return inFile(path, unusable(why));
    Part& part = parts.emplace_back();
    part.file = OpenFile(::fcntl(file->fd(), F_DUPFD_CLOEXEC, 0)); // an archive owns the other one
    if (::fstat(file->fd(), &part.state) != 0) return inFile(path, unusable(systemReason(errno)));
    auto found = placesIn(*std::move(file), size, *format);
    if (!found) return inFile(path, unusable(found.text()));
    std::ranges::move(*found, std::back_inserter(places));
    return {};
}

Result<ArrayFile> ArrayFile::opened(const std::filesystem::path& path) try {
    const auto files = filesOfModel(path);
    if (!files) return files.problem();
    ArrayFile arrays;
    arrays.file_ = std::make_shared<Opened>();
    for (const std::filesystem::path& one : *files)
        if (auto added = arrays.file_->add(one); !added) return added.problem();
    return arrays;
} catch (const std::bad_alloc&) {
    return inFile(path, noMemory());
}

std::size_t ArrayFile::count() const { return file_ ? file_->places.size() : 0; }
const std::string& ArrayFile::nameOf(std::size_t array) const { return file_->places[array].name; }

Result<std::vector<NamedArray>> ArrayFile::list() const try {
    const std::lock_guard lock(file_->mutex);
    std::vector<NamedArray> arrays;
    for (const ArrayPlace& place : file_->places) {
        auto array = named(place, arrayIn(place, nullptr));
        if (!array) return array.problem();
        arrays.push_back(*std::move(array));
    }
    return arrays;
} catch (const std::bad_alloc&) {
    return noMemory();
}

Result<NamedArray> ArrayFile::read(std::size_t array, std::size_t& numbersLeft) const try {
    const std::lock_guard lock(file_->mutex);
    const ArrayPlace& place = file_->places[array];
    if (place.header && place.header->type) // a .safetensors, where the Problem names no array
        if (const auto count = countOf(*place.header, numbersLeft); !count) return unusable(count.text());
    auto read = named(place, arrayIn(place, &numbersLeft));
    if (!file_->areUnchanged()) return changedMeanwhile();
    return read;
} catch (const std::bad_alloc&) {
    return noMemory();
}

Result<std::optional<std::string>> ArrayFile::session() const {
    const std::lock_guard lock(file_->mutex);
    const auto place = std::ranges::find(file_->places, "session", &ArrayPlace::name);
    return place == file_->places.end() ? std::optional<std::string>() : named(*place, textIn(*place));
}

Problem changedMeanwhile() { return {"It was changed by another program meanwhile. Open it again."}; }

Result<std::vector<NamedArray>> readArrays(const std::filesystem::path& path) try {
    const auto file = ArrayFile::opened(path);
    if (!file) return file.problem();
    std::vector<NamedArray> arrays;
    std::size_t numbersLeft = kMaxArrayNumbers;
    for (std::size_t i = 0; i < file->count(); ++i) {
        auto array = file->read(i, numbersLeft);
        if (!array) return inFile(path, array.problem());
        arrays.push_back(*std::move(array));
    }
    return arrays;
} catch (const std::bad_alloc&) {
    return inFile(path, noMemory());
}

} // namespace headlight
