#include "settings.h"

#include "document/Workbench.h"
#include "panels/pipeline/givenMask.h"
#include "panels/pipeline/operations.h"

#include <array>
#include <vector>

namespace headlight::monkey {
namespace {

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

/// Draws values of a kind.
struct AnyValue {
    const Session& session;
    const View& view;
    const std::function<int(int, int)>& pick;

    double operator()(const Setting::Switch& of) const { // usually its opposite
        return of.value(session, view) == (pick(0, 9) == 0) ? 1 : 0;
    }
    template <class Kind>
    requires requires { &Kind::choices; }
    double operator()(const Kind& of) const { return pick(0, static_cast<int>(of.choices(session, view).size()) - 1); }
    double operator()(const Setting::Number&) const {
        return kValues[static_cast<std::size_t>(pick(0, static_cast<int>(kValues.size()) - 1))];
    }
    double operator()(const Setting::Size&) const { return pick(1, 6); }
    double operator()(const Setting::Seed&) const { return pick(0, 1000); }
    double operator()(const Setting::Tokens&) const {
        return pick(0, std::max(1, 2 * sizesOf(session, view.layer).keyTokens - 1));
    }
    double operator()(const Setting::Cells&) const { return pick(0, 99); }
    double operator()(const Setting::Act&) const { return 0; }
};

/// Every tenth value fills the whole mask; the others change five cells.
Result<Session> withPainted(const Session& s, const View& v, int value) {
    if (value % 10 == 0) return withMaskFilled(s, v.layer, MaskFill(value / 10 % 4));
    const Sizes sizes = sizesOf(s, v.layer);
    std::vector<Cell> cells;
    for (int i = 0; i < 5; ++i)
        cells.push_back({value * (i + 3) % std::max(1, sizes.tokens), value * (i + 5) % std::max(1, sizes.keyTokens)});
    return withMaskCells(s, v.layer, cells, value % 2 == 0);
}

/// Makes the step to a value that AnyValue drew.
struct StepTo {
    const Setting& setting;
    const ViewState& now;
    double value;

    SettingStep operator()(const Setting::Tokens& of) const {
        const int drawn = static_cast<int>(value);
        return setting.step(now, of, Setting::TokenSwitch{drawn / 2, drawn % 2 != 0});
    }
    SettingStep operator()(const Setting::Cells&) const {
        const auto edit = [drawn = static_cast<int>(value)](const Session& s, const View& v) {
            return withPainted(s, v, drawn);
        };
        return {setting.shownName(), edit};
    }
    SettingStep operator()(const Setting::Act& of) const { return setting.step(now, of); }
    template <class Kind>
    SettingStep operator()(const Kind& of) const {
        using T = decltype(of.value(now.session, now.view));
        return setting.step(now, of, static_cast<T>(value));
    }
};

} // namespace

QString anySetting(const ViewState& state, const std::function<int(int, int)>& pick) {
    std::vector<const Setting*> possible;
    for (const Known& known : settings())
        if (known.setting->isApplicable(state.session, state.view)) possible.push_back(known.setting);
    const Setting& setting = *possible[static_cast<std::size_t>(pick(0, static_cast<int>(possible.size()) - 1))];
    return QStringLiteral("%1=%2").arg(QLatin1String(setting.name),
                                       valueText(std::visit(AnyValue{state.session, state.view, pick}, setting.kind)));
}

void set(const QString& nameAndValue, bool inAllLayers, Workbench& bench) {
    const qsizetype at = nameAndValue.lastIndexOf(QLatin1Char('='));
    const double value = nameAndValue.mid(at + 1).toDouble();
    const ViewState& state = bench.state();
    for (const auto& [setting, mayBeOfAllLayers] : settings()) {
        if (nameAndValue.left(at) != QLatin1String(setting->name)) continue;
        if (!setting->isApplicable(state.session, state.view)) return;
        const SettingStep step = std::visit(StepTo{*setting, state, value}, setting->kind);
        choose(bench, step, inAllLayers && mayBeOfAllLayers);
        return;
    }
}

} // namespace headlight::monkey
