#pragma once

#include "base/Result.h"
#include "document/ViewState.h"

#include <QString>
#include <QStringList>

#include <cstdint>
#include <functional>
#include <variant>
#include <vector>

namespace headlight {

class Workbench;

/// A choice that was made, as one step of history. It owns what it uses.
struct SettingStep {
    using Edit = std::function<Result<Session>(const Session&, const View&)>;
    QString label; ///< "Causal mask", "Scale: none"
    Edit edit;
    double numbers = 1;                        ///< how many numbers the edit makes in a layer
    std::function<void(Workbench&)> look = {}; ///< changes the view, afterwards
};

/// A choice in a layer, used by the form of an operation and by the menu. `View` says which layer.
struct Setting {
    template <class T>
    using Read = T (*)(const Session&, const View&);
    /// A value and the edit that sets it, or a part of it.
    template <class T, class To = T>
    struct Value {
        Read<T> value;
        Result<Session> (*with)(const Session&, const View&, To);
    };
    struct Switch : Value<bool> {
        const char* stepName = nullptr; ///< in the names of its steps, "Custom mask"; null: `name`
    };
    /// The value is an index of its choices.
    struct Choice : Value<int> {
        std::vector<const char*> names;
        QStringList choices() const;
    };
    /// Any number that `with` accepts. With a `max` also by dragging, from `min` to `max` in equal factors.
    struct Number : Value<double> {
        double min = 0, max = 0;
    };
    /// A whole number from 1 to `max`.
    struct Size : Value<int> {
        int max;
    };
    struct Seed : Value<std::uint64_t> {};
    struct TokenSwitch {
        int place;
        bool isOn;
    };
    /// The key tokens that are on, ascending.
    struct Tokens : Value<std::vector<int>, TokenSwitch> {};
    /// A custom mask, edited in the maps.
    struct Cells {};
    struct Act {
        Read<Result<Session>> with;
        void (*look)(Workbench&) = nullptr; ///< changes the view after the edit
    };

    const char* name; ///< English, as the others, for tr() in the context "Operations"
    const char* tip;
    std::variant<Switch, Choice, Number, Size, Seed, Tokens, Cells, Act> kind;
    Read<bool> applies = nullptr;       ///< true if there is a choice now; null: always
    Read<double> numbers = nullptr;     ///< returns how many numbers the edit makes; null: few
    Read<const char*> tipNow = nullptr; ///< an addition to the tip; null: none

    QString shownName() const;
    QString shownTip() const;
    QString shownTip(const Session&, const View&) const; ///< also has the text of tipNow
    bool isApplicable(const Session& s, const View& v) const { return !applies || applies(s, v); }

    /// Returns the step that sets a value. `of`: the kind.
    template <class Kind, class To>
    SettingStep step(const ViewState& now, const Kind& of, const To& to) const {
        const auto edit = [with = of.with, to](const Session& s, const View& v) { return with(s, v, to); };
        return {stepText(of, to), edit, numbersNow(now)};
    }
    SettingStep step(const ViewState& now, const Act& of) const {
        return {shownName(), of.with, numbersNow(now), of.look};
    }

private:
    QString stepText(const Switch& of, bool isOn) const;
    QString stepText(const Choice& of, int index) const;
    QString stepText(const Tokens&, const TokenSwitch&) const { return shownName(); }
    template <class Kind, class To>
    QString stepText(const Kind&, const To& to) const; ///< "Temperature 0.5"
    double numbersNow(const ViewState& now) const { return numbers ? numbers(now.session, now.view) : 1; }
};

QString translatedOperation(const char* words);

/// Returns a value with every digit that tells it from others: "0.5".
QString valueText(double value);
template <std::integral T>
QString valueText(T value) {
    return QString::number(value);
}
/// Returns a typed float32 as a double with the same decimals (0.1 is 0.1), or why it is none.
Result<double> valueFromInput(const QString& typed);

/// Makes the step, in the shown layer or in all layers; false if it was refused.
bool choose(Workbench& workbench, const SettingStep& step, bool inAllLayers, int gesture = 0);

/// Returns how many numbers an edit makes that makes `numbers` in a layer.
double numbersIn(const Workbench& workbench, double numbers, bool inAllLayers);

template <class Kind, class To>
QString Setting::stepText(const Kind&, const To& to) const {
    return translatedOperation("%1 %2").arg(shownName(), valueText(to));
}

} // namespace headlight
