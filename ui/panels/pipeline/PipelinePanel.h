#pragma once

#include "panels/Panel.h"
#include "panels/pipeline/operations.h"

#include <map>

class QAction;
class QToolButton;

namespace headlight {

class OperationPopup;
class PipelineStrip;
class IconButton;

/// The computation of the shown layer as a strip that reads as the formula: its stages as live pictures, and between
/// them the operations that lead from one to the next, as buttons that open their choices. The user can fold it to a
/// line of names.
class PipelinePanel : public Panel {
    Q_OBJECT

public:
    explicit PipelinePanel(Workbench& workbench, QWidget* parent = nullptr);
    void present(const ViewState&) override;

    const PipelineStrip& strip() const { return *strip_; }
    bool isFolded() const;
    void setFolded(bool folded);
    /// Opens its choices below its button. `problem`: see OperationPopup. The keyboard is in the field of `wanted`.
    void open(const Operation& operation, const QString& problem = {}, const Setting* wanted = nullptr);

signals:
    void foldChosen(bool folded);

protected:
    void resizeEvent(QResizeEvent*) override;

private:
    void build();
    QToolButton* makeAdd();
    void add(const Operation& operation); ///< adds it with its default and opens its choices, or says why it cannot be
    void updateScrollButtons();
    void reveal(const QWidgetList& buttons);
    void showStage(Stage stage, bool added);
    void presentItems(const ViewState& state, const ViewState& there);
    void presentPictures(const ViewState& state, const ViewState& there);

    PipelineStrip* strip_;
    IconButton *earlier_, *later_, *fold_;
    QToolButton* add_;
    QAction* foldAction_;
    std::vector<Stage> shown_;                           ///< as last presented, or picked here
    std::map<const Operation*, OperationPopup*> popups_; ///< made when first opened
};

} // namespace headlight
