#pragma once

#include <QWidget>

#include <functional>
#include <vector>

class QScrollArea;
class QVBoxLayout;

namespace headlight {

/// What the window holds below its menus: rows, and under them the foot. Where the rows need more height than there is
/// (a small window, large text) they scroll together, so that none is cut or laid over the next. Bars come and go over
/// the foot: they move nothing, and cover what is above it only by what they are higher; one with the property
/// "takesRoom", which stays for long, leaves the rows that much less height.
class MainArea : public QWidget {
    Q_OBJECT

public:
    explicit MainArea(QWidget* parent = nullptr);

    QWidget* sheet() const { return sheet_; } ///< the parent of what becomes a row
    void addRow(QWidget* row, int stretch = 0);
    /// `news`: how wide its right end is now, which bars of one line leave free where they have room without it.
    void setFoot(QWidget* foot, std::function<int()> news);
    void addBar(QWidget* bar); ///< above the bars that were added before it

    QSize minimumSizeHint() const override; ///< as wide as the rows

protected:
    void resizeEvent(QResizeEvent*) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    int leastHeight(int width) const; ///< of the rows
    void placeRows();
    void placeBars();

    QScrollArea* scroll_;
    QWidget* sheet_;
    QVBoxLayout *rows_, *column_;
    QWidget* foot_ = nullptr;
    std::function<int()> news_;
    std::vector<QWidget*> bars_;
};

} // namespace headlight
