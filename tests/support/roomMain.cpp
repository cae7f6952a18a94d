#include "support/room.h"
#include "support/threadSanitizer.h"

#include <cstdio>
#include <cstring>
#include <map>
#include <string>
#include <utility>

namespace headlight::testing {
namespace {

std::map<std::string, RunTest>& tests() {
    static std::map<std::string, RunTest> list;
    return list;
}

} // namespace

bool addTest(const char* name, RunTest run) { return tests().emplace(name, run).second; }

} // namespace headlight::testing

int main(int argc, char** argv) {
    const auto& tests = headlight::testing::tests();
    const auto found = argc > 1 ? tests.find(argv[1]) : tests.end();
    if (found == tests.end()) {
        std::fprintf(stderr, "usage: %s TEST [arguments of Qt Test]\nThe tests:\n", argv[0]);
        for (const auto& [name, run] : tests) std::fprintf(stderr, "  %s\n", name.c_str());
        return 2;
    }
    argv[1] = argv[0];
    return found->second(argc - 1, argv + 1);
}
