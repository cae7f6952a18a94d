#pragma once

#include "attention/TraceReader.h"
#include "base/Result.h"
#include "base/Watch.h"
#include "io/arrays.h"
#include "session/Session.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string_view>
#include <vector>

namespace headlight {

/// The stages of a session that a file is to hold.
struct StageChoice {
    std::optional<Stage> stage{}; ///< none: all stages of all layers
    int layer = 0;                ///< the layer of `stage`, from 0
    int head = -1;                ///< the head of `stage`, from 0; -1: all heads
};

/// True if the name ends in .npz, .npy, .csv or .safetensors.
bool isStageFile(const std::filesystem::path&);

/// Writes stages in the format of the name's ending. `layers` has all layers of the session. A .npz of all stages is
/// what writeTrace() writes; a .safetensors of all has the same stages, the tokens as JSON in its metadata, and the
/// session's text as U8, `session`. A .npy or .csv holds one stage. Of all heads an array is [heads, rows, columns]. A
/// .csv has the names of the columns, then a line for each row, which begins with the head (of a stage of heads) and
/// the row's name. Stages are read by a few MB of rows. Failures to read or write are a Problem, and so is a `watch`
/// that does not go on; the old file is unchanged then.
Result<void> writeStageFile(const std::filesystem::path&, const Session&, TraceReader& layers, const StageChoice&,
                            std::string_view sessionText = {}, const Watch& watch = {});

/// Writes one parameter that is computed with, or all of them, in the formats of writeStageFile(). A file of all has
/// the names that arraySet() knows, the embeddings as X, in a .npz tokens and tokens_kv, and the session's text as
/// `session`, from which the whole session is opened again. `which` is not X or X_kv.
Result<void> writeParameterFile(const std::filesystem::path&, const Session&, const std::optional<ParameterRef>& which,
                                std::string_view sessionText = {});

/// An array of a file whose numbers of a parameter, or of X or X_kv, differ from those of a session.
struct OtherNumbers {
    ParameterRef ref; ///< its head is kAllHeads if the array has all heads: [heads, rows, columns]
    NamedArray array;
    std::vector<std::int64_t> shape; ///< of the session's parameter; empty if it has none
};
/// Returns these arrays of a .npz or .safetensors of any size, found by the names that writeParameterFile() and
/// writeTrace() use for this session. Equal arrays (bit for bit) are left out, and computed stages are not read.
Result<std::vector<OtherNumbers>> otherNumbersIn(const std::filesystem::path&, const Session&);

} // namespace headlight
