#include "session/Limits.h"
#include "session/edits.h"

#include <algorithm>

namespace headlight {
namespace {

Session withPins(Session session, std::vector<Pin> pins) {
    session.pins = pins.empty() ? Frozen<std::vector<Pin>>() : Frozen(std::move(pins));
    return session;
}

std::vector<Pin> pinsOf(const Session& session) { return session.pins ? *session.pins : std::vector<Pin>(); }

Problem noPin(const std::string& name) { return {"No state is pinned as \u201c" + name + "\u201d."}; }

} // namespace

Result<Session> withPin(const Session& session, const std::string& name) {
    if (name.empty()) return Problem{"A pinned state needs a name. Type one."};
    if (pinned(session, name))
        return Problem{"Another state is pinned as \u201c" + name + "\u201d. Choose another name."};
    std::vector<Pin> pins = pinsOf(session);
    if (pins.size() >= kMaxPins)
        return Problem{"At most " + std::to_string(kMaxPins) + " states can be pinned. Remove one first."};
    pins.push_back({name, withPins(session, {})});
    return withPins(session, std::move(pins));
}

Result<Session> withoutPin(const Session& session, const std::string& name) {
    std::vector<Pin> pins = pinsOf(session);
    if (std::erase_if(pins, [&](const Pin& pin) { return pin.name == name; }) == 0) return noPin(name);
    return withPins(session, std::move(pins));
}

Result<Session> withPinnedState(const Session& session, const std::string& name) {
    const Session* state = pinned(session, name);
    if (!state) return noPin(name);
    Session back = *state;
    back.pins = session.pins;
    return back;
}

} // namespace headlight
