#pragma once

#include "panels/Panel.h"
#include "panels/legibility.h"
#include "panels/pipeline/operations.h"
#include "plot/MapStage.h"

#include <functional>
#include <map>
#include <memory>
#include <optional>

class QAction;
class QScrollArea;

namespace headlight {

class ModeTip;
class OperationPopup;
class PipelineStrip;
class SignButton;

/// The way of the shown layer as a strip: its stages as live pictures, between them the operations that lead from one
/// to the next, as words that open their choices. So it reads as the formula, and changing attention is changing the
/// formula. On a small window it folds to a line of names.
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
    /// As a person wants it; nothing: unfolded where that takes neither numbers nor clear rows from the maps.
    void setFolded(std::optional<bool> folded);
    /// How the maps can be read if they are so much higher; nothing: they shall have no numbers.
    using LegibilityWith = std::function<std::optional<Legibility>(int more)>;
    void askMaps(LegibilityWith legibilityWith);
    void settleLater();                    ///< the maps need another room, or have it
    void open(const Operation& operation); ///< its choices, under its word

signals:
    void foldChosen(bool folded);

protected:
    bool event(QEvent*) override;
    bool eventFilter(QObject* watched, QEvent* event) override;
    void resizeEvent(QResizeEvent*) override;

private:
    void build();
    int room() const;
    int heightAs(bool folded) const;
    bool isCostly() const;
    void settleFold();
    void settleSize();
    void scroll(int direction);
    ModeTip* tipOf(const Operation& operation) const; ///< null: it compares nothing
    void showStage(Stage stage, bool added);
    void presentItems(const ViewState& state);
    void presentPictures(const ViewState& state);
    void askFor(const ViewState& state);

    PipelineStrip* strip_;
    QScrollArea* scroll_;
    SignButton *earlier_, *later_, *fold_;
    QAction* foldAction_;
    std::map<const Operation*, OperationPopup*> popups_; ///< of those that were opened
    std::vector<ModeTip*> tips_;
    std::optional<bool> wanted_;
    LegibilityWith legibilityWith_; ///< none: there are no maps
    bool isSettling_ = false;       ///< once all panels have their places
    int leastWidth_ = 0;            ///< of the strip, as last presented
};

} // namespace headlight
