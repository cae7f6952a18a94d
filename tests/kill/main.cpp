// Saves and opens session files with the functions of the window; kill.sh kills this program.
//   headlight_saver make FILE D SEED       a new session of d = d_k = d_v = D
//   headlight_saver save FROM TO           once
//   headlight_saver alternate A B TO       one after the other, until it is killed
//   headlight_saver open FILE              as the next start does
#include "io/files.h"
#include "io/sessionFile.h"
#include "session/edits.h"

#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

using namespace headlight;

namespace {

int fail(const std::string& sentence) {
    std::fprintf(stderr, "headlight_saver: %s\n", sentence.c_str());
    return 2;
}

int save(const SessionFile& file, const std::string& to) {
    const auto saved = writeSession(to, file);
    return saved ? 0 : fail(saved.text());
}

} // namespace

int main(int argc, char** argv) {
    const std::vector<std::string> words(argv + 1, argv + argc);
    const std::string what = words.empty() ? "" : words[0];
    if (what == "make" && words.size() == 4) {
        const int d = std::atoi(words[2].c_str());
        const Session empty = newSession(std::strtoull(words[3].c_str(), nullptr, 10), d, 2, d, d);
        const auto session = withSentence(empty, "my shoes are small, my feet are big");
        return session ? save({*session, {}}, words[1]) : fail(session.text());
    }
    if (what == "open" && words.size() == 2) {
        clearLitter(words[1]);
        const auto opened = readSession(words[1]);
        return opened ? 0 : fail(opened.text());
    }
    std::vector<SessionFile> files;
    for (std::size_t i = 1; i + 1 < words.size(); ++i) {
        auto file = readSession(words[i]);
        if (!file) return fail(file.text());
        files.push_back(std::move(*file));
    }
    if (what == "save" && files.size() == 1) return save(files[0], words.back());
    if (what != "alternate" || files.size() != 2) return fail("which of make, save, alternate, open?");
    for (std::size_t i = 0;; ++i)
        if (const int failed = save(files[i % 2], words.back()); failed != 0) return failed;
}
