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
    std::vector<Line> linesFor(int width) const; ///< of what is not hidden; `width` without the margins
    int widthOf(int from, int end) const;        ///< of these on one line

    std::vector<std::unique_ptr<QLayoutItem>> items_;
    int atEnd_ = -1; ///< the first item that stands at the end
};

} // namespace headlight
