#pragma once

#include "controls/paintChip.h"
#include "text/Tokens.h"

#include <QAbstractScrollArea>

#include <unordered_map>
#include <vector>

namespace headlight {

/// The tokens with their ids, in one line that scrolls. Paints only what can be seen, so that thousands cost nothing.
class TokenChips : public QAbstractScrollArea {
    Q_OBJECT

public:
    explicit TokenChips(QWidget* parent = nullptr);

    void setTokens(const Frozen<Tokens>& tokens);
    void setSummary(const QString& text);  ///< painted behind the last chip, if there is room
    void setSelection(int query, int key); ///< -1: none
    void setTheme(const Theme& theme);

    QRect chipRect(int token) const;    ///< in the viewport, for pointers and tests
    int chipAt(const QPoint& at) const; ///< -1 beside them
    int count() const { return static_cast<int>(shown_.size()); }
    const QString& shownAt(int token) const { return shown_[static_cast<std::size_t>(token)]; }
    int query() const { return query_; }
    int key() const { return key_; }
    int wholeWidth() const;
    const QString& summary() const { return summary_; }
    QString tipOf(int token) const;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

signals:
    void queryPicked(int token);
    void keyPicked(int token);

protected:
    void paintEvent(QPaintEvent*) override;
    void mousePressEvent(QMouseEvent*) override;
    void mouseMoveEvent(QMouseEvent*) override;
    void leaveEvent(QEvent*) override;
    void wheelEvent(QWheelEvent*) override;
    void keyPressEvent(QKeyEvent*) override;
    void resizeEvent(QResizeEvent*) override;
    void focusInEvent(QFocusEvent*) override;
    void focusOutEvent(QFocusEvent*) override;
    bool viewportEvent(QEvent*) override;

private:
    int offset() const;
    int idOf(int token) const;
    Chip chip(int token) const;
    void measure();
    void settleRange();
    void reveal(int token); ///< clear of both ends, as long as nobody scrolls
    void scrollBy(int pixels);
    void setHovered(int token);
    bool isEdge(const QPoint& at, int& direction) const;

    Frozen<Tokens> tokens_;
    std::vector<QString> shown_;
    QString summary_;
    std::vector<int> left_{0};             ///< where each chip begins; one more for the end
    std::unordered_map<int, int> sharers_; ///< id: how many tokens have it
    ChipWidths widths_;
    const Theme* theme_ = &lightTheme();
    int query_ = -1, key_ = -1, hovered_ = -1;
    int revealed_ = -1; ///< stays in sight when the line gets another width
};

} // namespace headlight
