#pragma once

#include "document/ViewState.h"

#include <QString>

#include <vector>

namespace headlight {

struct Fact {
    QString name, value; ///< "Processor", "AMD EPYC, 2 threads"
};

/// Returns facts for a report of a problem: the backend and its speed, processor, memory, system and versions.
std::vector<Fact> machineFacts(const ViewState&);
/// Returns a line for each fact: "Processor: AMD EPYC, 2 threads".
QString factLines(const std::vector<Fact>&);

} // namespace headlight
