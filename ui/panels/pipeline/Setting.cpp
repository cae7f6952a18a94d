#include "panels/pipeline/Setting.h"

#include "base/numberText.h"
#include "document/Workbench.h"
#include "words/conventions.h"
#include "words/wording.h"

#include <QCoreApplication>

namespace headlight {

QString translatedOperation(const char* words) { return QCoreApplication::translate("Operations", words); }

QStringList Setting::Choice::choices() const {
    QStringList list;
    for (const char* one : names) list << translatedOperation(one);
    return list;
}

QString Setting::shownName() const { return translatedOperation(name); }
QString Setting::shownTip() const { return translatedOperation(tip); }

QString Setting::shownTip(const Session& session, const View& view) const {
    const char* more = tipNow ? tipNow(session, view) : nullptr;
    return more ? shownTip() + QLatin1Char('\n') + translatedOperation(more) : shownTip();
}

QString Setting::stepText(const Switch& of, bool isOn) const {
    const QString what = of.stepName ? translatedOperation(of.stepName) : shownName();
    if (isOn) return what;
    return translatedOperation("No %1").arg(withinLine(what));
}

QString Setting::stepText(const Choice& of, int index) const {
    return translatedOperation("%1: %2").arg(shownName(),
                                             translatedOperation(of.names.at(static_cast<std::size_t>(index))));
}

QString valueText(double value) { return QString::fromStdString(shortest(value)); }

Result<double> valueFromInput(const QString& typed) {
    const Result<float> number = numberFromInput(typed.toStdString());
    if (!number) return number.problem();
    // The result is the typed decimal, not the nearest float32.
    return QString::fromStdString(shortest(*number)).toDouble();
}

bool choose(Workbench& workbench, const SettingStep& step, bool inAllLayers, int gesture) {
    const Session before = workbench.state().session;
    const View view = workbench.state().view;
    QString label = step.label;
    if (inAllLayers && before.layers.size() > 1)
        label = translatedOperation("%1, all layers").arg(label);
    else if (before.layers.size() > 1)
        label = translatedOperation("%1, layer %2").arg(label, placeText(view.layer));
    const auto with = [edit = step.edit, view, inAllLayers](const Session& from, const Watch&) {
        if (!inAllLayers) return edit(from, view);
        Result<Session> made = from;
        View at = view;
        for (at.layer = 0; made && at.layer < static_cast<int>(from.layers.size()); ++at.layer) made = edit(*made, at);
        return made;
    };
    const bool isDone = workbench.apply(label, with, gesture, numbersIn(workbench, step.numbers, inAllLayers));
    workbench.messages().tellLoss(before);
    if (isDone && step.look) step.look(workbench);
    return isDone;
}

double numbersIn(const Workbench& workbench, double numbers, bool inAllLayers) {
    return inAllLayers ? numbers * static_cast<double>(workbench.state().session.layers.size()) : numbers;
}

} // namespace headlight
