#pragma once

#include "base/Result.h"
#include "base/Watch.h"

#include <cstddef>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

namespace headlight {

/// Writes `bytes` into a temporary file in the same folder, makes it durable (fsync of the file and of the folder, both
/// checked) and renames it, so that the file is the old one or the new one, whatever happens. Follows a symbolic link,
/// keeps the mode of the file it replaces, and its owner and group where the system allows it. After a problem the old
/// file is unchanged and nothing is left beside it. One exception, which the message tells: if only the folder's fsync
/// fails, the new file is in place, but a power cut may bring the old one back. It is a problem, too, if `watch` does
/// not go on before the renaming.
Result<void> writeFile(const std::filesystem::path&, std::string_view bytes, const Watch& watch = {});

/// Replaces a file as writeFile() does, with what `write` writes to an open file. `write` returns why it failed, as
/// "writing: no space left on device", or nothing. Its exceptions pass, and the old file is unchanged.
Result<void> writeFileBy(const std::filesystem::path&, const std::function<std::string(int file)>& write);

/// Replaces a file as writeFile() does, with the bytes of the pieces 0, 1 ... up to the first empty one.
using FilePieces = std::function<std::string(std::size_t)>;
Result<void> writePieces(const std::filesystem::path&, const FilePieces& piece);

/// Removes the temporary file that a killed save of this file left, unless another program is writing it. writeFile()
/// does so by itself.
void clearLitter(const std::filesystem::path&);

/// Ends a message about a failed save: "The old file is unchanged." if there is one, else "Nothing was saved."
std::string whatIsLeft(const std::filesystem::path&);

/// Reads a file. A folder, a device or a file of more than `limit` bytes is a Problem.
Result<std::string> readFile(const std::filesystem::path&, std::size_t limit);
/// Returns the first `count` bytes of a file, or all if it has fewer; none if it cannot be read (readFile() says why).
std::string beginningOf(const std::filesystem::path&, std::size_t count);

/// Makes a folder and those above it; new ones are for this user alone. A Problem is only the reason of the system.
Result<void> makeFolder(const std::filesystem::path&);

/// True if a name ends in `ending`, in lower or upper case. `ending` is in lower case: ".npy".
bool hasEnding(const std::filesystem::path&, std::string_view ending);

/// Returns a file name for messages, see base/quotedText.h.
std::string quotedPath(const std::filesystem::path&);

} // namespace headlight
