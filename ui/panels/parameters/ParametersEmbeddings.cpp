#include "panels/parameters/ParametersEmbeddings.h"

#include "controls/SegmentButton.h"
#include "document/Workbench.h"
#include "panels/parameters/ParametersCaption.h"
#include "panels/parameters/ParametersTable.h"
#include "panels/parameters/cellOrigins.h"
#include "table/MatrixTableModel.h"
#include "words/conventions.h"
#include "words/parameterWords.h"
#include "words/tokenText.h"

#include <QBoxLayout>
#include <QFrame>

#include <algorithm>
#include <utility>

namespace headlight {
namespace {

constexpr int kLabels = 58; // px, whatever the tokens are

} // namespace

ParametersEmbeddings::ParametersEmbeddings(Workbench& bench, QVBoxLayout& column, QObject* parent)
    : QObject(parent), table_(new ParametersTable(bench)) {
    caption_ = new ParametersCaption(
        "heading", table_,
        {tr("Copy embeddings"), tr("Paste embeddings"), false, tr("Copy the selected block, or all embeddings")});
    table_->setLabelWidth(kLabels);
    table_->setFillsRoom();
    connect(table_, &ParametersTable::drawWanted, this, &ParametersEmbeddings::drawWanted);
    column.addWidget(makeTabs());
    column.addWidget(caption_);
    column.addWidget(table_, kTablesShare);
}

QWidget* ParametersEmbeddings::makeTabs() {
    track_ = new QFrame;
    track_->setProperty("role", "track");
    auto* row = new QHBoxLayout(track_);
    row->setContentsMargins(3, 3, 3, 3);
    row->setSpacing(1);
    for (const auto& [kind, name] : {std::pair(Parameter::X, tr("Embeddings of queries")),
                                     std::pair(Parameter::Xkv, tr("Embeddings of keys and values"))}) {
        auto* tab = new SegmentButton(symbolText(kind));
        tab->setAccessibleName(name);
        tab->setToolTip(name);
        connect(tab, &QPushButton::clicked, this, [this, kind = kind] { choose(kind); });
        row->addWidget(tab);
        tabs_[kind] = tab;
    }
    return track_;
}

void ParametersEmbeddings::choose(Parameter which) {
    wanted_ = which;
    emit otherChosen();
}

void ParametersEmbeddings::presentTabs(const ViewState& state) {
    track_->setVisible(state.session.source.has_value());
    if (!state.session.source) wanted_ = Parameter::X;
    tabs_[wanted_]->setChecked(true);
}

void ParametersEmbeddings::present(const ViewState& state, int room) {
    presentTabs(state);
    table_->matrixModel().setHeld(state.isDragging);
    const ParameterRef ref{wanted_, state.view.layer, 0};
    const Text& text = *textOf(state.session, wanted_);
    const bool isSame = std::exchange(shown_, wanted_) == wanted_;
    const bool sameTokens = isSame && text.tokens == shownText_.tokens,
               sameVectors = text.embeddings == shownText_.embeddings;
    const Origin& origin = origins_.of(state, ref);
    const bool isKnown = origin.numbers == origin_.numbers && origin.title == origin_.title;
    const Role role{state.view.layer, state.session.positions.has_value(), numberOf(0)};
    if (sameTokens && sameVectors && isKnown && role == role_) return;
    role_ = role;
    origin_ = origin;
    shownText_ = text;
    if (!sameTokens) {
        rowLabels_.clear();
        for (const auto& token : text.tokens->texts) rowLabels_ << shownToken(token);
    }
    const RowSource x(text.embeddings, text.tokens);
    const int columns = x.columns();
    const QString size = QStringLiteral("%1 × %2").arg(x.rows()).arg(columns);
    const auto heading = [&size](const QString& name) {
        return QStringLiteral("%1&nbsp; <span style='font-weight:400'>%2</span>").arg(name, size);
    };
    caption_->present({heading(name()), name(), symbolHtml(symbolText(wanted_))}, room, tipOf(origin));
    table_->show(ref, x, rowLabels_, numbered(QStringLiteral("x"), columns), text.tokens->ids);
    if (!sameTokens || !isKnown) table_->matrixModel().setOrigins(cellOrigins(origin, state, wanted_));
}

/// They are X where nothing is added to them, in the layer that reads them.
QString ParametersEmbeddings::name() const {
    const QString below = wanted_ == Parameter::X ? QString() : QStringLiteral("<sub>kv</sub>");
    if (role_.layer > 0 && below.isEmpty()) return tr("EMBEDDINGS of layer %1").arg(role_.counted);
    return role_.hasPositions ? tr("EMBEDDINGS") + below : tr("EMBEDDINGS X%1").arg(below);
}

/// What the layer that is shown has of them, and where they come from.
QString ParametersEmbeddings::tipOf(const Origin& origin) const {
    QStringList tip;
    if (role_.hasPositions)
        tip << tr("Embeddings without positions. X, the input of layer %1, is the sum of both").arg(role_.counted);
    if (role_.layer > 0 && wanted_ == Parameter::X)
        tip << tr("Layer %1 reads the output of the layer below").arg(numberOf(role_.layer));
    if (!origin.title.isEmpty()) tip << origin.title;
    return tip.join(QLatin1Char('\n'));
}

void ParametersEmbeddings::presentLight(const ViewState& state) { table_->showLight(state); }

void ParametersEmbeddings::fitInto(int room) { caption_->fitInto(room); }

} // namespace headlight
