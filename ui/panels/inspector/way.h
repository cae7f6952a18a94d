#pragma once

#include "document/ViewState.h"
#include "engine/Demand.h"
#include "engine/Walk.h"

#include <optional>
#include <vector>

namespace headlight {

/// The numbers that the page of the selected one tells of. Consecutive ones of one stage are a vector, of which only
/// the first columns are told. A score, a weight and what lies between them are one way, whichever is selected, in the
/// order of the computation up to the context; the query and the key follow. Any other number stands first, and the
/// steps back follow it: of a result its output, a context of the selected head, and for the selected key the value,
/// the weight, the score, the query and the key.
std::vector<CellRef> wayTo(const CellRef& selected, const Session&, const View&);

/// Of a context. Of a query, key or value there are as many as leave room for the entries of x.
inline constexpr int kVectorColumns = 4, kProjectedColumns = kVectorColumns - 1;

/// The page is of a map of a head: it tells what the weight is made of and what it is for.
bool isWeighed(const CellRef& selected);

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
