#pragma once

#include <QString>

#include <functional>
#include <set>

class QMenu;

namespace headlight {

/// Fills a menu with numbers of which one is chosen: `offered`, and the current one, `kept`, which may come from a
/// settings file. `tip` is the tool tip of each; `choose` is called when the user chooses.
void addNumberChoices(QMenu& menu, std::set<int> offered, int kept, const std::function<QString(int)>& text,
                      const QString& tip, const std::function<void(int)>& choose);

} // namespace headlight
