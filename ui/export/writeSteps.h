#pragma once

#include "export/render.h"

#include <filesystem>

namespace headlight {

/// Writes a picture (PNG) of each step of the walk of the view's query and head into an existing folder: "01.png" to
/// "25.png". Problems: those of render() and of writing; what is written by then stays.
Result<void> writeSteps(const Session& session, const View& view, const ExportSpec& spec,
                        const std::filesystem::path& folder, const Watch& watch = {});

} // namespace headlight
