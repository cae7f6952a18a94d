#pragma once

#include <QFormLayout>
#include <QString>

namespace headlight {

/// Adds a row to a form; its label is the accessible name of its control.
template <class Control>
Control* named(QFormLayout& form, const QString& name, Control* control) {
    control->setAccessibleName(name);
    form.addRow(name, control);
    return control;
}

} // namespace headlight
