#include "panels/parameters/ParametersPanel.h"

#include "controls/Segments.h"
#include "document/Workbench.h"
#include "panels/parameters/ParametersHeads.h"
#include "panels/parameters/ParametersTable.h"
#include "panels/parameters/ParametersText.h"
#include "session/Limits.h"
#include "session/edits.h"
#include "words/tokenText.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QTextDocument>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace headlight {
namespace {

constexpr int kMargin = 12, kMinTable = 78, kWidestLabel = 92;

QLabel* label(const QString& text, const char* role) {
    auto* made = new QLabel(text);
    made->setProperty("role", QLatin1String(role));
    made->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    return made;
}

QPushButton* linkButton(const QString& text, const QString& name, const QString& tip) {
    auto* made = new QPushButton(text);
    made->setAccessibleName(name);
    made->setToolTip(tip);
    made->setProperty("role", "link");
    return made;
}

/// A heading or caption at the left, Copy and Paste for the table below at the right.
QHBoxLayout* tableHead(QLabel* text, QPushButton* copy, QPushButton* paste) {
    auto* row = new QHBoxLayout;
    row->setSpacing(0);
    row->addWidget(text, 1);
    row->addWidget(copy);
    row->addWidget(paste);
    return row;
}

void showText(QLabel* shown, const QString& text) {
    if (shown->text() != text) shown->setText(text);
}

/// What `text` would take in `label`, which is not yet showing it.
int widthOf(const QLabel* label, const QString& text) {
    label->ensurePolished(); // the style sheet's font
    QTextDocument document;
    document.setDocumentMargin(0);
    document.setDefaultFont(label->font());
    document.setHtml(text);
    return static_cast<int>(std::ceil(document.idealWidth()));
}

double numbersOf(const Sizes& s) { return double(s.heads) * s.d * (2.0 * s.dk + s.dv); }

double numbersOfOneHead(Sizes sizes) {
    sizes.heads = 1;
    return numbersOf(sizes);
}

Result<Session> withHeads(Session session, int layer, int heads) {
    for (int now; (now = sizesOf(session, layer).heads) != heads;) {
        auto next = now < heads ? withHeadAdded(session, layer) : withHeadRemoved(session, layer, now - 1);
        if (!next) return next;
        session = std::move(*next);
    }
    return session;
}

} // namespace

ParametersPanel::ParametersPanel(Workbench& bench, QWidget* parent) : Panel(bench, parent) {
    setAccessibleName(tr("Parameters"));
    setMinimumWidth(232);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(kMargin, kMargin, kMargin, kMargin);
    column->setSpacing(8);
    column->addWidget(label(tr("PARAMETERS"), "heading"));
    sizes_ = new ParametersSizes;
    connect(sizes_, &ParametersSizes::asked, this, &ParametersPanel::changeSize);
    connect(sizes_, &ParametersSizes::refused, this, [this](const QString& message) { workbench().report(message); });
    column->addWidget(sizes_);
    column->addSpacing(2);
    buildWeights(*column);
    column->addSpacing(8);
    buildEmbeddings(*column);
    column->addStretch(1);
}

QWidget* ParametersPanel::makeTabs() {
    tabGround_ = new SegmentGround;
    auto* row = new QHBoxLayout(tabGround_);
    row->setContentsMargins(3, 3, 3, 3);
    row->setSpacing(1);
    for (const Parameter kind : {Parameter::Wq, Parameter::Wk, Parameter::Wv, Parameter::Wo}) {
        auto* tab = new SegmentButton(QString::fromLatin1(symbolOf(kind)));
        tab->setToolTip(matrixTip(kind));
        connect(tab, &QPushButton::clicked, this, [this, kind] { workbench().showParameter(kind); });
        row->addWidget(tab);
        tabs_[kind] = tab;
    }
    return tabGround_;
}

