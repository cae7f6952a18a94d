#pragma once

#include <QLayout>

#include <memory>
#include <vector>

namespace headlight {

/// Controls beside each other, in as many lines as the width asks for. On one line, those after alignRest() stand at
/// its end.
class WrapLayout : public QLayout {
    Q_OBJECT

public:
    using QLayout::QLayout;
    ~WrapLayout() override;

    void alignRest() { atEnd_ = count(); }
    /// How many lines it would have in this width if just these were shown.
    int linesOf(const std::vector<const QWidget*>& shown, int width) const;

    void addItem(QLayoutItem* item) override;
    int count() const override { return static_cast<int>(items_.size()); }
    QLayoutItem* itemAt(int index) const override;
    QLayoutItem* takeAt(int index) override;
    Qt::Orientations expandingDirections() const override { return {}; }
    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;
    QSize sizeHint() const override; ///< of one line
    QSize minimumSize() const override;
    void setGeometry(const QRect& rect) override;

private:
    struct Line {
        std::vector<QLayoutItem*> items;
        int width = 0, height = 0;
    };
    using Items = std::vector<QLayoutItem*>; ///< each at its place; null: left out
    Items shown() const;
    std::vector<Line> linesFor(int width, const Items& items) const; ///< `width` without the margins
    int widthOf(const Items& items, int from = 0) const;             ///< of these on one line

    std::vector<std::unique_ptr<QLayoutItem>> items_;
    int atEnd_ = -1; ///< the first item that stands at the end
};

} // namespace headlight
