#pragma once

namespace headlight {

/// ICU does not get over it everywhere when it finds no memory (making a break iterator it crashes). So it has some set
/// aside, of the program's own pages, which it takes from when the system has none: enough to end what it is at.
/// Before anything else of ICU is used; false if it will not have it. Takes no memory; any time, once.
bool giveIcuReserve();

} // namespace headlight
