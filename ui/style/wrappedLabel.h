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

/// Shows a text; an empty one takes no space. An equal one is not set again, since that would repaint.
inline void showText(QLabel& label, const QString& text) {
    if (label.text() != text) label.setText(text);
    label.setVisible(!text.isEmpty());
}

} // namespace headlight
