// Reads the text of a file into a SessionDraft: the header, the session as it is described, and its pins.

#include "base/utf8.h"
#include "io/ObjectIo.h"
#include "io/sessionDraft.h"

#include <limits>
#include <set>

namespace headlight {
namespace {

constexpr long long kReaderVersion = 2;
constexpr long long kMaxWhole = std::numeric_limits<long long>::max();

struct Header {
    bool isSession = false;
    std::optional<long long> version;
    long long minReader = 1;
};

std::vector<Member> headerMembers(JsonReader& reader, Header& header) {
    return {
        {"format",
         [&] {
             header.isSession = reader.next() == JsonReader::Kind::Text && reader.text() == "headlight-session";
             if (!header.isSession) reader.fail("must be \"headlight-session\"");
         }},
        {"version", [&] { header.version = reader.whole(1, kMaxWhole); }},
        {"min_reader", [&] { header.minReader = reader.whole(1, kMaxWhole); }},
    };
}

/// A problem of the header comes first: a notebook is reported as "not a session", not as an unknown member "cells".
std::optional<Problem> headerProblem(const Header& header) {
    if (!header.isSession)
        return Problem{"This is not a Headlight session: it has no \"format\": \"headlight-session\"."};
    if (header.minReader > kReaderVersion)
        return Problem{"This session needs Headlight file version " + std::to_string(header.minReader) +
                       "; this program reads version " + std::to_string(kReaderVersion) +
                       ". Open it with a newer version of Headlight."};
    return std::nullopt;
}

/// Returns a Problem if the beginning shows that the text is no JSON object.
std::optional<Problem> otherThanJson(std::string_view json) {
    if (const auto encoding = otherEncoding(json.substr(0, 4096)); !encoding.empty())
        return Problem{"It is " + std::string(encoding) + " text: save it as UTF-8 and open it again."};
    constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
    if (json.starts_with(kByteOrderMark)) json.remove_prefix(kByteOrderMark.size());
    const auto start = json.find_first_not_of(" \n\t\r");
    if (start == json.npos) return Problem{"This is not a Headlight session: it is empty."};
    if (json[start] != '{') return Problem{"This is not a Headlight session: it does not begin with {."};
    return std::nullopt;
}

Problem problemOf(const JsonReader& failed, std::string_view json) {
    JsonReader again(json);
    Header header;
    const auto known = headerMembers(again, header);
    again.object([&](const std::string& key) {
        for (const Member& member : known)
            if (key == member.key) return member.read();
        again.skip();
    });
    const bool knows = again.ok() || header.isSession;
    if (const auto problem = headerProblem(header); problem && knows) return *problem;
    return failed.problem();
}

void readPins(Reading& reading, std::vector<PinDraft>& pins) {
    std::set<std::string> names;
    JsonReader& json = reading.json;
    json.list([&](std::size_t index) {
        if (index >= kMaxPins) return json.fail("exceeds the limit of " + std::to_string(kMaxPins) + " pins");
        PinDraft& pin = pins.emplace_back();
        Names keys;
        ObjectIo io(reading);
        io.add("name", [&] {
            pin.name = json.text();
            if (json.ok() && !names.insert(pin.name).second) json.fail("is the name of two pins");
        });
        io.add("session", [&] {
            ObjectIo inner(reading);
            describe(inner, pin.session);
            inner.unknown(pin.session.unknown);
            keys = inner.read();
        });
        io.unknown(pin.unknown);
        io.read();
        if (json.ok() && (pin.name.empty() || !keys.contains("sentence")))
            json.fail("needs a \"name\" and a \"session\" with a \"sentence\"");
    });
}

} // namespace

Result<SessionDraft> readDraft(std::string_view text, const Watch& watch) {
    if (const auto other = otherThanJson(text)) return *other;

    JsonReader json(text, {}, watch);
    Reading reading{json};
    SessionDraft draft;
    Header header;
    ObjectIo io(reading);
    for (const Member& member : headerMembers(json, header)) io.add(member.key, member.read);
    describe(io, draft);
    io.add("generator", [&] { json.skip(); });
    io.add("pins", [&] { readPins(reading, draft.pins); });
    io.optional("caution", draft.caution);
    io.field("view", draft.view);
    io.unknown(draft.unknown);
    const Names keys = io.read();
    json.finish();

    if (!json.ok()) return problemOf(json, text);
    if (const auto problem = headerProblem(header)) return *problem;
    if (!header.version) return Problem{"\"version\" is missing: the file must contain \"version\": 1."};
    if (!keys.contains("sentence")) return Problem{"\"sentence\" is missing."};
    return draft;
}

} // namespace headlight
