#include "document/mapActions.h"

#include "document/Workbench.h"

#include <QCoreApplication>

#include <array>

namespace headlight {
namespace {

// First those of pictures, then the heads; last the overview, which takes the place of the maps.
constexpr std::array kMapActions{
    MapAction{QT_TRANSLATE_NOOP("MapActions", "Numbers"), QT_TRANSLATE_NOOP("MapActions", "&Numbers in cells"),
              QT_TRANSLATE_NOOP("MapActions", "Show numbers in the cells if they fit"), nullptr, true,
              [](const MapOptions& o) { return o.numbers; }, [](MapOptions& o, bool on) { o.numbers = on; }},
    MapAction{QT_TRANSLATE_NOOP("MapActions", "Same colours for all heads"),
              QT_TRANSLATE_NOOP("MapActions", "&Same colours for all heads"),
              QT_TRANSLATE_NOOP("MapActions", "Use one colour range for all heads, not a separate one for each"),
              nullptr, true, [](const MapOptions& o) { return !o.scalePerHead; },
              [](MapOptions& o, bool on) { o.scalePerHead = !on; }},
    MapAction{QT_TRANSLATE_NOOP("MapActions", "Enlarge head"), QT_TRANSLATE_NOOP("MapActions", "En&large head"),
              QT_TRANSLATE_NOOP("MapActions", "Show only the selected head"), "Ctrl+L", false,
              [](const MapOptions& o) { return o.isEnlarged; }, [](MapOptions& o, bool on) { o.isEnlarged = on; }},
    MapAction{QT_TRANSLATE_NOOP("MapActions", "Overview"),
              QT_TRANSLATE_NOOP("MapActions", "&Overview of layers and heads"),
              QT_TRANSLATE_NOOP("MapActions", "Select a head from small maps of the weights of all layers and heads"),
              "Ctrl+Shift+L", false, [](const MapOptions& o) { return o.overview; },
              [](MapOptions& o, bool on) { o.overview = on; }},
};

/// Turns editing on or off. On, it leaves the overview, and adds the weights if no map with editable cells is shown.
void editMask(MapOptions& options, bool on) {
    options.hand = on ? MapHand::Mask : MapHand::Pan;
    if (!on) return;
    options.overview = false;
    const auto isEditable = [](Stage stage) { return infoOf(stage).isMap() && infoOf(stage).scope == Scope::Head; };
    if (std::ranges::none_of(options.stages, isEditable)) options.show(Stage::Weights, true);
}

/// Turns pulling on or off. On, it leaves the overview, and adds the weights if no scores are shown.
void pullCells(MapOptions& options, bool on) {
    options.hand = on ? MapHand::Pull : MapHand::Pan;
    if (!on) return;
    options.overview = false;
    if (!options.shows(Stage::Scores) && !options.shows(Stage::Scaled)) options.show(Stage::Weights, true);
}

constexpr MapAction kPullAction{
    QT_TRANSLATE_NOOP("MapActions", "Drag weights"),
    QT_TRANSLATE_NOOP("MapActions", "&Drag weights"),
    QT_TRANSLATE_NOOP("MapActions",
                      "Drag a score or weight up or down: W_q changes as little as gives that value (of a "
                      "weight, nearly). Esc ends it"),
    nullptr,
    false,
    [](const MapOptions& o) { return o.hand == MapHand::Pull; },
    pullCells};

constexpr MapAction kMaskAction{
    QT_TRANSLATE_NOOP("MapActions", "Edit mask"),
    QT_TRANSLATE_NOOP("MapActions", "Edit mask"),
    QT_TRANSLATE_NOOP("MapActions", "Click cells of a map, or drag over them, to hide or show them. Esc ends it"),
    nullptr,
    false,
    [](const MapOptions& o) { return o.hand == MapHand::Mask; },
    editMask};

QString translated(const char* text) { return QCoreApplication::translate("MapActions", text); }

} // namespace

QString MapAction::shownName() const { return translated(name); }
QString MapAction::shownMenuText() const { return translated(menuText); }
QString MapAction::shownTip() const { return translated(tip); }

std::span<const MapAction> mapActions() { return kMapActions; }
const MapAction& sameColoursAction() { return kMapActions[1]; }
const MapAction& maskAction() { return kMaskAction; }
const MapAction& pullAction() { return kPullAction; }

void turnMaps(Workbench& workbench, const MapAction& action, bool on) {
    workbench.look([turn = action.turn, on](MapOptions& options) { turn(options, on); });
}

} // namespace headlight
