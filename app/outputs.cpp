#include "outputs.h"

#include "base/quotedText.h"
#include "driverTrial.h"
#include "io/files.h"

#include <QTemporaryDir>

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <limits>
#include <map>
#include <vector>

namespace headlight {
namespace {

namespace fs = std::filesystem;

bool isFolder(const std::string& output) {
    std::error_code none;
    return output.ends_with('/') || fs::is_directory(output, none);
}

/// Returns the name of an output in a folder: that of the file, "layer3" of "models/layer3/".
fs::path nameIn(const fs::path& folder, const fs::path& file, const std::string& format) {
    const fs::path name = file.has_filename() ? file : file.parent_path();
    std::error_code none;
    const bool isModel = fs::is_directory(name, none); // its name may have points
    return folder / ((isModel ? name.filename() : name.stem()).string() + "." + format);
}

using Run = std::function<Result<void>(const Command&)>;

int statusOf(const Result<void>& done) { return done ? 0 : fail(done.text()); }

int runInFolder(const Command& command, const Run& run) {
    std::vector<Command> each;
    std::map<fs::path, std::string> files;
    for (const std::string& file : command.files) {
        Command one = command;
        one.file = file;
        one.output = nameIn(command.output, file, command.format).string();
        const auto [there, isNew] = files.try_emplace(one.output, file);
        if (!isNew)
            return fail(quotedPath(there->second) + " and " + quotedPath(file) + " would both be written to " +
                        quotedPath(one.output) + ". Give them other names, or run them one by one.");
        each.push_back(std::move(one));
    }
    std::error_code none;
    fs::create_directory(command.output, none); // writing says why it is not there
    int status = 0;
    for (const Command& one : each) status = std::max(status, statusOf(run(one)));
    return status;
}

/// Writes to a temporary file first, so that a failure writes nothing.
Result<void> runToStandardOutput(Command command, const Run& run) {
    const bool isText = command.format == "csv" || command.format == "py" || command.format == "svg" ||
                        command.format == "ipynb";
    if (!isText && ::isatty(::fileno(results())) == 1)
        return Problem{"Standard output is a terminal, which cannot show ." + command.format +
                       ". Write it to a file, or pipe it to a program."};
    const QTemporaryDir folder;
    if (!folder.isValid()) return Problem{"There is no temporary folder: " + folder.errorString().toStdString() + "."};
    command.output = folder.filePath(QStringLiteral("headlight.")).toStdString() + command.format;
    if (auto done = run(command); !done) return done;
    const auto bytes = readFile(command.output, std::numeric_limits<std::size_t>::max());
    if (!bytes) return bytes.problem();
    const bool isWritten = std::fwrite(bytes->data(), 1, bytes->size(), results()) == bytes->size() &&
                           std::fflush(results()) == 0;
    return isWritten ? Result<void>() : Problem{"Standard output could not be written."};
}

} // namespace

void warn(const std::string& sentence) { std::fprintf(messages(), "headlight: %s\n", sentence.c_str()); }

int fail(const std::string& sentence) {
    warn(sentence);
    return 2;
}

std::string mistakeInOutput(const Command& command) {
    const bool isNamedByFile = isFolder(command.output);
    if (command.output.empty()) return {}; // a command without an output
    if (command.files.size() > 1 && !isNamedByFile)
        return "There are " + std::to_string(command.files.size()) +
               " FILEs for one output. Give a folder, as in -o results/ --format npz.";
    if (command.format.empty() && (command.isPiped || isNamedByFile))
        return "--output " + quotedBriefly(command.output) + " does not say the format. Give --format, too.";
    if (!command.format.empty() && !command.isPiped && !isNamedByFile)
        return "The name of the output file says its format. Leave --format out.";
    return {};
}

int runForEachFile(const Command& command, const Run& run) {
    if (isFolder(command.output)) return runInFolder(command, run);
    return statusOf(command.isPiped ? runToStandardOutput(command, run) : run(command));
}

} // namespace headlight
