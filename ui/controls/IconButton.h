#pragma once

#include <QToolButton>

class QPushButton;

namespace headlight {

/// Returns a button without a frame, of a sign or a word. A click gives it the focus, which ends the typing in a cell.
QToolButton* linkButton(const QString& text, const QString& name, const QString& tip);
QPushButton* textButton(const QString& text, const QString& name, const QString& tip);

/// A small square button with the theme's form of an icon in resources/icons: "more", "play", "chevron-up"...
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
