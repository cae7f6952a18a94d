#include "dialogs/helpDialogs.h"

#include "backend/cpu/CpuBackend.h"
#include "base/memory.h"
#include "base/numberText.h"
#include "base/version.h"
#include "dialogs/dialogColumn.h"
#include "document/History.h"
#include "document/ViewState.h"

#include <QApplication>
#include <QClipboard>
#include <QFile>
#include <QPushButton>
#include <QScreen>
#include <QStringList>
#include <QSysInfo>
#include <QTextBrowser>
#include <QThread>

#include <unistd.h>

namespace headlight {
namespace {

QString say(const char* text) { return QCoreApplication::translate("MachineFacts", text); }
QString size(double bytes) { return QString::fromStdString(bytesText(bytes)); }

QString milliseconds(double ms) {
    return QString::fromStdString(fixedPoint(ms, ms < 10 ? 1 : 0)) + QStringLiteral(" ms");
}

QString processor() {
    QFile file(QStringLiteral("/proc/cpuinfo"));
    if (file.open(QIODevice::ReadOnly))
        for (const QByteArray& line : file.readAll().split('\n'))
            if (line.startsWith("model name")) return QString::fromUtf8(line.mid(line.indexOf(':') + 1)).simplified();
    return QSysInfo::currentCpuArchitecture();
}

/// Returns the bytes of memory that this program uses; 0 if the system does not say.
double resident() {
    QFile file(QStringLiteral("/proc/self/statm"));
    if (!file.open(QIODevice::ReadOnly)) return 0;
    return file.readAll().split(' ').value(1).toDouble() * static_cast<double>(sysconf(_SC_PAGESIZE));
}

} // namespace

std::vector<Fact> machineFacts(const ViewState& state) {
    std::vector<Fact> facts{{say("Computed by"), state.backend}};
    for (const QString& remark : state.backendRemarks) facts.push_back({say("Compared"), remark});
    if (state.editToPixelsMs >= 0)
        facts.push_back({say("Time from the last edit to the updated maps"), milliseconds(state.editToPixelsMs)});
    facts.push_back({say("Processor"), say("%1, %2 threads").arg(processor()).arg(QThread::idealThreadCount())});
    const double all = static_cast<double>(sysconf(_SC_PHYS_PAGES)) * static_cast<double>(sysconf(_SC_PAGESIZE));
    facts.push_back({say("Memory"), say("%1 used, %2 in total").arg(size(resident()), size(all))});
    facts.push_back({say("Memory for scores"), History::boundText(static_cast<std::size_t>(scoreMemory()))});
    facts.push_back({say("System"), QSysInfo::prettyProductName() + QStringLiteral(", ") + QSysInfo::kernelType() +
                                        QLatin1Char(' ') + QSysInfo::kernelVersion()});
    facts.push_back({say("Headlight"), QLatin1String(kVersion) + QStringLiteral(", Qt ") + QLatin1String(qVersion())});
    return facts;
}

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
    QStringList lines;
    for (const auto& [name, value] : facts) {
        lines << name + QStringLiteral(": ") + value;
        table += QStringLiteral("<tr><td style='padding: 3px 22px 3px 0px; color: %1'>%2</td><td style='padding: 3px "
                                "0px'>%3</td></tr>")
                     .arg(palette().color(QPalette::PlaceholderText).name(), name.toHtmlEscaped(),
                          value.toHtmlEscaped());
    }
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
            [lines] { QApplication::clipboard()->setText(lines.join(QLatin1Char('\n'))); });
    addButtons(*this, buttons);
    rows->setSizeConstraint(QLayout::SetFixedSize);
}

} // namespace headlight
