#pragma once

#include <QLabel>
#include <QTest>
#include <QTextDocumentFragment>
#include <QWidget>

namespace headlight::testing {

/// Returns the control of this type and accessible name below `root`, as a person would look for it. A label is found
/// by its description, since its name is its text. A visible control goes before hidden ones. Ends the test if there is
/// none, or if several are visible: then pass the panel as `root`. "W_q" also finds "W_q of head 2", of any head.
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

/// Returns the text of a label of rich text, without its formats: "Wq" for W with a small q.
inline QString shownText(const QLabel& label) { return QTextDocumentFragment::fromHtml(label.text()).toPlainText(); }

} // namespace headlight::testing
