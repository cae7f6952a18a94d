#include "panels/statistics/StatisticsTable.h"

#include "base/numberText.h"
#include "panels/statistics/statisticsWords.h"
#include "plot/TokenLabels.h"
#include "style/textSize.h"
#include "words/conventions.h"
#include "words/numberWords.h"
#include "words/tokenText.h"

#include <QFont>
#include <QHeaderView>
#include <QKeyEvent>

#include <algorithm>
#include <numeric>
#include <tuple>
#include <utility>

namespace headlight {
namespace {

constexpr int kMinColumn = 66; // px: eleven columns fit into a window of 1280 px

QString tokenAt(const Text& text, Index place) {
    return place < 0 ? QString()
                     : elided(shownToken(text.tokens->texts[static_cast<std::size_t>(place)]), 24) +
                           placeMark(*text.tokens, static_cast<int>(place));
}

} // namespace

StatisticsModel::StatisticsModel(Level level, QObject* parent) : QAbstractTableModel(parent), level_(level) {
    for (int m = 0; m < static_cast<int>(Measure::End); ++m) {
        columns_.push_back(m);
        if (static_cast<Measure>(m) == Measure::Largest && level == Level::Rows) columns_.push_back(kKey);
    }
}

void StatisticsModel::setStatistics(AllStatistics statistics, const Session& session, bool mayMove) {
    std::erase(statistics, nullptr);
    const bool isSame = statistics == statistics_ && session.text.tokens == session_.text.tokens &&
                        session.layers == session_.layers && keyText(session).tokens == keyText(session_).tokens;
    if (isSame && (isInOrder_ || !mayMove)) return;
    isInOrder_ = mayMove;
    statistics_ = std::move(statistics);
    session_ = session;
    makeLines();
}

void StatisticsModel::makeLines() {
    lines_.clear();
    for (const auto& head : statistics_) {
        const int rows = level_ == Level::Heads ? 0 : static_cast<int>(head->rows.size());
        if (level_ == Level::Heads) lines_.push_back({head.get(), -1});
        for (int query = 0; query < rows; ++query) lines_.push_back({head.get(), query});
    }
    const bool isResized = lines_.size() != order_.size();
    if (isResized) beginResetModel();
    if (isResized || isInOrder_) putInOrder();
    if (isResized) return endResetModel();
    if (!lines_.empty()) emit dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
}

int StatisticsModel::rowOf(const StatisticsDemand& head, int query) const {
    for (int row = 0; row < rowCount(); ++row)
        if (line(row).head->of == head && line(row).query == query) return row;
    return -1;
}

int StatisticsModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(order_.size());
}

int StatisticsModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(columns_.size());
}

std::optional<double> StatisticsModel::value(const Line& line, int column) const {
    const auto measure = static_cast<Measure>(column);
    if (line.query >= 0) return line.head->rows[static_cast<std::size_t>(line.query)][measure];
    const MeasureMean& mean = line.head->mean(measure);
    return mean.rows > 0 ? std::optional(mean.mean) : std::nullopt;
}

/// Returns a measure, or a name: a head's layer and number; a row's query, token, and key with the largest weight.
QString StatisticsModel::text(const Line& line, int column) const {
    if (column >= 0) {
        const auto number = value(line, column);
        if (!number) return {};
        const QString fixed = QString::number(*number, 'f', 4); // the tip has all digits
        return roundsToZero(*number, fixed) ? withExponent(*number, 1) : fixed;
    }
    const StatisticsDemand& of = line.head->of;
    if (level_ == Level::Heads) return placeText(column == kFirst ? of.layer : of.head);
    if (column == kFirst) return placeText(line.query);
    if (column == kSecond) return tokenAt(session_.text, line.query);
    return tokenAt(keyText(session_), line.head->rows[static_cast<std::size_t>(line.query)].largestAt);
}

QString StatisticsModel::tip(const Line& line, int column) const {
    if (column < 0) return text(line, column);
    const auto number = value(line, column);
    const auto measure = static_cast<Measure>(column);
    if (!number) return whyUndefined(measure, *line.head, line.query, session_);
    const QString digits = QString::fromStdString(shortest(*number));
    if (level_ == Level::Rows) return digits;
    return tr("%1, the mean of %2 of %3 rows")
        .arg(digits)
        .arg(line.head->mean(measure).rows)
        .arg(line.head->rows.size());
}

bool StatisticsModel::isOff(const Line& line) const {
    const StatisticsDemand& of = line.head->of;
    return level_ == Level::Heads && !layerAt(session_, of.layer).heads()[static_cast<std::size_t>(of.head)].isOn;
}

QVariant StatisticsModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid()) return {};
    const int column = columns_[static_cast<std::size_t>(index.column())];
    const Line& line = this->line(index.row());
    if (role == Qt::ToolTipRole) return plainTip(tip(line, column));
    if (role == Qt::AccessibleDescriptionRole) return tip(line, column);
    if (role == Qt::TextAlignmentRole) return int(Qt::AlignVCenter | (isWord(column) ? Qt::AlignLeft : Qt::AlignRight));
    if (role == Qt::FontRole && column == kSecond && isOff(line)) {
        QFont font;
        font.setStrikeOut(true);
        return font;
    }
    return role == Qt::DisplayRole ? text(line, column) : QVariant();
}