void ParametersPanel::buildWeights(QVBoxLayout& column) {
    weights_ = new QWidget;
    auto* inside = new QVBoxLayout(weights_);
    inside->setContentsMargins(0, 0, 0, 0);
    inside->setSpacing(8);
    inside->addWidget(makeTabs());
    heads_ = new ParametersHeads;
    connectHeads();
    inside->addWidget(heads_);
    caption_ = label({}, "caption");
    caption_->setTextFormat(Qt::RichText);
    weightTable_ = new ParametersTable(workbench());
    weightTable_->setAccessibleName(QString::fromLatin1(symbolOf(kind_)));
    auto* copy = linkButton(tr("Copy"), tr("Copy"), tr("Copy the selected block, or the whole matrix"));
    auto* paste = linkButton(tr("Paste"), tr("Paste"), tr("Paste numbers: a table, NumPy's or PyTorch's print, JSON"));
    copy_ = copy; // those of the embeddings are as wide
    paste_ = paste;
    connect(copy, &QPushButton::clicked, weightTable_, &MatrixView::copySelection);
    connect(paste, &QPushButton::clicked, weightTable_, &ParametersTable::pasteFromClipboard);
    inside->addLayout(tableHead(caption_, copy, paste));
    inside->addWidget(weightTable_);
    column.addWidget(weights_);

    simplified_ = new QWidget;
    auto* note = new QVBoxLayout(simplified_);
    note->setContentsMargins(0, 2, 0, 0);
    note->setSpacing(8);
    auto* told = label(tr("No trainable weights: Q = K = V = X"), "title");
    auto* why = label(tr("Each token's embedding is its own query, key and value. Change the embeddings below."),
                      "caption");
    why->setWordWrap(true);
    why->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Minimum);
    auto* use = new QPushButton(tr("Use trainable weights"));
    use->setAccessibleName(use->text());
    connect(use, &QPushButton::clicked, this, [this] {
        const ViewState& state = workbench().state();
        const int layer = state.view.layer;
        workbench().apply(
            tr("Use trainable weights"),
            [layer](const Session& s, const Watch&) { return withTrainableWeights(s, layer); }, 0,
            numbersOf(sizesOf(state.session, layer)));
    });
    note->addWidget(told);
    note->addWidget(why);
    note->addWidget(use, 0, Qt::AlignLeft);
    column.addWidget(simplified_);
}

void ParametersPanel::buildEmbeddings(QVBoxLayout& column) {
    embeddingsCaption_ = label({}, "heading");
    embeddingsCaption_->setTextFormat(Qt::RichText);
    embeddingTable_ = new ParametersTable(workbench());
    auto* copy = linkButton(tr("Copy"), tr("Copy embeddings"), tr("Copy the selected block, or all embeddings"));
    auto* paste = linkButton(tr("Paste"), tr("Paste embeddings"),
                             tr("Paste numbers: a table, NumPy's or PyTorch's print, JSON"));
    connect(copy, &QPushButton::clicked, embeddingTable_, &MatrixView::copySelection);
    connect(paste, &QPushButton::clicked, embeddingTable_, &ParametersTable::pasteFromClipboard);
    connect(embeddingTable_, &MatrixView::shownRowChanged, this, &ParametersPanel::showHint);
    hint_ = label({}, "caption");
    hint_->setAccessibleName(tr("Hint"));
    hint_->setTextFormat(Qt::PlainText);
    column.addLayout(tableHead(embeddingsCaption_, copy, paste));
    column.addWidget(embeddingTable_);
    column.addWidget(hint_);
}

