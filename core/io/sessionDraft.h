#pragma once

#include "base/Result.h"
#include "io/MatrixJson.h"
#include "io/sessionDrawings.h"
#include "io/sessionFile.h"

#include <array>
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
    DrawnByDrafts drawn;
};

struct PositionsDraft {
    Positions::Kind kind = Positions::Kind::Sinusoidal;
    MatrixJson table;
    DrawnByDrafts drawn;
};

struct HeadDraft : PerParameter<MatrixJson> {
    PerParameter<MatrixJson> off;
    std::optional<int> number;
    DrawnByDrafts drawn;
};

struct LayerDraft : PerParameter<MatrixJson> {
    Options options; ///< its given mask, too
    std::vector<HeadDraft> heads;
    std::optional<int> number;
    bool residual = false;
    std::optional<Norm> norm, offNorm; ///< their gains and biases are parameters
    PerParameter<MatrixJson> off;
    FrozenMatrix offGiven;
    int offWindow = 0;
    std::optional<Dropout> offDropout;
    std::optional<TokenMasks> otherMasks;
    std::vector<Parameter> stays;
    std::array<std::vector<LayerDraft>, kWholes.size()> wholes; ///< of each one or none
    DrawnByDrafts drawn;
};

struct SessionDraft {
    std::uint64_t seed = 123;
    TextDraft text;
    std::optional<TextDraft> source, offSource;
    std::optional<PositionsDraft> positions, offPositions;
    std::vector<LayerDraft> layers;
    std::vector<Frozen<Drawing>> drawings;
    View view;
    UnknownMembers unknown;
};

Result<SessionDraft> readDraft(std::string_view json, const Watch& watch = {});

/// Draws what is drawn, numbers the tokens, and checks that everything fits.
Result<SessionFile> assembled(SessionDraft);

} // namespace headlight
