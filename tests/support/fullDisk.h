#pragma once
// A disk that is full in the middle of a file, without a disk: the system lets this process, and those that it starts,
// write no file beyond so many bytes. The call that reaches the bound is cut short, the next one fails.

#include <sys/resource.h>

#include <csignal>

namespace headlight::testing {

class FullDisk {
public:
    explicit FullDisk(rlim_t bytes) {
        before_ = std::signal(SIGXFSZ, SIG_IGN); // else the process ends
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
