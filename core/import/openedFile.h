#pragma once

#include "base/Watch.h"
#include "import/importArrays.h"
#include "io/sessionFile.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

namespace headlight {

/// One of a batch, from 0.
struct BatchItem {
    std::int64_t of = 1, which = 0;
};

/// The arrays of a file that stays open. The numbers of matrices and biases are read when a layer is taken; those of X
/// and of masks, and all texts, are there at once, since they say what the arrays mean.
struct FileArrays {
    std::vector<NamedArray> listed{}; ///< all arrays
    ArrayFile file{};
    FoundConfig config{};
    std::optional<BatchItem> item{}; ///< the listed arrays are those of one text

    /// Returns an array with its numbers, of which `numbersLeft` says how many may be read (ArrayFile::read()).
    Result<NamedArray> read(std::size_t array, std::size_t& numbersLeft) const;
};

/// Lists the arrays of a file of any size. A Problem names the file.
Result<FileArrays> listedArrays(const std::filesystem::path&);

/// The contents of a file that a user opens: a session, or arrays that may become one (importArrays.h).
struct OpenedFile {
    FileArrays arrays{}; ///< none if it holds a session, or given stages, which are one (givenArrays.h)
    SessionFile file{};
    bool isSessionFile = false; ///< a .headlight: the session is saved to it again
    bool isOfArrays = false;    ///< arrays without a session, which may have stages to compare (check/report.h)
    bool mayBeBatch = false;    ///< the layers of given stages may be a batch instead: takeItemOfBatch()
    std::int64_t texts = 0;     ///< of this batch, or of one beside the layers, of which the first is taken; else 0
    FileArrays batch{};         ///< then its arrays
    std::string edited{};       ///< a remark: "Its session has other numbers for W_q; ..."; empty if there is none
    std::string computed{};     ///< the sentence of it on stages that are computed and not taken
};

/// Opens a session file; a .npz or .safetensors with an array `session`, as `headlight eval` writes it, with the
/// parameters and X that were changed in it since then (computed stages are not compared); another file of arrays, or a
/// table of weights as text; or a .txt of tokens, separated by white space, as a new session. Problems are those of
/// readSession() and listedArrays().
Result<OpenedFile> readOpened(const std::filesystem::path&, const Watch& watch = {});

/// Makes the session of one of the batch: its stages, mask and tokens, and what all of the batch have in common.
Result<void> takeItemOfBatch(OpenedFile&, int which);

/// Reads the arrays that the choices take, of at most kMaxArrayNumbers, and makes of them what withArrays() makes
/// (importArrays.h).
Result<Session> withArrays(const Session&, int layer, const ArraySet&, const FileArrays&, const ImportChoices&);

} // namespace headlight
