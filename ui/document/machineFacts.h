#pragma once

#include "document/ViewState.h"

#include <QString>

#include <vector>

namespace headlight {

struct Fact {
    QString name, value; ///< "Processor", "AMD EPYC, 2 threads"
};

/// What computes, how fast and with what: for whoever builds the program, or asks somebody who does.
std::vector<Fact> machineFacts(const ViewState&);
/// One line each, "Processor: AMD EPYC, 2 threads".
QString factLines(const std::vector<Fact>&);

} // namespace headlight