QVariant StatisticsModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal) return {};
    const int column = columns_[static_cast<std::size_t>(section)];
    if (role == Qt::TextAlignmentRole) return int(Qt::AlignVCenter | (isWord(column) ? Qt::AlignLeft : Qt::AlignRight));
    if (role == Qt::ToolTipRole && column == kKey) return tr("The key that has the largest weight");
    if (role == Qt::ToolTipRole && column >= 0) {
        const QString text = tipOf(static_cast<Measure>(column));
        return level_ == Level::Rows ? text : tr("%1; the mean of the rows where it is defined").arg(text);
    }
    if (role != Qt::DisplayRole) return {};
    const QString arrow = sortOrder_ == Qt::AscendingOrder ? QStringLiteral(u"\u2191") : QStringLiteral(u"\u2193");
    return section == sortedBy_ ? title(column) + arrow : title(column);
}

QString StatisticsModel::title(int column) const {
    const bool areHeads = level_ == Level::Heads;
    if (column == kFirst) return areHeads ? tr("Layer") : tr("Query");
    if (column == kSecond) return areHeads ? tr("Head") : tr("Token");
    return column == kKey ? tr("at") : titleOf(static_cast<Measure>(column)).replace(u' ', u'\n'); // on two lines
}

void StatisticsModel::sort(int column, Qt::SortOrder order) {
    if (column == sortedBy_ && order == sortOrder_) return;
    sortedBy_ = column;
    sortOrder_ = order;
    emit headerDataChanged(Qt::Horizontal, 0, columnCount() - 1);
    putInOrder();
    if (!order_.empty()) emit dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
}

/// Sorts the lines, stably. Names that are numbers are sorted as numbers.
void StatisticsModel::putInOrder() {
    order_.resize(lines_.size());
    std::iota(order_.begin(), order_.end(), 0);
    isInOrder_ = true;
    const int column = columns_[static_cast<std::size_t>(std::max(0, sortedBy_))];
    std::vector<std::tuple<bool, double, QString>> keys; // {there is a value, number, text}
    for (const Line& line : lines_) {
        const auto number = column < 0 ? std::nullopt : value(line, column);
        const QString name = column < 0 ? text(line, column) : QString();
        keys.emplace_back(number || !name.isEmpty(), number.value_or(name.toDouble()), name);
    }
    const auto key = [&](int place) -> const auto& { return keys[static_cast<std::size_t>(place)]; };
    const auto end = std::stable_partition(order_.begin(), order_.end(), [&](int i) { return std::get<0>(key(i)); });
    std::stable_sort(order_.begin(), end, [&](int a, int b) {
        return sortOrder_ == Qt::AscendingOrder ? key(a) < key(b) : key(b) < key(a);
    });
}

StatisticsTable::StatisticsTable(StatisticsModel::Level level, const QString& name, QWidget* parent)
    : QTableView(parent), model_(new StatisticsModel(level, this)) {
    setAccessibleName(name);
    setObjectName(QStringLiteral("lines"));
    setModel(model_);
    setSelectionBehavior(SelectRows);
    setSelectionMode(SingleSelection);
    setEditTriggers(NoEditTriggers);
    setTabKeyNavigation(false);
    setCornerWidget(new QWidget); // else the style draws a box between the scroll bars
    setFrameShape(NoFrame);
    setShowGrid(false);
    setWordWrap(false);
    verticalHeader()->hide();
    horizontalHeader()->setHighlightSections(false);
    horizontalHeader()->setSectionResizeMode(QHeaderView::Stretch);
    setSortingEnabled(true);
    sortByColumn(0, Qt::AscendingOrder);
    followTextSize(*this, [this] {
        setFont(textFont(9));
        verticalHeader()->setDefaultSectionSize(textPx(22));
        horizontalHeader()->setMinimumSectionSize(textPx(kMinColumn));
    });
    connect(horizontalHeader(), &QHeaderView::sortIndicatorChanged, this, &StatisticsTable::sorted);
    connect(selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this](const QModelIndex& index) {
        if (index.isValid()) emit lineWanted(index.row());
    });
}

void StatisticsTable::select(int line) {
    const QModelIndex now = currentIndex(), to = model_->index(line, std::max(0, now.column()));
    if (to != now || !selectionModel()->isSelected(to)) setCurrentIndex(to);
}

void StatisticsTable::keyPressEvent(QKeyEvent* event) {
    if (event->key() != Qt::Key_Space || !currentIndex().isValid()) return QTableView::keyPressEvent(event);
    const QHeaderView& header = *horizontalHeader();
    const int column = currentIndex().column();
    const bool isAgain = header.sortIndicatorSection() == column && header.sortIndicatorOrder() == Qt::AscendingOrder;
    sortByColumn(column, isAgain ? Qt::DescendingOrder : Qt::AscendingOrder);
}

} // namespace headlight
