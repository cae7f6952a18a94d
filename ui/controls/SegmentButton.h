#pragma once
// ui/controls: controls that Qt does not have. A control uses the Theme and never a Workbench: its owner sets what it
// shows, and it emits signals for what the user does. GUI thread only.

#include <QPushButton>

#include <vector>

class QFrame;

namespace headlight {

/// One choice of several in a row. As a formula, "W_q" is drawn as W with a small q below.
class SegmentButton : public QPushButton {
    Q_OBJECT

public:
    enum class Kind { Words, Formula };
    explicit SegmentButton(const QString& text, Kind kind = Kind::Words);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent*) override;

private:
    int draw(QPainter* painter, const QPoint& baseline, const QFont& font) const; ///< as drawFormula() does

    Kind kind_;
};

/// Makes a choice of exactly one: segments beside each other on a sunken track (roles "track" and "segment" of the
/// style sheet). To a screen reader the segments are radio buttons.
QFrame* makeTrack(const std::vector<QAbstractButton*>& segments);

} // namespace headlight
