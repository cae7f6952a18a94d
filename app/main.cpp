#include "commandLine.h"
#include "headless.h"
#include "window.h"

#include <cstdio>
#include <cstdlib>

int main(int argc, char** argv) {
    using namespace headlight;
    const ParsedCommandLine line = parseCommandLine(argc, argv);
    if (!line.command) {
        std::fputs(line.text.c_str(), line.exitCode == 0 ? stdout : stderr);
        return line.exitCode;
    }
    switch (line.command->verb) {
    case Command::Verb::Eval: return runEval(*line.command);
    case Command::Verb::Backends: return runBackends();
    case Command::Verb::Render: return runRender(*line.command, argc, argv);
    case Command::Verb::Window: return runWindow(*line.command, argc, argv);
    }
    return EXIT_FAILURE;
}
