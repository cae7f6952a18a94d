#pragma once

#include "document/ViewState.h"
#include "engine/Demand.h"
#include "engine/Walk.h"

#include <optional>
#include <vector>

namespace headlight {

/// The numbers on the way to the selected one, in the order in which they are computed, itself among them: those of the
/// same place in the stages before, such as output and concat of a result. A score, a weight and what lies between them
/// are one way, whichever is selected; the row's context follows them (its first columns). A context that is selected
/// has no way through one of its keys: it is a sum over all of them.
std::vector<CellRef> wayTo(const CellRef& selected, const Session&);

inline constexpr int kContextColumns = 4; ///< of the context that follows a weight

// Where a walk is, the page is of its step.

/// The selected number, or that of the step. `view`: of that session.
CellRef toldCell(const ViewState&, const Session&, const View& view);
/// Without those that the walk has not come to, but for the one that it works at.
std::vector<CellRef> computedOf(std::vector<CellRef> way, const ViewState&);
/// The step, if it leaves that number unfinished.
std::optional<Step> unfinishedOf(const ViewState&, const CellRef&);

/// Why the state compared with has no such number as the selected one, as a sentence: a token is new, or there is no
/// such layer or head. Empty: it has one, or nothing is compared.
QString whyNoCounterpart(const ViewState& state);

} // namespace headlight
