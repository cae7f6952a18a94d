#pragma once

#include "session/Session.h"

#include <QWidget>

#include <array>

class QGridLayout;
class QLabel;

namespace headlight {

class SizeField;
class Workbench;

/// The four sizes as small fields, beside each other or two by two. A field changes its size when Enter, an arrow or
/// leaving it ends an input, not while typing.
class ParametersSizes : public QWidget {
    Q_OBJECT

public:
    explicit ParametersSizes(Workbench& workbench, QWidget* parent = nullptr);
    void show(const Sizes& sizes, bool simplified);
    QSize minimumSizeHint() const override;

protected:
    void resizeEvent(QResizeEvent*) override;

private:
    enum Size { D, Dk, Dv, Heads };
    void change(Size which, int value);
    void arrange(int columns);

    Workbench& workbench_;
    QGridLayout* grid_;
    int columns_ = 0; ///< two where four have no room
    std::array<QLabel*, 4> labels_;
    std::array<QString, 4> tips_;
    std::array<SizeField*, 4> fields_;
};

} // namespace headlight
