#include "commandLine.h"

#include "Settings.h"
#include "attention/stages.h"
#include "base/numberText.h"
#include "base/parallel.h"
#include "base/quotedText.h"
#include "base/version.h"
#include "kernels/kernels.h"
#include "outputs.h"
#include "plot/CellFormat.h"
#include "plot/Colormap.h"
#include "session/Limits.h"
#include "style/Theme.h"

#include <CLI/CLI.hpp>

#include <filesystem>
#include <sstream>

namespace headlight {
namespace {

const char* const kBackend = "auto (a GPU if there is one), cpu, opencl (the first device), opencl:NAME, "
                             "checked or checked:ID (compares with the formulas); see headlight backends";

const char* const kCommands = "eval, export, render, check and backends";

const char* const kFooter = "\nExamples:\n"
                            "  headlight shoes.headlight\n"
                            "  headlight eval shoes.headlight -o trace.npz\n"
                            "  headlight export shoes.headlight -o shoes.py --with pytorch\n"
                            "  headlight render shoes.headlight -o maps.svg --stage weights --head 2\n"
                            "  headlight check notebook.npz\n"
                            "\nExit status: 0, or 2 with a message on standard error; of check 1 if a stage differs.";

/// Accepts a whole number within bounds; else the message is this program's, not CLI11's.
CLI::Validator whole(const char* option, int min, int max) {
    return CLI::Validator(
        [=](std::string& text) {
            const auto number = wholeNumberFromInput(text, min, max, option);
            return number ? std::string() : number.text();
        },
        "");
}

/// Accepts a number; `words` are accepted, too.
CLI::Validator aNumber(const std::string& option, const std::string& words = {}) {
    return CLI::Validator(
        [=](std::string& text) {
            if (!words.empty() && (text == "sqrt_dk" || text == "none")) return std::string();
            const auto number = numberFromInput(text);
            const bool isRight = number && *number > 0;
            return isRight ? std::string()
                           : option + " must be " + words + "a number above 0, not " + quotedBriefly(text) + ".";
        },
        "");
}

/// Returns "light or dark".
std::string themeNames() {
    return listed(
        themes(), [](const Theme* theme) { return theme->id.toStdString(); }, " or ");
}

CLI::Validator aTheme() {
    return CLI::Validator(
        [](std::string& text) {
            const bool known = findTheme(QString::fromStdString(text));
            return known ? std::string() : "--theme must be " + themeNames() + ", not " + quotedBriefly(text) + ".";
        },
        "");
}

/// Returns the mistake if the first word, which was taken for a FILE, was meant as a command: "evl a.npz -o b.npz".
std::string unknownCommand(const std::string& word) {
    std::error_code none;
    if (word.empty() || std::filesystem::exists(word, none)) return {};
    return quotedBriefly(word) + " is neither a file nor a command. The commands are " + kCommands + ".";
}

/// Returns one sentence: that of a validator here, without CLI11's "--width: " before it, or CLI11's with a hint.
std::string sentence(const CLI::ParseError& error) {
    const std::string text = showable(error.what());
    const auto colon = text.find(": ");
    if (error.get_exit_code() == static_cast<int>(CLI::ExitCodes::ArgumentMismatch) && colon != text.npos)
        return text.substr(0, colon) +
               (text.ends_with("missing") ? " needs a value behind it." : " is given twice. Give it once.");
    if (colon != text.npos && text.compare(colon + 2, colon, text, 0, colon) == 0) return text.substr(colon + 2);
    return text + " (see headlight --help).";
}

/// `usual` names the default.
void addStage(CLI::App& to, Command& command, const std::string& usual, const std::string& others = {}) {
    to.add_option("--stage", command.stage,
                  listed(stages(), &StageInfo::id, " or ") + others + " (default: " + usual + ")");
    to.add_option("--layer", command.layer, "layer number, from 1 (default: the first layer, for a rollout the last)")
        ->check(whole("--layer", 1, kMaxLayers));
    to.add_option("--head", command.head, "head number, from 1, or all; of pictures also several, such as 2,5")
        ->capture_default_str();
}

/// Adds the options for the threads and the memory of the CPU.
void addShares(CLI::App& to, Command& command) {
    to.add_option("--threads", command.threads,
                  "how many threads of the CPU compute, 1 to " + std::to_string(kMaxThreads) +
                      " (default: one for each core)")
        ->check(whole("--threads", 1, kMaxThreads));
    to.add_option("--score-memory", command.scoreMegabytes,
                  "how many megabytes the scores may take; those that need more are computed when they are shown "
                  "(default: 1024)")
        ->check(whole("--score-memory", 1, Settings::kMaxMegabytes));
}

void addVerbose(CLI::App& to, Command& command) {
    to.add_flag("--verbose", command.isVerbose, "show what a device's driver prints on standard error");
}

/// Adds the options that say how the matrices of a file are meant.
void addMatrixOptions(CLI::App& to, Command& command) {
    to.add_option(
          "--heads", command.heads,
          "how many heads the matrices are, where the file does not say, or Q, K and V of one head are cut into")
        ->check(whole("--heads", 1, kMaxHeads));
    to.add_option(
        "--prefix", command.prefix,
        "of matrices: what the names of the layer's arrays begin with, where the file has several layers, such "
        "as transformer.h.3.attn");
    to.add_option("--joined", command.joined,
                  "of matrices: how one array of q, k and v is cut: thirds (all of q, then of k, then of v) or heads "
                  "(q, k and v of each head)")
        ->check(CLI::IsMember({"thirds", "heads"}));
    to.add_flag("--layers", command.areLayers, "of finished attention: the first of four sides is layers");
    to.add_option("--batch", command.batch,
                  "of finished attention: that side, or one beside the layers, is a batch, of which this one is taken")
        ->check(whole("--batch", 1, kMaxLayers));
    to.add_option("--mask", command.mask, "causal or none (default: as the file says)")
        ->check(CLI::IsMember({"causal", "none"}));
    to.add_flag_function(
          "--causal",
          [&command](std::int64_t yes) { yes > 0 ? void(command.mask = "causal") : void(command.isNotCausal = true); },
          "the same as --mask causal; --causal=false: no mask but one of the file, whatever names or config.json say")
        ->check(CLI::TypeValidator<bool>("true or false")); // without it, another word is an uncaught exception
    to.add_option(
          "--norm", command.norm,
          "of matrices: the layer norm beside the layer stands before the heads or after them, or is not taken: "
          "before, after or none (default: as the names say)")
        ->check(CLI::IsMember({"before", "after", "none"}));
    to.add_option(
        "--sentence", command.sentence,
        "the tokens of X or of given stages, as many as their rows; of matrices without X, whose embeddings are "
        "drawn then");
}

void addFile(CLI::App& to, Command& command) {
    to.add_option(
          "FILE", command.files,
          "session (.headlight, or what eval wrote), matrices (.npz, .npy, .safetensors, a folder of Hugging Face) "
          "or tokens (.txt); several with -o FOLDER/")
        ->required();
    addMatrixOptions(to, command);
}

/// `formats` are the endings, `more` says what each is for.
void addOutput(CLI::App& to, Command& command, const std::vector<std::string>& formats, const std::string& more = {}) {
    const std::string endings = listed(
        formats, [](const std::string& one) { return "." + one; }, " or ");
    to.add_option("-o,--output", command.output,
                  "output file, which ends in " + endings + more +
                      "; a FOLDER/, where each output has the name of its FILE; or - for standard output")
        ->required();
    to.add_option("--format", command.format, "the ending of the output, where --output is a folder or -")
        ->check(CLI::IsMember(formats));
}

void addBackend(CLI::App& to, Command& command) {
    to.add_option("--backend", command.backend, std::string(kBackend) + " (default: cpu)");
    addVerbose(to, command);
}

CLI::App& addSubcommand(CLI::App& app, Command& command, Command::Subcommand which, const std::string& name,
                        const std::string& does) {
    CLI::App& made = *app.add_subcommand(name, does);
    made.callback([&command, which] { command.subcommand = which; });
    return made;
}

void describeEval(CLI::App& app, Command& command) {
    CLI::App& eval = addSubcommand(
        app, command, Command::Subcommand::Eval, "eval",
        "compute every stage and write it as arrays, one of them, or the statistics of the weights as a table; or write "
        "the session");
    addFile(eval, command);
    addOutput(eval, command, {"npz", "safetensors", "npy", "csv", "headlight"},
              " (of one stage .npy and .csv, of the statistics .csv, of the session itself .headlight)");
    addStage(eval, command, "all stages of all layers; of a .csv the statistics",
             "; or a parameter: " + listed(parameters(), &ParameterInfo::symbol));
    addBackend(eval, command);
    addShares(eval, command);
}

void describeExport(CLI::App& app, Command& command) {
    CLI::App& code = addSubcommand(app, command, Command::Subcommand::Export, "export",
                                   "write Python code that computes what Headlight shows, and compares");
    addFile(code, command);
    addOutput(code, command, {"py", "ipynb"});
    code.add_option("--with", command.library, "numpy or pytorch")
        ->check(CLI::IsMember({"numpy", "pytorch"}))
        ->capture_default_str();
    addShares(code, command);
}

void describeRender(CLI::App& app, Command& command) {
    CLI::App& render = addSubcommand(app, command, Command::Subcommand::Render, "render",
                                     "draw the maps without a window");
    ExportSpec& picture = command.picture;
    addFile(render, command);
    addOutput(render, command, {"png", "svg", "pdf"});
    addStage(render, command, "scores and weights");
    const auto addNumber = [&](const char* option, auto& value, int min, int max, const std::string& text) {
        render.add_option(option, value, text)->check(whole(option, min, max));
    };
    const std::string pixels = "pixels, " + std::to_string(kMinExportSide) + " to " + std::to_string(kMaxExportSide);
    addNumber("--width", picture.widthPx, kMinExportSide, kMaxExportSide, pixels);
    addNumber("--height", picture.heightPx, kMinExportSide, kMaxExportSide, pixels);
    addNumber("--dpi", command.dpi, kMinExportDpi, kMaxExportDpi,
              "PNG only: resolution in dots per inch; if no size is given, it also sets the number of pixels "
              "(default: 300)");
    addNumber("--mm", picture.widthMm, kMinExportMm, kMaxExportMm,
              "width on paper in millimetres, " + std::to_string(kMinExportMm) + " to " + std::to_string(kMaxExportMm) +
                  ", in place of pixels");
    addNumber("--text", picture.textPt, kMinExportText, kMaxExportText,
              "size of the tokens' text on paper in points (default: as it fits)");
    render.add_option("--font", command.font,
                      "the family of the text, such as \"DejaVu Serif\" (default: Roboto, Open Sans or DejaVu Sans)");
    addNumber("--columns", picture.columns, 1, kMaxExportColumns, "heads beside each other (default: automatic)");
    render.add_option("--theme", command.theme, themeNames())->check(aTheme())->capture_default_str();
    const auto addWord = [&](const char* option, auto& value, const auto& list, const std::string& text) {
        std::vector<std::string> words;
        for (const auto& one : list) words.emplace_back(one.id);
        render.add_option(option, value, text)->check(CLI::IsMember(words));
    };
    addWord("--colours", command.colours, colormaps(), "the colours of the maps that they are for, weights or others");
    addWord("--curve", command.curve, valueCurves(), "the way from numbers to colours");
    render.add_option("--range", command.range,
                      "the range of the colours, LOW:HIGH, such as 0:1 (default: as the "
                      "numbers need)");
    addNumber("--decimals", picture.maps.decimals, 0, kMaxDecimals, "decimals of numbers (default: as they fit)");
    render.add_option("--tokens", command.tokens, "the part of the sentence that is drawn, such as 10-40");
    render.add_flag("--scale-per-head", picture.maps.scalePerHead, "use a separate colour range for each head");
    const auto addOff = [&](const char* option, bool& value, const char* text) { // CLI11's own would say {false}
        return render.add_flag_callback(
            option, [&value] { value = false; }, text);
    };
    addOff("--no-numbers", picture.maps.numbers, "do not show numbers in the cells");
    addBackend(render, command);
    auto* noTitle = addOff("--no-title", picture.showsTitle, "no title above the maps");
    render.add_flag("--labels-each", picture.labelsEach, "tokens left of and above every map");
    render.add_option("--title", command.title, "title above the maps (default: the sentence, or its part)")
        ->excludes(noTitle);
    addShares(render, command);
}

void describeCheck(CLI::App& app, Command& command) {
    CLI::App& check = addSubcommand(app, command, Command::Subcommand::Check, "check",
                                    "compute each stage of a file from the stage before it in the file, and compare");
    check.add_option("FILE", command.file, "stages with what they follow from (.npz, .npy or .safetensors)")
        ->required();
    check
        .add_option("--tolerance", command.check.tolerance,
                    "the largest difference of a number that agrees (default: derived from the numbers)")
        ->check(aNumber("--tolerance"));
    check
        .add_option("--scale", command.check.scale,
                    "what the scores must be multiplied by: sqrt_dk (1 / sqrt(d_k)), none or a number (default: as "
                    "the file says; else sqrt_dk or none)")
        ->check(aNumber("--scale", "sqrt_dk, none or "));
    check.add_option("--mask", command.check.mask, "causal or none (default: as the file says; else either)")
        ->check(CLI::IsMember({"causal", "none"}));
    check.add_flag("--json", command.isJson, "write JSON");
}

void describe(CLI::App& app, Command& command) {
    app.set_version_flag("--version", std::string("headlight ") + kVersion + "\nThe CPU computes with " +
                                          kernels::chosenTarget() + ".");
    app.footer(kFooter);
    app.add_option("FILE", command.file,
                   "what to open in the window: session (.headlight, or what eval wrote), matrices (.npz, .npy, "
                   ".safetensors, a folder of Hugging Face) or tokens (.txt)");
    app.add_option("--backend", command.backend,
                   std::string("what computes in the window: ") + kBackend +
                       " (default: as chosen in the menu Compute)");
    addMatrixOptions(app, command);
    addVerbose(app, command);
    addShares(app, command);
    app.require_subcommand(0, 1);
    describeEval(app, command);
    describeExport(app, command);
    describeRender(app, command);
    describeCheck(app, command);
    addVerbose(addSubcommand(app, command, Command::Subcommand::Backends, "backends",
                             "list what can compute: id, device, self-test, speed"),
               command);
    addSubcommand(app, command, Command::Subcommand::TryDevice, "try-device", "for the program itself (driverTrial.h)")
        .group("")
        ->add_option("ID", command.backend);
}

ParsedCommandLine mistake(const std::string& sentence) { return {std::nullopt, "headlight: " + sentence + "\n", 2}; }

} // namespace

ParsedCommandLine parseCommandLine(int argc, const char* const* argv) {
    Command command;
    CLI::App app("Headlight, a desktop microscope for attention", "headlight");
    describe(app, command);
    try {
        app.parse(argc, argv);
        if (!command.files.empty()) command.file = command.files.front();
        command.isPiped = command.output == "-";
        if (const std::string wrong = mistakeInOutput(command); !wrong.empty()) return mistake(wrong);
        const ExportSpec& picture = command.picture;
        if (picture.widthMm > 0 && (picture.widthPx > 0 || picture.heightPx > 0))
            return mistake("--mm is a width on paper, --width and --height are pixels. Give either.");
    } catch (const CLI::ParseError& error) {
        std::ostringstream out, ignored;
        if (app.exit(error, out, ignored) == 0) return {std::nullopt, out.str(), 0};
        const bool isExtra = error.get_exit_code() == static_cast<int>(CLI::ExitCodes::ExtrasError);
        const bool isWindow = command.subcommand == Command::Subcommand::Window;
        if (const std::string wrong = unknownCommand(command.file); isExtra && isWindow && !wrong.empty())
            return mistake(wrong);
        return mistake(sentence(error));
    }
    return {command, {}, 0};
}

} // namespace headlight
