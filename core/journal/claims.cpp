#include "journal/claims.h"

#include <sys/file.h>

#include <cerrno>
#include <cstdlib>

namespace headlight {

namespace fs = std::filesystem;

fs::path stateFolder() {
    if (const char* state = std::getenv("XDG_STATE_HOME"); state && *state == '/') return fs::path(state) / "headlight";
    const char* home = std::getenv("HOME");
    return home && *home == '/' ? fs::path(home) / ".local/state/headlight" : fs::path();
}

std::pair<Claim, OpenFile> claimed(const fs::path& path) {
    std::error_code error;
    fs::create_directories(path.parent_path(), error);
    const int flags = O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW;
    OpenFile file(retryOnEintr([&] { return ::open(path.c_str(), flags, 0600); }));
    if (file.fd() < 0) return {Claim::Impossible, OpenFile()};
    const bool isFirst = lockOn(file.fd());
    if (!isFirst && errno != EWOULDBLOCK) return {Claim::Impossible, OpenFile()};
    retryOnEintr([&] { return ::flock(file.fd(), LOCK_SH | LOCK_NB); }); // shared by all that claim it
    return {isFirst ? Claim::Ours : Claim::Theirs, std::move(file)};
}

} // namespace headlight
