#pragma once
// ui/document: the document (session, undo, file), the engine's runner, and the Workbench that joins them. No widget
// lives here. GUI thread only; the Engine runs on the thread that EngineRunner gives it.

#include "backend/backends.h"
#include "document/RequestBoard.h"
#include "engine/Frame.h"
#include "engine/Walk.h"
#include "io/sessionFile.h"
#include "pull/pull.h"
#include "session/Session.h"
#include "session/View.h"
#include "style/Theme.h"
#include "words/numberWords.h"

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

struct ValueCurve;

/// The use of the left button on a map.
enum class MapHand {
    Pan,
    Mask, ///< edits the mask that is given by hand
    Pull, ///< gives scores and weights a value
};

/// The state that the maps show: the present one, the other one, the present minus the other, or both.
enum class Compared { Now, Other, Difference, SideBySide };

/// A session of another file.
struct OtherFile {
    QString name;
    std::shared_ptr<const Session> session;
    friend bool operator==(const OtherFile&, const OtherFile&) = default;
};

/// Another layer of the present session.
struct OtherLayer {
    int layer = 0;
    friend bool operator==(const OtherLayer&, const OtherLayer&) = default;
};

/// The other state to compare with: that before the last step; the pin of that name; the present one, with the head of
/// that index in the place of all heads, or with another layer in the place of the shown one; or that of a file.
using Counterpart = std::variant<std::monostate, std::string, int, OtherLayer, OtherFile>;
/// True if it is another part of the present session, not another state of it.
inline bool isOtherPart(const Counterpart& one) {
    return std::holds_alternative<int>(one) || std::holds_alternative<OtherLayer>(one);
}

inline constexpr int kOther = 1; ///< MapDemand::state of ViewState::other, which is computed if a panel asks for it

/// The options of the maps. They are state, but no part of the history.
struct MapOptions {
    /// Each stage once, in the order of Vaswani et al. 2017; see ViewState::shownStages().
    std::vector<Stage> stages = {Stage::Scores, Stage::Weights};
    std::map<Side, SideSpan> zoom;  ///< the tokens or dimensions that are seen; sides that are not named are seen whole
    bool scalePerHead = false;      ///< false: one colour scale per stage
    bool rangeWithoutFirst = false; ///< the first key does not count for the range of colours
    bool numbers = true;            ///< numbers in the cells when they fit
    bool numbersAlways = false;     ///< cells are large enough for numbers, and the maps scroll
    std::optional<int> decimals{};  ///< null: as many as fit, up to four
    ColourChoice signedColours, unsignedColours; ///< for scores and vectors; for weights
    Pooling pooling = Pooling::LargestMagnitude; ///< the number that a dot for many cells shows
    bool isEnlarged = false;                     ///< the selected head is shown alone and large
    bool overview = false;             ///< small pictures of all layers and heads stand in the place of the maps
    MapHand hand = MapHand::Pan;       ///< see handInUse()
    PullFreedom pull{};                ///< the parameters that a pull may change
    Compared compared = Compared::Now; ///< Now if there is no other state; not stored in files
    Counterpart counterpart{};         ///< not stored in files

    MapHand handInUse() const { return compared == Compared::Now ? hand : MapHand::Pan; }
    const ColourChoice& coloursOf(bool signedValues) const { return signedValues ? signedColours : unsignedColours; }
    bool shows(Stage stage) const { return std::ranges::find(stages, stage) != stages.end(); }
    void show(Stage stage, bool on);                                         ///< the last stage stays
    void showOnly(std::vector<Stage> wanted) { stages = std::move(wanted); } ///< not empty; in their order
    void reveal(Side side, int place); ///< moves the visible part of the side as little as needed to show that index
    friend bool operator==(const MapOptions&, const MapOptions&) = default;
};

/// A cell of a map: its row and its column, even if these are no tokens.
struct Cell {
    int query = 0, key = 0;
    friend bool operator==(const Cell&, const Cell&) = default;
};

/// The kind of a message in the message bar: something failed; it was done in part; or the session was not saved, which
/// is shown until it is dismissed or the session saved, even if the session is edited. A success is a notice.
enum class MessageKind { Failure, Caution, NotSaved };

/// The decimals of numbers in text, or kAllDigits. They are settings of the user, not stored in files.
struct Decimals {
    int inspector = 4, copied = kAllDigits;
    friend bool operator==(const Decimals&, const Decimals&) = default;
};

