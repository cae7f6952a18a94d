#include "ShutdownHandler.h"

#include <QGuiApplication>
#include <QSessionManager>
#include <QSocketNotifier>

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <utility>

namespace headlight {
namespace {

constexpr std::array kSignals{SIGTERM, SIGHUP, SIGINT};

int pipeEnds[2] = {-1, -1};      // a signal handler uses nothing else
ShutdownHandler::Last* lastWish; // null if the window is gone

extern "C" void noteSignal(int signal) {
    const int before = errno; // the interrupted code may still read it
    const auto byte = static_cast<unsigned char>(signal);
    if (::write(pipeEnds[1], &byte, 1) < 0) std::_Exit(128 + signal);
    errno = before;
}

void performLastWish(bool isInOrder) {
    if (ShutdownHandler::Last* wish = std::exchange(lastWish, nullptr)) (*wish)(isInOrder);
}

} // namespace

ShutdownHandler::ShutdownHandler(Last last) : last_(std::move(last)) {
    lastWish = &last_;
    std::atexit([] { performLastWish(false); }); // Qt calls exit() after a lost display
    connect(
        qApp, &QGuiApplication::commitDataRequest, this, [this] { last_(true); }, Qt::DirectConnection);
    if (::pipe2(pipeEnds, O_CLOEXEC | O_NONBLOCK) != 0) return;
    auto* noted = new QSocketNotifier(pipeEnds[0], QSocketNotifier::Read, this);
    connect(noted, &QSocketNotifier::activated, this, &ShutdownHandler::end);
    struct sigaction action {};
    action.sa_handler = &noteSignal;
    action.sa_flags = static_cast<int>(SA_RESETHAND | SA_RESTART);
    for (const int signal : kSignals) {
        struct sigaction before {};
        ::sigaction(signal, nullptr, &before);
        if (before.sa_handler != SIG_IGN) ::sigaction(signal, &action, nullptr); // nohup ignores it on purpose
    }
}

ShutdownHandler::~ShutdownHandler() {
    lastWish = nullptr;
    for (const int signal : kSignals) std::signal(signal, SIG_DFL);
}

void ShutdownHandler::end() {
    unsigned char signal = SIGTERM;
    if (::read(pipeEnds[0], &signal, 1) != 1) return;
    performLastWish(true);
    std::signal(signal, SIG_DFL);
    ::raise(signal); // so that the parent process sees the signal
}

} // namespace headlight