void ParametersPanel::connectHeads() {
    connect(heads_, &ParametersHeads::picked, this, [this](int head) {
        const View& view = workbench().state().view;
        workbench().select(head, view.query, view.key);
    });
    connect(heads_, &ParametersHeads::addAsked, this, [this] {
        const View v = workbench().state().view;
        const Sizes sizes = sizesOf(workbench().state().session, v.layer);
        if (workbench().apply(
                tr("Add head"), [v](const Session& s, const Watch&) { return withHeadAdded(s, v.layer); }, 0,
                numbersOfOneHead(sizes)))
            workbench().select(sizes.heads, v.query, v.key);
    });
    connect(heads_, &ParametersHeads::duplicateAsked, this, [this] {
        const View v = workbench().state().view;
        if (workbench().apply(tr("Duplicate head %1").arg(v.head + 1),
                              [v](const Session& s, const Watch&) { return withHeadDuplicated(s, v.layer, v.head); }))
            workbench().select(v.head + 1, v.query, v.key);
    });
    connect(heads_, &ParametersHeads::removeAsked, this, [this] {
        const View v = workbench().state().view;
        workbench().apply(tr("Remove head %1").arg(v.head + 1),
                          [v](const Session& s, const Watch&) { return withHeadRemoved(s, v.layer, v.head); });
    });
}

void ParametersPanel::changeSize(ParametersSizes::Size which, int value) {
    const ViewState& state = workbench().state();
    const int layer = state.view.layer;
    Sizes now = sizesOf(state.session, layer);
    const auto ask = [&](int Sizes::*size, double others, const QString& label, const Workbench::Verb& verb) {
        now.*size = value;
        workbench().apply(label, verb, 0, numbersOf(now) + others);
    };
    switch (which) {
    case ParametersSizes::D:
        return ask(&Sizes::d, double(state.session.text.embeddings.rows()) * value, tr("Change d to %1").arg(value),
                   [=](const Session& s, const Watch&) { return withEmbeddingSize(s, value); });
    case ParametersSizes::Dk:
        return ask(&Sizes::dk, 0, tr("Change d_k to %1").arg(value),
                   [=](const Session& s, const Watch&) { return withKeySize(s, layer, value); });
    case ParametersSizes::Dv:
        return ask(&Sizes::dv, 0, tr("Change d_v to %1").arg(value),
                   [=](const Session& s, const Watch&) { return withValueSize(s, layer, value); });
    case ParametersSizes::Heads:
        return ask(&Sizes::heads, 0, tr("Change the number of heads to %1").arg(value),
                   [=](const Session& s, const Watch&) { return withHeads(s, layer, value); });
    }
}

// Presenting

void ParametersPanel::present(const ViewState& state) {
    presentTheme(*state.theme);
    Sizes sizes = sizesOf(state.session, state.view.layer);
    sizes.d = sizesOf(state.session).d; // that of the embeddings, which the field changes
    const Layer& layer = state.session.layers.at(static_cast<std::size_t>(state.view.layer));
    const bool simplified = isSimplified(layer);
    sizes_->show(sizes, simplified);
    heads_->show(sizes.heads, state.view.head, !simplified && sizes.heads < kMaxHeads);
    weights_->setVisible(!simplified);
    simplified_->setVisible(simplified);
    tabs_[Parameter::Wo]->setVisible(static_cast<bool>(layer[Parameter::Wo]));
    const auto wanted = tabs_.find(state.parameter);
    kind_ = wanted == tabs_.end() || wanted->second->isHidden() ? Parameter::Wq : state.parameter;
    if (!simplified) presentWeights(state);
    presentEmbeddings(state);
    settleHeights();
}

void ParametersPanel::presentTheme(const Theme& theme) {
    if (theme_ == &theme) return;
    theme_ = &theme;
    tabGround_->setTheme(theme);
    for (const auto& [kind, tab] : tabs_) tab->setTheme(theme);
    heads_->setTheme(theme);
    weightTable_->setTheme(theme);
    embeddingTable_->setTheme(theme);
    update();
}

void ParametersPanel::presentWeights(const ViewState& state) {
    const ParameterRef ref{kind_, state.view.layer, belongsToHead(kind_) ? state.view.head : 0};
    const FrozenMatrix matrix = matrixOf(state.session, ref);
    tabs_[kind_]->setChecked(true);
    if (weightTable_->shows(ref, matrix)) return;
    const int rows = matrix ? static_cast<int>(matrix->rows()) : 0,
              columns = matrix ? static_cast<int>(matrix->cols()) : 0;
    captions_ = {matrixCaption(kind_, rows, columns), matrixSize(kind_, rows, columns)};
    showCaptions();
    weightTable_->show(ref, matrix, numbered(rowLetter(kind_), rows), numbered(columnLetter(kind_), columns));
}

