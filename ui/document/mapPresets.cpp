#include "document/mapPresets.h"

#include "document/Workbench.h"

#include <QCoreApplication>

#include <array>

namespace headlight {

std::span<const MapPreset> mapPresets() {
    static constexpr std::array list{
        MapPreset{QT_TRANSLATE_NOOP("MapPresets", "Scores and weights"),
                  [] {
                      return std::vector{Stage::Scores, Stage::Weights};
                  }},
        MapPreset{QT_TRANSLATE_NOOP("MapPresets", "Weights only"), [] { return std::vector{Stage::Weights}; }},
        MapPreset{QT_TRANSLATE_NOOP("MapPresets", "Q, K and V"),
                  [] {
                      return std::vector{Stage::Q, Stage::K, Stage::V};
                  }},
        MapPreset{QT_TRANSLATE_NOOP("MapPresets", "Everything"),
                  [] {
                      std::vector<Stage> all;
                      for (const StageInfo& info : stages()) all.push_back(info.stage);
                      return all;
                  }},
    };
    return list;
}

void showMaps(Workbench& workbench, const MapPreset& preset) {
    workbench.look([&preset](MapOptions& options) { options.showOnly(preset.stages()); });
}

QString MapPreset::shownName() const { return QCoreApplication::translate("MapPresets", name); }

} // namespace headlight
