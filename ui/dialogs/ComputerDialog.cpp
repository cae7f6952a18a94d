#include "dialogs/ComputerDialog.h"

#include "dialogs/dialogColumn.h"

#include <QApplication>
#include <QClipboard>
#include <QDialogButtonBox>
#include <QLabel>
#include <QPushButton>

namespace headlight {

ComputerDialog::ComputerDialog(const std::vector<Fact>& facts, QWidget* parent) : QDialog(parent) {
    setWindowTitle(tr("System information"));
    QVBoxLayout* rows = dialogColumn(*this);
    QString table;
    for (const auto& [name, value] : facts)
        table += QStringLiteral("<tr><td style='padding: 3px 22px 3px 0px; color: %1'>%2</td><td style='padding: 3px "
                                "0px'>%3</td></tr>")
                     .arg(palette().color(QPalette::PlaceholderText).name(), name.toHtmlEscaped(),
                          value.toHtmlEscaped());
    auto* text = new QLabel(QStringLiteral("<table>%1</table>").arg(table));
    text->setTextFormat(Qt::RichText);
    text->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    text->setAccessibleDescription(tr("System information"));
    rows->addWidget(text);
    auto* buttons = new QDialogButtonBox;
    auto* copy = buttons->addButton(tr("&Copy"), QDialogButtonBox::ActionRole);
    auto* close = buttons->addButton(tr("C&lose"), QDialogButtonBox::RejectRole);
    copy->setAutoDefault(false);
    close->setDefault(true);
    close->setFocus(); // not the text, which would look selected
    connect(copy, &QPushButton::clicked, this,
            [lines = factLines(facts)] { QApplication::clipboard()->setText(lines); });
    connect(close, &QPushButton::clicked, this, &QDialog::reject);
    rows->addWidget(buttons);
    rows->setSizeConstraint(QLayout::SetFixedSize);
}

} // namespace headlight
