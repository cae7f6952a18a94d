// Reads a .npz: a ZIP of .npy, stored or deflated.

#include "base/quotedText.h"
#include "io/arrayBytes.h"

#include <zip.h>

#include <memory>
#include <new>
#include <set>
#include <utility>

namespace headlight {
namespace {

struct Discard {
    void operator()(zip_t* zip) const { zip_discard(zip); }
    void operator()(zip_file_t* file) const { zip_fclose(file); }
    void operator()(zip_source_t* source) const { zip_source_free(source); }
};
template <class T>
using Owned = std::unique_ptr<T, Discard>;

class ZipError {
public:
    ZipError() { zip_error_init(&error_); }
    ~ZipError() { zip_error_fini(&error_); }
    ZipError(const ZipError&) = delete;
    ZipError& operator=(const ZipError&) = delete;
    zip_error_t* get() { return &error_; }
    Problem problem() { return problemOf(&error_); }
    static Problem problemOf(zip_error_t* error) {
        if (zip_error_code_zip(error) == ZIP_ER_MEMORY) throw std::bad_alloc();
        return {std::string("its ZIP archive is damaged: ") + zip_error_strerror(error)};
    }

private:
    zip_error_t error_;
};

Result<Owned<zip_t>> opened(OpenFile file) {
    int why = 0;
    Owned<zip_t> zip(zip_fdopen(file.fd(), 0, &why));
    if (zip) {
        file.release(); // the archive owns it from now on
        return zip;
    }
    ZipError error;
    zip_error_init_with_code(error.get(), why);
    return error.problem();
}

Result<Owned<zip_t>> opened(std::string_view bytes) {
    if (bytes.empty()) return Problem{"it is empty"}; // libzip would open it as an archive without members
    ZipError error;
    Owned<zip_source_t> source(zip_source_buffer_create(bytes.data(), bytes.size(), 0, error.get()));
    if (!source) return error.problem();
    Owned<zip_t> zip(zip_open_from_source(source.get(), ZIP_RDONLY, error.get()));
    if (!zip) return error.problem();
    source.release(); // the archive owns it from now on
    return zip;
}

/// Returns "W_q" for "W_q.npy"; nothing for a member that is no array.
std::optional<std::string> arrayName(std::string_view member) {
    constexpr std::string_view kEnding = ".npy";
    if (!member.ends_with(kEnding)) return std::nullopt;
    return std::string(member.substr(0, member.size() - kEnding.size()));
}

bool isPickle(std::string_view member) { return member.ends_with(".pkl"); }

Problem inArray(const std::string& name, const std::string& what) {
    return {"its array " + quotedBriefly(name) + ": " + what};
}

Result<std::optional<std::string>> sessionIn(const Result<Owned<zip_t>>& zip) {
    if (!zip) return zip.problem();
    const zip_int64_t place = zip_name_locate(zip->get(), "session.npy", 0);
    if (place < 0) return std::optional<std::string>();
    const auto index = static_cast<zip_uint64_t>(place);
    zip_stat_t about;
    if (zip_stat_index(zip->get(), index, 0, &about) != 0) return ZipError::problemOf(zip_get_error(zip->get()));
    if (about.size > kMaxSession) return inArray("session", tooLargeSession().text);
    const Owned<zip_file_t> file(zip_fopen_index(zip->get(), index, 0));
    if (!file) return inArray("session", ZipError::problemOf(zip_get_error(zip->get())).text);
    ByteSource bytes([&](char* to, std::size_t count) { return zip_fread(file.get(), to, count); }, about.size);
    auto text = npyBytes(bytes);
    if (!text) return inArray("session", text.text());
    return std::optional(*std::move(text));
}

Result<void> forEachIn(const Result<Owned<zip_t>>& zip, const IsWanted& isWanted, const NpzVisit& f) {
    if (!zip) return zip.problem();
    std::set<std::string> names;
    for (zip_int64_t i = 0; i < zip_get_num_entries(zip->get(), 0); ++i) {
        const auto index = static_cast<zip_uint64_t>(i);
        zip_stat_t about;
        if (zip_stat_index(zip->get(), index, 0, &about) != 0) return ZipError::problemOf(zip_get_error(zip->get()));
        const auto name = arrayName(about.name);
        if (isPickle(about.name)) return ofPickle();
        // NumPy finds "X" as "X" and as "X.npy", so that a file with both is ambiguous.
        if (const std::string key = name.value_or(about.name); !names.insert(key).second)
            return Problem{"it has two arrays " + quotedBriefly(key)};
        if (!name || !isWanted(*name)) continue;
        const Owned<zip_file_t> file(zip_fopen_index(zip->get(), index, 0));
        if (!file) return inArray(*name, ZipError::problemOf(zip_get_error(zip->get())).text);
        ByteSource bytes([&](char* to, std::size_t count) { return zip_fread(file.get(), to, count); }, about.size);
        if (auto done = f(*name, bytes); !done) return inArray(*name, done.text());
    }
    return {};
}

/// Reads each array as numbers or text and gives it to `f`.
NpzVisit reading(const ArrayVisit& f) {
    return [&f, numbersLeft = kMaxArrayNumbers](const std::string& name, ByteSource& member) mutable -> Result<void> {
        auto array = npyArray(member, numbersLeft);
        if (!array) return array.problem();
        array->name = name;
        f(std::move(*array));
        return {};
    };
}

bool isAny(const std::string&) { return true; }

} // namespace

Result<void> forEachArray(std::string_view npz, const NpzVisit& f) { return forEachIn(opened(npz), isAny, f); }

Result<void> forEachInNpz(OpenFile npz, const IsWanted& isWanted, const ArrayVisit& f) {
    return forEachIn(opened(std::move(npz)), isWanted, reading(f));
}

Result<std::vector<NamedArray>> npzArrays(std::string_view bytes) {
    std::vector<NamedArray> arrays;
    const ArrayVisit keep = [&](NamedArray array) { arrays.push_back(std::move(array)); };
    if (const auto all = forEachArray(bytes, reading(keep)); !all) return all.problem();
    return arrays;
}

Result<std::optional<std::string>> sessionInNpz(std::string_view npz) { return sessionIn(opened(npz)); }
Result<std::optional<std::string>> sessionInNpz(OpenFile npz) { return sessionIn(opened(std::move(npz))); }

} // namespace headlight
