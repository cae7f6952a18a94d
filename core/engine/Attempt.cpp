#include "engine/Attempt.h"

#include "base/tooLittleMemory.h"

#include <algorithm>
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
        } catch (...) { // what failed is known; why is not
        }
    } catch (...) {}
    return fault;
}

Fault lackOfMemory() noexcept { return {Fault::Kind::Backend, tooLittleMemory("not enough memory").text}; }

std::string couldNot(const std::string& what, const Fault& fault) {
    return what + " could not be computed" + (fault.why.empty() ? "" : " (" + fault.why + ")");
}

double multiplicationsUpTo(const Session& session, int last) {
    constexpr double kOfACell = 16; // to weigh a score and to show it
    double count = 0;
    for (int l = 0; l <= last && l < static_cast<int>(session.layers.size()); ++l) {
        if (layerAt(session, l).heads.empty()) return 0; // no session to be computed
        const Sizes s = sizesOf(session, l);
        const double queries = s.tokens, keys = s.keyTokens, dk = s.dk, dv = s.dv;
        const double ofHead = queries * s.d * dk + keys * s.dSource * (dk + dv) + queries * keys * (dk + dv + kOfACell);
        count += s.heads * ofHead + queries * s.concat() * s.dOut;
    }
    return count;
}

std::chrono::milliseconds patienceFor(double multiplications, std::chrono::milliseconds least) {
    return std::max(least, std::chrono::milliseconds(static_cast<long long>(multiplications / 2e5)));
}

} // namespace headlight
