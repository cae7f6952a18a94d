#include "panels/InspectorPanel.h"

#include "base/numberText.h"
#include "controls/ElidedLabel.h"
#include "document/Workbench.h"
#include "plot/BarView.h"
#include "plot/TokenLabels.h"
#include "style/Theme.h"
#include "style/textSize.h"
#include "table/MatrixTableModel.h"
#include "table/NumberDelegate.h"
#include "words/conventions.h"
#include "words/numberWords.h"
#include "words/rowWords.h"
#include "words/tokenText.h"

#include <QCheckBox>
#include <QFrame>
#include <QHeaderView>
#include <QLabel>
#include <QScrollArea>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace headlight {
namespace {

constexpr int kInspectorMargin = 14;

/// Isolated, so that a token in a right-to-left script does not turn its neighbours around.
QString isolated(const QString& token) { return QChar(0x2068) + token + QChar(0x2069); }

QString tokenAt(const Text& text, int token) { return shownToken(text.tokens->texts[static_cast<std::size_t>(token)]); }

/// A rounded card with a title; the caller fills the layout.
QVBoxLayout* card(QVBoxLayout& column, const QString& title, ElidedLabel*& how) {
    auto* frame = new QFrame;
    frame->setProperty("role", "card");
    auto* rows = new QVBoxLayout(frame);
    rows->setContentsMargins(12, 9, 12, 10);
    rows->setSpacing(4);
    auto* head = new QHBoxLayout;
    auto* name = new QLabel(title);
    name->setProperty("role", "title");
    how = new ElidedLabel;
    how->setProperty("role", "caption");
    head->addWidget(name);
    head->addSpacing(4);
    head->addWidget(how, 1);
    rows->addLayout(head);
    column.addWidget(frame);
    return rows;
}

QLabel* valueLabel(QVBoxLayout& rows, const QString& name) {
    auto* label = new ElidedLabel;
    followTextSize(*label, [label] { label->setFont(textFont(11)); });
    label->setAccessibleDescription(name); // its name is its text
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    rows.addWidget(label);
    return label;
}

void showNumber(QLabel* label, double value) {
    label->setText(inFull(value));
    label->setToolTip(QString::fromStdString(shortest(static_cast<float>(value))));
    label->setStyleSheet(value == value ? QString()
                                        : QStringLiteral("color: %1").arg(currentTheme().notANumber.name()));
}

QString scaleText(const Options& options, const CellArithmetic& cell) {
    QStringList parts;
    switch (options.scale.kind) {
    case Scale::Kind::None: break;
    case Scale::Kind::SqrtDk: parts << QStringLiteral("÷ √%1").arg(cell.q.size()); break;
    case Scale::Kind::Factor:
        parts << QStringLiteral("× %1").arg(QString::fromStdString(shortest(options.scale.factor)));
        break;
    }
    if (options.temperature != 1)
        parts << QStringLiteral("÷ %1").arg(QString::fromStdString(shortest(options.temperature)));
    return parts.isEmpty() ? InspectorPanel::tr("no scaling") : parts.join(' ');
}

/// What the factors are, where their numbers do not tell.
QString scaleTip(const Options& options) {
    if (options.temperature == 1) return {};
    const QString temperature = QString::fromStdString(shortest(options.temperature));
    return InspectorPanel::tr("the last factor is the temperature, %1").arg(temperature);
}

/// How something came to be, and the same for where there is little room.
struct How {
    QString text, shorter;
};

How weightText(const Options& options, const CellArithmetic& cell) {
    if (cell.masked) return {InspectorPanel::tr("masked"), {}};
    if (options.normalisation == Normalisation::Sum) return {InspectorPanel::tr("share of the row's sum"), {}};
    if (options.masksAfter())
        return {InspectorPanel::tr("softmax, masked, divided by its row's sum"),
                InspectorPanel::tr("softmax, masked, ÷ Σ")};
    return {InspectorPanel::tr("softmax over the row"), {}};
}

/// Of a weight that dropout left, or did not: a weight of 0 is 0 either way.
QString droppedText(const Options& options, const CellArithmetic& cell) {
    if (*cell.dropped == 0 && cell.weight != 0) return InspectorPanel::tr("at random");
    return QStringLiteral("weight ÷ (1 − %1)").arg(QString::fromStdString(shortest(options.dropout->rate)));
}

double sumOf(const std::vector<float>& weights) {
    double sum = 0;
    for (const float weight : weights) sum += static_cast<double>(weight);
    return sum;
}

} // namespace

