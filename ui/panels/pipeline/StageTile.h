#pragma once

#include "plot/paintMap.h"

#include <QAbstractButton>

#include <memory>

namespace headlight {

/// A stage of the strip: its name, a small live picture, its shape. Folded it is its name alone.
class StageTile : public QAbstractButton {
    Q_OBJECT

public:
    enum class Form { Roomy, Tight, Folded };   ///< the last is a name alone
    static QSize picture() { return {45, 27}; } ///< px

    StageTile(const QString& name, QWidget* parent);

    void present(const QString& shape, const QString& tip, bool isShown, const Theme& theme);
    void setPicture(const std::shared_ptr<const Tile>& tile, const MapLook& look); ///< null: none yet
    void setForm(Form form);
    QSize sizeFor(Form form) const;
    const std::shared_ptr<const Tile>& tile() const { return tile_; }
    int paints() const { return paints_; } ///< how often its picture was made

    QSize sizeHint() const override { return sizeFor(form_); }
    QSize minimumSizeHint() const override { return sizeHint(); }

signals:
    void picked(bool added); ///< to the stages that are shown, or taken from them; else shown alone

protected:
    void paintEvent(QPaintEvent*) override;
    void mouseReleaseEvent(QMouseEvent*) override;
    void keyPressEvent(QKeyEvent*) override;
    void nextCheckState() override {} ///< what is shown the workbench says

private:
    void paintPicture(QPainter& painter, const QRect& place);

    const QString name_;
    QString shape_;
    std::shared_ptr<const Tile> tile_;
    MapLook look_;
    QImage image_; ///< of the tile; null: to be made
    const Theme* theme_ = &lightTheme();
    Form form_ = Form::Roomy;
    bool isAdding_ = false;
    int paints_ = 0;
};

} // namespace headlight
