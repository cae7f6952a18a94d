#pragma once

#include "controls/PopupBase.h"
#include "document/ViewState.h"

class QCheckBox;
class QComboBox;
class QFormLayout;
class QLabel;

namespace headlight {

class ColourForm;
class Workbench;
struct ValueCurve;

/// The look of the maps in sight, as their row and its popup say it.
struct ShownMaps {
    std::optional<std::pair<int, int>> decimals; ///< HeatmapsGrid::decimals(); null: there are no maps
    Range ofSigned, ofUnsigned;                  ///< of the colours
    const ValueCurve* curve = nullptr;           ///< of the weights; null: they are not shown
    friend bool operator==(const ShownMaps&, const ShownMaps&) = default;
};

/// The choices of numbers and colours, over the maps, which show each change at once.
class DisplayPopup : public PopupBase {
    Q_OBJECT

public:
    DisplayPopup(Workbench& workbench, QWidget* parent);

    void present(const MapOptions& options, const ShownMaps& shown, const Theme& theme);

private:
    void addNumbers(QFormLayout& form);
    void addColours(QFormLayout& form);
    template <class Change>
    QCheckBox* addBox(QFormLayout& form, const QString& text, const QString& tip, Change change);

    Workbench& workbench_;
    ColourForm *signed_, *unsigned_;
    QComboBox *numbers_, *decimals_, *pooling_;
    QCheckBox *sameColours_, *withoutFirst_;
    QLabel* fewer_; ///< says that there are fewer decimals than chosen
};

} // namespace headlight
