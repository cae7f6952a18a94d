#include "panels/inspector/address.h"

#include <QRegularExpression>
#include <QStringList>

namespace headlight {
namespace {

QString text(const QString& name, const auto& at) {
    return QStringLiteral("%1/%2/%3/%4/%5").arg(name).arg(at.layer).arg(at.head).arg(at.row).arg(at.col);
}
QString textOf(std::monostate) { return {}; }
QString textOf(const CellRef& cell) { return text(QLatin1String(infoOf(cell.stage).id), cell); }
QString textOf(const ParameterCell& entry) {
    return text(QStringLiteral("entry:") + QLatin1String(symbolOf(entry.parameter)), entry);
}

Address addressIn(const QString& text) {
    static const QRegularExpression form(QStringLiteral("^(entry:)?([^/]+)/(-?\\d+)/(-?\\d+)/(-?\\d+)/(-?\\d+)$"));
    const QRegularExpressionMatch found = form.match(text);
    const std::string name = found.captured(2).toStdString();
    const auto at = [&found](int place) { return found.capturedView(3 + place).toInt(); };
    const StageInfo* info = found.hasCaptured(1) ? nullptr : findStage(name);
    if (info) return CellRef{info->stage, at(0), at(1), at(2), at(3)};
    for (int i = 0; found.hasCaptured(1) && i < static_cast<int>(Parameter::End); ++i)
        if (const auto parameter = static_cast<Parameter>(i); name == symbolOf(parameter))
            return ParameterCell{parameter, at(0), at(1), at(2), at(3)};
    return {};
}

} // namespace

QString addressText(const std::vector<Address>& addresses) {
    QStringList texts;
    for (const Address& address : addresses) texts << std::visit([](const auto& at) { return textOf(at); }, address);
    texts.removeAll(QString());
    return texts.join(QLatin1Char(';'));
}

std::vector<Address> addressesIn(const QString& text) {
    std::vector<Address> addresses;
    for (const QString& one : text.split(QLatin1Char(';')))
        if (const Address address = addressIn(one); address.index() != 0) addresses.push_back(address);
    return addresses;
}

} // namespace headlight
