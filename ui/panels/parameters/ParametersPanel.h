#pragma once

#include "base/Result.h"
#include "panels/Panel.h"
#include "panels/parameters/ParametersSizes.h"
#include "session/Session.h"
#include "session/parameters.h"
#include "style/Theme.h"

#include <map>

class QLabel;
class QPushButton;
class QVBoxLayout;

namespace headlight {

class ParametersHeads;
class ParametersTable;
class SegmentButton;
class SegmentGround;

/// Sizes, heads, each head's weight matrices and the embeddings, as tables to type into.
class ParametersPanel : public Panel {
    Q_OBJECT

public:
    explicit ParametersPanel(Workbench& workbench, QWidget* parent = nullptr);

    void present(const ViewState&) override;
    QSize minimumSizeHint() const override;
    QSize sizeHint() const override { return {290, 640}; }

protected:
    void resizeEvent(QResizeEvent*) override;
    void paintEvent(QPaintEvent*) override;

private:
    void buildWeights(QVBoxLayout& column);
    void buildEmbeddings(QVBoxLayout& column);
    QWidget* makeTabs();
    void connectHeads();
    void changeSize(ParametersSizes::Size which, int value);

    void presentTheme(const Theme&);
    void presentWeights(const ViewState&);
    void presentEmbeddings(const ViewState&);
    void showCaptions();
    void showHint();
    void settleHeights();
    int othersHeight() const;

    const Theme* theme_ = nullptr;
    Parameter kind_ = Parameter::Wq; ///< as last presented
    Text shownText_;                 ///< whose rows the embedding table shows
    QStringList rowLabels_;
    std::pair<QString, QString> captions_, embeddingsCaptions_; ///< in full, and short

    ParametersSizes* sizes_;
    ParametersHeads* heads_;
    QWidget *weights_, *simplified_;
    SegmentGround* tabGround_;
    std::map<Parameter, SegmentButton*> tabs_;
    QPushButton *copy_, *paste_;
    QLabel *caption_, *embeddingsCaption_, *hint_;
    ParametersTable *weightTable_, *embeddingTable_;
};

} // namespace headlight
