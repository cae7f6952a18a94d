#include "io/ObjectIo.h"

#include <algorithm>

namespace headlight {

void ObjectIo::add(const std::string& key, std::string text) {
    texts_.push_back(std::move(text.insert(0, jsonText(key) + ": ")));
}

void ObjectIo::names(const std::string& key, std::vector<Switch> switches) {
    std::string list;
    for (const Switch& each : switches)
        if (each.isNamed) list += (list.empty() ? "" : ", ") + jsonText(each.name);
    if (!list.empty()) add(key, "[" + list + "]");
    if (!reading_) return;
    add(key, [this, switches = std::move(switches)] {
        std::vector<std::string> allowed;
        for (const Switch& each : switches) allowed.push_back(each.name);
        const Names found = readNames(json(), allowed);
        for (const Switch& each : switches)
            if (found.contains(each.name)) named_.push_back(each);
    });
}

void ObjectIo::unknown(const UnknownMembers& others) {
    if (!others) return;
    for (std::string& other : membersOf(*others)) texts_.push_back(std::move(other));
}

Names ObjectIo::read() { return finished(readMembers(json(), unknown_, members_)); }

MatrixJson ObjectIo::readMatrix(const Columns& columns) {
    MatrixJson matrix = headlight::readMatrix(json(), columns, members_, unknown_);
    finished({});
    return matrix;
}

Names ObjectIo::finished(Names keys) {
    for (const Switch& each : named_) each.use();
    for (const auto& check : checks_)
        if (json().ok()) check(json(), keys);
    return keys;
}

std::string ObjectIo::text() const {
    const std::string blanks(isInLines_ ? indent_ - 2 : 0, ' ');
    std::size_t size = 4 + indent_;
    for (const std::string& member : texts_) size += member.size() + indent_ + 2;
    std::string text;
    text.reserve(size); // matrices may be large
    text += isInLines_ ? "{\n" : "{";
    const std::size_t start = text.size();
    for (const std::string& member : texts_) {
        if (text.size() > start) text += isInLines_ ? ",\n" : ", ";
        if (isInLines_) (text += blanks) += "  ";
        text += member;
    }
    if (isInLines_) (text += "\n") += blanks;
    return std::move(text += "}");
}

} // namespace headlight
