#pragma once

#include "document/ViewState.h"

#include <QFrame>

class QComboBox;
class QFormLayout;
class QLabel;

namespace headlight {

class ColourForm;

/// How numbers become colours, and how they are written, over the maps that show it at once. Esc, or a press beside it,
/// closes it.
class ColoursPopup : public QFrame {
    Q_OBJECT

public:
    explicit ColoursPopup(QWidget* parent);

    /// The ranges that the shown maps have now, and the fewest decimals (-1: no numbers).
    void present(const MapOptions& options, const Range& signedRange, const Range& unsignedRange, int shownDecimals,
                 const Theme& theme);
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

    void addDecimals(QFormLayout& form);

    MapOptions options_;
    ColourForm *signed_, *unsigned_;
    QComboBox *pooling_, *decimals_;
    QLabel* fewer_; ///< decimals than were chosen
};

} // namespace headlight
