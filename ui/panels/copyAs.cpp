#include "panels/copyAs.h"

#include "controls/menuEntries.h"
#include "document/Workbench.h"

#include <QCoreApplication>

namespace headlight {

void addCopyAs(QMenu& menu, Workbench& workbench, const QString& title,
               const std::function<void(const MatrixFormat&, std::optional<int> decimals)>& copy) {
    const auto tr = [](const char* text) { return QCoreApplication::translate("CopyAs", text); };
    QMenu* formats = menu.addMenu(title);
    formats->setAccessibleName(title);
    for (const MatrixFormat& format : matrixFormats())
        QObject::connect(formats->addAction(QLatin1Char('&') + QString(format.name)), &QAction::triggered, formats,
                         [&format, &workbench, copy] {
                             const int decimals = workbench.state().decimals.copied;
                             copy(format, decimals == kAllDigits ? std::nullopt : std::optional(decimals));
                         });
    formats->addSeparator();
    const auto text = [tr](int decimals) { return decimals < 0 ? tr("&All") : tr("&%1 decimals").arg(decimals); };
    addNumberChoices(*formats->addMenu(tr("&Decimals")), {kAllDigits, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9},
                     workbench.state().decimals.copied, text, {}, [&workbench](int decimals) {
                         workbench.look([decimals](Look& look) { look.decimals.copied = decimals; });
                     });
}

} // namespace headlight
