#include "engine/Fault.h"

#include "base/tooLittleMemory.h"

#include <exception>
#include <new>

namespace headlight {

Fault currentFault() noexcept {
    Fault fault{Fault::Kind::Backend, {}};
    try {
        throw;
    } catch (const std::bad_alloc&) {
        fault.kind = Fault::Kind::NoMemory;
    } catch (const std::exception& error) {
        try {
            fault.why = error.what();
        } catch (...) { // there is no memory for the reason
        }
    } catch (...) {}
    return fault;
}

Fault lackOfMemory() noexcept { return {Fault::Kind::Backend, tooLittleMemory("not enough memory").text}; }

std::string couldNot(const std::string& what, const Fault& fault) {
    return what + " could not be computed" + (fault.why.empty() ? "" : " (" + fault.why + ")");
}

} // namespace headlight
