#pragma once

#include "panels/Panel.h"
#include "panels/pipeline/operations.h"
#include "plot/MapStage.h"

#include <map>
#include <memory>

class QAction;
class QPushButton;
class QScrollArea;

namespace headlight {

class ModeTip;
class OperationPopup;
class PipelineStrip;
class IconButton;

/// The way of the shown layer as a strip: its stages as live pictures, between them the operations that lead from one
/// to the next, as words that open their choices. So it reads as the formula, and changing attention is changing the
/// formula. It can be folded to a line of names.
class PipelinePanel : public Panel {
    Q_OBJECT

public:
    explicit PipelinePanel(Workbench& workbench, QWidget* parent = nullptr);
    ~PipelinePanel() override;
    void present(const ViewState&) override;

    const PipelineStrip& strip() const { return *strip_; }
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }
    bool isFolded() const;
    void setFolded(bool folded);
    void open(const Operation& operation); ///< its choices, under its word

signals:
    void foldChosen(bool folded);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void resizeEvent(QResizeEvent*) override;

private:
    void build();
    QPushButton* makeAdd();
    int room() const;
    void updateScrolling();
    void scroll(int direction);
    ModeTip* tipOf(const Operation& operation) const; ///< null: it compares nothing
    void showStage(Stage stage, bool added);
    void presentItems(const ViewState& state);
    void presentPictures(const ViewState& state);
    void askFor(const ViewState& state);

    PipelineStrip* strip_;
    QScrollArea* scroll_;
    IconButton *earlier_, *later_, *fold_;
    QPushButton* add_;
    QAction* foldAction_;
    std::map<const Operation*, OperationPopup*> popups_; ///< of those that were opened
    std::vector<ModeTip*> tips_;
    int leastWidth_ = 0; ///< of the strip, as last presented
};

} // namespace headlight
