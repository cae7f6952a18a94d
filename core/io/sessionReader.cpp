// Reads the text of a file into a SessionDraft, member by member: the header, the view, the session and its pins.

#include "base/utf8.h"
#include "io/sessionDraft.h"
#include "session/Limits.h"

#include <algorithm>
#include <array>
#include <limits>
#include <set>

namespace headlight {
namespace {

constexpr long long kReaderVersion = 2;
constexpr long long kMaxWhole = std::numeric_limits<long long>::max();

/// Reads an index; cutView() cuts it later to what exists.
int readIndex(JsonReader& reader) {
    const long long index = reader.whole(std::numeric_limits<long long>::min(), kMaxWhole);
    return static_cast<int>(std::clamp<long long>(index, 0, std::numeric_limits<int>::max()));
}

int readDecimals(JsonReader& reader) {
    constexpr long long kMin = 2, kMax = 9;
    return static_cast<int>(std::clamp(reader.whole(std::numeric_limits<long long>::min(), kMaxWhole), kMin, kMax));
}

std::array<double, 2> readPair(JsonReader& reader, const char* what) {
    std::vector<double> numbers;
    reader.list([&](std::size_t index) {
        if (index == 2) return reader.fail("is not allowed: there must be two numbers");
        numbers.push_back(reader.real());
    });
    if (numbers.size() < 2) reader.fail(std::string("must be two numbers: ") + what);
    return reader.ok() ? std::array{numbers[0], numbers[1]} : std::array<double, 2>{};
}

SideSpan readSpan(JsonReader& reader) {
    const auto [first, count] = readPair(reader, "the first index and the count");
    return {first, count};
}

Range readRange(JsonReader& reader) {
    const auto [low, high] = readPair(reader, "the lowest and the highest");
    constexpr double kMax = std::numeric_limits<float>::max();
    const Range range{static_cast<float>(std::clamp(low, -kMax, kMax)),
                      static_cast<float>(std::clamp(high, -kMax, kMax))};
    if (reader.ok() && !(range.low < range.high)) reader.fail("must be two numbers, the lower one first");
    return range;
}

ColourChoice readColours(JsonReader& reader, UnknownMembers& unknown) {
    ColourChoice colours;
    readMembers(reader, &unknown,
                {
                    {"map", [&] { colours.map = reader.text(); }},
                    {"range", [&] { colours.range = readRange(reader); }},
                    {"curve", [&] { colours.curve = reader.text(); }},
                });
    return colours;
}

View readView(JsonReader& reader) {
    View view;
    View::Unknown& unknown = view.unknown;
    readMembers(reader, &unknown.view,
                {
                    {"selection",
                     [&] {
                         readMembers(reader, &unknown.selection,
                                     {
                                         {"layer", [&] { view.layer = readIndex(reader); }},
                                         {"head", [&] { view.head = readIndex(reader); }},
                                         {"query", [&] { view.query = readIndex(reader); }},
                                         {"key", [&] { view.key = readIndex(reader); }},
                                         {"stage", [&] { view.stage = reader.text(); }},
                                         {"column", [&] { view.column = readIndex(reader); }},
                                     });
                     }},
                    {"stages",
                     [&] {
                         constexpr std::size_t kMaxStages = 64;
                         reader.list([&](std::size_t index) {
                             if (index >= kMaxStages) return reader.fail("exceeds the limit of 64 stages");
                             view.stages.push_back(reader.text());
                         });
                     }},
                    {"parameter", [&] { view.parameter = reader.text(); }},
                    {"scale_per_head", [&] { view.scalePerHead = reader.boolean(); }},
                    {"numbers", [&] { view.numbers = reader.boolean(); }},
                    {"decimals", [&] { view.decimals = readDecimals(reader); }},
                    {"split", [&] { view.split = reader.boolean(); }},
                    {"large_head", [&] { view.largeHead = readIndex(reader); }},
                    {"signed_colours", [&] { view.signedColours = readColours(reader, unknown.signedColours); }},
                    {"unsigned_colours", [&] { view.unsignedColours = readColours(reader, unknown.unsignedColours); }},
                    {"pooling", [&] { view.pooling = reader.text(); }},
                    {"region",
                     [&] {
                         std::vector<Member> sides;
                         for (const auto& [side, word] : kRegionSides)
                             sides.push_back({word, [&, side = side] { view.region[side] = readSpan(reader); }});
                         readMembers(reader, &unknown.region, sides);
                     }},
                });
    return view;
}

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

} // namespace

namespace {

/// Returns the members that a session and a pinned session have.
std::vector<Member> sessionMembers(JsonReader& reader, SessionDraft& draft, int& drawnLayersLeft) {
    std::vector<Member> members = textMembers(reader, draft.text);
    members.push_back({"seed", [&] { draft.seed = reader.unsignedWhole(); }});
    members.push_back({"layers", [&] {
                           reader.list([&](std::size_t index) {
                               if (index >= kMaxLayers)
                                   return reader.fail("exceeds the limit of " + std::to_string(kMaxLayers) + " layers");
                               draft.layers.push_back(readLayer(reader));
                           });
                       }});
    members.push_back({"drawings", [&] {
                           reader.list([&](std::size_t index) {
                               if (index >= kMaxDrawings)
                                   return reader.fail("exceeds the limit of " + std::to_string(kMaxDrawings) +
                                                      " drawings");
                               draft.drawings.emplace_back(readDrawing(reader, drawnLayersLeft));
                           });
                       }});
    members.push_back({"positions", [&] { draft.positions = readPositions(reader); }});
    members.push_back({"context_sentence", [&] { draft.source = readSource(reader); }});
    members.push_back({"off", [&] { draft.off = readNames(reader, {"positions", "context_sentence"}); }});
    return members;
}

void addLeftOut(SessionDraft& draft, const Names& keys) {
    if (keys.contains("layers")) return;
    draft.layers.resize(1);
    draft.layers[0].allHeads.resize(1);
}

void readPins(JsonReader& reader, std::vector<PinDraft>& pins, int& drawnLayersLeft) {
    std::set<std::string> names;
    reader.list([&](std::size_t index) {
        if (index >= kMaxPins) return reader.fail("exceeds the limit of " + std::to_string(kMaxPins) + " pins");
        PinDraft& pin = pins.emplace_back();
        Names keys;
        readMembers(reader, &pin.unknown,
                    {
                        {"name",
                         [&] {
                             pin.name = reader.text();
                             if (reader.ok() && !names.insert(pin.name).second) reader.fail("is the name of two pins");
                         }},
                        {"session",
                         [&] {
                             const auto members = sessionMembers(reader, pin.session, drawnLayersLeft);
                             keys = readMembers(reader, &pin.session.unknown, members);
                         }},
                    });
        if (reader.ok() && (pin.name.empty() || !keys.contains("sentence")))
            reader.fail("needs a \"name\" and a \"session\" with a \"sentence\"");
        addLeftOut(pin.session, keys);
    });
}

} // namespace

Result<SessionDraft> readDraft(std::string_view json, const Watch& watch) {
    if (const auto other = otherThanJson(json)) return *other;

    JsonReader reader(json, {}, watch);
    SessionDraft draft;
    int drawnLayersLeft = kMaxDrawnLayers;
    Header header;
    std::vector<Member> members = headerMembers(reader, header);
    for (Member& member : sessionMembers(reader, draft, drawnLayersLeft)) members.push_back(std::move(member));
    members.push_back({"generator", [&] { reader.skip(); }});
    members.push_back({"pins", [&] { readPins(reader, draft.pins, drawnLayersLeft); }});
    members.push_back({"view", [&] { draft.view = readView(reader); }});
    const Names keys = readMembers(reader, &draft.unknown, members);
    reader.finish();

    if (!reader.ok()) return problemOf(reader, json);
    if (const auto problem = headerProblem(header)) return *problem;
    if (!header.version) return Problem{"\"version\" is missing: the file must contain \"version\": 1."};
    if (!keys.contains("sentence")) return Problem{"\"sentence\" is missing."};
    addLeftOut(draft, keys);
    return draft;
}

} // namespace headlight
