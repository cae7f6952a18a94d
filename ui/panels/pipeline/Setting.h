#pragma once

#include "base/Result.h"
#include "session/Session.h"
#include "session/View.h"

#include <QString>
#include <QStringList>

#include <cstdint>
#include <functional>
#include <initializer_list>

namespace headlight {

class Workbench;

/// A choice in a layer, used by the form of an operation and by the menu. `View` says which layer; the value is always
/// a number, such as the index of a Choice.
struct Setting {
    enum class Kind {
        Switch, ///< 0 or 1
        Choice, ///< an index of its choices
        Number, ///< any number that `with` accepts
        Slider, ///< a Number, also by dragging: from `min` to `max` in equal factors
        Size,   ///< a whole number from 1 to `max`
        Seed,   ///< a whole number from 0 to 2^64 - 1, which no double holds: `seed` and `withSeed`
        Tokens, ///< key tokens: `with` takes 2 * place + 1 to turn one on, 2 * place for off; value: how many are on
        Cells,  ///< a custom mask, edited in the maps by SettingEdits instead of a value
        Look,   ///< a Choice that changes only the view: no edit
        Act     ///< an edit without a value
    };
    using Edit = Result<Session> (*)(const Session&, const View&, double value);

    Kind kind;
    const char* name; ///< English, as the others, for tr() in the context "Operations"
    const char* tip;
    double (*value)(const Session&, const View&) = nullptr;
    Edit with = nullptr;
    const char* onText = nullptr;  ///< Switch: name of the step that turns it on, "Causal mask"; null: `name`
    const char* offText = nullptr; ///< Switch: name of the step that turns it off; null: "No " and `name`
    QStringList (*choices)(const Session&, const View&) = nullptr;
    bool (*applies)(const Session&, const View&) = nullptr; ///< true if there is a choice now; null: always
    double min = 0, max = 0;
    void (*look)(Workbench&, int index) = nullptr;            ///< Look: changes the view; Act: called after the edit
    double (*numbers)(const Session&, const View&) = nullptr; ///< returns how many numbers the edit makes; null: few
    const char* (*tipNow)(const Session&, const View&) = nullptr; ///< an addition to the tip; null: none
    std::uint64_t (*seed)(const Session&, const View&) = nullptr;
    Result<Session> (*withSeed)(const Session&, const View&, std::uint64_t) = nullptr;

    QString shownName() const;
    QString shownTip() const;
    QString shownTip(const Session&, const View&) const; ///< also has the text of tipNow
    bool isApplicable(const Session& s, const View& v) const { return !applies || applies(s, v); }
    bool isOn(const Session& s, const View& v) const { return value && value(s, v) != 0; }
    /// Returns the name of the step of history: "Causal mask", "Temperature 0.5", "Scale: none".
    QString stepText(const Session&, const View&, double to) const;
};

/// Returns a value with every digit that tells it from others: "0.5".
QString valueText(double value);
/// Returns a typed float32 as a double with the same decimals (0.1 is 0.1), or why it is none.
Result<double> valueFromInput(const QString& typed);

/// Sets a value as one step of history, in the shown layer or in all layers; false if it was refused.
bool choose(Workbench& workbench, const Setting& setting, double value, bool inAllLayers, int gesture = 0);

/// An edit that is no single value. It owns what it uses.
using SettingEdit = std::function<Result<Session>(const Session&, const View&)>;
/// Applies such an edit as one step of history, named `label`. `numbers`: how many numbers it makes in a layer.
bool choose(Workbench& workbench, QString label, const SettingEdit& edit, bool inAllLayers, int gesture = 0,
            double numbers = 1);

/// Returns how many numbers an edit makes that makes `numbers` in a layer.
double numbersIn(const Workbench& workbench, double numbers, bool inAllLayers);

QString translatedOperation(const char* words);
QStringList translatedOperations(std::initializer_list<const char*> words);

} // namespace headlight
