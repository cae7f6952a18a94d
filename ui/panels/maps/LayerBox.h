#pragma once

#include <QComboBox>

namespace headlight {

/// Whose maps, stages and parameters the window shows, where a session has several layers.
class LayerBox : public QComboBox {
    Q_OBJECT

public:
    explicit LayerBox(QWidget* parent = nullptr);
    void show(int layers, int current); ///< hidden where there is but one

private:
    int counted_ = -1; ///< from where, as the entries do
};

} // namespace headlight
