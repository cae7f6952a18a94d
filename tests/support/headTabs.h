#pragma once
// Finds the tabs of the heads by their accessible names.

#include "support/controls.h"

#include <QTabBar>

namespace headlight::testing {

inline QTabBar& headTabs(QWidget& root) { return *control<QTabBar>(root, QStringLiteral("Head")); }

/// Returns the name of the selected tab, such as "Head 2" or "All heads as one W".
inline QString pickedHead(QWidget& root) {
    const QTabBar& tabs = headTabs(root);
    return tabs.accessibleTabName(tabs.currentIndex());
}

inline void clickHead(QWidget& root, const QString& name) {
    QTabBar& tabs = headTabs(root);
    for (int i = 0; i < tabs.count(); ++i)
        if (tabs.accessibleTabName(i) == name && tabs.isTabVisible(i))
            return QTest::mouseClick(&tabs, Qt::LeftButton, {}, tabs.tabRect(i).center());
    qFatal("There is no tab \"%s\".", qPrintable(name));
}

} // namespace headlight::testing
