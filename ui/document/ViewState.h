#pragma once
// ui/document: the document (session, undo, file), the engine's runner, and the Workbench that joins them. No widget
// lives here. GUI thread only; the Engine runs on the thread that EngineRunner gives it.

#include "attention/pull.h"
#include "backend/backends.h"
#include "document/RequestBoard.h"
#include "engine/Frame.h"
#include "engine/Walk.h"
#include "session/Session.h"
#include "session/View.h"
#include "style/Theme.h"

#include <QString>

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace headlight {

/// What the left button does on a map.
enum class MapHand {
    Pan,
    Mask, ///< edits the mask that is given by hand
    Pull, ///< gives scores and weights a value
};

/// Which state the maps show: the present one, another one, by how much the first exceeds the second, or both.
enum class Compared { Now, Other, Difference, SideBySide };

/// Who chose what is shown: what a step shows goes with the walk.
enum class Chosen { ByHand, ByStep };

/// Which is the other one: that before the last step; the pin of that name; or the present one, with that head in the
/// place of all heads.
using Counterpart = std::variant<std::monostate, std::string, int>;

inline constexpr int kOther = 1; ///< MapDemand::state: ViewState::other, which is computed while a panel asks for it

/// How the maps are shown. State, but no part of the history.
struct MapOptions {
    /// Each once, in the order of the paper; see ViewState::shownStages().
    std::vector<Stage> stages = {Stage::Scores, Stage::Weights};
    std::map<Side, SideSpan> zoom; ///< which tokens or dimensions are seen; of a side that is not named all
    bool scalePerHead = false;     ///< else one colour scale per stage
    bool numbers = true;           ///< numbers in the cells when they fit
    std::optional<int> decimals{}; ///< of these; nothing: as many as fit, up to four
    ColourChoice signedColours, unsignedColours; ///< of scores and vectors; of weights
    Pooling pooling = Pooling::LargestMagnitude; ///< what a dot that stands for many cells shows
    bool isEnlarged = false;                     ///< the selected head is shown alone and large
    bool overview = false;             ///< small pictures of all layers and heads stand in the place of the maps
    MapHand hand = MapHand::Pan;       ///< see handInUse()
    PullFreedom pull{};                ///< what a pull may change
    Compared compared = Compared::Now; ///< Now where there is no other state; in no file
    Counterpart counterpart{};         ///< in no file

    MapHand handInUse() const { return compared == Compared::Now ? hand : MapHand::Pan; }
    const ColourChoice& coloursOf(bool signedValues) const { return signedValues ? signedColours : unsignedColours; }
    bool shows(Stage stage) const { return std::ranges::find(stages, stage) != stages.end(); }
    void show(Stage stage, bool on);                                         ///< never none at all
    void showOnly(std::vector<Stage> wanted) { stages = std::move(wanted); } ///< likewise; as they are ordered there
    void showScoresAs(Stage stage); ///< Scores or Scaled, and not the other one
    friend bool operator==(const MapOptions&, const MapOptions&) = default;
};

/// A cell of a map, whatever its sides are.
struct Cell {
    int query = 0, key = 0;
    friend bool operator==(const Cell&, const Cell&) = default;
};

/// What a sentence of the message bar is about: something failed, or was done in part; or the session was not saved,
/// which is said until it is dismissed or saved, however it is edited. What is done is a notice.
enum class MessageKind { Failure, Caution, NotSaved };

/// Everything that a panel may show. Presenting the same one twice must do nothing the second time.
struct ViewState {
    Session session;
    /// Where the step began that leads to the session: a gesture is one step. Who undoes or redoes sees what the step
    /// did that is then the last. A pin is no such step. Nothing where none has been made since something was opened.
    std::optional<Session> before;
    std::optional<Session> other;       ///< what maps.counterpart means
    QString stepFromBefore;             ///< "Edit W_q[3, 1]"; empty: there is no before
    Session opened;                     ///< as it was when it was opened, or took the place of another
    View view;                          ///< what is selected; in `stages` only those that this version does not know
    std::optional<ParameterCell> entry; ///< the number of a table that was selected last; in no file
    std::vector<Address> lit;           ///< the number under the pointer, or those that a term is made of
    /// How far the computation of the selected query, in the selected head, is shown; nothing: all of it.
    std::optional<Step> step;
    /// Corners of cells of the maps say that the step from `before` changed them; not during a walk.
    bool areMarked = false;
    bool isDragging = false; ///< a number changes under a hand: what can stand still does
    MapOptions maps;
    Parameter parameter = Parameter::Wq; ///< whose table is shown, if the layer has it
    bool isSplit = false;                ///< one W for all heads, bracketed by head; else that of the selected one
    const Theme* theme = &lightTheme();
    std::shared_ptr<const Frame> frame; ///< may still answer an older session; null before the first
    Responses responses;                ///< what each asker has of it, or of an earlier one
    QString filePath;                   ///< empty: never saved
    QString title;                      ///< "shoes.headlight", an example's name, or "Untitled"
    bool modified = false;
    /// Why the words that stand in the field of a sentence are not the session's, and so not saved.
    std::map<Sentence, QString> refused;
    QString backend;                         ///< "CPU · SSE2 · 1 thread"
    std::string backendId = kDefaultBackend; ///< its id, for what is computed beside the maps: pictures, copied numbers
    QStringList backendRemarks; ///< what it has to say of its answers: how far it is from another, where it is compared
    double editToPixelsMs = -1; ///< of the last edit; negative: none yet
    QString problem;            ///< a sentence for the message bar; empty: none
    MessageKind problemKind = MessageKind::Failure;
    std::optional<int> computing{}; ///< percent of a frame that takes long
    std::optional<int> saving{};    ///< percent of a save that takes long
    QString notice;                 ///< good news for a few seconds; empty: none

    Walk walk() const { return {session, view.layer, view.head, view.query, view.key}; } ///< of which `step` is one
    std::vector<Stage> shownStages() const; ///< the wanted ones that the layer has; if none, the usual ones
    FrozenMatrix editedMask() const;        ///< the layer's given mask while it is edited in the maps; else null
    std::shared_ptr<const Response> responseTo(const Presenter& asker) const { ///< null before its first
        const auto found = responses.find(&asker);
        return found == responses.end() ? nullptr : found->second;
    }
};

} // namespace headlight
