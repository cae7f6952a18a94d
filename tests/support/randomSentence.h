#pragma once

#include "support/RandomNumbers.h"

namespace headlight::testing {

/// Adds, removes, repeats or moves tokens. Returns the name of the edit.
inline const char* changeSentence(RandomNumbers& random, Text& text) {
    std::vector<int> ids = text.tokens->ids;
    const int rows = static_cast<int>(text.embeddings.rows());
    const char* name = "token appended";
    const auto insert = [&] {
        if (rows > 0 && ids.size() < 70)
            ids.insert(ids.begin() + random.pick(0, static_cast<int>(ids.size())), random.pick(0, rows - 1));
    };
    const auto erase = [&] {
        if (!ids.empty()) ids.erase(ids.begin() + random.pick(0, static_cast<int>(ids.size()) - 1));
    };
    switch (random.pick(0, 8)) {
    case 0:
    case 1:
        if (rows > 0 && ids.size() < 70) ids.push_back(random.pick(0, rows - 1));
        break;
    case 2:
        if (!ids.empty()) ids.pop_back();
        name = "last token gone";
        break;
    case 3:
        erase();
        name = "token gone";
        break;
    case 5:
    case 6:
        for (int times = random.pick(1, 3); times > 0; --times) insert();
        name = "tokens typed somewhere";
        break;
    case 7:
        for (int times = random.pick(1, 3); times > 0; --times) insert(), erase();
        name = "tokens typed and gone";
        break;
    case 4:
        for (int& id : ids)
            if (random.chance(0.05)) id = random.pick(0, rows - 1);
        name = "tokens exchanged";
        break;
    default:
        ids.resize(ids.size() / static_cast<std::size_t>(random.pick(1, 3)));
        if (random.chance(0.1)) ids.clear();
        name = "sentence cut";
    }
    Tokens tokens;
    tokens.ids = ids;
    for (const int id : ids) tokens.texts.push_back(tokenName(id));
    text.tokens = tokens;
    return name;
}

} // namespace headlight::testing
