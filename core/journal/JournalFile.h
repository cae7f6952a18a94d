#pragma once

#include "base/Result.h"
#include "io/fileCalls.h"
#include "journal/journal.h"

#include <cstddef>
#include <filesystem>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace headlight {

/// $XDG_STATE_HOME/headlight, else ~/.local/state/headlight: where a person's work lies that no file has yet. Empty if
/// neither is known. Not created.
std::filesystem::path stateFolder();

/// An open file with a lock on it, which ends with this or with the program, however that ends.
class LockedFile {
public:
    explicit LockedFile(int fd) : fd_(fd) {}
    ~LockedFile();
    LockedFile(LockedFile&& other) noexcept : fd_(other.fd_) { other.fd_ = -1; }
    LockedFile& operator=(LockedFile&&) noexcept;
    int fd() const { return fd_; } ///< -1: none

private:
    int fd_;
};

enum class Claim { Ours, Theirs, Impossible };
/// Of a file that stands for something that one program at a time should have; made, with its folder, if it is not
/// there. Theirs is held, too, beside the others.
std::pair<Claim, LockedFile> claimed(const std::filesystem::path&);

/// A journal in a folder. As long as it is held it is nobody's orphan. For one thread at a time.
class JournalFile {
public:
    /// Makes the folder, for the person alone, if it is not there.
    static Result<JournalFile> create(const std::filesystem::path& folder, FileCalls calls = {});

    /// When this has returned without a Problem the state is on the disk. After one the next state is written from the
    /// beginning, and what was on the disk stays until that is there. A journal that has grown to several times what
    /// its last state takes begins anew, too. It begins with `opened`, which the edits began with.
    using Opened = std::optional<Session>;
    Result<void> append(const SessionFile&, const JournalNote&, const Opened& opened = {});

    /// After a clean end: there is nothing to restore.
    void remove();

    const std::filesystem::path& path() const { return path_; }

private:
    JournalFile(std::filesystem::path path, FileCalls calls);
    Result<void> beginAnew(const SessionFile&, const JournalNote&, const Opened& opened);
    bool isInPlace() const;
    bool isLong() const;
    bool isGone() const;

    std::filesystem::path path_;
    FileCalls calls_;
    LockedFile file_{-1};
    JournalWriter writer_;
    std::size_t size_ = 0, first_ = 0; ///< bytes: of all, and as it began
    bool isBroken_ = true;             ///< something went wrong, or nothing is there yet
};

/// A journal whose program is gone. Held until this goes, so that no other program offers it, too.
struct OrphanedJournal {
    std::filesystem::path path;
    LockedFile lock;
    JournalNote note;    ///< of the last state
    bool isTorn = false; ///< something was lost behind it
};

/// Those of a folder, the newest first. What is empty, or was only being begun, is removed. What cannot be read is
/// no orphan; a journal among it is put aside under another name and named in `damaged`, if that is there. Throws
/// std::bad_alloc, and has put nothing aside for that.
std::vector<OrphanedJournal> orphanedJournals(const std::filesystem::path& folder,
                                              std::vector<std::filesystem::path>* damaged = nullptr);

Result<JournalContent> readJournal(const OrphanedJournal&, const Watch& watch = {});
void removeJournal(OrphanedJournal);

} // namespace headlight
