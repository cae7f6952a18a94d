#pragma once

#include <QFont>
#include <QHash>
#include <QStyledItemDelegate>

namespace headlight {

class NumberField;

/// Returns how many decimals, at most four, fit into `width` pixels for `widest`, the number of a table that needs most
/// space.
int fittingDecimals(float widest, int width, const QFontMetrics&);
/// Returns `value` in at most `width` pixels, with so many decimals, or as many as fit. Where it would be 0 or does not
/// fit, it has an exponent, or is "…".
QString fittingNumber(float value, int decimals, int width, const QFontMetrics&);

/// Paints the numbers of a MatrixTable on their tints and edits them in a line. After Enter, Tab, an arrow key or a
/// change of focus, text that is no number stays in the editor, marked, until it is one or Esc drops it.
class NumberDelegate : public QStyledItemDelegate {
    Q_OBJECT

public:
    explicit NumberDelegate(QObject* parent = nullptr);

    void paint(QPainter*, const QStyleOptionViewItem&, const QModelIndex&) const override;
    QWidget* createEditor(QWidget* parent, const QStyleOptionViewItem&, const QModelIndex&) const override;
    void setEditorData(QWidget* editor, const QModelIndex&) const override;
    void setModelData(QWidget* editor, QAbstractItemModel*, const QModelIndex&) const override;
    void updateEditorGeometry(QWidget* editor, const QStyleOptionViewItem&, const QModelIndex&) const override;
    bool helpEvent(QHelpEvent*, QAbstractItemView*, const QStyleOptionViewItem&, const QModelIndex&) override;

signals:
    void refused(const QString& message);        ///< empty: the last message no longer holds
    void committed(int rowStep, int columnStep); ///< the current cell moves on by this, from row to row by Tab

protected:
    bool eventFilter(QObject* editor, QEvent*) override;

private:
    bool finish(NumberField* editor, int rowStep, int columnStep);
    QString textOf(float value, float widest, int width, const QFont& font) const;

    struct Texts {
        int decimals = 0;
        QHash<quint32, QString> ofBits{}; ///< by the bits of a number
    };
    mutable QHash<int, Texts> texts_; ///< what was painted last, by the width of the cell
    mutable float widest_ = 0;        ///< those of texts_
    mutable QFont font_;
};

} // namespace headlight
