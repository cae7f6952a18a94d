#pragma once

#include <QSpinBox>

namespace headlight {

/// A size that can be chosen from 1 to `most`; one that is more, from a file, is shown under a larger maximum() and can
/// only be left. Anything can be typed; what is no such number is refused when Enter or leaving it ends
/// the input, and the old size comes back.
class SizeField : public QSpinBox {
    Q_OBJECT

public:
    SizeField(const QString& name, int most, QWidget* parent = nullptr);

    QValidator::State validate(QString& text, int& position) const override;
    void fixup(QString& text) const override;
    void stepBy(int steps) override;

signals:
    void refused(const QString& message);

private:
    void tell();

    int most_;                    ///< what can be chosen, and so what is said; maximum() may be more
    mutable QString refusedText_; ///< waits until the field has its old size again
};

} // namespace headlight
