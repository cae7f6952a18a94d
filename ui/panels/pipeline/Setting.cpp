#include "panels/pipeline/Setting.h"

#include "base/numberText.h"
#include "document/Workbench.h"
#include "document/tellLoss.h"
#include "words/conventions.h"

#include <QCoreApplication>

namespace headlight {

QStringList translatedOperations(std::initializer_list<const char*> words) {
    QStringList list;
    for (const char* one : words) list << translatedOperation(one);
    return list;
}

QString translatedOperation(const char* words) { return QCoreApplication::translate("Operations", words); }

QString Setting::shownName() const { return translatedOperation(name); }
QString Setting::shownTip() const { return translatedOperation(tip); }

QString Setting::shownTip(const Session& session, const View& view) const {
    const char* more = tipNow ? tipNow(session, view) : nullptr;
    return more ? shownTip() + QLatin1Char('\n') + translatedOperation(more) : shownTip();
}

QString Setting::stepText(const Session& session, const View& view, double to) const {
    switch (kind) {
    case Kind::Switch:
        if (to != 0) return onText ? translatedOperation(onText) : shownName();
        return offText ? translatedOperation(offText) : translatedOperation("No %1").arg(shownName());
    case Kind::Choice:
        return translatedOperation("%1: %2").arg(shownName(), choices(session, view).value(static_cast<int>(to)));
    case Kind::Number:
    case Kind::Slider:
    case Kind::Size: return translatedOperation("%1 %2").arg(shownName(), valueText(to));
    case Kind::Seed:
    case Kind::Tokens:
    case Kind::Cells:
    case Kind::Look:
    case Kind::Act: break;
    }
    return shownName();
}

QString valueText(double value) { return QString::fromStdString(shortest(value)); }

Result<double> valueFromInput(const QString& typed) {
    const Result<float> number = numberFromInput(typed.toStdString());
    if (!number) return number.problem();
    // The result is the typed decimal, not the nearest float32.
    return QString::fromStdString(shortest(*number)).toDouble();
}

bool choose(Workbench& workbench, QString label, const SettingEdit& edit, bool inAllLayers, int gesture,
            double numbers) {
    const View view = workbench.state().view;
    const std::size_t layers = workbench.state().session.layers.size();
    if (inAllLayers && layers > 1)
        label = translatedOperation("%1, all layers").arg(label);
    else if (layers > 1)
        label = translatedOperation("%1, layer %2").arg(label, placeText(view.layer));
    const auto with = [edit, view, inAllLayers](const Session& from, const Watch&) {
        if (!inAllLayers) return edit(from, view);
        Result<Session> made = from;
        View at = view;
        for (at.layer = 0; made && at.layer < static_cast<int>(from.layers.size()); ++at.layer) made = edit(*made, at);
        return made;
    };
    const Session before = workbench.state().session;
    const bool isDone = workbench.apply(label, with, gesture, numbersIn(workbench, numbers, inAllLayers));
    tellLoss(workbench, before);
    return isDone;
}

double numbersIn(const Workbench& workbench, double numbers, bool inAllLayers) {
    return inAllLayers ? numbers * static_cast<double>(workbench.state().session.layers.size()) : numbers;
}

bool choose(Workbench& workbench, const Setting& setting, double value, bool inAllLayers, int gesture) {
    const Session& session = workbench.state().session;
    const View view = workbench.state().view;
    if (setting.kind == Setting::Kind::Look) {
        setting.look(workbench, static_cast<int>(value));
        return true;
    }
    const SettingEdit edit = [with = setting.with, value](const Session& s, const View& v) {
        return with(s, v, value);
    };
    const double numbers = setting.numbers ? setting.numbers(session, view) : 1;
    if (!choose(workbench, setting.stepText(session, view, value), edit, inAllLayers, gesture, numbers)) return false;
    if (setting.kind == Setting::Kind::Act && setting.look)
        setting.look(workbench, static_cast<int>(workbench.state().session.layers.size()) - 1);
    return true;
}

} // namespace headlight
