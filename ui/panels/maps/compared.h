#pragma once

#include "document/ViewState.h"

#include <QString>

namespace headlight {

/// What the tiles are of; `wanted` where none were asked for.
Compared comparedIn(const Response* response, Compared wanted);
bool isOf(const MapDemand&, Compared);
/// The same map of that state.
MapDemand demandOf(Compared, MapDemand);
/// The session whose tokens and sizes its maps have; null: that answer knows none.
const Session* sessionOf(const Frame&, Compared);
/// In the place of the cells of a map that has none: it is compared with a state that does not have them.
QString whyWithoutCells(const Tile&, const Frame&);

// A person selects and points at numbers of the present session; maps of the state before have other places where its
// tokens are others. Of a token that is not there the nearest one's.

/// The view as the shown maps have it.
View viewInMaps(const ViewState&);
/// Likewise; entries of tables are those of the present session.
std::vector<Address> numbersInMaps(const ViewState&, std::vector<Address>);
/// And back: the cell of the present session.
CellRef cellOfMaps(const ViewState&, CellRef cell);
std::vector<Address> numbersOfMaps(const ViewState&, std::vector<Address>);

/// "Weights, head 2: small → shoes moved most, by +0.31", of the differences that are computed: of the last stage in
/// which something moved. Empty: there are no differences.
QString whatMoved(const ViewState&);

} // namespace headlight