/// The choices of the user on what is shown, which Workbench::look() alters.
struct Look {
    View view;                          ///< the selection; `stages` has only those that this version does not know
    std::optional<ParameterCell> entry; ///< the entry of a table that was selected last; not stored in files
    MapOptions maps;
    bool tokenIds = false;               ///< the chips of the tokens have ids
    Parameter parameter = Parameter::Wq; ///< the parameter whose table is shown, if the layer has it
    Decimals decimals;
    friend bool operator==(const Look&, const Look&) = default;
};

/// Everything that a panel may show. Presenting an equal state a second time must do nothing.
struct ViewState : Look {
    Session session;
    /// The session before the last step; a gesture is one step. After undo or redo it belongs to the step that is then
    /// the last. Steps that only pin a state do not count. Null: there is no step since something was opened.
    std::optional<Session> before;
    std::optional<Session> other; ///< the state that maps.counterpart names
    QString stepFromBefore;       ///< the step's label, "Edit W_q[3, 1]"; empty: there is none
    Session opened;               ///< the session as it was opened, or put in the place of another
    std::vector<Address> lit;     ///< the number under the pointer, or those that a term is made of
    /// The step of walk() up to which the computation of the selected query and head is shown; null: all of it.
    std::optional<Step> step;
    /// True if the maps mark, at a corner, each cell that the step from `before` changed; not during a walk.
    bool areChangesMarked = false;
    bool areNumbersMissing = false;            ///< the cells of a map are too small for the numbers that the user wants
    std::map<Stage, const ValueCurve*> curves; ///< of the maps, as chosen for their numbers; null: not so chosen
    bool isDragging = false;                   ///< a number is being dragged: what need not move stays still
    bool isPresenting = false;                 ///< the window is for a projector: without what is only for editing
    bool isSplit = false;                      ///< the table shows the W of all heads; else that of the selected one
    const Theme* theme = &lightTheme();
    std::shared_ptr<const Frame> frame; ///< may still answer an older session; null before the first
    Responses responses;                ///< the answers for each panel from it, or from an earlier frame
    QString filePath;                   ///< empty: never saved
    FileCaution caution;                ///< about the file that was opened; see cautionOf()
    QString title;                      ///< "shoes.headlight", an example's name, or "Untitled"
    bool modified = false;
    /// The reasons why the text in the field of a sentence was refused; it is not in the session, and so not saved.
    std::map<Sentence, QString> refused;
    bool losesRefused(const Session& next) const; ///< true if `next` has no sentence for a field with refused text
    bool dropsRefused(const Session& next) const; ///< true if such a field would get another sentence, or none
    QString backend;                              ///< "CPU · SSE2 · 1 thread"
    std::string backendId = kDefaultBackend;      ///< its id, for other computations: pictures, copied numbers
    QStringList backendRemarks; ///< its remarks, such as how far its answers are from another backend's
    double editToPixelsMs = -1; ///< the time of the last edit; negative: none yet
    QString problem;            ///< a sentence for the message bar; empty: none
    MessageKind problemKind = MessageKind::Failure;
    std::optional<int> computing{}; ///< percent of a frame that takes long; null: none does
    std::optional<int> saving{};    ///< percent of a save that takes long; null: none does
    QString notice;                 ///< good news for a few seconds; empty: none

    Walk walk() const { return {session, view.layer, view.head, view.query, view.key}; } ///< the walk of `step`
    /// Returns the step that is so many steps after `step`; without one, the first, or the last if `by` < 0. Null: the
    /// walk has no steps.
    std::optional<Step> stepAfter(int by) const;
    std::vector<Stage> shownStages() const; ///< the wanted ones that the layer has; if none, the usual ones
    FrozenMatrix editedMask() const;        ///< the layer's given mask while it is edited in the maps; else null
    std::shared_ptr<const Response> responseTo(const Presenter& asker) const { ///< null before its first
        const auto found = responses.find(&asker);
        return found == responses.end() ? nullptr : found->second;
    }
};

/// Shows the state. A change that present() requests, itself or through Qt, is made after it returns (CallQueue).
class Presenter {
public:
    virtual ~Presenter() = default;
    virtual void present(const ViewState&) = 0;
    /// Presents a state in which only `lit` has changed. Called with each move of the pointer, so it must be cheap.
    virtual void presentLight(const ViewState&) {}
};

/// True for a stage that the layer has, except for the joined heads of a single head, which are its context.
bool isOffered(Stage stage, const Session& session, int layer);

} // namespace headlight
