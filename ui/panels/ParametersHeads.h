#pragma once

#include <vector>

#include <QWidget>

#include "style/Theme.h"

class QHBoxLayout;
class QScrollArea;

namespace headlight {

class SegmentButton;
class SegmentGround;
class SignButton;

/// Which head: a row of segments that scrolls when there are many, and what can be done with heads.
class ParametersHeads : public QWidget {
    Q_OBJECT

public:
    explicit ParametersHeads(QWidget* parent = nullptr);

    void show(int heads, int current, bool mayGrow);
    void setTheme(const Theme& theme);

signals:
    void picked(int head);
    void addAsked();
    void duplicateAsked();
    void removeAsked();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void resizeEvent(QResizeEvent*) override;

private:
    void resizeTo(int heads);
    void settle();

    QScrollArea* strip_;
    SegmentGround* ground_;
    QHBoxLayout* row_;
    SignButton *previous_, *next_, *add_, *duplicate_, *remove_;
    std::vector<SegmentButton*> segments_;
    const Theme* theme_ = &lightTheme();
    int current_ = -1;
};

} // namespace headlight
