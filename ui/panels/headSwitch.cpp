#include "panels/headSwitch.h"

#include "document/Workbench.h"
#include "session/edits.h"
#include "words/conventions.h"

#include <QCoreApplication>

namespace headlight {

void switchHead(Workbench& workbench, int head, bool isOn) {
    const char* label = isOn ? QT_TRANSLATE_NOOP("ParametersHeads", "Switch head %1 on")
                             : QT_TRANSLATE_NOOP("ParametersHeads", "Switch head %1 off");
    workbench.apply(QCoreApplication::translate("ParametersHeads", label).arg(placeText(head)),
                    [=, layer = workbench.state().view.layer](const Session& s, const Watch&) {
                        return withHeadSwitched(s, layer, head, isOn);
                    });
}

} // namespace headlight
