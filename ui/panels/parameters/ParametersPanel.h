#pragma once

#include "panels/Panel.h"
#include "session/parameters.h"

#include <QPointer>

#include <map>

class QGridLayout;
class QLabel;

namespace headlight {

class ElidedLabel;
class ParametersCaption;
class ParametersEmbeddings;
class ParametersHeads;
class ParametersSizes;
class ParametersTable;
class SegmentButton;
class SensitivityBox;
struct Mover;

/// Sizes, heads, each head's weight matrices and the embeddings, as tables to type into.
class ParametersPanel : public Panel {
    Q_OBJECT

public:
    explicit ParametersPanel(Workbench& workbench, QWidget* parent = nullptr);

    void present(const ViewState&) override;
    void presentLight(const ViewState&) override;
    QSize sizeHint() const override { return {200, 640}; }
    ParameterRef shown() const; ///< the shown weights, maybe of all heads; X if there are none

signals:
    void drawWanted(const ParameterRef&); ///< see ParametersTable

protected:
    bool event(QEvent*) override;
    void forgetWords() override;

private:
    void presentNumbers(const ViewState&);
    void presentReadOnly();  ///< enables or disables editing, see isOfCounterpart_
    QString refusal() const; ///< says why the state compared with cannot be edited
    void buildWeights(QGridLayout& rows);
    QWidget* makeSimplified();
    QWidget* makeTabs();

    ParameterRef shownWeight(const ViewState&) const;
    bool presentTabs(const ViewState&); ///< false: the layer has no parameter at all
    void presentWeights(const ViewState&);
    void presentSensitivity(const ViewState&);
    void goTo(const Mover&);
    void makeCurrent(const ParameterCell&); ///< makes it the current cell of its table

    Parameter kind_ = Parameter::Wq;     ///< as last presented
    std::optional<ParameterCell> entry_; ///< as last presented

    ElidedLabel* heading_;
    bool isOfCounterpart_ = false; ///< the numbers are of the state compared with, which cannot be edited
    QString refused_;              ///< the last notice that said so
    QWidgetList edits_;            ///< the widgets that are disabled while isOfCounterpart_
    QPointer<QWidget> focus_;      ///< one of edits_, which gets the focus when the numbers can be edited again
    ParametersSizes* sizes_;
    ParametersHeads* heads_;
    QWidgetList weights_; ///< all widgets of the weights
    QWidget* simplified_; ///< says that there are no weights
    QLabel* told_;
    std::map<Parameter, SegmentButton*> tabs_; ///< of all parameters; visible: those that exist
    ParametersCaption* weightCaption_;
    ParametersTable* weightTable_;
    ParametersEmbeddings* embeddings_;
    SensitivityBox* sensitivity_;
};

} // namespace headlight
