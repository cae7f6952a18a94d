#pragma once

#include "document/ViewState.h"
#include "engine/Demand.h"
#include "engine/Walk.h"

#include <optional>
#include <vector>

namespace headlight {

/// Returns the numbers on the page of the selected one. Consecutive ones of one stage are a vector, of which only the
/// first columns are on it. Scores, weights and the stages between have the same way, in the order of the computation
/// up to the context; the query and the key follow. Any other number is first, and the steps back follow: for a result
/// its output, a context of the selected head, and for the selected key the value, the weight, the score, the query and
/// the key.
std::vector<CellRef> wayTo(const CellRef& selected, const Session&, const View&);

inline constexpr int kVectorColumns = 4; ///< of a vector on the page

/// True if the page is about a map of a head: it shows the way to the weight and on to the context.
bool isWeighed(const CellRef& selected);

// In a walk, the page is about its step.

/// Returns the selected number, or that of the step. `view`: of that session.
CellRef toldCell(const ViewState&, const Session&, const View& view);
/// Returns the way without the numbers that the walk has not reached; the stage that it works at stays.
std::vector<CellRef> computedOf(std::vector<CellRef> way, const ViewState&);
/// Returns the step if it leaves that number unfinished.
std::optional<Step> unfinishedOf(const ViewState&, const CellRef&);

/// Returns why the state compared with has no number like the selected one, as a sentence: a token is new, or there is
/// no such layer or head. Empty: it has one, or nothing is compared.
QString whyNoCounterpart(const ViewState& state);

} // namespace headlight
