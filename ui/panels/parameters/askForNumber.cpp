#include "panels/parameters/askForNumber.h"

#include "base/numberText.h"
#include "controls/numberFields.h"
#include "dialogs/dialogColumn.h"

#include <QCoreApplication>
#include <QPushButton>

namespace headlight {
namespace {

constexpr int kWidth = 340;

QString translated(const char* words) { return QCoreApplication::translate("Paste", words); }

} // namespace

std::optional<float> askForNumber(QWidget* parent, const NumberWords& words) {
    QDialog dialog(parent);
    dialog.setWindowTitle(words.title);
    dialog.setAccessibleName(words.title);
    QVBoxLayout* column = dialogColumn(dialog);
    column->setSizeConstraint(QLayout::SetFixedSize); // it grows with the message
    addQuestion(*column, words.what, words.reason)->setMinimumWidth(kWidth);
    auto* field = new NumberField(words.field);
    field->setText(words.value);
    QLabel* wrong = wrappedLabel({});
    wrong->setAccessibleDescription(translated("Problem"));
    wrong->hide();
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel);
    buttons->button(QDialogButtonBox::Ok)->setText(words.title);
    for (QWidget* one : std::initializer_list<QWidget*>{field, wrong, buttons}) column->addWidget(one);
    std::optional<float> filled;
    QObject::connect(buttons, &QDialogButtonBox::accepted, &dialog, [&] {
        const auto number = numberFromInput(field->text().toStdString());
        if (!number) {
            wrong->setText(QString::fromStdString(number.text()));
            wrong->show();
            field->setRefused(true);
            return field->setFocus();
        }
        filled = *number;
        dialog.accept();
    });
    QObject::connect(field, &QLineEdit::textEdited, wrong, &QWidget::hide);
    QObject::connect(buttons, &QDialogButtonBox::rejected, &dialog, &QDialog::reject);
    field->selectAll();
    field->setFocus();
    dialog.exec();
    return filled;
}

} // namespace headlight
