#pragma once

#include "engine/Demand.h"

#include <QString>

namespace headlight {

/// The words for one number of a stage.
struct Spoken {
    Stage stage;
    const char* symbol;       ///< of an entry of a vector; null: the stage is a map
    const char* name;         ///< English
    const char* formula = ""; ///< HTML; empty if it depends on options
};

Spoken spokenOf(Stage stage);             ///< for a stage without words: its id as the symbol
QString nameOf(const CellRef& cell);      ///< returns "Scaled score"
QString entrySymbol(const CellRef& cell); ///< returns "q₂"

} // namespace headlight
