#pragma once

#include <QHeaderView>

namespace headlight {

class MatrixTable;

/// The labels beside a matrix: muted, but not that of the current cell and its twins, and elided if need be. Bands of
/// the model are brackets over them.
class MatrixHeader : public QHeaderView {
    Q_OBJECT

public:
    MatrixHeader(Qt::Orientation orientation, MatrixTable* parent);

    QSize sizeHint() const override { return minimumSize(); } ///< the table fixes it; Qt would measure the labels
    int bandsThickness() const; ///< the px by which brackets over its labels make it higher or wider; 0: it has none

protected:
    void paintEvent(QPaintEvent*) override;
    void paintSection(QPainter*, const QRect&, int section) const override;
};

} // namespace headlight
