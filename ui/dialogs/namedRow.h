#pragma once

#include <QFormLayout>
#include <QString>

namespace headlight {

/// A row of a form, whose control is called as its label.
template <class Control>
Control* named(QFormLayout& form, const QString& name, Control* control) {
    control->setAccessibleName(name);
    form.addRow(name, control);
    return control;
}

} // namespace headlight
