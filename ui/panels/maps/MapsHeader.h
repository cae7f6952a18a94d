#pragma once

#include "document/ViewState.h"

#include <QWidget>

#include <map>
#include <vector>

class QButtonGroup;
class QCheckBox;
class QPushButton;

namespace headlight {

class LayerBox;
class Workbench;
class WrapLayout;
struct MapAction;

/// The switches above the maps. In a narrow window, or with large text, those that the View menu has, too, leave their
/// room to the maps.
class MapsHeader : public QWidget {
    Q_OBJECT

public:
    explicit MapsHeader(Workbench& workbench);

    void present(const ViewState& state);
    QPushButton& colours() const { return *colours_; }

signals:
    void allHeadsWanted();

protected:
    void resizeEvent(QResizeEvent*) override;

private:
    void add(QWidget* control);
    QPushButton* makeOverviewButton();
    QPushButton* makePresetsButton();
    QPushButton* makeStageButton(Stage stage);
    void want(QWidget* control, bool wanted);
    void settle(); ///< which of the wanted ones are shown

    struct Control {
        QWidget* widget;
        bool isWanted;
    };

    Workbench& workbench_;
    WrapLayout* row_;
    std::vector<Control> controls_;
    std::vector<QWidget*> leaving_; ///< where there is no room for all: in this order
    QPushButton *back_, *overview_, *presets_, *colours_;
    LayerBox* layer_;
    QButtonGroup* stage_;
    std::map<const MapAction*, QCheckBox*> switches_;
};

} // namespace headlight
