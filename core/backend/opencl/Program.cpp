#include "backend/opencl/Program.h"

#include "backend/opencl/kernelLines.h"
#include "base/quotedText.h"

#include <optional>
#include <sstream>
#include <stdexcept>
#include <vector>

namespace headlight {
namespace {

/// Returns everything that the compiled program depends on.
std::string keyOf(const cl::Device& device, const std::string& options, const std::string& source) {
    const cl::Platform platform(device.getInfo<CL_DEVICE_PLATFORM>());
    std::string key;
    for (const std::string& part : {platform.getInfo<CL_PLATFORM_NAME>(), platform.getInfo<CL_PLATFORM_VERSION>(),
                                    device.getInfo<CL_DEVICE_NAME>(), device.getInfo<CL_DEVICE_VERSION>(),
                                    device.getInfo<CL_DRIVER_VERSION>(), options, source})
        key += part.substr(0, part.find('\0')) + '\n';
    return key;
}

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

void build(cl::Program& program, const std::string& options) {
    try {
        program.build(options.c_str());
    } catch (const cl::BuildError& error) {
        std::string log;
        for (const auto& [device, text] : error.getBuildLog()) log += text;
        const std::string errors = firstErrors(log.substr(0, log.find('\0')));
        if (error.err() != CL_BUILD_PROGRAM_FAILURE || errors.empty()) throw;
        throw std::runtime_error("the driver's compiler refuses the kernels: " + errors);
    }
}

/// Returns nothing if the driver refuses it: it may be from a driver that has another version but says the same one.
std::optional<cl::Program> fromBinary(const cl::Context& context, const cl::Device& device, const std::string& options,
                                      const std::string& binary) {
    try {
        cl::Program program(context, {device}, {std::vector<unsigned char>(binary.begin(), binary.end())});
        build(program, options);
        return program;
    } catch (const cl::Error&) {
    } catch (const std::runtime_error&) {}
    return {};
}

std::string binaryOf(const cl::Program& program) {
    try {
        const auto binaries = program.getInfo<CL_PROGRAM_BINARIES>();
        if (binaries.size() == 1) return {binaries[0].begin(), binaries[0].end()};
    } catch (const cl::Error&) { // the driver does not give it
    }
    return {};
}

} // namespace

std::string kernelSource() {
    std::string source;
    for (const std::string_view line : kernelLines()) source += line;
    return source;
}

cl::Program builtProgram(const cl::Context& context, const cl::Device& device, const std::string& options,
                         const std::string& source, const ProgramCache& cache) {
    const std::string key = keyOf(device, options, source);
    if (const auto binary = cache.find(key))
        if (auto program = fromBinary(context, device, options, *binary)) return *program;
    cl::Program program(context, source);
    build(program, options);
    if (const std::string binary = binaryOf(program); !binary.empty()) cache.keep(key, binary);
    return program;
}

} // namespace headlight
