#include "panels/statistics/StatisticsPanel.h"

#include "controls/buttons.h"
#include "controls/labels.h"
#include "document/Workbench.h"
#include "engine/statisticsCsv.h"
#include "panels/statistics/StatisticsTable.h"
#include "panels/statistics/statisticsCharts.h"
#include "style/layouts.h"
#include "style/textSize.h"
#include "style/wrappedLabel.h"
#include "words/conventions.h"
#include "words/tokenText.h"
#include "words/wording.h"

#include <QAbstractButton>
#include <QHBoxLayout>
#include <QStackedWidget>
#include <QTabBar>

#include <algorithm>
#include <utility>

namespace headlight {
namespace {

constexpr int kMargin = 12, kHeight = 210, kMinHeight = 144; // px
// Weights whose statistics take about 150 ms, beyond which the next edit would wait noticeably; and about 10 ms.
constexpr double kMaxWeights = 1.6e7, kMaxDragged = 1e6;

double weightsOfHead(const Session& session) {
    const Sizes sizes = sizesOf(session, 0);
    return double(sizes.tokens) * sizes.keyTokens;
}

std::vector<StatisticsDemand> headsOf(const Session& session, std::optional<int> ofLayer = {}) {
    std::vector<StatisticsDemand> heads;
    for (int layer = 0; layer < static_cast<int>(session.layers.size()); ++layer)
        for (int head = 0; head < sizesOf(session, layer).heads && layer == ofLayer.value_or(layer); ++head)
            heads.push_back({layer, head, 0});
    return heads;
}

/// Returns all heads if they have at most kMaxWeights, or if the user asked for them; else those of the layer; else the
/// selected one.
std::vector<StatisticsDemand> headsFor(const ViewState& state, bool areAllWanted) {
    if (areAllWanted) return headsOf(state.session);
    for (const auto& heads : {headsOf(state.session), headsOf(state.session, state.view.layer)})
        if (double(heads.size()) * weightsOfHead(state.session) <= kMaxWeights) return heads;
    return {{state.view.layer, state.view.head, 0}};
}

} // namespace

StatisticsPanel::StatisticsPanel(Workbench& bench, QWidget* parent)
    : Panel(bench, parent, "side"),
      heads_(new StatisticsTable(StatisticsModel::Level::Heads, tr("Statistics of heads"))),
      rows_(new StatisticsTable(StatisticsModel::Level::Rows, tr("Statistics of rows"))),
      chart_(new Chart) {
    setAccessibleName(tr("Statistics"));
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Preferred);
    auto* all = laidOut<QVBoxLayout>(this, {kMargin, 6, kMargin, 6}, 4);
    addHead(*all);
    stack_ = new QStackedWidget;
    message_ = wrappedLabel({}, "caption");
    message_->setAccessibleDescription(tr("Why there are none"));
    message_->setAlignment(Qt::AlignCenter);
    for (QWidget* one : QWidgetList{heads_, rows_, chart_, message_}) stack_->addWidget(one);
    all->addWidget(stack_, 1);
    setTabOrder(export_, heads_);
    setTabOrder(heads_, rows_);
    const auto again = [this] { workbench().presentAgain(*this); };
    for (const StatisticsTable* table : {heads_, rows_}) connect(table, &StatisticsTable::sorted, this, again);
    for (const StatisticsTable* table : {heads_, rows_})
        connect(table, &StatisticsTable::lineWanted, this, [this, table](int line) {
            const auto& [head, query] = table->lines().line(line);
            choose(head->of, query);
        });
    connect(all_, &QToolButton::clicked, this, [this, again] {
        allOf_ = workbench().state().session;
        again();
    });
    connect(chart_, &Chart::picked, this, &StatisticsPanel::pick);
    connect(pages_, &QTabBar::currentChanged, this, again);
}

