#pragma once

#include "base/Result.h"
#include "io/MatrixJson.h"
#include "io/sessionFile.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace headlight {

// A session as its file says it: every member read and right in itself, nothing drawn or fitted together yet.

struct TextDraft {
    std::string sentence;
    TokenizerSpec tokenizer;
    std::optional<std::vector<VocabularyEntry>> vocabulary;
    MatrixJson embeddings;
};

struct HeadDraft : PerParameter<MatrixJson> {
    std::optional<int> number;
};

struct LayerDraft : PerParameter<MatrixJson> {
    Options options; ///< its given mask, too
    std::vector<HeadDraft> heads;
    std::optional<int> number;
    bool residual = false;
};

struct SessionDraft {
    std::uint64_t seed = 123;
    TextDraft text;
    std::optional<TextDraft> source;
    std::vector<LayerDraft> layers;
    View view;
    UnknownMembers unknown;
};

Result<SessionDraft> readDraft(std::string_view json, const Watch& watch = {});

/// Whether a member that was kept as unknown ("\"key\": value") is one of version 2 that this program does not compute
/// yet.
bool isUncomputed(std::string_view member);

/// Draws what is drawn, numbers the tokens, and checks that everything fits.
Result<SessionFile> assembled(SessionDraft);

} // namespace headlight
