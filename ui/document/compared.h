#pragma once

#include "document/ViewState.h"

#include <QString>

namespace headlight {

/// Sets ViewState::other to the state that maps.counterpart names; if there is no such state, to the one before, or
/// else to the last pin.
void takeOther(ViewState&);
/// Returns "before", the name of a pin or a file, or "head 2".
QString nameOf(const Counterpart&);
/// Returns in which of its numbers of layers, tokens, keys and heads the other session differs, so that their maps
/// cannot be compared: "it has 4 heads, and this session has 3"; empty if in none.
QString whyNotCompared(const Session& now, const Session& other);
/// False with dropout, which is drawn for each head: a head in another's place would have weights that occur nowhere.
bool canCompareHeads(const Session&, int layer);
QString shownPin(const std::string& name); ///< in one line of at most 40 letters

/// Returns the state that the tiles show; `wanted` if none were requested.
Compared comparedIn(const Response* response, Compared wanted);
/// True if the map is of that state, or a difference. SideBySide consists of maps of Now and of Other.
bool isOf(const MapDemand&, Compared);
/// Returns the demand for this map in that state.
MapDemand demandOf(Compared, MapDemand);
/// Returns the session whose tokens and sizes the maps of that state have; null if the frame has none.
const Session* sessionOf(const Frame&, Compared);
/// Returns the index in `from` of each token of `to` along that side, -1 if it is new. Empty if the tokens are equal,
/// or the side has none.
std::vector<int> placesBefore(const Session& to, const Session& from, Side side);
/// Returns true for each token of `now` along that side that `other` lacks; empty if it has all, or the side has none.
std::vector<char> newTokens(const Session& now, const Session& other, Side side);
/// Returns why a map without cells has none: the state compared with does not have them. Empty for any other map.
QString whyWithoutCells(const Tile&, const Frame&);

// A user selects and points at numbers of the present session. In the other state their tokens, heads and layers may
// have other indices: of the nearest token if a token is not there, -1 for a head or a layer (session/pairs.h).

/// Returns the view with the indices of that state.
View viewIn(Compared, const ViewState&);
/// Returns what panels of one state show: the other session if the maps show only that, else the present one; with what
/// of the selection and the light is there.
ViewState shownState(const ViewState&);
/// Return what is in the shown state with the indices of the present session; rows of embeddings stay.
std::vector<Address> presentNumbers(const ViewState&, std::vector<Address>);
int presentHead(const ViewState&, int head); ///< a head of the layer that is shown

// In the maps, a head and a layer have the place that they have in the present session, so only tokens differ.

/// Returns cells of the present session with the tokens of the other state.
std::vector<Address> litInOther(const ViewState&, std::vector<Address>);
/// Returns a cell in a map of that state with the tokens of the present session.
CellRef presentCell(Compared, const ViewState&, CellRef);

/// Returns a sentence on the largest difference in the last stage that has any: "Weights, head 2: small → shoes moved
/// most, by +0.31". Empty if no differences are computed.
QString whatMoved(const ViewState&);
/// Says so if the last step changes no shown map, and which stage it changes first. Else empty.
QString changeOutOfSight(const ViewState&);

} // namespace headlight
