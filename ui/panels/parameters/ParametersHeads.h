#pragma once

#include "session/Layer.h"

#include <QWidget>

#include <span>

class QTabBar;

namespace headlight {

class Workbench;

/// Tabs for the heads, and one for all of them at once. Its actions add, duplicate, remove and switch heads.
class ParametersHeads : public QWidget {
    Q_OBJECT

public:
    explicit ParametersHeads(Workbench& workbench, QWidget* parent = nullptr);

    void present(std::span<const Head> heads, int current, bool areAll, bool mayGrow, bool mayShrink);

signals:
    void allWanted(bool areAll); ///< false: the picked head

protected:
    void keyPressEvent(QKeyEvent*) override;

private:
    void pick(int tab);
    void connectActions();
    void presentTabs(std::span<const Head> heads);

    Workbench& workbench_;
    QTabBar* tabs_; ///< first all heads (hidden if there is one head), then a tab for each head
    QAction *add_, *duplicate_, *remove_, *switch_;
};

} // namespace headlight
