#pragma once

#include <QToolButton>

namespace headlight {

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
