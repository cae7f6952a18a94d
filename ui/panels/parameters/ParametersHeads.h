#pragma once

#include "style/Theme.h"

#include <QWidget>

#include <vector>

class QComboBox;
class QHBoxLayout;

namespace headlight {

class SegmentButton;
class SegmentGround;
class SignButton;
class Workbench;

/// Which head, and what can be done with heads: a row of segments where all have room, else a field with a list,
/// through which the wheel goes, too.
class ParametersHeads : public QWidget {
    Q_OBJECT

public:
    explicit ParametersHeads(Workbench& workbench, QWidget* parent = nullptr);

    void show(int heads, int current, bool mayGrow);
    void setTheme(const Theme& theme);

protected:
    void resizeEvent(QResizeEvent*) override;
    void wheelEvent(QWheelEvent*) override;

private:
    void pick(int head);
    void add();
    void duplicate();
    void remove();
    void resizeTo(int heads);
    void chain();  ///< Tab goes through them as they stand
    void settle(); ///< segments, or the field

    Workbench& workbench_;
    SegmentGround* ground_;
    QComboBox* field_;
    QHBoxLayout* row_;
    SignButton *previous_, *next_, *add_, *duplicate_, *remove_;
    std::vector<SegmentButton*> segments_;
    const Theme* theme_ = &lightTheme();
    int current_ = -1;
    int turned_ = 0; ///< the wheel, less than a notch
};

} // namespace headlight
