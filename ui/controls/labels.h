#pragma once

#include "style/Theme.h"

#include <QLabel>

namespace headlight {

/// A label of one line that may be narrower than its text. The text then ends in dots, and the whole text stands in the
/// tool tip, above the label's own tip. text() stays whole.
class ElidedLabel : public QLabel {
    Q_OBJECT

public:
    explicit ElidedLabel(const QString& text = {}, const char* look = nullptr); ///< `look`: its name in the style sheet
    void setShorter(const QString& text); ///< shown if the text is too long, elided if need be; empty: none
    bool isElided() const;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent*) override;
    bool event(QEvent*) override;

private:
    QString plainText() const; ///< text() without markup
    QString shorter_;
};

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
