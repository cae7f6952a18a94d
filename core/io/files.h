#pragma once

#include "base/Result.h"
#include "base/Watch.h"

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

/// The same, of what `write` writes to an open file; it returns why it cannot: "writing: no space left on device";
/// empty if nothing is wrong. What it throws comes through, and the old file is as it was.
Result<void> writeFileBy(const std::filesystem::path&, const std::function<std::string(int file)>& write);

/// Likewise, of the bytes of the pieces 0, 1 ... up to the first empty one.
using FilePieces = std::function<std::string(std::size_t)>;
Result<void> writePieces(const std::filesystem::path&, const FilePieces& piece);

/// Removes the temporary file that a killed save of this file left; one that another program is just writing stays.
/// writeFile() does so by itself.
void clearLitter(const std::filesystem::path&);

/// How a message about a failed save ends: "The old file is unchanged." where there is one, else "Nothing was saved."
std::string whatIsLeft(const std::filesystem::path&);

/// A folder, a device or a file of more than `limit` bytes is a Problem.
Result<std::string> readFile(const std::filesystem::path&, std::size_t limit);
/// Its first bytes, up to so many; none if it cannot be read, which readFile() says.
std::string beginningOf(const std::filesystem::path&, std::size_t count);

/// Makes a folder, and those above it; where it is new, for the person alone. A Problem says only why it is not there.
Result<void> makeFolder(const std::filesystem::path&);

/// Whether the name ends in ".npy", in small letters or not.
bool hasEnding(const std::filesystem::path&, std::string_view ending);

/// A file name as a person reads it in a message, see base/quotedText.h.
std::string quotedPath(const std::filesystem::path&);

} // namespace headlight
