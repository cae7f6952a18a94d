#pragma once

#include "document/origins.h"
#include "table/MatrixTableModel.h"

namespace headlight {

/// What a table compares with: of a weight as it is seen, of the embeddings token by token.
CellOrigins cellOrigins(const Origin&, bool isTurned);
CellOrigins cellOrigins(const Origin&, const ViewState&, Parameter embeddings);

} // namespace headlight