void StatisticsPanel::addHead(QLayout& all) {
    pages_ = new QTabBar;
    pages_->setAccessibleName(tr("Statistics shown"));
    pages_->setObjectName(QStringLiteral("pages"));
    pages_->setDrawBase(false);
    pages_->setElideMode(Qt::ElideNone);
    pages_->setFocusPolicy(Qt::StrongFocus);
    pages_->setExpanding(false);
    for (auto* scroller : pages_->findChildren<QAbstractButton*>()) scroller->setFocusPolicy(Qt::NoFocus);
    pages_->setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Fixed);
    const std::pair<QString, QString> pages[] = {
        {tr("Heads"), tr("The means of each head's rows; a click on a title sorts by it")},
        {tr("Rows"), tr("Each query of the selected head")},
        {tr("Weights"), tr("The weights of the selected query in the selected head")},
        {tr("Entropy of heads"), tr("The mean entropy of each head's rows")},
        {tr("Entropy of rows"), tr("The entropy of each query in the selected head")}};
    for (const auto& [title, tip] : pages) pages_->setTabToolTip(pages_->addTab(title), tip);
    note_ = new ElidedLabel({}, "caption");
    note_->setAccessibleDescription(tr("Of which heads"));
    all_ = toolButton(tr("All heads"),
                      tr("Compute the statistics of all heads, until the next edit. It may take some seconds"));
    all_->hide();
    export_ = toolButton(tr("Export…"), tr("Save a chart as PDF, SVG, PNG or CSV, or the table that is shown as CSV"));
    connect(export_, &QToolButton::clicked, this, &StatisticsPanel::exportShown);
    auto* head = new QHBoxLayout;
    head->setSpacing(8);
    head->addWidget(pages_);
    head->addWidget(note_, 1);
    head->addWidget(all_);
    head->addWidget(export_);
    static_cast<QVBoxLayout&>(all).addLayout(head);
}

StatisticsPanel::Page StatisticsPanel::page() const { return static_cast<Page>(pages_->currentIndex()); }

/// Leaves two thirds of the common height to the maps.
QSize StatisticsPanel::sizeHint() const {
    const int share = parentWidget() ? parentWidget()->height() / 3 : textPx(kHeight);
    return {Panel::sizeHint().width(), std::clamp(share, textPx(kMinHeight), textPx(kHeight))};
}
QSize StatisticsPanel::minimumSizeHint() const { return {0, textPx(kMinHeight)}; }

void StatisticsPanel::showEvent(QShowEvent* event) {
    Panel::showEvent(event);
    workbench().presentAgain(*this);
    emit appeared(true);
}

void StatisticsPanel::hideEvent(QHideEvent* event) {
    Panel::hideEvent(event);
    emit appeared(false);
}

Request StatisticsPanel::wanted(const ViewState& state) const {
    Request request{.priority = Priority::Later};
    const View& view = state.view;
    const Sizes sizes = sizesOf(state.session, view.layer);
    if (sizes.tokens == 0 || sizes.keyTokens == 0) return {};
    if (page() == Heads || page() == EntropyOfHeads)
        request.statistics = headsFor(state, allOf_.has_value());
    else
        request.statistics = {{view.layer, view.head, 0}};
    if (page() == Weights)
        request.maps = {
            {Stage::Weights, view.layer, view.head, {view.query, 0, 1, sizes.keyTokens}, sizes.keyTokens, 1}};
    const bool isHeld = state.isDragging &&
                        double(request.statistics.size()) * weightsOfHead(state.session) > kMaxDragged;
    return isHeld ? Request{} : request;
}

void StatisticsPanel::present(const ViewState& state) {
    if (!isVisible()) return;
    if (allOf_ && *allOf_ != state.session) allOf_.reset();
    if (const Request request = wanted(state); request != this->request()) ask(request);
    const auto response = state.responseTo(*this);
    const Sizes sizes = sizesOf(state.session, state.view.layer);
    if (sizes.tokens == 0 || sizes.keyTokens == 0) return say(tr("Type a sentence above to see its statistics."));
    if (response && !response->frame->problem.empty()) return say(QString::fromStdString(response->frame->problem));
    if (response && response->request == request() && !response->statistics.empty()) {
        shown_ = response;
        showAnswer(state, *response);
    }
    export_->setEnabled(bool(shown_)); // exports the numbers that are shown, also while newer ones are computed
}

void StatisticsPanel::say(const QString& text) {
    shown_.reset();
    message_->setText(text);
    note_->clear();
    all_->hide();
    export_->setEnabled(false);
    stack_->setCurrentWidget(message_);
}

