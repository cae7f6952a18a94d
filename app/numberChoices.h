#pragma once

#include <QString>

#include <functional>
#include <set>

class QMenu;

namespace headlight {

/// Fills a menu with numbers of which one is chosen: those of `offered` and `kept`, which perhaps only the settings
/// could name. `tip` is that of each; `choose` is called when a person chooses.
void addNumberChoices(QMenu& menu, std::set<int> offered, int kept, const std::function<QString(int)>& text,
                      const QString& tip, const std::function<void(int)>& choose);

} // namespace headlight
