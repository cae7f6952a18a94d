#include "panels/parameters/pasteQuestion.h"

#include "base/numberText.h"
#include "style/styleSheet.h"

#include <QCoreApplication>
#include <QDialog>
#include <QDialogButtonBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

namespace headlight {
namespace {

constexpr int kWidth = 340;

QString translated(const char* words) { return QCoreApplication::translate("Paste", words); }

QVBoxLayout* makeColumn(QDialog& dialog, const QString& title, const QString& text) {
    dialog.setWindowTitle(title);
    dialog.setAccessibleName(title);
    auto* column = new QVBoxLayout(&dialog);
    column->setContentsMargins(20, 18, 20, 18);
    column->setSpacing(10);
    column->setSizeConstraint(QLayout::SetFixedSize); // it grows with what is said
    auto* said = new QLabel(text);
    said->setTextFormat(Qt::PlainText);
    said->setWordWrap(true);
    said->setMinimumWidth(kWidth);
    column->addWidget(said);
    return column;
}

} // namespace

PasteAs askHowToPaste(QWidget* parent, const PasteOffer& offer) {
    QDialog dialog(parent);
    QVBoxLayout* column = makeColumn(dialog, translated("Paste"), offer.problem);
    column->addSpacing(4);
    const auto add = [&](const QString& text, PasteAs answer) {
        auto* button = new QPushButton(text);
        button->setAccessibleName(QString(text).remove(QLatin1Char('&')));
        button->setAutoDefault(true);
        QObject::connect(button, &QPushButton::clicked, &dialog, [&dialog, answer] { dialog.done(int(answer)); });
        column->addWidget(button);
    };
    add(translated("Paste what &fits: %1").arg(offer.fitting), PasteAs::Fitting);
    if (offer.mayTranspose) add(translated("Paste &transposed"), PasteAs::Transposed);
    if (!offer.resizing.isEmpty()) add(translated("&Resize the session: %1").arg(offer.resizing), PasteAs::Resizing);
    add(translated("&Cancel"), PasteAs::Cancelled);
    return static_cast<PasteAs>(dialog.exec());
}

std::optional<float> askForNumber(QWidget* parent, const QString& what) {
    QDialog dialog(parent);
    QVBoxLayout* column = makeColumn(dialog, translated("Fill"), what);
    auto* field = new QLineEdit;
    field->setAccessibleName(translated("Number to fill with"));
    auto* wrong = new QLabel;
    wrong->setAccessibleDescription(translated("Problem"));
    wrong->setTextFormat(Qt::PlainText);
    wrong->setWordWrap(true);
    wrong->hide();
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel);
    for (QWidget* one : std::initializer_list<QWidget*>{field, wrong, buttons}) column->addWidget(one);
    std::optional<float> filled;
    QObject::connect(buttons, &QDialogButtonBox::accepted, &dialog, [&] {
        const auto number = numberFromInput(field->text().toStdString());
        if (!number) {
            wrong->setText(QString::fromStdString(number.text()));
            wrong->show();
            setLook(*field, "invalid", true);
            return field->setFocus();
        }
        filled = *number;
        dialog.accept();
    });
    QObject::connect(field, &QLineEdit::textEdited, &dialog, [&] {
        wrong->hide();
        setLook(*field, "invalid", false);
    });
    QObject::connect(buttons, &QDialogButtonBox::rejected, &dialog, &QDialog::reject);
    dialog.exec();
    return filled;
}

} // namespace headlight
