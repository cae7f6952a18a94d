#pragma once

#include <QLabel>

namespace headlight {

/// Makes a label for sentences, whose text is plain. `look`: its object name, see styleSheet.h.
inline QLabel* wrappedLabel(const QString& text, const char* look = "") {
    auto* label = new QLabel(text);
    label->setObjectName(look);
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
    return label;
}

} // namespace headlight
