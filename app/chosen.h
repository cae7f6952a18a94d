#pragma once

#include "attention/stages.h"
#include "base/Result.h"
#include "commandLine.h"
#include "session/Session.h"
#include "session/View.h"

#include <string>
#include <vector>

namespace headlight {

/// Returns the heads, from 0 and rising, that a text of --head means: "all" (empty), "2" or "2,5,9". `ofLayer` is the
/// name of a thing of which a layer has only one; null if each head has its own.
Result<std::vector<int>> headsIn(const std::string& text, int heads, const char* ofLayer);

/// Returns the parameter that --stage names; null if it names none.
const ParameterInfo* namedParameter(const Command&);

/// The stages, the layer and the heads (empty: all) that a command asks for.
struct Chosen {
    std::vector<Stage> stages;
    int layer = 0;
    std::vector<int> heads{};
};
/// `usual` are the stages without --stage. A Problem names what the session does not have.
Result<Chosen> chosenIn(const Command&, const Session&, std::vector<Stage> usual);

/// Returns the picture that `render` draws: as the view says, unless an option says otherwise. A Problem names the
/// option.
Result<ExportSpec> specOf(const Command&, const Session&, const View&);

} // namespace headlight
