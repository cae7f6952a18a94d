#pragma once

#include "panels/pipeline/operations.h"

#include <QScrollArea>

#include <map>
#include <vector>

class QHBoxLayout;
class QToolButton;

namespace headlight {

class StageButton;

/// The stages and operations of a pipeline as a row of buttons that scrolls sideways.
class PipelineStrip : public QScrollArea {
    Q_OBJECT

public:
    explicit PipelineStrip(QWidget* parent = nullptr);

    void setItems(const std::vector<PipelineItem>& items);
    void setWord(const Operation& operation, const QString& word);
    void setFolded(bool folded);
    void setReadOnly(bool on); ///< the operations are text, which opens nothing
    bool isFolded() const { return isFolded_; }
    StageButton& stage(Stage stage) const { return *stages_.at(stage); }
    QToolButton& operation(const Operation& operation) const { return *operations_.at(&operation); }

signals:
    void stagePicked(headlight::Stage stage, bool added); ///< `added`: added or removed
    void operationOpened(const headlight::Operation* operation);

protected:
    bool event(QEvent*) override;
    void wheelEvent(QWheelEvent*) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    QToolButton* buttonOf(const PipelineItem& item) const;
    void updateIcons();
    void fitHeight();

    std::map<Stage, StageButton*> stages_;
    std::map<const Operation*, QToolButton*> operations_;
    QHBoxLayout* row_;
    std::vector<PipelineItem> items_;
    std::vector<QToolButton*> shown_; ///< the buttons of the items
    std::vector<QWidget*> lines_;     ///< the lines between the buttons
    const Theme* theme_ = nullptr;    ///< the theme of the icons
    bool isFolded_ = false, isReadOnly_ = false;
};

} // namespace headlight
