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

/// Writes the log, and makes crashes, hangs and warnings of Qt name the action that caused them.
class Watch {
public:
    explicit Watch(const QString& logFile);
    ~Watch();

    void begin(const QString& line); ///< logs an action before it is performed
    void breathe() { ++breaths_; }   ///< shows that the event loop runs; without it for long, the program is aborted
    QString line() const;            ///< the line of the action that began last

    /// Returns the first message of Qt that is not known to be harmless, or an empty text.
    static QString complaint();

private:
    void guard(const std::stop_token&);

    std::FILE* log_;
    pthread_t watched_ = pthread_self();
    std::mutex mutex_;
    std::condition_variable_any bell_;
    std::atomic<int> breaths_ = 0;
    std::jthread guard_; // last member, since its thread uses the others
};

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr int kSlowness = 10; ///< factor for time limits, in a build with sanitizers
#else
inline constexpr int kSlowness = 1;
#endif

double threadSeconds(); ///< processor time of this thread, which other processes do not affect
double residentMb();

} // namespace headlight::monkey
