#include "controls/menuEntries.h"

#include <QActionGroup>

#include <algorithm>

namespace headlight {

void addNumberChoices(QMenu& menu, std::vector<int> offered, int kept, const std::function<QString(int)>& text,
                      const QString& tip, const std::function<void(int)>& choose) {
    menu.setAccessibleName(menu.title().remove(u'&'));
    menu.setToolTipsVisible(!tip.isEmpty());
    auto* choices = new QActionGroup(&menu);
    if (std::ranges::count(offered, kept) == 0) offered.insert(std::ranges::lower_bound(offered, kept), kept);
    for (const int number : offered) {
        QAction* choice = menu.addAction(text(number));
        choice->setCheckable(true);
        choice->setChecked(number == kept);
        choice->setToolTip(tip);
        choices->addAction(choice);
        QObject::connect(choice, &QAction::triggered, &menu, [choose, number] { choose(number); });
    }
}

} // namespace headlight
