#pragma once

#include <QFrame>

namespace headlight {

/// A frame over the window of its parent. Esc, or a press beside it, closes it.
class PopupBase : public QFrame {
    Q_OBJECT

public:
    PopupBase(const QString& name, QWidget* parent);
    void showBelow(const QWidget& button); ///< below its left end, or its right end in the right half of its window
    void showAt(const QPoint& place);      ///< moved onto the screen if it fits; its first field gets the focus
    void fitHeight();                      ///< sets the height that its fields and wrapped texts need at its width
};

} // namespace headlight
