#pragma once

#include <QSlider>

namespace headlight {

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
