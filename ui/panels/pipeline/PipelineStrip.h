#pragma once

#include "panels/pipeline/StageTile.h"
#include "panels/pipeline/operations.h"
#include "style/Theme.h"

#include <QWidget>

#include <map>
#include <vector>

namespace headlight {

class OperationWord;

/// The tiles and words of a pipeline in their places: with pictures on one line, words that follow each other above
/// each other; folded in as many lines of names as it takes. For Tab it is one stop;
/// the arrows go on from there.
class PipelineStrip : public QWidget {
    Q_OBJECT

public:
    explicit PipelineStrip(QWidget* parent = nullptr);

    void setItems(std::vector<PipelineItem> items);
    void setTheme(const Theme& theme);
    void setFolded(bool folded);
    bool isFolded() const { return isFolded_; }
    StageTile* tile(Stage stage) const { return tiles_.at(stage); }
    OperationWord* word(const Operation& operation) const { return words_.at(&operation); }

    int leastWidth() const; ///< with pictures
    int heightFor(int width, bool folded) const;
    void settle(); ///< something is wider or narrower now

signals:
    void stagePicked(headlight::Stage stage, bool added);
    void operationOpened(const headlight::Operation* operation);
    void focused(const QWidget* item); ///< by the keyboard: it is to be in sight

protected:
    void paintEvent(QPaintEvent*) override;
    void resizeEvent(QResizeEvent*) override;
    bool eventFilter(QObject* watched, QEvent* event) override;
    bool focusNextPrevChild(bool next) override;

private:
    /// What stands above each other; a line leads from one to the next.
    struct Column {
        std::vector<QWidget*> widgets;
        bool isTile = false;
        int width = 0, height = 0;
    };
    using Form = StageTile::Form;
    std::vector<Column> columns(Form form) const;
    static int widthOf(const std::vector<Column>& columns, Form form);
    /// Places the columns of a folded strip, if it is to; how high they are together.
    int foldedLines(int width, bool place) const;
    void placeOpen();
    QWidget* widgetOf(const PipelineItem& item) const;
    void moveFocus(const QWidget& from, int step);
    void chain();

    std::map<Stage, StageTile*> tiles_;
    std::map<const Operation*, OperationWord*> words_;
    std::vector<PipelineItem> items_;
    std::vector<QLine> lines_;
    const QWidget* stop_ = nullptr; ///< where Tab comes to
    const Theme* theme_ = &lightTheme();
    bool isFolded_ = false;
};

} // namespace headlight
