// libFuzzer on session files. Not part of the build; with clang, from the top folder:
//   clang++ -std=c++20 -g -O1 -fsanitize=fuzzer,address,undefined -Icore -isystem /usr/include/eigen3 \
//       tests/fuzz/fuzz_session.cpp core/{base,text,random,session}/*.cpp \
//       core/io/{base64,json*,matrixDraw,matrixForm,members,session*,atomicFile,wholeFile}.cpp -licuuc -o build/fuzz
//   build/fuzz -max_len=65536 -timeout=10 -rss_limit_mb=2048 build/corpus tests/data/malformed tests/data/golden
#include "io/sessionFile.h"
#include "session/edits.h"

#include <cstdint>
#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
    using namespace headlight;
    const auto read = parseSession({reinterpret_cast<const char*>(bytes), size});
    if (!read) {
        if (read.text().empty()) std::abort();
        return 0;
    }
    if (firstInconsistency(read->session)) std::abort();
    if (read->session.text.embeddings->size() > 100'000) return 0; // right, but too slow to write a million times
    const std::string text = sessionText(*read);
    const auto again = parseSession(text);
    if (!again || sessionText(*again) != text) std::abort();
    return 0;
}
