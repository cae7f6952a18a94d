// Any bytes as a file of arrays give one message, or arrays with as many numbers as their shapes say; and these give a
// consistent session, or one message.
#include "import/importArrays.h"
#include "io/arrays.h"
#include "io/fileCalls.h"
#include "session/consistency.h"
#include "session/edits.h"

#include <sys/mman.h>

#include <cstdint>
#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
    using namespace headlight;
    const std::string_view text(reinterpret_cast<const char*>(bytes), size);
    if (!arrayFormat(text)) return 0;
    const OpenFile memory(::memfd_create("arrays", MFD_CLOEXEC));
    if (memory.fd() < 0 || ::write(memory.fd(), bytes, size) != static_cast<ssize_t>(size)) std::abort();
    const std::filesystem::path path = "/proc/self/fd/" + std::to_string(memory.fd());
    const auto file = ArrayFile::opened(path);
    if (!file && file.text().empty()) std::abort();
    if (!file) return 0;
    if (const auto session = file->session(); !session && session.text().empty()) std::abort();
    const auto arrays = readArrays(path);
    if (!arrays && arrays.text().empty()) std::abort();
    if (!arrays || listOf(*arrays).empty()) return 0;
    std::size_t all = 0;
    for (const NamedArray& array : *arrays) {
        std::size_t count = 1;
        for (const std::int64_t side : array.shape) count *= static_cast<std::size_t>(side);
        if (array.whyNot.empty() && count != array.values.size() + array.texts.size()) std::abort();
        all += array.values.size();
    }
    if (all > kMaxArrayNumbers) std::abort();
    const auto set = arraySet(*arrays);
    if (!set && set.text().empty()) std::abort();
    if (!set || all > 100'000) return 0;
    ImportChoices choices = usualChoices(*set);
    if (!set->layers.empty()) choices.heads = headCounts(set->layers.front()).back();
    choices.joined = all % 2 == 0 ? Joined::Thirds : Joined::Heads;
    const auto session = withArrays(blankSession(), 0, *set, *arrays, choices);
    if (session ? firstInconsistency(*session).has_value() : session.text().empty()) std::abort();
    return 0;
}
