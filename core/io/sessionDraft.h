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

/// Stands for a matrix of a pin that equals the session's at the same place; its text is "null".
const FrozenMatrix& matrixOfSession();

struct TextDraft {
    std::string sentence;
    TokenizerSpec tokenizer;
    std::optional<std::vector<VocabularyEntry>> vocabulary;
    MatrixJson embeddings;
    std::optional<DrawnByDraft> drawn;
    UnknownMembers unknown, unknownOfTokenizer;
};

struct ParameterDraft : MatrixJson {
    bool isOn = true, comesWithWeight = false;
    std::optional<DrawnByDraft> drawn;
};

struct PositionsDraft {
    Positions::Kind kind = Positions::Kind::Sinusoidal;
    ParameterDraft table;
    UnknownMembers unknown;
};

struct HeadDraft : PerHeadParameter<ParameterDraft> {
    bool isOn = true;
    int number = 0;
    UnknownMembers unknown;
};

struct LayerDraft : PerLayerParameter<ParameterDraft> {
    Options options; ///< the given matrix of its mask is matrixOfSession() if the file has null
    std::vector<HeadDraft> allHeads = std::vector<HeadDraft>(1); ///< if the file has none, they are drawn
    int number = 0;
    bool residual = false;
    Switchable<std::optional<Norm>> norm; ///< without its gain and bias, which are parameters
    UnknownMembers unknown;
};

struct PinDraft;

struct SessionDraft {
    std::uint64_t seed = 123;
    TextDraft text;
    Switchable<std::optional<TextDraft>> source;
    Switchable<std::optional<PositionsDraft>> positions;
    std::vector<LayerDraft> layers = std::vector<LayerDraft>(1);
    std::vector<Frozen<Drawing>> drawings;
    std::vector<PinDraft> pins;
    View view;
    FileCaution caution;
    UnknownMembers unknown;
};

struct PinDraft {
    std::string name;
    SessionDraft session;
    UnknownMembers unknown;
};

/// Return false for what is not written. While reading, everything may be there.
inline bool isThere(const ParameterDraft&) { return true; }
inline bool isThere(const std::optional<DrawnByDraft>&) { return true; }
inline bool isThere(const ParameterValue& value) { return static_cast<bool>(value.kept); }
inline bool isThere(const DrawnBy& by) { return static_cast<bool>(by.drawing); }

// The descriptions of the parts. Those of sessions are without pins and unknown members.
void describe(ObjectIo&, LayerDraft&);
void describe(ObjectIo&, const Layer&);
void describe(ObjectIo&, SessionDraft&);
void describe(ObjectIo&, const Session&);
void describe(ObjectIo&, View&);
void describe(ObjectIo&, const View&);
void describe(ObjectIo&, FileCaution&);
void describe(ObjectIo&, const FileCaution&);

Result<SessionDraft> readDraft(std::string_view json, const Watch& watch = {});

/// Finds the drawing of each matrix that still has the drawn shape; a Problem if a named drawing is not there.
std::optional<Problem> rememberDrawings(Session&, const SessionDraft&);

/// Replaces each matrix of a pin that is null in the file by the session's at the same place.
void takeFromSession(SessionDraft& pin, const Session&);

/// Draws the matrices that the file only describes, numbers the tokens, and checks that everything fits.
Result<SessionFile> assembled(SessionDraft);

} // namespace headlight
