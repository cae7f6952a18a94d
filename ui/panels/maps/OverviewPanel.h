#pragma once

#include "panels/Panel.h"
#include "panels/maps/HeldRanges.h"
#include "panels/maps/OverviewModel.h"

class QLabel;

namespace headlight {

class ColorScale;
class OverviewTable;

/// In the place of the maps: the weights of every head of every layer, small. It asks for what is in sight, and for the
/// ranges of the others where that is cheap, since all share one scale of colours unless each head has its own.
class OverviewPanel : public Panel {
    Q_OBJECT

public:
    explicit OverviewPanel(Workbench& workbench, QWidget* parent);
    ~OverviewPanel() override; ///< leaves the workbench, that it was added to
    void present(const ViewState&) override;
    void focusSelected(); ///< gives the keyboard to the table

protected:
    void resizeEvent(QResizeEvent*) override;
    void forgetWords() override;

private:
    std::map<HeadPlace, Thumbnail> pictures(const ViewState& state, MapLook& shared);
    void presentScale(const ViewState& state, const MapLook& shared);
    void presentMessage(const ViewState& state);
    void choose(HeadPlace place);
    void askFor(const ViewState& state);

    OverviewTable* table_;
    QLabel *caption_, *message_;
    ColorScale* scale_;
    HeldRanges<HeadPlace> held_; ///< layer -1: of the scale that all share
    std::shared_ptr<const Response> response_;
};

} // namespace headlight
