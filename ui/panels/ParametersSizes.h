#pragma once

#include <array>

#include <QWidget>

#include "session/Session.h"

class QSpinBox;

namespace headlight {

/// The four sizes as small fields. A field asks when Enter, an arrow or leaving it ends an input, not while typing.
class ParametersSizes : public QWidget {
    Q_OBJECT

public:
    enum Size { D, Dk, Dv, Heads };

    explicit ParametersSizes(QWidget* parent = nullptr);
    void show(const Sizes& sizes, bool simplified);

signals:
    void asked(Size which, int value);

private:
    std::array<QSpinBox*, 4> fields_;
    std::array<int, 4> shown_{};
};

} // namespace headlight
