#pragma once

#include "panels/Panel.h"

#include <memory>

class QLabel;
class QTableView;
class QVBoxLayout;

namespace headlight {

class BarView;
class ElidedLabel;
class MatrixTableModel;
class NumberDelegate;
struct Theme;

/// How the selected cell came to be: score, scaled score, weight with its row, and the row's context vector.
class InspectorPanel : public Panel {
    Q_OBJECT

public:
    explicit InspectorPanel(Workbench& workbench, QWidget* parent = nullptr);
    void present(const ViewState&) override;

protected:
    void resizeEvent(QResizeEvent*) override;
    void forgetWords() override { theme_ = nullptr; }

private:
    void addHead(QVBoxLayout& all);
    void addScores(QVBoxLayout& column);
    void addWeights(QVBoxLayout& column);
    void addContext(QVBoxLayout& column); ///< and what dropout left, before it
    void showNumbers(const Session&, const CellArithmetic&);
    void showDropped(const Options&, const CellArithmetic&);
    void showBars(const Session&, const CellArithmetic&);
    void showContext(const CellArithmetic&);
    void fitContext();
    void showPlace();

    QLabel* heading_;
    QLabel* place_;
    QString query_, key_; ///< of the cell, as tokens are shown
    int head_ = -1;       ///< none
    int layer_ = -1;      ///< there is but one
    QWidget* cards_;
    QLabel* score_;
    ElidedLabel* scaledHow_;
    QLabel* scaled_;
    ElidedLabel* weightHow_;
    QLabel* weight_;
    QLabel* sum_;
    BarView* bars_;
    QWidget* droppedCard_;
    ElidedLabel* droppedHow_;
    QLabel* dropped_;
    ElidedLabel* contextHow_;
    MatrixTableModel* contextModel_;
    NumberDelegate* numbers_;
    QTableView* context_;
    std::shared_ptr<const Response> shown_;
    const Theme* theme_ = nullptr;
};

} // namespace headlight
