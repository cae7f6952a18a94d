#pragma once

#include "panels/Panel.h"
#include "panels/maps/HeldRanges.h"
#include "panels/maps/OverviewSheet.h"

class QLabel;
class QScrollArea;

namespace headlight {

class ColorScale;

/// In the place of the maps: the weights of every head of every layer, small. It asks for what is in sight, and for the
/// ranges of the others where that is cheap, since all share one scale of colours unless each head has its own.
class OverviewPanel : public Panel {
    Q_OBJECT

public:
    explicit OverviewPanel(Workbench& workbench, QWidget* parent);
    ~OverviewPanel() override; ///< leaves the workbench, that it was added to
    void present(const ViewState&) override;
    void focusSelected(); ///< the keyboard is its

    const OverviewSheet& sheet() const { return *sheet_; }

protected:
    void resizeEvent(QResizeEvent*) override;
    void forgetWords() override;

private:
    OverviewRoom roomFor(const Session& session) const;
    std::map<HeadPlace, Thumbnail> pictures(const ViewState& state, MapLook& shared);
    void presentScale(const ViewState& state, const MapLook& shared);
    QString whyNothing(const ViewState&) const;
    void presentMessage(const QString& why);
    QRect inSight() const;
    void askFor(const ViewState& state);
    void showSelected();

    OverviewSheet* sheet_;
    QScrollArea* scroll_;
    QLabel *caption_, *message_;
    ColorScale* scale_;
    HeldRanges<HeadPlace> held_; ///< layer -1: of the scale that all share
    HeadPlace shown_{-1, -1};    ///< as last brought into sight
    std::shared_ptr<const Response> response_;
};

} // namespace headlight
