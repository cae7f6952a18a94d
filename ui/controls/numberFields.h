#pragma once

#include <QLineEdit>
#include <QSlider>
#include <QSpinBox>

namespace headlight {

/// A line for a number. Input that its owner refuses stays, outlined, to be mended; the next key removes the outline.
class NumberField : public QLineEdit {
    Q_OBJECT

public:
    explicit NumberField(const QString& name, QWidget* parent = nullptr);

    void setRefused(bool on);
    bool isRefused() const { return property("invalid").toBool(); }
    void present(const QString& value);   ///< replaces input that was not taken only by another value than before
    void showValue() { setText(value_); } ///< replaces input that was taken: "0.50" becomes "0.5"

signals:
    void entered(); ///< text that is new, by Enter or as the focus leaves; refused text only by Enter

private:
    QString value_;
};

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

/// A slider from one number above 0 to another in equal factors. Its numbers have two digits.
class FactorSlider : public QSlider {
    Q_OBJECT

public:
    FactorSlider(double min, double max, QWidget* parent = nullptr);

    void present(double value); ///< any number; a slider that is held stays

signals:
    void chosen(double value); ///< by the user; each key chooses another number

private:
    double valueAt(int step) const;
    int stepOf(double value) const;
    double nextValue(int step) const;

    double min_, max_, value_ = 0;
};

} // namespace headlight
