#pragma once

#include "style/Theme.h"

#include <QWidget>

#include <vector>

class QHBoxLayout;

namespace headlight {

class SegmentButton;
class SegmentGround;
class SignButton;
class Workbench;

/// Which head: a row of segments, of which only whole ones are shown and the current one always, and what can be done
/// with heads. The wheel looks at the others.
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
    void settle(bool reveal); ///< which segments are shown; reveal: the current one among them
    int count() const { return static_cast<int>(segments_.size()); }
    int room(bool withEnds) const;
    int shownEnd(int first, int width) const;

    Workbench& workbench_;
    SegmentGround* ground_;
    QHBoxLayout* row_;
    SignButton *previous_, *next_, *add_, *duplicate_, *remove_;
    std::vector<SegmentButton*> segments_;
    const Theme* theme_ = &lightTheme();
    int current_ = -1;
    int first_ = 0;  ///< of the shown segments
    int turned_ = 0; ///< the wheel, less than a notch
};

} // namespace headlight
