#pragma once

#include <optional>
#include <string>

namespace headlight {

/// What the command line asks for.
struct Command {
    enum class Verb { Window, Eval, Export, Render, Backends, TryDevice };
    Verb verb = Verb::Window;
    std::string file;                   ///< empty: none
    std::string output;                 ///< eval, export, render
    std::string library = "numpy";      ///< export; or pytorch
    std::optional<int> threads;         ///< none: one for each core, the window what is remembered
    std::optional<int> scoreMegabytes;  ///< likewise; none: kScoreMemory, the window what is remembered
    std::optional<std::string> backend; ///< none: eval and render take the CPU, the window what is remembered
    bool isVerbose = false;             ///< shows what a device's driver prints
    // Of eval, export and render, of a file of matrices:
    std::optional<int> heads;          ///< none: as the file says
    std::optional<std::string> prefix; ///< of the layer, where the file has several
    std::optional<std::string> joined; ///< thirds or heads; none: as the names say
    std::optional<std::string> mask;   ///< causal or none; none: as the file says
    std::string sentence;
    std::optional<std::string> stage; ///< render; none: scores and weights
    int layer = 0;                    ///< render; from 1, or 0: the first one, of a rollout the last
    std::string head = "all";         ///< render; "all" or a number from 1
    int width = 0, height = 0;        ///< render, px; 0: as large as the maps want
    int widthMm = 0;                  ///< render; 0: as large as the maps want
    std::optional<int> dpi;           ///< render, of PNG; none: kScreenDpi, of a width on paper kPaperDpi
    int textPt = 0;                   ///< render; 0: as it comes with the size
    int columns = 0;                  ///< render; 0: as it looks best
    std::string theme = "light";      ///< render
    bool scalePerHead = false;        ///< render
    bool numbers = true;              ///< render
    bool showsTitle = true;           ///< render
    bool labelsEach = false;          ///< render
    std::string title;                ///< render; empty: the sentence
};

/// Either a command, or what to print and the exit status: 0 after --help and --version, 2 for a mistake.
struct ParsedCommandLine {
    std::optional<Command> command;
    std::string text;
    int exitCode = 0;
};

ParsedCommandLine parseCommandLine(int argc, const char* const* argv);

} // namespace headlight
