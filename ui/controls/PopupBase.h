#pragma once

#include <QFrame>

namespace headlight {

/// A frame over the window of its parent. Esc, or a press beside it, closes it.
class PopupBase : public QFrame {
    Q_OBJECT

public:
    PopupBase(const QString& name, QWidget* parent);
    void showAt(const QPoint& place); ///< moved as far as all of it is on the screen, if it fits
    void fitHeight();                 ///< sets the height that its fields and wrapped texts need at its width
};

} // namespace headlight
