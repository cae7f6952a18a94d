#pragma once

#include "style/Theme.h"

#include <QWidget>

#include <vector>

class QComboBox;
class QHBoxLayout;

namespace headlight {

class SegmentButton;
class SegmentTrack;
class IconButton;
class Workbench;

/// Which head, or of several all at once, and what can be done with heads: a row of segments where all have room, else
/// a field with a list, through which the wheel goes, too.
class ParametersHeads : public QWidget {
    Q_OBJECT

public:
    explicit ParametersHeads(Workbench& workbench, QWidget* parent = nullptr);

    void show(int heads, int current, bool areAll, bool mayGrow);
    void setTheme(const Theme& theme);

signals:
    void allWanted(bool areAll); ///< or the one that is picked

protected:
    void resizeEvent(QResizeEvent*) override;
    void wheelEvent(QWheelEvent*) override;

private:
    void pick(int head); ///< to look at this one alone
    void step(int head); ///< to select it
    void add();
    void duplicate();
    void remove();
    void resizeTo(int heads);
    void spell(); ///< what they are called
    void chain(); ///< Tab goes through them as they stand
    int spelled(bool inFull);
    void settle(); ///< segments, or the field

    Workbench& workbench_;
    SegmentTrack* ground_;
    QComboBox* field_;
    QHBoxLayout* row_;
    IconButton *previous_, *next_, *add_, *duplicate_, *remove_;
    SegmentButton* whole_; ///< all of them, in front of the segments
    std::vector<SegmentButton*> segments_;
    const Theme* theme_ = &lightTheme();
    int current_ = -1;
    bool areAll_ = false; ///< as last shown
    int counted_ = -1;    ///< the number of the first
    int turned_ = 0;      ///< the wheel, less than a notch
};

} // namespace headlight
