#pragma once

#include "style/wrappedLabel.h"
#include "words/parameterWords.h"

#include <QCheckBox>
#include <QDialog>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QVBoxLayout>

#include <utility>

namespace headlight {

inline constexpr int kDialogMargin = 24; ///< px, on all sides of every dialog

inline QVBoxLayout* dialogColumn(QDialog& dialog) {
    auto* column = new QVBoxLayout(&dialog);
    column->setContentsMargins(kDialogMargin, kDialogMargin, kDialogMargin, kDialogMargin);
    column->setSpacing(12);
    return column;
}

/// Adds the bold line of a question, and a grey one that explains it, which may be empty. Returns the bold one.
inline QLabel* addQuestion(QVBoxLayout& column, const QString& question, const QString& reason) {
    for (const auto& [text, look] : {std::pair(question, "title"), std::pair(reason, "caption")}) {
        QLabel* label = wrappedLabel(symbolsHtml(text), look);
        label->setTextFormat(Qt::RichText);
        label->setHidden(text.isEmpty());
        column.addWidget(label);
    }
    return static_cast<QLabel*>(column.itemAt(0)->widget());
}

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

/// Adds a switch to a form, in line with the controls of the other rows.
inline QCheckBox* addSwitch(QFormLayout& form, const QString& name) {
    auto* box = new QCheckBox(name);
    box->setAccessibleName(name);
    form.addRow(QString(), box);
    return box;
}

/// Puts the buttons below the rest. By their roles they accept or reject the dialog.
inline void addButtons(QDialog& dialog, QDialogButtonBox* buttons) {
    QObject::connect(buttons, &QDialogButtonBox::accepted, &dialog, &QDialog::accept);
    QObject::connect(buttons, &QDialogButtonBox::rejected, &dialog, &QDialog::reject);
    dialog.layout()->addWidget(buttons);
}

} // namespace headlight
