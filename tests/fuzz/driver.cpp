// Runs a fuzz target on files instead of random input: each file of the folders given as arguments, whole and cut short
// at some places. Mistakes that a fuzzer once found are tested again, with any compiler.
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size);

namespace {

constexpr std::size_t kCuts = 8;

void run(const std::string& text) {
    LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(text.data()), text.size());
}

} // namespace

int main(int argc, char** argv) {
    int files = 0;
    for (int i = 1; i < argc; ++i)
        for (const auto& entry : std::filesystem::recursive_directory_iterator(argv[i])) {
            if (!entry.is_regular_file()) continue;
            std::ifstream file(entry.path(), std::ios::binary);
            const std::string text{std::istreambuf_iterator<char>(file), {}};
            for (std::size_t cut = 0; cut < kCuts; ++cut) run(text.substr(0, text.size() * cut / kCuts));
            run(text);
            ++files;
        }
    std::printf("%d files\n", files);
    return files > 0 ? 0 : 1;
}
