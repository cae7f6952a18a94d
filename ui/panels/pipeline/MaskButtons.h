#pragma once

#include "panels/pipeline/givenMask.h"

#include <QWidget>

class QPushButton;

namespace headlight {

/// The buttons that edit a custom mask in the maps, or fill or paste it at once.
class MaskButtons : public QWidget {
    Q_OBJECT

public:
    explicit MaskButtons(QWidget* parent = nullptr);
    void present(bool isEdited); ///< true: strokes in the maps edit the mask

signals:
    void editWanted(bool on);
    void fillWanted(headlight::MaskFill fill, const QString& name); ///< "Hide all"
    void pasteWanted(const QString& text);

private:
    QPushButton* edit_;
};

} // namespace headlight