InspectorPanel::InspectorPanel(Workbench& bench, QWidget* parent) : Panel(bench, parent) {
    setProperty("role", "side");
    setAttribute(Qt::WA_StyledBackground);
    auto* all = new QVBoxLayout(this);
    addHead(*all);
    cards_ = scrollable(180);
    auto* column = new QVBoxLayout(cards_);
    column->setContentsMargins(kInspectorMargin, 4, kInspectorMargin, 12);
    column->setSpacing(10);
    addScores(*column);
    addWeights(*column);
    addContext(*column);
    column->addStretch(1);
    all->addStretch(); // in the place of the cards when they are hidden
    ask({.maps = {}, .cells = {std::nullopt}});
}

void InspectorPanel::addHead(QVBoxLayout& all) {
    auto* head = new QVBoxLayout;
    head->setContentsMargins(kInspectorMargin, 12, kInspectorMargin, 2);
    head->setSpacing(6);
    heading_ = new QLabel(tr("INSPECTOR"));
    heading_->setProperty("role", "heading");
    place_ = new QLabel;
    place_->setProperty("role", "title");
    place_->setAccessibleDescription(tr("Selected cell"));
    place_->setWordWrap(true);
    place_->setTextFormat(Qt::RichText);
    head->addWidget(heading_);
    head->addWidget(place_);
    all.addLayout(head);
}

void InspectorPanel::addScores(QVBoxLayout& column) {
    ElidedLabel* scoreHow = nullptr;
    score_ = valueLabel(*card(column, tr("Score"), scoreHow), tr("Score"));
    scoreHow->setText(tr("q · k"));
    scaled_ = valueLabel(*card(column, tr("Scaled score"), scaledHow_), tr("Scaled score"));
}

void InspectorPanel::addWeights(QVBoxLayout& column) {
    auto* weights = card(column, tr("Weight"), weightHow_);
    weight_ = valueLabel(*weights, tr("Weight"));
    bars_ = new BarView;
    followTextSize(*bars_, [this] { bars_->setFixedHeight(bars_->sizeHint().height()); });
    connect(bars_, &BarView::clicked, this, [this](int key) {
        const View& view = workbench().state().view;
        workbench().select(view.head, view.query, key);
    });
    weights->addWidget(bars_);
    auto* upToLargest = new QCheckBox(tr("Scale bars to largest"));
    upToLargest->setAccessibleName(upToLargest->text());
    upToLargest->setToolTip(tr("End the axis of the bars at the row's largest weight instead of 1"));
    connect(upToLargest, &QCheckBox::clicked, bars_, &BarView::setUpToLargest);
    weights->addWidget(upToLargest);
    sum_ = new QLabel;
    sum_->setWordWrap(true);
    sum_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Minimum);
    sum_->setProperty("role", "caption");
    sum_->setAccessibleDescription(tr("Sum of the weights"));
    weights->addWidget(sum_);
}

void InspectorPanel::addContext(QVBoxLayout& column) {
    auto* dropped = card(column, tr("After dropout"), droppedHow_);
    droppedCard_ = dropped->parentWidget();
    dropped_ = valueLabel(*dropped, tr("After dropout"));
    auto* context = card(column, tr("Context"), contextHow_);
    contextModel_ = new MatrixTableModel(this);
    contextModel_->setReadOnly();
    context_ = new QTableView;
    context_->setAccessibleName(tr("Context"));
    context_->setModel(contextModel_);
    numbers_ = new NumberDelegate(this);
    context_->setItemDelegate(numbers_);
    context_->setEditTriggers(QAbstractItemView::NoEditTriggers);
    context_->setSelectionMode(QAbstractItemView::NoSelection);
    context_->setFocusPolicy(Qt::TabFocus);
    context_->setTabKeyNavigation(false); // Tab goes on
    context_->horizontalHeader()->hide();
    context_->horizontalHeader()->setSectionResizeMode(QHeaderView::Stretch);
    followTextSize(*context_, [this] { fitContext(); });
    context_->verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    context->addWidget(context_);
}

