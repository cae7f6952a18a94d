#pragma once

#include "base/Result.h"
#include "io/MatrixJson.h"
#include "io/jsonObject.h"
#include "io/sessionDrawings.h"
#include "io/sessionFile.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace headlight {

// A session as its file states it. Each member is read and valid by itself; nothing is drawn or fitted together yet.

struct TextDraft {
    std::string sentence;
    TokenizerSpec tokenizer;
    std::optional<std::vector<VocabularyEntry>> vocabulary;
    MatrixJson embeddings;
    DrawnByDrafts drawn;
    UnknownMembers unknown, unknownOfTokenizer;
};

struct PositionsDraft {
    Positions::Kind kind = Positions::Kind::Sinusoidal;
    MatrixJson table;
    DrawnByDrafts drawn;
    UnknownMembers unknown;
};

/// The names of the parameters of a head or layer that are off, and what else both have.
struct PartDraft {
    Names off, offWithWeight;
    std::optional<int> number;
    DrawnByDrafts drawn;
    UnknownMembers unknown;
    bool isOff(const ParameterInfo& info) const { return off.contains(info.symbol) || comesWithWeight(info); }
    bool comesWithWeight(const ParameterInfo& info) const { return offWithWeight.contains(info.symbol); }
};

struct HeadDraft : PartDraft, PerHeadParameter<MatrixJson> {};

struct LayerDraft : PartDraft, PerLayerParameter<MatrixJson> {
    Options options; ///< with its given mask
    std::vector<HeadDraft> allHeads;
    bool residual = false;
    Switchable<std::optional<Norm>> norm; ///< without its gain and bias, which are parameters
    std::optional<bool> nullMask;         ///< set if its given mask is null: true if it is on
};

struct PinDraft;

struct SessionDraft {
    std::uint64_t seed = 123;
    TextDraft text;
    std::optional<TextDraft> source;
    std::optional<PositionsDraft> positions;
    Names off; ///< "positions", "context_sentence"
    std::vector<LayerDraft> layers;
    std::vector<Frozen<Drawing>> drawings;
    std::vector<PinDraft> pins;
    View view;
    UnknownMembers unknown;
    bool has(const char* member) const { return !off.contains(member); }
};

struct PinDraft {
    std::string name;
    SessionDraft session;
    UnknownMembers unknown;
};

// The readers of the parts. Each reads the value of one member; a problem is kept in the JsonReader.
std::vector<Member> textMembers(JsonReader&, TextDraft&); ///< its "sentence" must be there
std::optional<TextDraft> readSource(JsonReader&);
LayerDraft readLayer(JsonReader&);
std::optional<PositionsDraft> readPositions(JsonReader&); ///< unless they are null

Result<SessionDraft> readDraft(std::string_view json, const Watch& watch = {});

/// Finds the drawing of each matrix that still has the drawn shape; a Problem if a named drawing is not there.
std::optional<Problem> rememberDrawings(Session&, const SessionDraft&);

/// Replaces each matrix of a pin that is null in the file by the session's at the same place.
void takeFromSession(SessionDraft& pin, const Session&);

/// Draws the matrices that the file only describes, numbers the tokens, and checks that everything fits.
Result<SessionFile> assembled(SessionDraft);

} // namespace headlight
