#pragma once

#include "style/wrappedLabel.h"

namespace headlight {

/// Makes the label that replaces the maps when there are none.
inline QLabel* makeMessageLabel() {
    QLabel* label = wrappedLabel({}, "caption");
    label->setAlignment(Qt::AlignCenter);
    label->setMargin(40);
    return label;
}

} // namespace headlight
