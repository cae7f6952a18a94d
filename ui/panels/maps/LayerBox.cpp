#include "panels/maps/LayerBox.h"

#include "words/conventions.h"
#include "words/wording.h"

#include <utility>

namespace headlight {
namespace {

constexpr int kListed = 16; // entries that are seen at once

} // namespace

LayerBox::LayerBox(QWidget* parent) : QComboBox(parent) {
    setAccessibleName(tr("Layer"));
    setToolTip(tr("Layer shown in all panels; press { or } to change it"));
    setFocusPolicy(Qt::StrongFocus);
    setMaxVisibleItems(kListed);
    setSizeAdjustPolicy(QComboBox::AdjustToContents);
    setStyleSheet(QStringLiteral("QComboBox { combobox-popup: 0; }")); // a list that scrolls
}

void LayerBox::show(int layers, int current) {
    if (layers != count() || counted_ != numberOf(0)) {
        counted_ = numberOf(0);
        clear();
        for (int layer = 0; layer < layers; ++layer) addItem(titleOfLayer(layer));
    }
    setCurrentIndex(current);
    setVisible(layers > 1);
}

} // namespace headlight
