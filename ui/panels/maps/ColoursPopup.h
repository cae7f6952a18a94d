#pragma once

#include "controls/PopupBase.h"
#include "document/ViewState.h"

class QComboBox;
class QFormLayout;
class QLabel;

namespace headlight {

class ColourForm;

/// The choices of colours and number formats, over the maps, which show each change at once.
class ColoursPopup : public PopupBase {
    Q_OBJECT

public:
    explicit ColoursPopup(QWidget* parent);

    /// The ranges are those of the visible maps; `shownDecimals`: the fewest decimals in one of them (-1: no numbers).
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
    QLabel* fewer_; ///< says that there are fewer decimals than chosen
};

} // namespace headlight
