#include "driverTrial.h"

#include "base/quotedText.h"

#include <QProcess>
#include <QStringList>

#include <fcntl.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <mutex>

namespace headlight {
namespace {

QString trialProgram;
bool isTrialVerbose = false;

/// The streams to which the program itself prints.
std::atomic<std::FILE*> ownResults = stdout, ownMessages = stderr;

/// Drops all output to `descriptor` from now on, except that of `stream`.
void keepApart(std::atomic<std::FILE*>& stream, int descriptor) {
    std::fflush(stream);
    const int copy = ::fcntl(descriptor, F_DUPFD_CLOEXEC, STDERR_FILENO + 1),
              nothing = ::open("/dev/null", O_WRONLY | O_CLOEXEC);
    std::FILE* const file = copy < 0 || nothing < 0 ? nullptr : ::fdopen(copy, "w");
    if (!file) return;
    std::setvbuf(file, nullptr, _IONBF, 0);
    stream = file;
    ::dup2(nothing, descriptor);
    ::close(nothing);
}

/// Drops it for good: other threads may be writing, so that it could not be undone in time.
void dropWhatDriversPrint() {
    static std::once_flag once;
    std::call_once(once, [] {
        keepApart(ownResults, STDOUT_FILENO);
        keepApart(ownMessages, STDERR_FILENO);
    });
}

/// Returns "The driver of “NAME”" if the id names a device, else "An OpenCL driver".
std::string driverOf(const std::string& id) {
    const std::string device = "opencl:";
    const auto name = id.find(device);
    return name == std::string::npos ? "An OpenCL driver"
                                     : "The driver of " + quotedBriefly(id.substr(name + device.size()));
}

} // namespace

void setDriverTrial(const QString& program, bool isVerbose) {
    trialProgram = program;
    isTrialVerbose = isVerbose;
}

Result<void> tried(const std::string& id, const Watch& watch) {
    if (trialProgram.isEmpty() || (!id.empty() && !mayBeDevice(id))) return {};
    QProcess process;
    process.setStandardInputFile(QProcess::nullDevice());
    process.setStandardOutputFile(QProcess::nullDevice());
    if (isTrialVerbose)
        process.setProcessChannelMode(QProcess::ForwardedErrorChannel);
    else
        process.setStandardErrorFile(QProcess::nullDevice());
    process.setChildProcessModifier([] { ::prctl(PR_SET_PDEATHSIG, SIGKILL); });
    process.start(trialProgram, {QStringLiteral("try-device"), QString::fromStdString(id)});
    constexpr int kBetween = 50; // ms
    while (!process.waitForFinished(kBetween) && process.state() != QProcess::NotRunning)
        if (!shouldContinue(watch, 0)) {
            process.kill();
            process.waitForFinished();
            return Problem{driverOf(id) + " did not answer."};
        }
    if (process.error() == QProcess::FailedToStart)
        return Problem{driverOf(id) + " cannot be tried: " + process.errorString().toStdString() + "."};
    if (process.exitStatus() != QProcess::NormalExit || process.exitCode() != 0)
        return Problem{driverOf(id) +
                       " ended the process that tried it. \"headlight backends --verbose\" shows what it prints."};
    if (!isTrialVerbose) dropWhatDriversPrint();
    return {};
}

Result<void> triedInTime(const std::string& id) {
    // Kernels compile for 16 s if the driver has kept nothing, on a slow and busy computer for minutes.
    const auto end = std::chrono::steady_clock::now() + std::chrono::minutes(10);
    return tried(id, [end](double) { return std::chrono::steady_clock::now() < end; });
}

std::vector<BackendInfo> listWithoutDevices(const std::string& why) {
    std::vector<BackendInfo> list = backends(false);
    list.insert(list.end() - 1, {"opencl", "OpenCL", why, nullptr, false, {}});
    return list;
}

int runTrial(const std::string& id) {
    if (id.empty())
        static_cast<void>(openClDevices());
    else
        static_cast<void>(makeBackend(id));
    std::_Exit(EXIT_SUCCESS); // so that no driver can change the exit status; nothing is lost
}

std::FILE* results() { return ownResults; }
std::FILE* messages() { return ownMessages; }

} // namespace headlight
