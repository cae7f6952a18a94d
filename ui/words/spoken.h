#pragma once

#include "attention/stages.h"

#include <QString>

namespace headlight {

/// The words for one number of a stage.
struct Spoken {
    Stage stage;
    const char* symbol;          ///< of an entry of a vector; null: the stage is a map
    const char* name;            ///< English
    const char* inMap = nullptr; ///< English, in the words for a cell of a map; null: the title
};

Spoken spokenOf(Stage stage);              ///< for a stage without words: its id as the symbol, and no name
QString nameOf(Stage stage);               ///< returns "Scaled score"
QString nameInMap(Stage stage);            ///< returns "scaled score"
QString entrySymbol(Stage stage, int col); ///< returns "q₂"

} // namespace headlight
