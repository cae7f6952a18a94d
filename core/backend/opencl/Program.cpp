#include "backend/opencl/Program.h"

#include "base/quotedText.h"

#include <sstream>
#include <stdexcept>

namespace headlight {
namespace {

/// Returns the first lines of a compiler's messages that say "error", or if none does, the first lines.
std::string firstErrors(const std::string& log) {
    constexpr int kMaxLines = 3;
    std::string errors, lines;
    int errorCount = 0, lineCount = 0;
    std::istringstream text(log);
    for (std::string line; std::getline(text, line);) {
        const auto begin = line.find_first_not_of(" \t\r");
        if (begin == std::string::npos) continue;
        const std::string shown = showable(line.substr(begin), 200);
        if (lineCount++ < kMaxLines) lines += (lines.empty() ? "" : "; ") + shown;
        if (line.find("error") != std::string::npos && errorCount++ < kMaxLines)
            errors += (errors.empty() ? "" : "; ") + shown;
    }
    return errors.empty() ? lines : errors;
}

} // namespace

cl::Program builtProgram(const cl::Context& context, const std::string& options, const std::string& source) {
    cl::Program program(context, source);
    try {
        program.build(options.c_str());
    } catch (const cl::BuildError& error) {
        std::string log;
        for (const auto& [device, text] : error.getBuildLog()) log += text;
        const std::string errors = firstErrors(log.substr(0, log.find('\0')));
        if (error.err() != CL_BUILD_PROGRAM_FAILURE || errors.empty()) throw;
        throw std::runtime_error("the driver's compiler refuses the kernels: " + errors);
    }
    return program;
}

} // namespace headlight
