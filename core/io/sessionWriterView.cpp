// Writes the view of a session, and JSON objects.

#include "base/numberText.h"
#include "io/MatrixJson.h"
#include "io/sessionWriting.h"

#include <utility>

namespace headlight {

std::string member(const char* key, std::string value) { return std::move(value.insert(0, jsonText(key) + ": ")); }

void addUnknown(Members& members, const Frozen<std::string>& unknown) {
    if (!unknown) return;
    for (std::string& other : membersOf(*unknown)) members.push_back(std::move(other));
}

void addNames(Members& members, const char* key, const std::vector<std::string>& names) {
    std::string list;
    for (const std::string& name : names) list += (list.empty() ? "" : ", ") + jsonText(name);
    if (!list.empty()) members.push_back(member(key, "[" + list + "]"));
}

std::string inOneLine(const Members& members) {
    std::string text = "{";
    for (const auto& m : members) text += (text.size() > 1 ? ", " : "") + m;
    return text + "}";
}

std::string inLines(const Members& members, std::size_t indent) {
    const std::string blanks(indent, ' ');
    std::size_t size = 4 + indent;
    for (const auto& m : members) size += m.size() + indent + 4;
    std::string text;
    text.reserve(size); // matrices may be large
    text += "{\n";
    for (const auto& m : members) {
        if (text.size() > 2) text += ",\n";
        ((text += blanks) += "  ") += m;
    }
    return std::move(((text += "\n") += blanks) += "}");
}

namespace {

void addRegion(Members& to, const View& view) {
    Members region;
    for (const auto& [side, word] : kRegionSides)
        if (const auto span = view.region.find(side); span != view.region.end())
            region.push_back(
                member(word, "[" + shortest(span->second.first) + ", " + shortest(span->second.count) + "]"));
    addUnknown(region, view.unknown.region);
    if (!region.empty()) to.push_back(member("region", inOneLine(region)));
}

void addColours(Members& to, const char* key, const std::optional<ColourChoice>& colours,
                const Frozen<std::string>& unknown) {
    if (!colours) return;
    Members members;
    if (!colours->map.empty()) members.push_back(member("map", jsonText(colours->map)));
    if (const auto& range = colours->range)
        members.push_back(member("range", "[" + shortest(range->low) + ", " + shortest(range->high) + "]"));
    if (!colours->curve.empty()) members.push_back(member("curve", jsonText(colours->curve)));
    addUnknown(members, unknown);
    to.push_back(member(key, inOneLine(members)));
}

} // namespace

std::string viewText(const View& view) {
    Members selection{member("layer", std::to_string(view.layer)), member("head", std::to_string(view.head)),
                      member("query", std::to_string(view.query)), member("key", std::to_string(view.key))};
    if (!view.stage.empty()) selection.push_back(member("stage", jsonText(view.stage)));
    if (view.column != 0) selection.push_back(member("column", std::to_string(view.column)));
    addUnknown(selection, view.unknown.selection);
    Members members{member("selection", inOneLine(selection))};
    addNames(members, "stages", view.stages);
    if (!view.parameter.empty()) members.push_back(member("parameter", jsonText(view.parameter)));
    const auto add = [&members](const char* key, std::optional<bool> on) {
        if (on) members.push_back(member(key, *on ? "true" : "false"));
    };
    add("split", view.split);
    add("scale_per_head", view.scalePerHead);
    add("numbers", view.numbers);
    if (view.decimals) members.push_back(member("decimals", std::to_string(*view.decimals)));
    if (view.largeHead) members.push_back(member("large_head", std::to_string(*view.largeHead)));
    addRegion(members, view);
    addColours(members, "signed_colours", view.signedColours, view.unknown.signedColours);
    addColours(members, "unsigned_colours", view.unsignedColours, view.unknown.unsignedColours);
    if (!view.pooling.empty()) members.push_back(member("pooling", jsonText(view.pooling)));
    addUnknown(members, view.unknown.view);
    return inOneLine(members);
}

} // namespace headlight
