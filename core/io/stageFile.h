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

/// What of a session's stages a file is to hold.
struct StageChoice {
    std::optional<Stage> stage{}; ///< none: all, of all layers
    int layer = 0;                ///< from 0; of the one stage
    int head = -1;                ///< from 0; likewise; -1: all of them
};

/// Whether the name ends in .npz, .npy, .csv or .safetensors.
bool isStageFile(const std::filesystem::path&);

/// The numbers in the format that the name ends in. `layers`: all of the session. A .npz of all is what writeTrace()
/// writes, with the tokens and the session's text; a .safetensors of all has the same stages, the tokens as JSON in
/// its metadata, and the session's text as U8, `session`. A .npy or .csv holds one stage: the array, of heads [heads,
/// rows, columns]; or a line for each row, behind the head (of all) and the row's name, below the names of the columns.
/// Stages are read by a few MB of rows, and the file is written aside. What cannot be read or written, and that `watch`
/// does not go on, is a Problem.
Result<void> writeStageFile(const std::filesystem::path&, const Session&, TraceReader& layers, const StageChoice&,
                            std::string_view sessionText = {}, const Watch& watch = {});

/// One parameter that is computed with, or all of them: in the same formats, as of stages of heads. All have the names
/// that arraySet() knows, with the embeddings as X, in a .npz the tokens and tokens_kv, and the session's text as
/// `session`, from which it is opened again: not all that it has is a parameter. `which` is not X or X_kv.
Result<void> writeParameterFile(const std::filesystem::path&, const Session&, const std::optional<ParameterRef>& which,
                                std::string_view sessionText = {});

/// An array of a file that has other numbers for a parameter, or for X or X_kv, than a session.
struct OtherNumbers {
    ParameterRef ref; ///< its head: kAllHeads where the array is of all heads, [heads, rows, columns]
    NamedArray array;
    std::vector<std::int64_t> shape; ///< that the session has; empty: it has no such parameter
};
/// All of a .npz or .safetensors of any size, by the names that writeParameterFile() and writeTrace() give them for
/// this session. What is the same bit for bit is not among them; what is computed is not read.
Result<std::vector<OtherNumbers>> otherNumbersIn(const std::filesystem::path&, ArrayFormat format, const Session&);

} // namespace headlight
