#pragma once
// core/io: files of every kind, read with distrust and written with care. Nothing here computes attention, and no
// other room of the core knows a file. Functions may be called from any thread.

#include "base/Result.h"
#include "base/Watch.h"
#include "io/files.h"
#include "session/Session.h"
#include "session/View.h"

#include <filesystem>
#include <string>
#include <string_view>

namespace headlight {

/// The caution says how the numbers of a session from arrays may differ from their model. Empty: nothing is known.
struct FileCaution {
    std::string text{}, details{}; ///< sentences on what is not computed; `details` also name the arrays
    bool isXRandom = false;        ///< X was drawn
    UnknownMembers unknown{};
    friend bool operator==(const FileCaution&, const FileCaution&) = default;
};

/// The contents of a .headlight file.
struct SessionFile {
    Session session;
    View view;
    FileCaution caution{};
};

/// True if a file that begins with `bytes` is a session, whatever its name.
bool beginsAsSession(std::string_view bytes);

/// Parses the text of a .headlight file. Every problem names the place (line and column, or the field as
/// layers[0].heads[1].W_q) and the reason. Limits: 320 MB, depth 64, string 16 MB, 10^8 numbers, and those of
/// session/Limits.h. Too little memory is a Problem too, here and below.
Result<SessionFile> parseSession(std::string_view json);

/// Returns the text of a .headlight file: the same bytes for the same session, on every machine. parseSession() gives
/// back every number, letter and unknown member. Three things are not stored: pinnedRows (after reading all rows are
/// pinned), which blocks were shared, and the payload of a NaN (in rows every NaN is "NaN"). Throws only bad_alloc.
std::string sessionText(const SessionFile&);
/// Returns sessionText() in pieces, so that no large matrix is in memory as text. The pieces hold the session.
FilePieces sessionPieces(const SessionFile&);

/// Reads a session from a file. A Problem begins with the file's name, or with "Could not open" and the name. If
/// `watch` does not go on, the Problem is that opening was cancelled. A session is also read from the array `session`
/// of an .npz (npz.h) or .safetensors; for a file of other arrays the Problem names these.
Result<SessionFile> readSession(const std::filesystem::path&, const Watch& watch = {});
/// Returns sessionText(file) after reading it back: a text that cannot be opened must not replace the file at `path`.
Result<std::string> textToSave(const std::filesystem::path&, const SessionFile&, const Watch& watch = {});
/// Writes textToSave() with writeFile(). If `watch` does not go on, that is the Problem, and the old file is unchanged.
Result<void> writeSession(const std::filesystem::path&, const SessionFile&, const Watch& watch = {});

} // namespace headlight
