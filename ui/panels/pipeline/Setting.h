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

/// Something of a layer that a person may choose, wherever it stands: in the form of an operation, in the menu.
/// `View` says of which layer; its value is a number, whatever it means.
struct Setting {
    enum class Kind {
        Switch, ///< 0 or 1
        Choice, ///< an index of its choices
        Number, ///< any that is accepted
        Slider, ///< likewise, and by dragging: from `least` to `most`, each step so many times the last
        Size,   ///< a whole number from 1 to `most`
        Seed,   ///< a whole number from 0 to 2^64 - 1, which no double holds: `seed` and `withSeed`
        Tokens, ///< key tokens that are on: twice the place of one, and 1 to turn it on; value: how many are
        Cells,  ///< of a given mask, edited in the maps: SettingEdits instead of a value
        Look,   ///< a Choice of what is looked at: no edit
        Act     ///< no value; it is done
    };
    using Verb = Result<Session> (*)(const Session&, const View&, double value);

    Kind kind;
    const char* name; ///< English, as the others, for tr() in the context "Operations"
    const char* tip;
    double (*value)(const Session&, const View&) = nullptr;
    Verb with = nullptr;
    const char* onText = nullptr;  ///< of a Switch: the step that turns it on ("Causal mask"), and
    const char* offText = nullptr; ///< off; null: as its name, "No " before it
    QStringList (*choices)(const Session&, const View&) = nullptr;
    bool (*applies)(const Session&, const View&) = nullptr; ///< whether there is anything to choose now; null: always
    double least = 0, most = 0;
    void (*look)(Workbench&, int index) = nullptr;                ///< of a Look; of an Act what is looked at then
    double (*numbers)(const Session&, const View&) = nullptr;     ///< how many it makes; null: few
    const char* (*tipNow)(const Session&, const View&) = nullptr; ///< what the tip adds now; null: nothing
    std::uint64_t (*seed)(const Session&, const View&) = nullptr;
    Result<Session> (*withSeed)(const Session&, const View&, std::uint64_t) = nullptr;

    QString shownName() const;
    QString shownTip() const;
    QString shownTip(const Session&, const View&) const; ///< and what it adds now
    bool isApplicable(const Session& s, const View& v) const { return !applies || applies(s, v); }
    bool isOn(const Session& s, const View& v) const { return value && value(s, v) != 0; }
    /// "Causal mask", "Temperature 0.5", "Scale: none": the step of history.
    QString stepText(const Session&, const View&, double to) const;
};

/// What a person reads of a value: "0.5", every digit that tells it from others.
QString valueText(double value);
/// What was typed as a number, or why not; 0.1 is 0.1 as a double, too.
Result<double> valueFromInput(const QString& typed);

/// One step of history, in the layer that is looked at or in all of them; false if it was refused.
bool choose(Workbench& workbench, const Setting& setting, double value, bool inAllLayers, int gesture = 0);

/// What a person does that is no single value. Owns what it uses.
using SettingEdit = std::function<Result<Session>(const Session&, const View&)>;
/// The same of such; `label`: the step of history; `numbers`: how many it makes in a layer.
bool choose(Workbench& workbench, QString label, const SettingEdit& edit, bool inAllLayers, int gesture = 0,
            double numbers = 1);

/// What makes so many in a layer.
double numbersIn(const Workbench& workbench, double numbers, bool inAllLayers);

QString translatedOperation(const char* words);
QStringList translatedOperations(std::initializer_list<const char*> words);

} // namespace headlight
