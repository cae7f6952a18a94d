#pragma once

#include <QToolButton>

namespace headlight {

/// A small square button with one of the icons that the style sheet has: "plus", "minus", "duplicate", "chevron-up"...
class IconButton : public QToolButton {
    Q_OBJECT

public:
    IconButton(const char* icon, const QString& name, const QString& tip, QWidget* parent = nullptr);
    void setIconName(const char* icon);
};

} // namespace headlight