void ParametersPanel::presentEmbeddings(const ViewState& state) {
    const Text& text = state.session.text;
    const bool sameTokens = text.tokens == shownText_.tokens, sameVectors = text.embeddings == shownText_.embeddings;
    if (sameTokens && sameVectors) return;
    shownText_ = text;
    if (!sameTokens) {
        rowLabels_.clear();
        int widest = 0;
        const QFontMetrics metrics(textFont(9));
        for (const auto& token : text.tokens->texts) {
            rowLabels_ << shownToken(token);
            if (widest < kWidestLabel) widest = std::max(widest, metrics.horizontalAdvance(rowLabels_.back()) + 14);
        }
        embeddingTable_->setLabelWidth(std::clamp(widest, 34, kWidestLabel));
    }
    const ParameterRef ref{Parameter::X, state.view.layer, 0};
    const RowSource x(text.embeddings, text.tokens);
    const int columns = x.columns();
    const QString size = QStringLiteral("%1 × %2").arg(x.rows()).arg(columns);
    const auto heading = [&size](const QString& name) {
        return QStringLiteral("%1&nbsp; <span style='font-weight:400'>%2</span>").arg(name, size);
    };
    embeddingsCaptions_ = {heading(tr("EMBEDDINGS X")), heading(QStringLiteral("X"))};
    showCaptions();
    embeddingTable_->show(ref, x, rowLabels_, numbered(QStringLiteral("x"), columns), text.tokens->ids);
    showHint();
}

/// The captions in full where they have room beside Copy and Paste, else short: never cut.
void ParametersPanel::showCaptions() {
    const int room = width() - 2 * kMargin - copy_->sizeHint().width() - paste_->sizeHint().width();
    for (const auto& [shown, texts] :
         {std::pair(caption_, captions_), std::pair(embeddingsCaption_, embeddingsCaptions_)}) {
        const bool fits = widthOf(shown, texts.first) <= room;
        showText(shown, fits ? texts.first : texts.second);
    }
}

void ParametersPanel::showHint() {
    const QString said = embeddingHint(*shownText_.tokens, embeddingTable_->shownRow());
    hint_->setToolTip(plainTip(said));
    showText(hint_, hint_->fontMetrics().elidedText(said, Qt::ElideRight, std::max(60, width() - 2 * kMargin)));
}

/// The height of everything but the tables.
int ParametersPanel::othersHeight() const {
    return layout()->minimumSize().height() - (weights_->isHidden() ? 0 : weightTable_->minimumHeight()) -
           embeddingTable_->minimumHeight();
}

/// The tables' heights follow the panel's, so they must not hold the window open.
QSize ParametersPanel::minimumSizeHint() const { return {minimumWidth(), othersHeight() + 2 * kMinTable}; }

void ParametersPanel::settleHeights() {
    // Both tables whole if there is room; else the weights take at most half, and what the embeddings leave.
    const int whole = weights_->isHidden() ? 0 : weightTable_->wholeHeight();
    const int wanted = embeddingTable_->wholeHeight();
    const int others = othersHeight();
    const int room = std::max(height() - others, 2 * kMinTable);
    const int weights = std::min(whole, std::max(room / 2, room - wanted));
    if (whole && weightTable_->minimumHeight() != weights) weightTable_->setFixedHeight(weights);
    const int embeddings = std::min(wanted, room - weights);
    if (embeddingTable_->minimumHeight() != embeddings) embeddingTable_->setFixedHeight(embeddings);
}

void ParametersPanel::resizeEvent(QResizeEvent* event) {
    Panel::resizeEvent(event);
    settleHeights();
    if (!shownText_.tokens) return;
    showCaptions();
    showHint();
}

void ParametersPanel::paintEvent(QPaintEvent*) {
    if (theme_) QPainter(this).fillRect(rect(), theme_->surface);
}

} // namespace headlight
