#include "Watch.h"

#include <execinfo.h>

#include <QFile>

#include <pthread.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <cstring>
#include <ctime>

namespace headlight::monkey {
namespace {

constexpr std::chrono::seconds kMaxSilence{60 * kSlowness};

// A static buffer, because a signal handler must not use heap memory or Qt.
std::array<char, 512> lastLine;

// Messages of Qt that have other causes than the program.
constexpr std::array kHarmless{
    "XDG_RUNTIME_DIR",              // a machine without a desktop session
    "This plugin does not support", // a feature that the offscreen platform lacks
};

std::mutex complaintMutex;
QString firstComplaint;

void sayLine(const char* what) {
    for (const char* text : {"monkey: ", what, " at: ", static_cast<const char*>(lastLine.data()), "\n"})
        (void)!write(STDERR_FILENO, text, std::strlen(text));
}

void takeMessage(QtMsgType type, const QMessageLogContext&, const QString& text) {
    if (type == QtDebugMsg || type == QtInfoMsg) return;
    if (std::ranges::any_of(kHarmless, [&](const char* known) { return text.contains(QLatin1String(known)); })) return;
    std::fprintf(stderr, "%s\n", qPrintable(text));
    const std::scoped_lock lock(complaintMutex);
    if (firstComplaint.isEmpty()) firstComplaint = text;
}

} // namespace

extern "C" void headlightMonkeyCrashed(int signal) {
    sayLine("crashed");
    std::array<void*, 64> stack;
    backtrace_symbols_fd(stack.data(), backtrace(stack.data(), static_cast<int>(stack.size())), STDERR_FILENO);
    raise(signal); // by the default action, as SA_RESETHAND has removed this handler
}

Watch::Watch(const QString& logFile) : log_(std::fopen(qPrintable(logFile), "w")) {
    if (!log_) qFatal("The log %s cannot be written.", qPrintable(logFile));
    qInstallMessageHandler(takeMessage);
    if (kSlowness == 1) { // sanitizers report crashes themselves
        struct sigaction action = {};
        action.sa_handler = headlightMonkeyCrashed;
        action.sa_flags = static_cast<int>(SA_RESETHAND | SA_NODEFER);
        for (const int signal : {SIGSEGV, SIGABRT, SIGBUS, SIGFPE, SIGILL}) sigaction(signal, &action, nullptr);
    }
    std::array<void*, 1> loaded; // the first call of backtrace() loads a library, which a signal handler must not do
    backtrace(loaded.data(), 1);
    guard_ = std::jthread([this](const std::stop_token& stop) { guard(stop); });
}

Watch::~Watch() { std::fclose(log_); }

void Watch::begin(const QString& line) {
    const QByteArray bytes = line.toLatin1();
    std::fprintf(log_, "%s\n", bytes.constData());
    std::fflush(log_);
    const auto length = std::min(static_cast<std::size_t>(bytes.size()), lastLine.size() - 1);
    std::copy_n(bytes.constData(), length, lastLine.begin());
    lastLine[length] = '\0';
}

QString Watch::line() const { return QString::fromLatin1(lastLine.data()); }

void Watch::guard(const std::stop_token& stop) {
    std::unique_lock lock(mutex_);
    while (!stop.stop_requested()) {
        const int before = breaths_;
        bell_.wait_for(lock, stop, kMaxSilence, [] { return false; });
        if (stop.stop_requested() || breaths_ != before) continue;
        sayLine("hangs");
        pthread_kill(watched_, SIGABRT); // to the watched thread, so that the stack trace is its own
        return;
    }
}

QString Watch::complaint() {
    const std::scoped_lock lock(complaintMutex);
    return firstComplaint;
}

double threadSeconds() {
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

double residentMb() {
    QFile file(QStringLiteral("/proc/self/statm"));
    if (!file.open(QIODevice::ReadOnly)) return 0;
    return file.readAll().split(' ').value(1).toDouble() * static_cast<double>(sysconf(_SC_PAGESIZE)) / 1e6;
}

} // namespace headlight::monkey
