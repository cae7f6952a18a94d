#pragma once

#include <QString>

#include <pthread.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <mutex>
#include <thread>

namespace headlight::monkey {

/// Keeps the log, and sees to it that a crash, a hang and a warning of Qt name the line that they belong to.
class Watch {
public:
    explicit Watch(const QString& logFile);
    ~Watch();

    void begin(const QString& line); ///< is in the log before it is performed
    void breathe() { ++breaths_; }   ///< the event loop is alive; without it for long, the program is aborted
    QString line() const;            ///< the last begun

    /// The first message of Qt that is not known to be harmless, or empty.
    static QString complaint();

private:
    void guard(const std::stop_token&);

    std::FILE* log_;
    pthread_t watched_ = pthread_self();
    std::mutex mutex_;
    std::condition_variable_any bell_;
    std::atomic<int> breaths_ = 0;
    std::jthread guard_; // last: it uses the rest
};

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr int kSlowness = 10; ///< of a build with sanitizers
#else
inline constexpr int kSlowness = 1;
#endif

double threadSeconds(); ///< processor time of this thread, so that a busy machine does not count
double residentMb();

} // namespace headlight::monkey
