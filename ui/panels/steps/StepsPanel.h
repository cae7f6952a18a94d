#pragma once

#include "document/ViewState.h"
#include "panels/Panel.h"

#include <QTimer>

class QComboBox;
class QGridLayout;
class QLabel;
class QPushButton;
class QShortcut;
class QSlider;
class QToolButton;

namespace headlight {

class IconButton;
class LinkedLabel;

/// The walk through the computation of the selected query (ViewState::step): the current step, and a sentence on it.
/// A bar over the foot of the window, hidden without a walk and as high at every step, so that no map moves. In a
/// presentation it is the caption, with larger words before fewer controls, and has the lesson while there is no step.
/// Playing is steps by a timer, which waits while the user is in a menu, a dialog or a cell, or drags.
class StepsPanel : public Panel {
    Q_OBJECT

public:
    explicit StepsPanel(Workbench& workbench, QWidget* parent = nullptr);
    void present(const ViewState&) override;
    /// `html`: what a presentation shows while there is no step; empty: nothing. The others enable the buttons.
    void setLesson(const QString& html, bool hasBack, bool hasNext);

    bool hasHeightForWidth() const override { return true; } // so that it covers the foot exactly
    int heightForWidth(int) const override { return sizeHint().height(); }
    bool isPlaying() const { return timer_.isActive(); }

signals:
    void lessonWanted(int by); ///< 1: the next one, -1: the previous one
    void lessonClosed();
    void linkFollowed(const QString& link); ///< in the lesson

protected:
    void resizeEvent(QResizeEvent*) override;

private:
    QWidget* makeControls();
    QWidget* makeClose();
    void fitWords();
    void play(bool on);
    void goTo(int index);
    void go(int by);
    void presentControls(const ViewState&);
    void showMaps();
    void takeMapsBack(const ViewState&);
    void followMaps(const ViewState&, const std::vector<Stage>& ofStep);
    void lightTables(const Response&);

    struct Lesson {
        QString html;
        bool hasBack = false, hasNext = false;
        friend bool operator==(const Lesson&, const Lesson&) = default;
    };

    Lesson lesson_;
    std::vector<QShortcut*> keys_;
    std::pair<std::vector<Stage>, bool> before_; ///< the maps before showMaps(); true: one head
    std::vector<Stage> followed_;                ///< the maps shown for the step since showMaps(); empty: the user's
    Request lit_;                                ///< the request whose numbers are lit in the tables
    std::optional<Parameter> table_;             ///< the table that the panel showed last
    QTimer timer_;
    QGridLayout* grid_;
    IconButton *first_ = nullptr, *back_ = nullptr, *play_ = nullptr, *next_ = nullptr;
    QComboBox* speed_ = nullptr;
    QSlider* progress_ = nullptr;
    QLabel* place_ = nullptr;
    LinkedLabel* words_;
    QWidget* controls_;
    QPushButton* show_;
    QToolButton* close_ = nullptr;
};

} // namespace headlight
