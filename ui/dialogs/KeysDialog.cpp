#include "dialogs/KeysDialog.h"

#include "dialogs/dialogColumn.h"

#include <QDialogButtonBox>
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
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    QVBoxLayout* rows = dialogColumn(*this);
    rows->addWidget(text, 1);
    rows->addWidget(buttons);
    resize(QSize(620, 640).boundedTo(screen()->availableSize() * 9 / 10));
}

} // namespace headlight
