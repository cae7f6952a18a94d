#pragma once

#include <QStyleOptionToolButton>
#include <QToolButton>

class QPushButton;

namespace headlight {

QToolButton* toolButton(const QString& text, const QString& tip); ///< its accessible name is the text
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

/// A button that opens a popup, and has the arrow of a menu while it is enabled.
class ArrowButton : public QToolButton {
public:
    using QToolButton::QToolButton;

protected:
    void initStyleOption(QStyleOptionToolButton* option) const override {
        QToolButton::initStyleOption(option);
        if (isEnabled()) option->features |= QStyleOptionToolButton::HasMenu;
    }
};

/// The button of a popup: its name, and the state of what the popup changes. If both do not fit, it shows the state,
/// elided if need be. Its accessible name is the name, its accessible description the state.
class StateButton : public QToolButton {
    Q_OBJECT

public:
    /// `usual`: a state for which there is always space, so that a shorter one moves nothing.
    StateButton(const QString& name, const QString& tip, const QString& usual = {});
    void setState(const QString& state);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override; ///< with the name alone
    int widthOfState() const;               ///< that of sizeHint() without the name

protected:
    void paintEvent(QPaintEvent*) override;

private:
    QSize sizeWith(const QString& text) const;
    QString name_, usual_, state_;
};

} // namespace headlight
