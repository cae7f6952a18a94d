#pragma once

#include <QHeaderView>

namespace headlight {

/// The labels beside a matrix: muted, but not that of the current cell, and elided if need be. Bands of the model are
/// brackets over them.
class MatrixHeader : public QHeaderView {
    Q_OBJECT

public:
    explicit MatrixHeader(Qt::Orientation orientation, QWidget* parent = nullptr);

    QSize sizeHint() const override { return minimumSize(); } ///< the table fixes it; Qt would measure the labels
    int bandsThickness() const; ///< the px by which brackets over its labels make it higher or wider; 0: it has none
    void setCurrent(int section, int markedGroup); ///< the current cell's section; rows of its group stand out with it

protected:
    void paintEvent(QPaintEvent*) override;
    void paintSection(QPainter*, const QRect&, int section) const override;

private:
    int current_ = -1, markedGroup_ = -1;
};

} // namespace headlight
