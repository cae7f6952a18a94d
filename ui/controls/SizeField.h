#pragma once

#include <QSpinBox>

namespace headlight {

/// A field for a size from 1 to `max`. A larger size, from a file, is shown under a larger maximum(), but cannot be
/// chosen again. Any text can be typed; if it is no such number when Enter or a change of focus ends the input, it is
/// refused, and the old size comes back.
class SizeField : public QSpinBox {
    Q_OBJECT

public:
    SizeField(const QString& name, int max, QWidget* parent = nullptr);

    QValidator::State validate(QString& text, int& position) const override;
    void fixup(QString& text) const override;
    void stepBy(int steps) override;

signals:
    void refused(const QString& message);

private:
    void tell();

    int max_;                     ///< the largest size that can be chosen, for messages; maximum() may be more
    mutable QString refusedText_; ///< waits until the field has its old size again
};

} // namespace headlight
