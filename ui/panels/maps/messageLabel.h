#pragma once

#include <QLabel>

namespace headlight {

/// Makes the label that replaces the maps when there are none.
inline QLabel* makeMessageLabel() {
    auto* label = new QLabel;
    label->setObjectName("caption");
    label->setAlignment(Qt::AlignCenter);
    label->setWordWrap(true);
    label->setMargin(40);
    return label;
}

} // namespace headlight
