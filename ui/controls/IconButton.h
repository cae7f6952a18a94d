#pragma once

#include <QToolButton>

namespace headlight {

/// A small square button with the theme's form of an icon in resources/icons: "plus", "minus", "chevron-up"...
class IconButton : public QToolButton {
    Q_OBJECT

public:
    IconButton(const char* icon, const QString& name, const QString& tip, QWidget* parent = nullptr);
    void setIconName(const char* icon); ///< `icon` must be a literal

protected:
    void changeEvent(QEvent*) override;

private:
    const char* icon_;
};

} // namespace headlight
