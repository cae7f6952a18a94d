#pragma once

#include "text/Tokens.h"

#include <QListView>

class QToolButton;

namespace headlight {

class ChipDelegate;
class TokenModel;

/// The tokens, in one line that scrolls.
class TokenChips : public QListView {
    Q_OBJECT

public:
    explicit TokenChips(QWidget* parent = nullptr);

    void setTokens(const Frozen<Tokens>& tokens);
    /// Sets the accessible description, which is also painted behind the last chip if it fits.
    void setSummary(const QString& text);
    void showSummary(bool on);          ///< or leave it to screen readers
    void setMarked(int query, int key); ///< -1: none
    void showIds(bool on);

    int end() const { return contentsSize().width() - horizontalOffset(); } ///< px of the last chip, with its gap
    QRect visualRect(const QModelIndex& token) const override;              ///< the chip, without the gap behind it

signals:
    void queryPicked(int token);
    void keyPicked(int token);

protected:
    void paintEvent(QPaintEvent*) override;
    void mousePressEvent(QMouseEvent*) override;
    void mouseMoveEvent(QMouseEvent*) override;
    void leaveEvent(QEvent*) override;
    void keyPressEvent(QKeyEvent*) override;
    void resizeEvent(QResizeEvent*) override;
    void selectionChanged(const QItemSelection&, const QItemSelection&) override;

private:
    QToolButton* makeEnd(const QString& name, int direction);
    void layOut(); ///< measures all chips again
    void placeEnds();
    void reveal(int token); ///< scrolls until the chip is clear of both ends
    void pick(int token, bool isKey);
    void setHovered(int token);

    TokenModel* model_;
    ChipDelegate* delegate_;
    bool isSummaryShown_ = true;
    QToolButton *earlier_, *later_; ///< arrows over the ends of the line, if it goes on there
};

} // namespace headlight
