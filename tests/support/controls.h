#pragma once

#include <QTest>
#include <QWidget>

namespace headlight::testing {

/// The control of that type and accessible name below `root`, as a person would look for it (a label by its
/// description, for its name is its text); fails loudly if there is none, or if several are visible: then say within
/// which panel. One that is visible goes before those that are not. A table "W_q of head 2" is also "W_q", of whichever
/// head.
template <class T>
T* control(QWidget& root, const QString& accessibleName) {
    T* found = nullptr;
    for (T* candidate : root.findChildren<T*>()) {
        const bool isLabel = candidate->inherits("QLabel") && candidate->accessibleName().isEmpty();
        const QString name = isLabel ? candidate->accessibleDescription() : candidate->accessibleName();
        if (name != accessibleName && !name.startsWith(accessibleName + " of head ")) continue;
        if (found && found->isVisible() && candidate->isVisible())
            qFatal("There is more than one %s named \"%s\" to be seen.", T::staticMetaObject.className(),
                   qPrintable(accessibleName));
        if (!found || (candidate->isVisible() && !found->isVisible())) found = candidate;
    }
    if (!found) qFatal("There is no %s named \"%s\".", T::staticMetaObject.className(), qPrintable(accessibleName));
    return found;
}

} // namespace headlight::testing
