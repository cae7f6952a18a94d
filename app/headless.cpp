#include "headless.h"

#include "attention/firstChange.h"
#include "backend/backends.h"
#include "base/numberText.h"
#include "base/quotedText.h"
#include "chosen.h"
#include "code/codeFile.h"
#include "commandFile.h"
#include "document/lookedAt.h"
#include "driverTrial.h"
#include "engine/Engine.h"
#include "engine/speed.h"
#include "engine/statisticsCsv.h"
#include "export/pictureFile.h"
#include "io/files.h"
#include "io/sessionFile.h"
#include "io/stageFile.h"
#include "outputs.h"
#include "style/Theme.h"

#include <QApplication>
#include <QFontMetrics>
#include <QHashFunctions>

#include <algorithm>
#include <clocale>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace headlight {
namespace {

/// Prints a text at once, since the next step may take long.
void say(const std::string& text, std::FILE* to = results()) {
    std::fputs(text.c_str(), to);
    std::fflush(to);
}

/// Returns where remarks go: not among the bytes of an output.
std::FILE* remarksOf(const Command& command) { return command.isPiped ? messages() : results(); }

/// Prints facts about a device, without and with using it. Each line begins before its fact is measured.
void sayFacts(const BackendInfo& info, double cpuSeconds, int tokens) {
    const OpenClDevice& device = *info.device;
    constexpr double kGigabyte = 1e9;
    const std::string indent(9, ' ');
    say(showable(info.id) + "\n" + indent + "platform: " + showable(device.platform) + "\n" + indent +
        "driver: " + showable(device.driver) + "\n" + indent + "OpenCL: " + showable(device.version) + "\n" + indent +
        "memory: " + fixedPoint(device.memory / kGigabyte, 1) + " GB\n" + indent);
    if (!info.make) return say("not available: " + showable(device.whyNot) + "\n");
    say("self-test: ");
    const auto may = triedInTime(info.id);
    auto backend = may ? info.make() : Result<std::unique_ptr<Backend>>(may.problem());
    say((backend ? "passed" : showable(backend.text())) + "\n");
    if (!backend) return;
    say(indent + "speed: ");
    const auto speed = measuredSpeed(std::move(*backend), tokens);
    say((speed ? fixedPoint(cpuSeconds / speed->seconds, 1) + " x the CPU, one attention of " + std::to_string(tokens) +
                     " tokens"
               : showable(speed.text())) +
        "\n");
}

/// Returns the backend that was asked for, after trying its driver. "auto" becomes the CPU if that fails.
Result<std::string> usableBackend(const Command& command) {
    const std::string id = command.backend.value_or(kDefaultBackend);
    const auto may = triedInTime(id);
    if (may) return id;
    if (id != kAutomaticBackend) return may.problem();
    warn(may.text() + " The CPU computes.");
    return std::string(kDefaultBackend);
}

/// Prints a message of Qt only if it ends the program; all others are for developers.
void sayWhatIsFatal(QtMsgType type, const QMessageLogContext&, const QString& text) {
    if (type != QtFatalMsg) return;
    fail(showable(text.section(QLatin1Char('.'), 0, 0).toStdString()) + ".");
    std::_Exit(2);
}

/// Passes rows on, and remembers the first stage that has a NaN.
class NaNFinder : public TraceReader {
public:
    explicit NaNFinder(TraceReader& from) : from_(from) {}
    std::size_t layers() const override { return from_.layers(); }
    Size sizeOf(std::size_t layer, Stage stage) const override { return from_.sizeOf(layer, stage); }
    Result<Matrix> rows(std::size_t layer, Stage stage, std::size_t head, Index first, Index count) override {
        auto read = from_.rows(layer, stage, head, first, count);
        if (read && !found_ && read->hasNaN()) found_ = StageOfLayer{stage, static_cast<int>(layer)};
        return read;
    }
    void warnOf(const Command& command) const {
        if (!found_) return;
        const std::string of = layers() > 1 ? " of layer " + std::to_string(found_->layer + 1) : "";
        warn(quotedPath(command.file) + ": The numbers that are written contain NaN; the first stage with one is " +
             infoOf(found_->stage).id + of + ".");
    }

private:
    TraceReader& from_;
    std::optional<StageOfLayer> found_;
};

Result<void> writeStages(Engine& engine, const SessionFile& file, const Command& command) {
    const Session& session = file.session;
    StageChoice choice;
    if (command.stage) {
        const auto chosen = chosenIn(command, session, {});
        if (!chosen) return chosen.problem();
        const Stage stage = chosen->stages.front();
        if (chosen->heads.size() > 1)
            return Problem{"--head " + quotedBriefly(command.head) +
                           ": a file of arrays has one head or all. Give one number, or all."};
        const bool isOne = infoOf(stage).scope == Scope::Head && !chosen->heads.empty();
        choice = {stage, chosen->layer, isOne ? chosen->heads.front() : -1};
    }
    const int last = static_cast<int>(session.layers.size()) - 1;
    const Watch goesOn = [](double) { return true; };
    const auto traces = engine.openTraces(session, 0, last, goesOn, choice.stage);
    if (!traces) return traces.problem();
    NaNFinder finder(**traces);
    auto written = writeStageFile(command.output, session, finder, choice, sessionText(file));
    if (written) finder.warnOf(command);
    return written;
}

Result<void> writeParameter(const SessionFile& file, const ParameterInfo& info, const Command& command) {
    const int layer = std::max(command.layer, 1) - 1;
    if (const auto exists = layerExists(file.session, layer); !exists)
        return Problem{"--layer " + std::to_string(command.layer) + ": " + exists.text()};
    const bool isOfHead = info.scope == Scope::Head;
    const auto heads = headsIn(command.head, sizesOf(file.session, layer).heads, isOfHead ? nullptr : info.symbol);
    if (!heads) return heads.problem();
    const int head = heads->empty() ? 0 : heads->front();
    const ParameterRef which{info.parameter, layer, isOfHead && heads->empty() ? kAllHeads : head};
    if (blocksOf(file.session, which).empty())
        return Problem{quotedPath(command.file) + ": The session has no " + nameOf(which) + "."};
    return writeParameterFile(command.output, file.session, which);
}

constexpr const char* kIsInput = "The output is the file that is read, which would be lost. Choose another name.";

bool isInput(const Command& command, const std::filesystem::path& output) {
    std::error_code none;
    return std::filesystem::equivalent(command.file, output, none);
}

/// Returns why numbers that are too many for the code cannot be written beside it; empty if they can, or if none are.
std::string whyNotBeside(const Command& command, const Session& session) {
    const std::filesystem::path beside = besideOf(command.output);
    if (!needsBeside(session)) return {};
    if (command.isPiped)
        return "It has too many numbers for the code alone; they need a file beside it. Give --output a name.";
    if (isInput(command, beside))
        return "The numbers of " + quotedPath(command.output) + " would be written to " + quotedPath(beside) +
               ", the file that is read, which would be lost. Choose another name.";
    if (isBesideFree(command.output)) return {};
    return "The numbers of " + quotedPath(command.output) + " would be written to " + quotedPath(beside) +
           ", which is there already and is not of that code. Rename or delete it, or choose another name.";
}

Result<void> evalFile(const Command& command) {
    const bool isTable = hasEnding(command.output, ".csv") && !command.stage;
    if (!command.stage && (command.layer > 0 || command.head != "all"))
        return Problem{"--layer and --head choose of one stage. Give --stage, too, or leave them out to write all."};
    if (isInput(command, command.output)) return Problem{kIsInput};
    const bool isSession = hasEnding(command.output, ".headlight");
    if (!isStageFile(command.output) && !isSession)
        return Problem{quotedPath(command.output) +
                       ": the name of the output file must end in .npz, .npy, .safetensors, .csv or .headlight."};
    if (isSession && (command.stage || command.backend))
        return Problem{"A session is written without computing a stage. Leave out --stage and --backend."};
    const auto file = openedFile(command);
    if (!file) return file.problem();
    if (isSession) return writeSession(command.output, *file);
    if (const ParameterInfo* parameter = namedParameter(command)) return writeParameter(*file, *parameter, command);
    const auto id = usableBackend(command);
    if (!id) return id.problem();
    auto backend = makeBackend(*id);
    if (!backend) return backend.problem();
    Engine engine(std::move(*backend)); // without a fallback, so that a script sees a failure
    Result<void> written;
    if (!isTable)
        written = writeStages(engine, *file, command);
    else if (const auto csv = statisticsCsv(engine, file->session); csv)
        written = writeFile(command.output, *csv);
    else
        written = csv.problem();
    if (!written) return written;
    for (const std::string& remark : engine.remarks()) say(remark + "\n", remarksOf(command));
    return {};
}

Result<void> exportFile(const Command& command) {
    if (!hasEnding(command.output, ".py") && !hasEnding(command.output, ".ipynb"))
        return Problem{quotedPath(command.output) + ": the name of the output file must end in .py or .ipynb."};
    if (isInput(command, command.output)) return Problem{kIsInput};
    const auto file = openedFile(command);
    if (!file) return file.problem();
    if (file->session.text.tokens->count() == 0) return Problem{"It has no tokens. Give it a sentence first."};
    if (const std::string why = whyNotBeside(command, file->session); !why.empty()) return Problem{why};
    auto written = writeCode(command.output, file->session,
                             command.library == "pytorch" ? CodeLibrary::PyTorch : CodeLibrary::NumPy);
    if (written && needsBeside(file->session))
        say("Its numbers were written to " + quotedPath(besideOf(command.output)) + ", beside it.\n");
    return written;
}

/// `start` makes the application, which fonts need.
Result<void> renderFile(const Command& command, const std::function<void()>& start) {
    const auto file = openedFile(command);
    if (!file) return file.problem();
    auto spec = specOf(command, file->session, file->view);
    if (!spec) return spec.problem();
    const auto id = usableBackend(command);
    if (!id) return id.problem();
    spec->backend = *id;
    if (const auto has = memoryBeside(); !has) return has.problem(); // before fonts are read
    start();
    if (!command.font.empty() && !setFontFamily(QString::fromStdString(command.font)))
        return Problem{"--font " + quotedBriefly(command.font) +
                       ": no family of that name is installed (see fc-list)."};
    bool lacksNumbers = false;
    const auto bytes = render(file->session, file->view, *spec, {}, &lacksNumbers);
    if (!bytes) return bytes.problem();
    if (!QFontMetrics(textFont(1)).inFont(u'0')) // afterwards: too little memory for the picture comes first
        return Problem{kNoFont};
    if (const auto size = pictureSize(file->session, *spec); size && spec->minTextPt() > size->textPt + 0.5)
        warn("The text has " + fixedPoint(size->textPt, 1) + " points: at this width there is no room for " +
             std::to_string(spec->minTextPt()) + ".");
    if (lacksNumbers) warn("The numbers are left out: at this size the cells have no room for them.");
    return writeFile(command.output, {bytes->constData(), static_cast<std::size_t>(bytes->size())});
}

} // namespace

