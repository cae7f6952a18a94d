#pragma once

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

} // namespace headlight
