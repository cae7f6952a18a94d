#pragma once

#include "base/Result.h"
#include "base/Watch.h"
#include "io/Pieces.h"

#include <cstddef>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

namespace headlight {

/// Writes `bytes` aside in the same folder, makes them durable (fsync of the file and of the folder, both checked) and
/// renames, so that the file is the old one or the new one, whatever happens. Follows a symbolic link, keeps the mode
/// of the file it replaces, and its owner and group where the system allows it. On a problem the old file is as it was
/// and nothing is left beside it, with one exception that the message tells: if only the folder's fsync fails, the new
/// file is in its place, but a power cut may bring the old one back. If `watch` does not go on before the renaming,
/// that is a problem like any other.
Result<void> writeFile(const std::filesystem::path&, std::string_view bytes, const Watch& watch = {});

/// Removes what saves of this file left beside it when they were killed; what another program is just writing stays.
/// writeFile() does so by itself.
void clearLitter(const std::filesystem::path&);

/// Writes, as above, bytes that come one piece after the other: `pour` hands each to `put` as long as that is true, and
/// is true itself if it has handed over all.
struct Poured {
    using Put = std::function<bool(std::string_view)>;
    std::function<bool(const Put& put)> pour;
    double bytes; ///< of all, for the progress
};
Result<void> writeFile(const std::filesystem::path&, const Poured&, const Watch& watch = {});

/// How a message about a failed save ends: "The old file is unchanged." where there is one, else "Nothing was saved."
std::string whatIsLeft(const std::filesystem::path&);

/// Opens a file to be read, by one thread at a time; a folder, a device or one of more than `limit` bytes is a Problem.
/// It is read as it is while it is read: who changes it meanwhile is not noticed here.
Result<Pieces> filePieces(const std::filesystem::path&, std::size_t limit);
/// All of it at once.
Result<std::string> readFile(const std::filesystem::path&, std::size_t limit);

/// Makes a folder, and those above it; where it is new, for the person alone. A Problem says only why it is not there.
Result<void> makeFolder(const std::filesystem::path&);

/// A file name as a person reads it in a message, see base/quotedText.h.
std::string quotedPath(const std::filesystem::path&);

} // namespace headlight
