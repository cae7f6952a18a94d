#pragma once

#include <QWidget>

#include <utility>

class QTabBar;

namespace headlight {

class Workbench;

/// Tabs for the heads, and one for all of them at once. Its actions add, duplicate and remove heads.
class ParametersHeads : public QWidget {
    Q_OBJECT

public:
    explicit ParametersHeads(Workbench& workbench, QWidget* parent = nullptr);

    void present(int heads, int current, bool areAll, bool mayGrow, bool mayShrink);

signals:
    void allWanted(bool areAll); ///< false: the picked head

protected:
    void keyPressEvent(QKeyEvent*) override;

private:
    void pick(int tab);
    void add();
    void duplicate();
    void remove();
    void makeTabs(int heads);

    Workbench& workbench_;
    QTabBar* tabs_; ///< first all heads (hidden if there is one head), then a tab for each head
    QAction *add_, *duplicate_, *remove_;
    std::pair<int, int> made_; ///< {heads of the tabs, number of the first head}
};

} // namespace headlight
