#pragma once

#include "panels/Panel.h"
#include "panels/maps/HeldRanges.h"
#include "panels/maps/OverviewTable.h"

class QLabel;

namespace headlight {

class ColorScale;

/// Shows, in the place of the maps, small maps of the weights of every head of every layer. It asks for the visible
/// ones, and if that is cheap for the ranges of the others, since all share one scale unless each head has its own.
class OverviewPanel : public Panel {
    Q_OBJECT

public:
    explicit OverviewPanel(Workbench& workbench, QWidget* parent);
    ~OverviewPanel() override; ///< removes itself from the workbench
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
    HeldRanges<HeadPlace> held_; ///< layer -1: the shared scale
    std::shared_ptr<const Response> response_;
};

} // namespace headlight
