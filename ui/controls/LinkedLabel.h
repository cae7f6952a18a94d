#pragma once

#include "style/Theme.h"

#include <QLabel>

namespace headlight {

/// A text that wraps, with a link that works by mouse and keyboard. Tab goes straight to the link: Qt's label takes the
/// first one.
class LinkedLabel : public QLabel {
    Q_OBJECT

public:
    explicit LinkedLabel(const QString& html = {});
    void setHasKeyboard(bool on); ///< if off, the link works by mouse alone, and Tab passes by

protected:
    void changeEvent(QEvent*) override;
    void focusInEvent(QFocusEvent*) override;

private:
    const Theme* theme_ = &currentTheme();
};

} // namespace headlight
