// Finds the arrays of a .npz: a ZIP of .npy, stored or deflated.

#include "base/quotedText.h"
#include "io/arrayBytes.h"

#include <zip.h>

#include <new>
#include <set>

namespace headlight {
namespace {

Problem problemOf(zip_error_t* error) {
    if (zip_error_code_zip(error) == ZIP_ER_MEMORY) throw std::bad_alloc();
    return {std::string("its ZIP archive is damaged: ") + zip_error_strerror(error)};
}

Result<std::shared_ptr<zip_t>> opened(OpenFile file) {
    int why = 0;
    const std::shared_ptr<zip_t> zip(zip_fdopen(file.fd(), 0, &why), [](zip_t* one) {
        if (one) zip_discard(one);
    });
    if (zip) {
        file.release(); // the archive owns it from now on
        return zip;
    }
    zip_error_t error;
    zip_error_init_with_code(&error, why);
    const std::shared_ptr<zip_error_t> end(&error, zip_error_fini);
    return problemOf(&error);
}

/// True for what macOS adds beside each file of an archive: "__MACOSX/._X.npy".
bool isOfMacOs(std::string_view name) {
    return name.starts_with("__MACOSX/") || name.substr(name.rfind('/') + 1).starts_with("._");
}

/// Begins to unpack a member.
Result<ByteSource> unpacked(const std::shared_ptr<zip_t>& zip, zip_uint64_t index, std::uint64_t size) {
    const std::shared_ptr<zip_file_t> member(zip_fopen_index(zip.get(), index, 0), [zip](zip_file_t* one) {
        if (one) zip_fclose(one);
    });
    if (!member) return problemOf(zip_get_error(zip.get()));
    return ByteSource(
        [member](char* to, std::size_t count) -> Result<std::size_t> {
            const zip_int64_t got = zip_fread(member.get(), to, count);
            return got < 0 ? Result<std::size_t>(Problem{"it is damaged"}) : static_cast<std::size_t>(got);
        },
        size);
}

} // namespace

Result<std::vector<ArrayPlace>> placesInNpz(OpenFile file, std::uint64_t size) {
    if (size == 0) return Problem{"it is empty"}; // libzip would open it as an archive without members
    const auto zip = opened(std::move(file));
    if (!zip) return zip.problem();
    std::vector<ArrayPlace> places;
    std::set<std::string> names;
    for (zip_int64_t i = 0; i < zip_get_num_entries(zip->get(), 0); ++i) {
        const auto index = static_cast<zip_uint64_t>(i);
        zip_stat_t about;
        if (zip_stat_index(zip->get(), index, 0, &about) != 0) return problemOf(zip_get_error(zip->get()));
        std::string name = about.name;
        if (isOfMacOs(name)) continue;
        if (name.ends_with(".pkl")) return Problem{kPickle};
        constexpr std::string_view kEnding = ".npy";
        const bool isArray = name.ends_with(kEnding);
        if (isArray) name.erase(name.size() - kEnding.size());
        // NumPy finds "X" as "X" and as "X.npy", so that a file with both is ambiguous.
        if (!names.insert(name).second) return Problem{"it has two arrays " + quotedBriefly(name)};
        if (isArray)
            places.push_back({name, [=, zip = *zip, bytes = about.size] { return unpacked(zip, index, bytes); }});
    }
    return places;
}

} // namespace headlight
