#pragma once

#include "session/Session.h"

#include <QWidget>

#include <array>

namespace headlight {

class SizeField;

/// The four sizes as small fields. A field asks when Enter, an arrow or leaving it ends an input, not while typing.
class ParametersSizes : public QWidget {
    Q_OBJECT

public:
    enum Size { D, Dk, Dv, Heads };

    explicit ParametersSizes(QWidget* parent = nullptr);
    void show(const Sizes& sizes, bool simplified);

signals:
    void asked(Size which, int value);
    void refused(const QString& message);

private:
    std::array<SizeField*, 4> fields_;
    std::array<int, 4> shown_{};
};

} // namespace headlight