void StatisticsPanel::showAnswer(const ViewState& state, const Response& response) {
    const Session& session = response.frame->session;
    const View& view = state.view;
    if (page() == Heads || page() == Rows) {
        StatisticsTable* table = page() == Heads ? heads_ : rows_;
        table->lines().setStatistics(response.statistics, session, !state.isDragging);
        heads_->setColumnHidden(0, session.layers.size() < 2);
        table->select(table->lines().rowOf({view.layer, view.head, 0}, page() == Heads ? -1 : view.query));
        stack_->setCurrentWidget(table);
    } else {
        chart_->setAccessibleName(pages_->tabText(page()));
        chart_->setContent(page() == Weights          ? chartOfWeights(view, response)
                           : page() == EntropyOfHeads ? chartOfHeads(view, response)
                                                      : chartOfRows(view, response),
                           *state.theme);
        stack_->setCurrentWidget(chart_);
    }
    const bool isOther = state.maps.compared == Compared::Other && !isOtherPart(state.maps.counterpart);
    note_->setText(
        isOther ? tr("Of the present numbers, not “%1” · %2").arg(nameOf(state.maps.counterpart), note(state, response))
                : note(state, response));
    const bool areHeads = page() == Heads || page() == EntropyOfHeads;
    all_->setVisible(areHeads && response.statistics.size() < headsOf(session).size());
}

/// Returns a note on the heads and queries that the page shows.
QString StatisticsPanel::note(const ViewState& state, const Response& response) const {
    const Session& session = response.frame->session;
    const View& view = state.view;
    const std::size_t shown = response.statistics.size();
    const QString means = tr("Means over the queries");
    if (page() == Heads || page() == EntropyOfHeads)
        return shown == headsOf(session).size() ? means
               : shown == 1                     ? tr("%1. The sentence is long: only the selected head").arg(means)
                                                : tr("%1. The sentence is long: only the selected layer").arg(means);
    return whose(view, session);
}

/// Returns the head that the page is about; on the page of weights also the query.
QString StatisticsPanel::whose(const View& view, const Session& session) const {
    const QString place = session.layers.size() > 1
                              ? tr("Layer %1, head %2").arg(placeText(view.layer), placeText(view.head))
                              : titleOfHead(view.head);
    const Tokens& tokens = *session.text.tokens;
    if (page() != Weights || view.query >= tokens.count()) return place;
    const QString token = elided(QString::fromStdString(tokens.texts[static_cast<std::size_t>(view.query)])) +
                          placeMark(tokens, view.query);
    return tr("%1, query %2").arg(place, quotedToken(token.toStdString()));
}

/// Selects a head and a query; -1: the query stays.
void StatisticsPanel::choose(const StatisticsDemand& head, int query) {
    workbench().look([=](View& view) {
        view.layer = head.layer;
        view.head = head.head;
        if (query >= 0) view.query = query;
    });
}

void StatisticsPanel::pick(int value) {
    if (!shown_) return;
    const View& view = workbench().state().view;
    if (page() == Weights) return workbench().select(view.head, view.query, value);
    const bool areRows = page() == EntropyOfRows;
    const auto& head = shown_->statistics.at(areRows ? 0 : static_cast<std::size_t>(value));
    if (head) choose(head->of, areRows ? value : -1);
}

void StatisticsPanel::exportShown() {
    if (!shown_) return;
    const Session& session = shown_->frame->session;
    QString what = stack_->currentWidget()->accessibleName().toLower();
    QString head;
    if (page() != Heads && page() != EntropyOfHeads) {
        head = withinLine(whose(workbench().state().view, session));
        what += QLatin1String(", ") + head;
    }
    if (page() == Heads) return emit exportWanted(what, csvOfHeads(shown_->statistics), {});
    if (page() == Rows) return emit exportWanted(what, statisticsCsv(session, shown_->statistics), {});
    const Text& text = page() == Weights ? keyText(session) : session.text;
    ChartContent chart = chart_->content();
    const std::string csv = csvOf(chart, page() == EntropyOfHeads ? nullptr : &*text.tokens);
    if (!head.isEmpty()) chart.across = tr("%1 (%2)").arg(chart.across, head); // a picture has no window to say it
    emit exportWanted(what, csv, chart);
}

void StatisticsPanel::forgetWords() {
    heads_->lines().makeLines();
    rows_->lines().makeLines();
}

} // namespace headlight
