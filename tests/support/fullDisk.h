#pragma once
// A disk that is full in the middle of a file, simulated by a limit: this process, and those that it starts, can write
// no file beyond `bytes`. The call that reaches the limit is cut short, the next one fails.

#include <sys/resource.h>

#include <csignal>

namespace headlight::testing {

class FullDisk {
public:
    explicit FullDisk(rlim_t bytes) {
        before_ = std::signal(SIGXFSZ, SIG_IGN); // without this the signal would end the process
        ::getrlimit(RLIMIT_FSIZE, &was_);
        rlimit now = was_;
        now.rlim_cur = bytes;
        ::setrlimit(RLIMIT_FSIZE, &now);
    }
    ~FullDisk() {
        ::setrlimit(RLIMIT_FSIZE, &was_);
        std::signal(SIGXFSZ, before_);
    }
    FullDisk(const FullDisk&) = delete;
    FullDisk& operator=(const FullDisk&) = delete;

private:
    void (*before_)(int);
    rlimit was_{};
};

} // namespace headlight::testing
