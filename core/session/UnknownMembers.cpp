#include "session/UnknownMembers.h"

namespace headlight {

Frozen<UnknownMembers> withItem(const Frozen<UnknownMembers>& unknown, const std::string& list, int at, int copies) {
    if (!unknown) return unknown;
    const std::string items = list + "[";
    UnknownMembers now;
    for (const auto& [field, members] : *unknown) {
        const int item = field.starts_with(items) ? std::stoi(field.substr(items.size())) : -1;
        if (item < at) {
            now.emplace(field, members);
            continue;
        }
        const std::string rest = field.substr(field.find(']', items.size()));
        const int first = item == at ? at : item + copies - 1;
        for (int copy = 0; copy < (item == at ? copies : 1); ++copy) {
            std::string to = items;
            now.emplace((to += std::to_string(first + copy)) += rest, members);
        }
    }
    return now == *unknown ? unknown : Frozen(std::move(now));
}

Frozen<UnknownMembers> swapped(const Frozen<UnknownMembers>& unknown, const std::string& one,
                               const std::string& other) {
    if (!unknown) return unknown;
    const auto isAt = [](const std::string& field, const std::string& at) {
        return field.starts_with(at) &&
               (field.size() == at.size() || field[at.size()] == '.' || field[at.size()] == '[');
    };
    UnknownMembers now;
    for (const auto& [field, members] : *unknown)
        now.emplace(isAt(field, one)     ? other + field.substr(one.size())
                    : isAt(field, other) ? one + field.substr(other.size())
                                         : field,
                    members);
    return now == *unknown ? unknown : Frozen(std::move(now));
}

std::string layerField(int layer) { return "layers[" + std::to_string(layer) + "]"; }

std::string headsOf(int layer) { return layerField(layer) + ".heads"; }

} // namespace headlight
