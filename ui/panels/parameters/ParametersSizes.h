#pragma once

#include "session/Session.h"

#include <QWidget>

#include <array>

class QGridLayout;
class QLabel;

namespace headlight {

class SizeField;
class Workbench;

/// The four sizes as small fields, in one row or two by two. A field takes an input at Enter, at an arrow or when it is
/// left, not while typing.
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
    int columns_ = 0; ///< 4, or 2 if there is little space
    std::array<QLabel*, 4> labels_;
    std::array<QString, 4> tips_;
    std::array<SizeField*, 4> fields_;
};

} // namespace headlight
