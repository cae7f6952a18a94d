#pragma once

#include <QLabel>

namespace headlight {

/// A label of one line that gives way: where its text is longer than its room, it ends in dots and the whole text is
/// the tool tip, above the one that the label has anyway. text() stays whole.
class ElidedLabel : public QLabel {
    Q_OBJECT

public:
    explicit ElidedLabel(const QString& text = {}, QWidget* parent = nullptr);
    void setShorter(const QString& text); ///< what is shown instead, before dots are; empty: nothing
    bool isElided() const;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent*) override;
    bool event(QEvent*) override;

private:
    QString plainText() const; ///< without the marks of rich text
    QString shorter_;
};

} // namespace headlight
