#pragma once

#include <QFormLayout>
#include <QString>

namespace headlight {

inline QFormLayout* makeDialogForm(QWidget& of) {
    auto* form = new QFormLayout(&of);
    form->setContentsMargins(0, 0, 0, 0);
    form->setVerticalSpacing(8);
    form->setLabelAlignment(Qt::AlignLeft);
    form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    return form;
}

/// Adds a row to a form; its label is the accessible name of its control.
template <class Control>
Control* named(QFormLayout& form, const QString& name, Control* control) {
    control->setAccessibleName(name);
    form.addRow(name, control);
    return control;
}

} // namespace headlight
