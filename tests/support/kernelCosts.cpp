// Counts the instructions of each kernel for two lengths under valgrind:
//   valgrind --tool=callgrind --collect-atstart=no --combine-dumps=yes --callgrind-out-file=FILE headlight_kernel_costs
//   TARGET
// Each part of FILE has the name of a case and a length, and the count. Without TARGET: prints the targets.
#include "support/kernelCases.h"

#include <valgrind/callgrind.h>

#include <iostream>
#include <string>

int main(int argc, char** argv) {
    using namespace headlight;
    if (argc < 2) {
        for (const std::string& target : kernels::targets()) std::cout << target << '\n';
        return 0;
    }
    kernels::useTarget(argv[1]);
    for (const testing::KernelCase& kernel : testing::kernelCases())
        for (const kernels::Index length : {1024, 2048}) {
            kernel.run(length); // what is prepared once does not count
            CALLGRIND_TOGGLE_COLLECT;
            kernel.run(length);
            CALLGRIND_TOGGLE_COLLECT;
            const std::string name = std::string(kernel.name) + ": " + std::to_string(length);
            CALLGRIND_DUMP_STATS_AT(name.c_str());
        }
}
