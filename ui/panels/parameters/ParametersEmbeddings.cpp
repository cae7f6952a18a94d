#include "panels/parameters/ParametersEmbeddings.h"

#include "controls/SegmentButton.h"
#include "document/Workbench.h"
#include "panels/parameters/ParametersCaption.h"
#include "panels/parameters/ParametersTable.h"
#include "table/MatrixTableModel.h"
#include "words/conventions.h"
#include "words/parameterWords.h"

#include <QFrame>
#include <QGridLayout>

namespace headlight {

ParametersEmbeddings::ParametersEmbeddings(Workbench& bench, QGridLayout& rows, QObject* parent)
    : QObject(parent), table_(new ParametersTable(bench)) {
    caption_ = new ParametersCaption(table_, tr("Embeddings menu"));
    table_->setFillsLayout();
    rows.addWidget(makeTabs(), rows.rowCount(), 0);
    rows.addWidget(caption_, rows.rowCount(), 0);
    rows.addWidget(table_, rows.rowCount(), 0, 1, 2); // its scroll bar is beside the other rows
}

QWidget* ParametersEmbeddings::makeTabs() {
    for (const auto& [kind, name] : {std::pair(Parameter::X, tr("Embeddings of queries")),
                                     std::pair(Parameter::Xkv, tr("Embeddings of keys and values"))}) {
        auto* tab = tabs_[kind] = new SegmentButton(symbolText(kind), SegmentButton::Kind::Formula);
        tab->setAccessibleName(name);
        tab->setToolTip(name);
        connect(tab, &QPushButton::clicked, this, [this, kind = kind] { choose(kind); });
    }
    track_ = makeTrack({tabs_[Parameter::X], tabs_[Parameter::Xkv]});
    track_->layout()->setContentsMargins(3, 3, 3, 3);
    track_->layout()->setSpacing(1);
    return track_;
}

void ParametersEmbeddings::choose(Parameter which) {
    wanted_ = which;
    emit otherChosen();
}

void ParametersEmbeddings::hide() {
    track_->hide();
    caption_->hide();
    table_->hide();
}

void ParametersEmbeddings::present(const ViewState& state, bool isReadOnly) {
    caption_->setVisible(true);
    table_->setVisible(true);
    track_->setVisible(state.session.source.has_value());
    if (!state.session.source) wanted_ = Parameter::X;
    tabs_[wanted_]->setChecked(true);
    table_->setReadOnly(isReadOnly);
    table_->show(state, {wanted_, state.view.layer, 0});
    const QString size = QStringLiteral("&nbsp; <span style='font-weight:400'>%1 × %2</span>")
                             .arg(table_->matrixModel().rowCount())
                             .arg(table_->matrixModel().columnCount());
    caption_->present({name(state) + size, name(state), shortName(state)}, tip(state));
}

/// Returns the title. Without positions the embeddings are X, the input of the first layer.
QString ParametersEmbeddings::name(const ViewState& state) const {
    const QString below = wanted_ == Parameter::X ? QString() : QStringLiteral("<sub>kv</sub>");
    if (state.view.layer > 0 && below.isEmpty()) return tr("Embeddings of layer %1").arg(placeText(0));
    return state.session.positions ? tr("Embeddings") + below : tr("Embeddings X%1").arg(below);
}

/// Returns the title for little space. "X" alone would be the input of the shown layer.
QString ParametersEmbeddings::shortName(const ViewState& state) const {
    const QString symbol = symbolHtml(symbolText(wanted_));
    return state.view.layer > 0 && wanted_ == Parameter::X ? tr("%1 of layer %2").arg(symbol, placeText(0)) : symbol;
}

/// Returns how the shown layer uses the embeddings, and where they come from.
QString ParametersEmbeddings::tip(const ViewState& state) const {
    QStringList tip;
    if (state.session.positions)
        tip << tr("Embeddings without positions. X of layer %1 is the sum of both").arg(placeText(0));
    if (state.view.layer > 0 && wanted_ == Parameter::X)
        tip << tr("Layer %1 reads the output of the layer below").arg(placeText(state.view.layer));
    if (const QString& title = table_->origin().title; !title.isEmpty()) tip << title;
    return tip.join(QLatin1Char('\n'));
}

} // namespace headlight
