#include "words/tokenSearch.h"

#include "words/conventions.h"

namespace headlight {

std::vector<int> placesHolding(const Tokens& tokens, const QString& text) {
    std::vector<int> places;
    if (text.isEmpty()) return places;
    for (int i = 0; i < tokens.count(); ++i)
        if (QString::fromStdString(tokens.texts[static_cast<std::size_t>(i)]).contains(text, Qt::CaseInsensitive))
            places.push_back(i);
    return places;
}

std::optional<int> placeMeant(const Tokens& tokens, const QString& typed) {
    const QString text = typed.trimmed();
    if (text.isEmpty()) return std::nullopt;
    bool isNumber = false;
    const int number = text.toInt(&isNumber);
    if (isNumber && number >= 0 && number <= tokens.count())
        if (const int place = placeOf(number); place >= 0 && place < tokens.count()) return place;
    for (const Qt::CaseSensitivity sameCase : {Qt::CaseSensitive, Qt::CaseInsensitive})
        for (int i = 0; i < tokens.count(); ++i)
            if (QString::fromStdString(tokens.texts[static_cast<std::size_t>(i)]).trimmed().compare(text, sameCase) ==
                0)
                return i;
    return std::nullopt;
}

} // namespace headlight