void InspectorPanel::present(const ViewState& state) {
    contextModel_->setHeld(state.isDragging);
    const auto response = state.responseTo(*this);
    if (response == shown_ && state.theme == theme_) return;
    shown_ = response;
    theme_ = state.theme;
    const bool any = response && response->cells.at(0);
    cards_->parentWidget()->parentWidget()->setVisible(any); // with the scroll bar of the area
    if (!any) {
        head_ = -1;
        place_->setToolTip({});
        place_->setText(tr("Click a cell to see its score and weight."));
        return;
    }
    showNumbers(response->frame->session, *response->cells[0]);
    showBars(response->frame->session, *response->cells[0]);
    showContext(*response->cells[0]);
}

void InspectorPanel::showNumbers(const Session& session, const CellArithmetic& cell) {
    query_ = tokenAt(session.text, cell.cell.row);
    key_ = tokenAt(keyText(session), cell.cell.col);
    head_ = cell.cell.head;
    layer_ = session.layers.size() > 1 ? cell.cell.layer : -1;
    showPlace();
    showNumber(score_, static_cast<double>(cell.score));
    showNumber(scaled_, static_cast<double>(cell.scaled));
    showNumber(weight_, static_cast<double>(cell.weight));
    const Options& options = session.layers[static_cast<std::size_t>(cell.cell.layer)].options;
    scaledHow_->setText(scaleText(options, cell));
    scaledHow_->setToolTip(scaleTip(options));
    const How how = weightText(options, cell);
    weightHow_->setText(how.text);
    weightHow_->setShorter(how.shorter);
    showDropped(options, cell);
}

/// Between the weights and the context: what the context is made of.
void InspectorPanel::showDropped(const Options& options, const CellArithmetic& cell) {
    const bool isThere = cell.dropped.has_value();
    droppedCard_->setVisible(isThere);
    contextHow_->setText(isThere ? tr("Σ after dropout · v") : tr("Σ weight · v"));
    if (!isThere) return;
    showNumber(dropped_, static_cast<double>(*cell.dropped));
    droppedHow_->setText(droppedText(options, cell));
}

/// A token that is longer than the panel ends in dots.
void InspectorPanel::showPlace() {
    if (!theme_ || head_ < 0) return;
    const int room = std::max(textPx(60), width() - 2 * kInspectorMargin - textPx(16));
    const auto shortened = [&](const QString& token) {
        return isolated(place_->fontMetrics().elidedText(token, Qt::ElideRight, room).toHtmlEscaped());
    };
    QString place = tr("Head %1").arg(numberOf(head_));
    if (layer_ >= 0) place = tr("Layer %1 · %2").arg(numberOf(layer_)).arg(place);
    place_->setText(
        QStringLiteral("%1 · <span style='color:%2'>%3</span> → <span style='color:%4'>%5</span>")
            .arg(place, currentTheme().accent.name(), shortened(query_), currentTheme().key.name(), shortened(key_)));
    place_->setToolTip(plainTip(isolated(query_) + QStringLiteral(u" \u2192 ") + isolated(key_)));
}

void InspectorPanel::resizeEvent(QResizeEvent* event) {
    Panel::resizeEvent(event);
    if (cards_->isVisibleTo(this)) showPlace();
}

void InspectorPanel::showBars(const Session& session, const CellArithmetic& cell) {
    bars_->setContent(
        {cell.rowWeights, cell.rowMasked, labelsOf(*keyText(session).tokens), cell.cell.col, &currentTheme()});
    const double sum = sumOf(cell.rowWeights);
    const QString why = rowSentence(cell.rowKind);
    sum_->setText(why.isEmpty() ? tr("the row's weights sum to %1").arg(inFull(sum)) : why);
}

void InspectorPanel::showContext(const CellArithmetic& cell) {
    const auto rows = static_cast<Index>(cell.context.size());
    QStringList labels;
    for (Index i = 0; i < rows; ++i) labels << QStringLiteral("z%1").arg(subscript(numberOf(static_cast<int>(i))));
    contextModel_->setRows(FrozenMatrix(Matrix(Eigen::Map<const Matrix>(cell.context.data(), rows, 1))), labels,
                           {QString()});
    fitContext();
}

void InspectorPanel::fitContext() {
    constexpr int kMaxRows = 12; // more scroll
    const int row = textPx(24);
    context_->verticalHeader()->setDefaultSectionSize(row);
    context_->verticalHeader()->setFixedWidth(textPx(40));
    context_->setFixedHeight(std::min(contextModel_->rowCount(), kMaxRows) * row + 2);
}

} // namespace headlight
