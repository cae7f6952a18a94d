#pragma once

#include "engine/Demand.h"

#include <QString>

namespace headlight {

/// How a stage is spoken of where one number of it is meant.
struct Spoken {
    Stage stage;
    const char* symbol;       ///< of a vector's entry; null: of a map
    const char* name;         ///< English
    const char* formula = ""; ///< HTML; where options do not make it another
};

Spoken spokenOf(Stage stage);             ///< of one that has no name here, its id as symbol
QString nameOf(const CellRef& cell);      ///< "Scaled score"
QString entrySymbol(const CellRef& cell); ///< "q₂"

} // namespace headlight
