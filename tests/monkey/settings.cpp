#include "settings.h"

#include "document/Workbench.h"
#include "panels/pipeline/givenMask.h"
#include "panels/pipeline/operations.h"

#include <array>
#include <vector>

namespace headlight::monkey {
namespace {

using SettingKind = Setting::Kind;

constexpr std::array kValues{0.0, -1.0, 0.1, 0.5, 0.999, 1.0, 3.0, -0.25, 1e-30, 1e30, 3.4e38};

struct Known {
    const Setting* setting;
    bool mayBeOfAllLayers;
};

/// Returns each setting once; the layer norm occurs in two operations.
std::vector<Known> settings() {
    std::vector<Known> all;
    for (const Operation& operation : operations())
        for (const Setting& setting : operation.settings)
            if (std::ranges::find(all, &setting, &Known::setting) == all.end())
                all.push_back({&setting, operation.mayBeOfAllLayers});
    return all;
}

double anyValue(const Setting& setting, const ViewState& state, const std::function<int(int, int)>& pick) {
    const Session& s = state.session;
    switch (setting.kind) {
    case SettingKind::Switch: return setting.isOn(s, state.view) == (pick(0, 9) == 0) ? 1 : 0; // usually its opposite
    case SettingKind::Choice:
    case SettingKind::Look: return pick(0, static_cast<int>(setting.choices(s, state.view).size()) - 1);
    case SettingKind::Number:
    case SettingKind::Slider: return kValues[static_cast<std::size_t>(pick(0, static_cast<int>(kValues.size()) - 1))];
    case SettingKind::Size: return pick(1, 6);
    case SettingKind::Seed: return pick(0, 1000);
    case SettingKind::Tokens: return pick(0, std::max(1, 2 * sizesOf(s, state.view.layer).keyTokens - 1));
    case SettingKind::Cells: return pick(0, 99);
    case SettingKind::Act: break;
    }
    return 0;
}

/// Every tenth value fills the whole mask; the others change five cells.
void paintMask(const Setting& setting, int value, bool inAllLayers, Workbench& bench) {
    const SettingEdit edit = [value](const Session& s, const View& v) -> Result<Session> {
        if (value % 10 == 0) return withMaskFilled(s, v.layer, MaskFill(value / 10 % 4));
        const Sizes sizes = sizesOf(s, v.layer);
        std::vector<Cell> cells;
        for (int i = 0; i < 5; ++i)
            cells.push_back(
                {value * (i + 3) % std::max(1, sizes.tokens), value * (i + 5) % std::max(1, sizes.keyTokens)});
        return withMaskCells(s, v.layer, cells, value % 2 == 0);
    };
    choose(bench, setting.shownName(), edit, inAllLayers);
}

} // namespace

QString anySetting(const ViewState& state, const std::function<int(int, int)>& pick) {
    std::vector<const Setting*> possible;
    for (const Known& known : settings())
        if (known.setting->isApplicable(state.session, state.view)) possible.push_back(known.setting);
    const Setting& setting = *possible[static_cast<std::size_t>(pick(0, static_cast<int>(possible.size()) - 1))];
    return QStringLiteral("%1=%2").arg(QLatin1String(setting.name), valueText(anyValue(setting, state, pick)));
}

void set(const QString& nameAndValue, bool inAllLayers, Workbench& bench) {
    const qsizetype at = nameAndValue.lastIndexOf(QLatin1Char('='));
    const double value = nameAndValue.mid(at + 1).toDouble();
    const ViewState& state = bench.state();
    for (const auto& [setting, mayBeOfAllLayers] : settings()) {
        if (nameAndValue.left(at) != QLatin1String(setting->name)) continue;
        inAllLayers = inAllLayers && mayBeOfAllLayers;
        if (!setting->isApplicable(state.session, state.view)) return;
        if (setting->kind == SettingKind::Cells)
            return paintMask(*setting, static_cast<int>(value), inAllLayers, bench);
        if (setting->kind == SettingKind::Seed) {
            const SettingEdit edit = [with = setting->withSeed, value](const Session& s, const View& v) {
                return with(s, v, static_cast<std::uint64_t>(value));
            };
            choose(bench, setting->shownName(), edit, inAllLayers);
            return;
        }
        choose(bench, *setting, value, inAllLayers);
        return;
    }
}

} // namespace headlight::monkey
