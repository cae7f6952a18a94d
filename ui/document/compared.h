#pragma once

#include "document/ViewState.h"

#include <QString>

namespace headlight {

/// ViewState::other is what maps.counterpart means; where there is no such state, the one before, or
/// else the last pin.
void takeOther(ViewState&);
/// "before", the name of a pin, "head 2".
QString nameOf(const Counterpart&);
/// Likewise; "before, by place" where another head or layer stands in the place of one, with which it is compared.
QString otherName(const ViewState&);
/// Not with dropout, which is drawn for each head: another one in its place would have weights that occur nowhere.
bool canCompareHeads(const Session&, int layer);
QString shownPin(const std::string& name); ///< in one line, and not too long

/// What the tiles are of; `wanted` where none were asked for.
Compared comparedIn(const Response* response, Compared wanted);
// Of one state, or of a difference; SideBySide are Now and Other.
bool isOf(const MapDemand&, Compared);
/// The same map of that state.
MapDemand demandOf(Compared, MapDemand);
/// The session whose tokens and sizes its maps have; null: that answer knows none.
const Session* sessionOf(const Frame&, Compared);
/// Where each token of `to` along that side stands in `from`, -1: nowhere; empty: all stand where they do in `to`, or
/// these are no tokens.
std::vector<int> placesBefore(const Session& to, const Session& from, Side side);
/// Which tokens along that side `other` does not have; empty: it has them all, or these are no tokens.
std::vector<char> newTokens(const Session& now, const Session& other, Side side);
/// In the place of the cells of a map that has none: it is compared with a state that does not have them.
QString whyWithoutCells(const Tile&, const Frame&);

// A person selects and points at numbers of the present session; maps of another state have other places where its
// tokens are others. Of a token that is not there the nearest one's.

/// The view as maps of that state have it.
View viewIn(Compared, const ViewState&);
/// Likewise; entries of tables are those of the present session.
std::vector<Address> numbersIn(Compared, const ViewState&, std::vector<Address>);
/// And back: the cells of the present session.
CellRef presentCell(Compared, const ViewState&, CellRef);
std::vector<Address> presentNumbers(Compared, const ViewState&, std::vector<Address>);

/// "Weights, head 2: small → shoes moved most, by +0.31", of the differences that are computed: of the last stage in
/// which something moved. Empty: there are no differences.
QString whatMoved(const ViewState&);

} // namespace headlight
