#pragma once

#include "check/report.h"
#include "export/render.h"

#include <functional>
#include <iterator>
#include <optional>
#include <string>
#include <vector>

namespace headlight {

/// The command of a command line.
struct Command {
    enum class Subcommand { Window, Eval, Export, Render, Check, Backends, TryDevice };
    Subcommand subcommand = Subcommand::Window;
    std::string file;                   ///< empty if none is given
    std::vector<std::string> files;     ///< eval, export, render: all of them; the first is `file`
    std::string output;                 ///< eval, export, render
    bool isPiped = false;               ///< true to copy the output to standard output
    std::string format;                 ///< eval, export, render: the ending, where `output` has none
    std::string library = "numpy";      ///< export; numpy or pytorch
    std::optional<int> threads;         ///< none: one for each core; in the window the setting
    std::optional<int> scoreMegabytes;  ///< none: kScoreMemory; in the window the setting
    std::optional<std::string> backend; ///< none: the CPU; in the window the setting
    bool isVerbose = false;             ///< true to show what a device's driver prints
    // Options of the window, eval, export and render for a file of matrices:
    std::optional<int> heads;          ///< none: as the file says
    std::optional<std::string> prefix; ///< of the layer's names, if the file has several layers
    std::optional<std::string> joined; ///< thirds or heads; none: as the names say
    std::optional<std::string> mask;   ///< causal or none; none: as the file says
    bool isNotCausal = false;          ///< whatever names or config.json say; a mask of the file stays
    std::optional<std::string> norm;   ///< before, after or none; none: as the file says
    std::string sentence;
    bool areLayers = false;           ///< the first side of finished attention is layers
    std::optional<int> batch;         ///< it is a batch, of which this one is taken; from 1
    std::optional<std::string> stage; ///< eval, none: all stages; render, none: scores and weights
    int layer = 0;                    ///< eval, render; from 1, or 0: the first one, of a rollout the last
    std::string head = "all";         ///< eval, render; "all", a number from 1, or of render "2,5,9"
    ExportSpec picture;               ///< render: sizes, title and labels, numbers and scale of the maps
    std::optional<int> dpi;           ///< render, of PNG; none: kPaperDpi
    std::string theme = "light";      ///< render
    std::string title;                ///< render; the sentence if it is empty
    // Options of render, in place of what the session's view says; none: as it says.
    std::optional<std::string> tokens;         ///< "10-40"
    std::optional<std::string> colours, curve; ///< ids
    std::optional<std::string> range;          ///< "0:1"
    std::string font;                          ///< render; empty: the window's
    CheckOptions check;                        ///< check
    bool isJson = false;                       ///< check

    /// True if an option says how a file of matrices is meant.
    bool saysHow() const {
        return heads || prefix || joined || mask || norm || areLayers || batch || !sentence.empty();
    }
};

/// Either a command, or what to print and the exit status: 0 after --help and --version, 2 for a mistake.
struct ParsedCommandLine {
    std::optional<Command> command;
    std::string text;
    int exitCode = 0;
};

ParsedCommandLine parseCommandLine(int argc, const char* const* argv);

/// Returns a list in words: "a, b or c". `word`: a function or member that names one.
template <class List, class Word>
std::string listed(const List& list, const Word& word, const char* beforeLast = ", ") {
    std::string text;
    std::size_t left = std::size(list) - 1;
    for (const auto& one : list)
        text += (text.empty() ? "" : --left ? ", " : beforeLast) + std::string(std::invoke(word, one));
    return text;
}

} // namespace headlight
