#include "panels/inspector/address.h"

#include <QStringList>

#include <array>

namespace headlight {
namespace {

template <class At>
QString text(const char* name, const At& at) {
    return QStringLiteral("%1/%2/%3/%4/%5").arg(QLatin1String(name)).arg(at.layer).arg(at.head).arg(at.row).arg(at.col);
}
QString textOf(std::monostate) { return {}; }
QString textOf(const CellRef& cell) { return text(infoOf(cell.stage).id, cell); }
QString textOf(const ParameterCell& entry) { return text(symbolOf(entry.parameter), entry); }

Address addressIn(const QString& text) {
    const QStringList parts = text.split(QLatin1Char('/'));
    if (parts.size() != 5) return {};
    std::array<int, 4> at{};
    for (int i = 0; i < 4; ++i) {
        bool isNumber = false;
        at[static_cast<std::size_t>(i)] = parts[i + 1].toInt(&isNumber);
        if (!isNumber) return {};
    }
    const std::string name = parts[0].toStdString();
    for (int i = 0; i < static_cast<int>(Parameter::End); ++i)
        if (const auto parameter = static_cast<Parameter>(i); name == std::string("entry:") + symbolOf(parameter))
            return ParameterCell{parameter, at[0], at[1], at[2], at[3]};
    if (const StageInfo* info = findStage(name)) return CellRef{info->stage, at[0], at[1], at[2], at[3]};
    return {};
}

} // namespace

QString addressText(const std::vector<Address>& addresses) {
    QStringList texts;
    for (const Address& address : addresses)
        if (const QString one = std::visit([](const auto& at) { return textOf(at); }, address); !one.isEmpty())
            texts << (std::holds_alternative<ParameterCell>(address) ? QStringLiteral("entry:") + one : one);
    return texts.join(QLatin1Char(';'));
}

std::vector<Address> addressesIn(const QString& text) {
    std::vector<Address> addresses;
    for (const QString& one : text.split(QLatin1Char(';')))
        if (const Address address = addressIn(one); address.index() != 0) addresses.push_back(address);
    return addresses;
}

} // namespace headlight
