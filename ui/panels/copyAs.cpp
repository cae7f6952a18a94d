#include "panels/copyAs.h"

#include <QActionGroup>
#include <QCoreApplication>
#include <QMenu>

namespace headlight {
namespace {

std::optional<int> chosenDecimals; // GUI thread only

} // namespace

void addCopyAs(QMenu& menu, const QString& title,
               std::function<void(const MatrixFormat&, std::optional<int> decimals)> copy) {
    const auto tr = [](const char* text) { return QCoreApplication::translate("CopyAs", text); };
    QMenu* formats = menu.addMenu(title);
    formats->setAccessibleName(title);
    for (const MatrixFormat& format : matrixFormats())
        QObject::connect(formats->addAction(QLatin1Char('&') + QString(format.name)), &QAction::triggered, formats,
                         [&format, copy] { copy(format, chosenDecimals); });
    formats->addSeparator();
    QMenu* digits = formats->addMenu(tr("&Digits"));
    auto* group = new QActionGroup(digits);
    for (int decimals = -1; decimals <= 9; ++decimals) {
        QAction* action = group->addAction(
            digits->addAction(decimals < 0 ? tr("&All") : tr("&%1 decimals").arg(decimals)));
        const std::optional<int> chosen = decimals < 0 ? std::nullopt : std::optional(decimals);
        action->setCheckable(true);
        action->setChecked(chosen == chosenDecimals);
        QObject::connect(action, &QAction::triggered, digits, [chosen] { chosenDecimals = chosen; });
    }
}

} // namespace headlight
