#pragma once

#include "document/ViewState.h"
#include "panels/Panel.h"

#include <QTimer>

class QComboBox;
class QGridLayout;
class QLabel;
class QPushButton;
class QSlider;

namespace headlight {

class IconButton;

/// The computation of the selected query, one operation at a time (ViewState::step): where it stands, and in words
/// what happens. A bar over the foot of the window, hidden while it is not used, so that no map moves. Playing is steps
/// by a timer, which waits while a person is in a menu, a dialog or a cell, or drags. Its height is the same at every
/// step.
class StepsPanel : public Panel {
    Q_OBJECT

public:
    explicit StepsPanel(Workbench& workbench, QWidget* parent = nullptr);
    void present(const ViewState&) override;

    bool hasHeightForWidth() const override { return true; } // it covers the foot
    int heightForWidth(int) const override { return sizeHint().height(); }
    bool isPlaying() const { return timer_.isActive(); }

protected:
    void keyPressEvent(QKeyEvent*) override;
    void resizeEvent(QResizeEvent*) override;

private:
    QLayout* makeControls();
    QWidget* makeClose();
    void fitWords();
    void play(bool on);
    void goTo(int index);
    void showMaps();
    void takeMapsBack(const ViewState&);
    void followMaps(const ViewState&, const std::vector<Stage>& ofStep);
    void lightTables(const Response&);

    std::pair<std::vector<Stage>, bool> before_; ///< the maps that were shown then, and whether one head was alone
    std::vector<Stage> followed_; ///< the maps that are shown for the step, since it was asked for; empty: those that
                                  ///< are wanted otherwise
    Request lit_;                 ///< whose tables are lit
    std::optional<Parameter> table_; ///< that it last showed
    QTimer timer_;
    QGridLayout* grid_;
    IconButton* play_ = nullptr;
    QComboBox* speed_ = nullptr;
    QSlider* progress_ = nullptr;
    QLabel *place_ = nullptr, *words_;
    QPushButton* show_;
};

} // namespace headlight
