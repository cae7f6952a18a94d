#pragma once

#include "document/ViewState.h"

#include <QFrame>

class QComboBox;

namespace headlight {

class ColourForm;

/// How numbers become colours, over the maps that show it at once. Esc, or a press beside it, closes it.
class ColoursPopup : public QFrame {
    Q_OBJECT

public:
    explicit ColoursPopup(QWidget* parent);

    /// The ranges that the shown maps have now.
    void present(const MapOptions& options, const Range& signedRange, const Range& unsignedRange, const Theme& theme);
    void showBelow(const QWidget& button);

signals:
    void chosen(const headlight::MapOptions& options);

private:
    template <class Change>
    void choose(Change change) {
        MapOptions options = options_;
        change(options);
        emit chosen(options);
    }

    MapOptions options_;
    ColourForm *signed_, *unsigned_;
    QComboBox* pooling_;
};

} // namespace headlight
