#pragma once

#include <QWidget>

#include <functional>
#include <vector>

class QScrollArea;
class QVBoxLayout;

namespace headlight {

/// The contents of the window below its menus: rows, and under them the foot. If the rows need more height than there
/// is (a small window, large text) they scroll together, so that none is cut or overlaps the next. Bars come and go
/// over the foot and move nothing; a bar that is higher than the foot covers the lower end of the rows. One with the
/// property "takesSpace", which stays for long, reduces the height of the rows instead. One with the property "isAtTop"
/// is in the upper right corner, where it covers no token.
class MainArea : public QWidget {
    Q_OBJECT

public:
    explicit MainArea(QWidget* parent = nullptr);

    QWidget* sheet() const { return sheet_; } ///< the parent of all rows
    void addRow(QWidget* row, int stretch = 0);
    /// The foot may be hidden. `news` returns the current width of the foot's right end, which bars of one line leave
    /// free if they have space.
    void setFoot(QWidget* foot, std::function<int()> news);
    /// `tokensEnd`: returns where the tokens above the formula end. A bar at the top is beside them, or over the
    /// formula.
    void setTop(std::function<int()> tokensEnd, QWidget& formula);
    void addBar(QWidget* bar); ///< adds it above the bars that were added before

    QSize minimumSizeHint() const override; ///< as wide as the rows

protected:
    void resizeEvent(QResizeEvent*) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    int minHeight(int width) const; ///< the minimum height of the rows
    int footHeight() const;
    void placeRows();
    void placeBars();
    void placeAtTop(QWidget& bar) const;

    QScrollArea* scroll_;
    QWidget* sheet_;
    QVBoxLayout *rows_, *column_;
    QWidget* foot_ = nullptr;
    std::function<int()> news_, tokensEnd_;
    const QWidget* formula_ = nullptr;
    std::vector<QWidget*> bars_;
};

} // namespace headlight
