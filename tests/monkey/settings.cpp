#include "settings.h"

#include "document/Workbench.h"
#include "panels/pipeline/givenMask.h"
#include "panels/pipeline/operations.h"

#include <array>
#include <type_traits>
#include <vector>

namespace headlight::monkey {
namespace {

constexpr std::array kValues{0.0, -1.0, 0.1, 0.5, 0.999, 1.0, 3.0, -0.25, 1e-30, 1e30, 3.4e38};

struct Known {
    const Setting* setting;
    bool mayBeOfAllLayers;
};

std::vector<Known> settings() {
    std::vector<Known> all;
    for (const Operation& operation : operations())
        for (const Setting& setting : operation.settings) all.push_back({&setting, operation.mayBeOfAllLayers});
    return all;
}

double anyValue(const Setting& setting, const ViewState& state, const std::function<int(int, int)>& pick) {
    const auto draw = [&]<class Kind>(const Kind& of) -> double {
        if constexpr (requires { &Kind::choices; })
            return pick(0, static_cast<int>(of.choices().size()) - 1);
        else if constexpr (std::is_same_v<Kind, Setting::Switch>)
            return of.value(state.session, state.view) == (pick(0, 9) == 0) ? 1 : 0; // usually its opposite
        else if constexpr (std::is_same_v<Kind, Setting::Number>)
            return kValues[static_cast<std::size_t>(pick(0, static_cast<int>(kValues.size()) - 1))];
        else if constexpr (std::is_same_v<Kind, Setting::Size>)
            return pick(1, 6);
        else if constexpr (std::is_same_v<Kind, Setting::Seed>)
            return pick(0, 1000);
        else if constexpr (std::is_same_v<Kind, Setting::Tokens>)
            return pick(0, std::max(1, 2 * sizesOf(state.session, state.view.layer).keyTokens - 1));
        else if constexpr (std::is_same_v<Kind, Setting::Cells>)
            return pick(0, 99);
        return 0;
    };
    return std::visit(draw, setting.kind);
}

/// Every tenth value fills the whole mask; the others change five cells.
Result<Session> withPainted(const Session& s, const View& v, int value) {
    if (value % 10 == 0) return withMaskFilled(s, v.layer, MaskFill(value / 10 % 4));
    const Sizes sizes = sizesOf(s, v.layer);
    std::vector<Cell> cells;
    for (int i = 0; i < 5; ++i)
        cells.push_back({value * (i + 3) % std::max(1, sizes.tokens), value * (i + 5) % std::max(1, sizes.keyTokens)});
    return withMaskCells(s, v.layer, cells, value % 2 == 0);
}

/// Makes the step to a value that anyValue() drew.
SettingStep stepTo(double value, const Setting& setting, const ViewState& now) {
    const int drawn = static_cast<int>(value);
    const auto step = [&]<class Kind>(const Kind& of) -> SettingStep {
        if constexpr (std::is_same_v<Kind, Setting::Act>)
            return setting.step(now, of);
        else if constexpr (std::is_same_v<Kind, Setting::Tokens>)
            return setting.step(now, of, Setting::TokenSwitch{drawn / 2, drawn % 2 != 0});
        else if constexpr (std::is_same_v<Kind, Setting::Cells>)
            return {setting.shownName(), [drawn](const Session& s, const View& v) { return withPainted(s, v, drawn); }};
        else
            return setting.step(now, of, static_cast<decltype(of.value(now.session, now.view))>(value));
    };
    return std::visit(step, setting.kind);
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
        if (!setting->isApplicable(state.session, state.view)) return;
        choose(bench, stepTo(value, *setting, state), inAllLayers && mayBeOfAllLayers);
        return;
    }
}

} // namespace headlight::monkey
