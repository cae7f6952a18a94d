#pragma once

#include "panels/Panel.h"
#include "panels/parameters/allHeads.h"
#include "panels/parameters/origins.h"
#include "session/Session.h"
#include "session/parameters.h"
#include "style/Theme.h"
#include "words/parameterWords.h"

#include <map>

class QLabel;
class QVBoxLayout;

namespace headlight {

class ParametersCaption;
class ParametersHeads;
class ParametersSizes;
class ParametersTable;
class SegmentButton;
class SegmentGround;
class TintLegend;

/// Sizes, heads, each head's weight matrices and the embeddings, as tables to type into.
class ParametersPanel : public Panel {
    Q_OBJECT

public:
    explicit ParametersPanel(Workbench& workbench, QWidget* parent = nullptr);

    void present(const ViewState&) override;
    QSize sizeHint() const override { return {290, 640}; }
    ParameterRef shown() const; ///< of the weights, maybe of all heads; X where there are none

signals:
    void drawWanted(const ParameterRef&); ///< see ParametersTable

protected:
    bool eventFilter(QObject* content, QEvent*) override; ///< the captions follow its width
    void paintEvent(QPaintEvent*) override;
    void forgetWords() override;

private:
    void buildWeights(QVBoxLayout& column);
    void buildEmbeddings(QVBoxLayout& column);
    QWidget* makeSentenceTabs();
    QWidget* makeTabs();

    ParameterRef shownWeight(const ViewState&) const;
    void presentTheme(const Theme&);
    void presentTabs(const ViewState&);
    void presentWeights(const ViewState&);
    void presentBands(const ViewState&);
    void presentEmbeddings(const ViewState&);
    void presentSentenceTabs(const ViewState&);
    void showHint();
    int room() const; ///< the width between the margins

    const Theme* theme_ = nullptr;
    Parameter kind_ = Parameter::Wq;      ///< as last presented
    Parameter embeddings_ = Parameter::X; ///< whose table is wanted: the first sentence's, or the second's
    Parameter shownEmbeddings_ = Parameter::X;
    InputWords inputs_; ///< as last presented
    Text shownText_;    ///< whose rows the embedding table shows
    QStringList rowLabels_;
    bool showsAllHeads_ =
        false; ///< where there are several: one W per projection. A way of looking, not of the session
    WholeMatrix weightMatrix_;
    Origins weightOrigins_, tableOrigins_;
    Origin weightOrigin_, tableOrigin_; ///< as last presented

    QWidget* content_; ///< what scrolls
    ParametersSizes* sizes_;
    ParametersHeads* heads_;
    QWidgetList weights_; ///< what is shown of the weights
    QWidget* simplified_; ///< and where there are none
    SegmentGround* tabGround_;
    std::map<Parameter, SegmentButton*> tabs_; ///< of THE list, those seen that the head or its layer has
    SegmentGround* sentenceGround_;            ///< where there is a second one
    std::map<Parameter, SegmentButton*> sentenceTabs_;
    ParametersCaption *weightCaption_, *embeddingsCaption_;
    QLabel* hint_;
    TintLegend* legend_;
    ParametersTable *weightTable_, *embeddingTable_;
};

} // namespace headlight