int runEval(const Command& command) { return runForEachFile(command, &evalFile); }
int runExport(const Command& command) { return runForEachFile(command, &exportFile); }

int runRender(const Command& command, int argc, char** argv) {
    // Makes equal pictures equal PDFs: the order of fonts depends on the seed, the length of the date on the time zone.
    QHashSeed::setDeterministicGlobalSeed();
    qputenv("TZ", "UTC0");
    qInstallMessageHandler(&sayWhatIsFatal);
    qputenv("QT_QPA_PLATFORM", "offscreen"); // the picture is the same with a display
    std::optional<QApplication> application;
    return runForEachFile(command, [&](const Command& one) {
        return renderFile(one, [&] {
            if (application) return;
            application.emplace(argc, argv);
            std::setlocale(LC_NUMERIC, "C"); // Qt set the user's locale; a picture's numbers must not follow it
        });
    });
}

int runCheck(const Command& command) {
    const auto report = check(command.file, command.check);
    if (!report) return fail(report.text());
    if (command.isJson) say(jsonOf(*report));
    for (const std::string& line : command.isJson ? std::vector<std::string>() : linesOf(*report)) say(line + "\n");
    return report->exitStatus();
}

int runBackends() {
    constexpr int kTokens = 512;
    const auto cpu = measuredSpeed(makeBackend(kDefaultBackend).value(), kTokens);
    if (!cpu) return fail(cpu.text());
    const auto sayOne = [&](const BackendInfo& info) {
        if (info.device) return sayFacts(info, cpu->seconds, kTokens);
        const std::string id = showable(info.id);
        say(id + std::string(std::max<std::size_t>(id.size() + 1, 9) - id.size(), ' ') + showable(info.description) +
            "\n");
    };
    const std::vector<BackendInfo> own = backends(false);
    for (std::size_t i = 0; i + 1 < own.size(); ++i) sayOne(own[i]); // before a driver is asked
    const auto may = triedInTime({});
    const std::vector<BackendInfo> all = may ? backends() : listWithoutDevices(may.text());
    for (std::size_t i = own.size() - 1; i < all.size(); ++i) sayOne(all[i]);
    return 0;
}

} // namespace headlight
