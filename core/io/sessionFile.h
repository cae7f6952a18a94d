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

/// What a .headlight file holds.
struct SessionFile {
    Session session;
    View view;
};

/// Whether a file that begins so is a session, whatever its name.
bool beginsAsSession(std::string_view bytes);

/// The text of a .headlight file. Every problem names the place (line and column, or the field as
/// layers[0].heads[1].W_q) and the reason. Limits: 320 MB, depth 64, string 16 MB, 10^8 numbers, and those of
/// session/Limits.h. Too little memory is a Problem too, here and below.
Result<SessionFile> parseSession(std::string_view json);

/// The same bytes for the same session, on every machine. parseSession gives back every number, letter and unknown
/// member. Three things are not stored: pinnedRows (after reading all rows are pinned), which blocks were shared, and
/// the payload of a NaN (in rows every NaN is "NaN"). Throws std::bad_alloc only.
std::string sessionText(const SessionFile&);
/// The same in pieces, which hold the session; no large matrix is a text as a whole.
FilePieces sessionPieces(const SessionFile&);

/// From and to a file; problems begin with the file's name, or with what could not be done to it. If `watch` does not
/// go on, it was cancelled, and that is the problem; a file that was there is as it was. A session is also read from
/// the array `session` of an .npz (npz.h) or .safetensors; other files of arrays are a Problem that names the arrays.
Result<SessionFile> readSession(const std::filesystem::path&, const Watch& watch = {});
/// sessionText(file), which was read again: what cannot be opened must not replace the old file at `path`.
Result<std::string> textToSave(const std::filesystem::path&, const SessionFile&, const Watch& watch = {});
/// textToSave(), written by writeFile().
Result<void> writeSession(const std::filesystem::path&, const SessionFile&, const Watch& watch = {});

} // namespace headlight
