#include "document/machineFacts.h"

#include "backend/cpu/CpuBackend.h"
#include "base/numberText.h"
#include "base/version.h"
#include "document/History.h"

#include <QCoreApplication>
#include <QFile>
#include <QStringList>
#include <QSysInfo>
#include <QThread>

#include <unistd.h>

namespace headlight {
namespace {

QString say(const char* text) { return QCoreApplication::translate("MachineFacts", text); }

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

QString memory(double bytes) {
    const bool isLarge = bytes >= 1e9;
    return QString::fromStdString(fixedPoint(bytes / (isLarge ? 1e9 : 1e6), isLarge ? 1 : 0)) +
           QLatin1String(isLarge ? " GB" : " MB");
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
    facts.push_back({say("Memory"), say("%1 used, %2 in total").arg(memory(resident()), memory(all))});
    facts.push_back({say("Memory for scores"), History::boundText(static_cast<std::size_t>(scoreMemory()))});
    facts.push_back({say("System"), QSysInfo::prettyProductName() + QStringLiteral(", ") + QSysInfo::kernelType() +
                                        QLatin1Char(' ') + QSysInfo::kernelVersion()});
    facts.push_back({say("Headlight"), QLatin1String(kVersion) + QStringLiteral(", Qt ") + QLatin1String(qVersion())});
    return facts;
}

QString factLines(const std::vector<Fact>& facts) {
    QStringList lines;
    for (const auto& [name, value] : facts) lines << name + QStringLiteral(": ") + value;
    return lines.join(QLatin1Char('\n'));
}

} // namespace headlight
