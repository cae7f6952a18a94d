#include "Settings.h"
#include "backend/cpu/CpuBackend.h"
#include "base/parallel.h"
#include "commandLine.h"
#include "driverTrial.h"
#include "headless.h"
#include "window.h"

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <new>

namespace headlight {
namespace {

int run(const Command& command, int argc, char** argv) {
    const bool areTried = !qEnvironmentVariableIsSet("HEADLIGHT_NO_TRIAL"); // a simulator takes minutes for each trial
    setDriverTrial(areTried ? QStringLiteral("/proc/self/exe") : QString(), command.isVerbose);
    if (command.threads) setComputingThreads(*command.threads);
    if (command.scoreMegabytes) setScoreMemory(static_cast<double>(Settings::bytesOf(*command.scoreMegabytes)));
    switch (command.subcommand) {
    case Command::Subcommand::Eval: return runEval(command);
    case Command::Subcommand::Export: return runExport(command);
    case Command::Subcommand::Check: return runCheck(command);
    case Command::Subcommand::Backends: return runBackends();
    case Command::Subcommand::TryDevice: return runTrial(command.backend.value_or(std::string()));
    case Command::Subcommand::Render: return runRender(command, argc, argv);
    case Command::Subcommand::Window: return runWindow(command, argc, argv);
    }
    return EXIT_FAILURE;
}

/// Reports too little memory where no smaller step has: at the start, or inside of Qt.
[[noreturn]] void sayThatMemoryEnded() {
    std::fputs("headlight: There is not enough memory. Close other programs and try again.\n", messages());
    std::_Exit(2);
}

[[noreturn]] void endWithWords() {
    try {
        if (std::current_exception()) throw;
    } catch (const std::bad_alloc&) {
        sayThatMemoryEnded();
    } catch (...) { // a defect of this program
    }
    std::abort();
}

} // namespace
} // namespace headlight

int main(int argc, char** argv) {
    using namespace headlight;
    std::set_terminate(&endWithWords);
    std::signal(SIGXFSZ, SIG_IGN); // a limit on file sizes is then reported like a full disk
    try {
        const ParsedCommandLine line = parseCommandLine(argc, argv);
        if (line.command) return run(*line.command, argc, argv);
        std::fputs(line.text.c_str(), line.exitCode == 0 ? stdout : stderr);
        return line.exitCode;
    } catch (const std::bad_alloc&) {
        sayThatMemoryEnded();
    }
}
