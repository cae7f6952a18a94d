#include "dialogs/helpDialogs.h"

#include "dialogs/dialogColumn.h"

#include <QApplication>
#include <QClipboard>
#include <QPushButton>
#include <QScreen>
#include <QTextBrowser>

namespace headlight {

KeysDialog::KeysDialog(const std::vector<KeyGroup>& groups, QWidget* parent) : QDialog(parent) {
    setWindowTitle(tr("Keyboard and mouse shortcuts"));
    QString html;
    for (const KeyGroup& group : groups) {
        html += QStringLiteral("<h4 style='margin: 12px 0px 4px 0px'>%1</h4><table width='100%'>")
                    .arg(group.title.toHtmlEscaped());
        for (const auto& [keys, does] : group.lines)
            html += QStringLiteral("<tr><td width='36%' style='padding: 2px 14px 2px 0px'><b>%1</b></td>"
                                   "<td style='padding: 2px 0px; color: %2'>%3</td></tr>")
                        .arg(keys.toHtmlEscaped(), palette().color(QPalette::PlaceholderText).name(),
                             does.toHtmlEscaped());
        html += QStringLiteral("</table>");
    }
    auto* text = new QTextBrowser;
    text->setAccessibleName(tr("Keyboard and mouse shortcuts"));
    text->setFrameShape(QFrame::NoFrame);
    QPalette ground = text->palette();
    ground.setColor(QPalette::Base, ground.color(QPalette::Window)); // no sheet of paper in the dialog
    text->setPalette(ground);
    text->setHtml(html);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close);
    buttons->button(QDialogButtonBox::Close)->setDefault(true);
    dialogColumn(*this)->addWidget(text, 1);
    addButtons(*this, buttons);
    resize(QSize(620, 640).boundedTo(screen()->availableSize() * 9 / 10));
}

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
    addButtons(*this, buttons);
    rows->setSizeConstraint(QLayout::SetFixedSize);
}

} // namespace headlight
