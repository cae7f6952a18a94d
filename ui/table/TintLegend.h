#pragma once

#include "style/Theme.h"

#include <QWidget>

#include <vector>

class QLabel;

namespace headlight {

/// What the tints of tables say: from the least to the largest number, which is another one in each table.
class TintLegend : public QWidget {
    Q_OBJECT

public:
    explicit TintLegend(QWidget* parent = nullptr);

    struct Scale {
        QString of;        ///< "W_q"
        float largest = 0; ///< magnitude
    };
    void show(const std::vector<Scale>& scales);
    void setTheme(const Theme& theme);

protected:
    void paintEvent(QPaintEvent*) override;

private:
    const Theme* theme_ = &lightTheme();
    QLabel* said_;
};

} // namespace headlight
